"""`elfen replay`: a saved game as a page that plays it step by step."""

from __future__ import annotations

import click

from elfen.cli import lines
from elfen.cli.draw import called, names_option, put_into
from elfen.cli.languages import Spoken
from elfen.cli.show import EVERYTHING, at_step, shown_to
from elfen.draw import THEMES
from elfen.draw import replay as page
from elfen.errors import ElfenError, Message
from elfen.text import say


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
@names_option
@click.option(
    "-o", "out", type=click.Path(), required=True, metavar="FILE", help="The file, .html."
)
def replay(save: str, seat: str, theme: str, names: str | None, out: str) -> None:
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
    seen = "all" if seat == "all" else number
    put_into(out, page(game, seen, theme=theme, names=called(names, game)))
    text = "{file}, all {n:* step|* steps} of it, can be replayed in {page}."
    lines.say(say(text, file=save, n=game.steps, page=out))
    if seat == "all":
        lines.say(say(EVERYTHING))
    else:
        public = "Only what everybody may know is shown."
        lines.say(say(public) if number is None else shown_to(number))
