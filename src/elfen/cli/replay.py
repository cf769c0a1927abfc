"""`elfen replay`: a saved game as a page that plays it step by step."""

from __future__ import annotations

import click

from elfen.cli.draw import put_into
from elfen.cli.languages import Spoken
from elfen.cli.lines import say
from elfen.cli.show import EVERYTHING, at_step, shown_to
from elfen.draw import THEMES
from elfen.draw import replay as page
from elfen.errors import ElfenError, Message
from elfen.text import say as told


@click.command(cls=Spoken)
@click.argument("save", type=click.Path())
@click.option(
    "--seat",
    required=True,
    metavar="N|public|all",
    help="Whose eyes the game is seen with: those of seat N, counted from 0, or of the public. With"
    " all, nothing is hidden.",
)
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="auto",
    show_default=True,
    help="Light or dark paper, or what the reader prefers.",
)
@click.option(
    "-o", "out", type=click.Path(), required=True, metavar="FILE", help="The file, .html."
)
def replay(save: str, seat: str, theme: str, out: str) -> None:
    """Make one HTML file that plays a saved game step by step, for any browser.

    It shows what the seat knew at each step, and holds nothing else. It needs no network. The
    game's expansions must be installed.
    """
    if not out.lower().endswith((".html", ".htm")):
        text = "-o {file}: the page is HTML, so the name has to end in .html"
        raise ElfenError(Message("replay/name", text, file=out))
    number = int(seat) if seat.isascii() and seat.isdecimal() and len(seat) < 4 else None
    if number is None and seat not in ("public", "all"):
        text = "--seat {seat}: it has to be the number of a seat, public or all"
        raise ElfenError(Message("replay/seat", text, seat=seat))
    _, game = at_step(save, None, number)
    put_into(out, page(game, "all" if seat == "all" else number, theme=theme))
    text = "{file}, all {n:* step|* steps} of it, can be replayed in {out}."
    say(told(text, file=save, n=game.steps, out=out))
    if seat == "all":
        say(told(EVERYTHING))
    else:
        public = told("Only what everybody may know is shown.")
        say(public if number is None else shown_to(number))
