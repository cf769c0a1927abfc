"""`elfen show`: show a saved game, all of it or what one seat may know."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from elfen.cli.consoles import output
from elfen.cli.demo import show_standings
from elfen.cli.languages import Spoken
from elfen.errors import ElfenError, Message
from elfen.game import Game
from elfen.text import Words, say
from elfen.views import Observation, SeenEntry, everything

EVERYTHING = "Everything is shown, also what players hide from each other (--seat N hides it)."
GIVEN = "It began from a given position, not from the start."


@click.command(cls=Spoken)
@click.argument("save", type=click.Path())
@click.option(
    "--seat", type=int, metavar="N", help="Show only what seat N may know; seats count from 0."
)
@click.option("--at", type=int, metavar="STEP", help="Show the game after STEP decisions, from 0.")
def show(save: str, seat: int | None, at: int | None) -> None:
    """Show a saved game: the table, the log with its steps, whose turn it is, and why.

    Without --seat nothing is hidden. The game's expansions must be installed.
    """
    whole, game = at_step(save, at, seat)
    console = output()
    text = "{file}: {game}, {players} players,"
    console.print(Text(say(text, file=save, game=Words(game.rules).title(), players=game.players)))
    after = say("after step {step} of {steps}.", step=game.steps, steps=whole.steps)
    console.print(Text(f"{after} {shown_to(seat)}"))
    if game.begun_from_position:
        console.print(Text(say(GIVEN)))
    words = Words(game.rules)
    seen = everything(game.rules, game.state) if seat is None else game.view(seat)
    log = _log(game) if seat is None else iter(game.view(seat).log)
    _heading(console, say("The table"))
    for line in words.table_lines(seen)[1:]:  # its first line is the last one here
        console.print(Text(line), soft_wrap=False)
    _heading(console, say("The log"))
    console.print(_numbered(log))
    _heading(console, say("Round {round}", round=game.state.round))
    if game.is_over:
        show_standings(console, game.rules, game.state)
    else:
        console.print(Text(_turn(game, words, seen)))


def at_step(save: str, at: int | None, seat: int | None) -> tuple[Game, Game]:
    """A saved game, and the same after a step. Raises `ElfenError`, also for an unknown seat."""
    whole = Game.load(save)
    game = whole if at is None else whole.at(at)
    if seat is not None and not 0 <= seat < game.players:
        text = "--seat {seat}: the seats of this game are 0 to {last}"
        raise ElfenError(Message("show/seat", text, seat=seat, last=game.players - 1))
    return whole, game


def _log(game: Game) -> Iterator[SeenEntry]:
    """All entries in full."""
    return (SeenEntry(entry.seat, entry.move, entry.chance) for entry in game.log)


def _numbered(log: Iterator[SeenEntry]) -> Table:
    """The log: decisions with their steps, and chance in grey after what caused it."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, justify="right")
    table.add_column(ratio=1)
    step = 0
    for entry in log:
        step += entry.chance is None
        number = str(step) if entry.chance is None else ""
        table.add_row(Text(number, "bold"), Text(str(entry), "dim" if not number else ""))
    return table


def _turn(game: Game, words: Words, seen: Observation) -> str:
    """Whose turn it is and the pending decision; the number of answers unless that is secret."""
    text = words.pending(seen)
    if seen.seat in (None, game.seat):
        n = len(game.legal_actions)
        text += say(" {n:* legal action|* legal actions}.", n=n)
    return text


def shown_to(seat: int | None) -> str:
    """What is hidden, as a sentence."""
    if seat is None:
        return say(EVERYTHING)
    return say("Only what seat {seat} may know is shown.", seat=str(seat))


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, "bold"))
