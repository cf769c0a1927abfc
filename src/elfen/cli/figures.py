"""`elfen simulate --stats` and `--compare`: what happens in many games, and what a rule changes."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import frozen
from rich.table import Table
from rich.text import Text

from elfen.bots import simulate
from elfen.cli.consoles import output
from elfen.cli.draw import put_into
from elfen.cli.progress import watched_games
from elfen.cli.ruleset_options import chosen_rules, ruleset_options
from elfen.errors import ElfenError, Message, brief
from elfen.game import Ruleset
from elfen.stats import (
    Comparison,
    Following,
    Grid,
    Statistics,
    differences,
    grids,
    heat,
    histograms,
    pairs,
    plotter,
    writer_of,
)
from elfen.stats import write as keep
from elfen.text import Words, say

T = TypeVar("T")


@frozen
class Wanted:
    """Where figures go besides the terminal, and whether all of them are shown there."""

    to: str | None = None
    plot: str | None = None
    heat: str | None = None
    everything: bool = False

    def check(self) -> None:
        """Raise `ElfenError` for a file that cannot be what it is to be."""
        if self.to is not None:
            writer_of(self.to)
        for name, path in (("--plot", self.plot), ("--heat", self.heat)):
            if path is not None and Path(path).suffix.lower() not in (".svg", ".png"):
                text = "{option} {file}: a picture is SVG or PNG: end it in .svg or .png"
                raise ElfenError(Message("figures/name", text, option=name, file=path))
        if self.plot is not None and self.plot == self.heat:
            text = "--plot and --heat draw two pictures; give them two files"
            raise ElfenError(Message("figures/two-pictures", text))
        if self.plot is not None:
            plotter()


def run_statistics(
    shared: Mapping[str, Any],
    bots: Sequence[str],
    players: int,
    games: int,
    seed: int,
    jobs: int,
    wanted: Wanted,
) -> None:
    """Play and count games, and tell the figures; after Ctrl-C, those of the games so far."""
    of = Statistics(chosen_rules(**shared), players)
    played = simulate(of.rules, bots, players, games, seed, jobs, watch=Following)
    interrupted = _taken(played, games, lambda record: of.add(record.kept))
    text = "{games} {n:game|games} of {players} players ({bots}), {rules}, seed {seed}"
    what = {"bots": ", ".join(bots), "rules": Words(of.rules).title(), "seed": str(seed)}
    output().print(say(text, n=of.games, games=f"{of.games:,}", players=players, **what))
    if of.games:
        _tables(grids(of, wanted.everything))
        if wanted.to is not None:
            keep(of, wanted.to)
        if wanted.plot is not None:
            histograms(of, wanted.plot)
        if wanted.heat is not None:
            put_into(wanted.heat, heat(of))
    if interrupted:
        raise KeyboardInterrupt


def run_comparison(
    texts: tuple[str, str],
    shared: Mapping[str, Any],
    bots: Sequence[str],
    players: int,
    games: int,
    seed: int,
    jobs: int,
    wanted: Wanted,
) -> None:
    """Play deals by two rulesets, and tell what is different; after Ctrl-C, so far."""
    rules = sides(texts, shared)
    both = tuple(Statistics(one, players) for one in rules)
    of = Comparison(*both)
    played = pairs(*rules, bots, players, games, seed, jobs)
    interrupted = _taken(played, games, lambda pair: of.add(pair[0].kept, pair[1].kept))
    console = output()
    text = "{deals} {n:deal|deals} by A and by B, {players} players ({bots}), seed {seed}"
    what = {"bots": ", ".join(bots), "seed": str(seed)}
    console.print(say(text, n=of.deals, deals=f"{of.deals:,}", players=players, **what))
    for letter, text, one in zip("AB", texts, rules, strict=True):
        console.print(f"{letter}: {Words(one).title()}{f' ({text})' if text.strip() else ''}")
    if of.deals:
        _tell_differences(of, wanted.everything)
        if wanted.to is not None:
            keep(of, wanted.to)
        if wanted.plot is not None:
            histograms(both, wanted.plot, ("A", "B"))
        if wanted.heat is not None:
            path = Path(wanted.heat)
            for letter, side in zip("AB", both, strict=True):
                put_into(str(path.with_stem(f"{path.stem}-{letter}")), heat(side))
    if interrupted:
        raise KeyboardInterrupt


def _tell_differences(of: Comparison, everything: bool) -> None:
    console = output()
    found = [*differences(of, everything)]
    _tables(found)
    console.print()
    if not found:
        text = "No figure is clearly different. More games tell more; --all shows all."
        console.print(say(text))
    elif not everything:
        console.print(say("Shown is what can hardly be chance, all figures taken together."))
    text = "Means are a game's, a seat's or a decision's. The 95 % interval is of B − A."
    console.print(say(text))


def side(text: str, shared: Mapping[str, Any]) -> Ruleset:
    """The ruleset of one side of `--compare`: the options in a text, with those that both have.

    Raises `ElfenError`.
    """
    where = f"--compare {brief(text)}"
    try:
        context = _side.make_context("--compare", shlex.split(text))
    except ValueError as error:
        raise ElfenError(f"{where}: {error}") from None
    except click.ClickException as error:
        raise ElfenError(f"{where}: {error.format_message()}") from None
    own = context.params
    return chosen_rules(
        own["edition"] or shared["edition"],
        (*shared["expansions"], *own["expansions"]),
        (*shared["options"], *own["options"]),
        own["board"] or shared["board"],
    )


def sides(texts: Sequence[str], shared: Mapping[str, Any]) -> tuple[Ruleset, Ruleset]:
    """The rulesets of `--compare A B`; raises `ElfenError`, also if they are the same."""
    before, after = (side(text, shared) for text in texts)
    if before.fingerprint == after.fingerprint:
        message = Message(
            "figures/same",
            "--compare: A and B are the same rules; write options in quotes, such as {example}",
            example='--compare "" "--with favor"',
        )
        raise ElfenError(message)
    return before, after


@click.command(add_help_option=False)
@ruleset_options
def _side(**given: Any) -> None:
    """Reads the options of one side; it is never run."""


def _taken(played: Generator[T, None, None], games: int, add: Callable[[T], object]) -> bool:
    """Add all records; whether Ctrl-C has come between."""
    try:
        with closing(played), closing(watched_games(played, games)) as watched:
            for record in watched:
                add(record)
    except KeyboardInterrupt:
        return True
    return False


def _tables(found: Iterable[Grid]) -> None:
    console = output()
    for grid in found:
        if not grid.lines:
            continue
        console.print()
        console.print(_table(grid, console.width))
        if grid.left_out:
            text = "... and {n} more; --all shows them"
            console.print(say(text, n=grid.left_out), style="dim")


def _table(grid: Grid, width: int) -> Table:
    """A table of that width at most; labels that are too long are cut off, and numbers never."""
    columns = zip(grid.headings, *[line[1:] for line in grid.lines], strict=True)
    taken = sum(2 + max(map(len, column)) for column in columns)
    room = max(20, width - taken)
    labels = max(len(line[0]) for line in grid.lines)
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(Text(grid.title), no_wrap=True, width=min(room, max(labels, 30)))
    for heading in grid.headings:
        table.add_column(Text(heading), justify="right", no_wrap=True)
    for line in grid.lines:
        table.add_row(*map(Text, line))
    return table
