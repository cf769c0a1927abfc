"""`elfen simulate`: play many games of bots and count the wins."""

from __future__ import annotations

import json
import math
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from statistics import NormalDist, fmean, stdev
from typing import Any, TypeVar

import click
from attrs import define, field
from rich.table import Table

from elfen.bots import STOCK, Record, split_specs
from elfen.bots import simulate as games_of
from elfen.cli.consoles import output
from elfen.cli.languages import Listing, Spoken
from elfen.cli.lines import say
from elfen.cli.progress import watched_games
from elfen.cli.ruleset_options import chosen_rules, players_option, ruleset_options
from elfen.errors import ElfenError, Message
from elfen.text import Words
from elfen.text import say as told

F = TypeVar("F", bound=Callable[..., object])

LEVEL = 0.95

#: More games than that are several simulations, with a seed each.
_MOST_GAMES = 10_000_000
#: More processes than that only wait for each other, and take the memory.
_MOST_JOBS = max(16, 4 * (os.cpu_count() or 1))


def number_option(name: str, most: int, default: int, help: str) -> Callable[[F], F]:
    """An option for a whole number from 1 to `most`."""
    return click.option(
        name,
        type=click.IntRange(1, most),
        metavar="N",
        default=default,
        show_default=True,
        help=help,
    )


@click.command(cls=Spoken)
@number_option("--games", _MOST_GAMES, 100, "The number of games.")
@players_option(4)
@click.option(
    "--bots",
    metavar="NAME,...",
    default="greedy",
    show_default=True,
    cls=Listing,
    names=sorted(STOCK),
    help="Who plays, seat by seat, repeated as needed: {names}, or module:name."
    " Settings follow a name, as in ismcts:iterations=100.",
)
@ruleset_options
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same games.")
@number_option("--jobs", _MOST_JOBS, 1, "The number of processes; it does not change the results.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per game.")
@click.option(
    "--stats",
    is_flag=True,
    help="Tell what happens in the games: length, scores, seats, actions, towns and more.",
)
@click.option(
    "--compare",
    nargs=2,
    metavar="A B",
    help="Play the same deals by two rulesets and tell what is different. Each is written as"
    " options in quotes, which are added to the others: --compare '' '--with favor'.",
)
@click.option("--all", "everything", is_flag=True, help="With statistics: show all figures.")
@click.option(
    "-o",
    "--output",
    "to",
    metavar="FILE",
    help="With statistics: write all figures as .csv, .json or .parquet.",
)
@click.option("--plot", metavar="FILE", help="With statistics: draw histograms, as .svg or .png.")
@click.option(
    "--heat", metavar="FILE", help="With statistics: draw where boots go, as .svg or .png."
)
def simulate(
    games: int,
    players: int,
    bots: str,
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    seed: int | None,
    jobs: int,
    as_json: bool,
    stats: bool,
    compare: tuple[str, str] | None,
    everything: bool,
    to: str | None,
    plot: str | None,
    heat: str | None,
) -> None:
    """Play many games of bots and count the wins.

    The table has a line for each seat and, if the bots differ, for each bot. With --json the
    output is one JSON object per game, each on a line of its own, and nothing else.

    With --stats or --compare there are tables of what happens in the games. Ctrl-C ends the games
    and shows what there is.
    """
    if seed is None:
        seed = secrets.randbelow(1 << 32)
    names = split_specs(bots)
    if stats or compare:
        if as_json:
            text = "--json prints games; write statistics with -o FILE.json"
            raise ElfenError(Message("simulate/json", text))
        from elfen.cli import figures

        wanted = figures.Wanted(to, plot, heat, everything)
        wanted.check()
        shared = {"edition": edition, "expansions": expansions, "options": options, "board": board}
        if compare:
            figures.run_comparison(compare, shared, names, players, games, seed, jobs, wanted)
        else:
            figures.run_statistics(shared, names, players, games, seed, jobs, wanted)
        return
    for option, value in (("--all", everything), ("-o", to), ("--plot", plot), ("--heat", heat)):
        if value is not None and value is not False:
            text = "{option} is for statistics: add --stats or --compare A B"
            raise ElfenError(Message("simulate/statistics", text, option=option))
    rules = chosen_rules(edition, expansions, options, board)
    tallies: dict[str, Tally] = {}
    played = games_of(rules, names, players, games, seed, jobs)
    with closing(played), closing(watched_games(played, games, as_json)) as watched:
        for record in watched:
            if as_json:
                say(json.dumps(as_data(record)))
            else:
                count(record, tallies)
    if not as_json:
        console = output()
        text = "{games:* game|* games} of {players} players, {rules}, seed {seed}"
        title = Words(rules).title()
        heading = told(text, games=games, players=players, rules=title, seed=str(seed))
        console.print(heading)
        console.print(as_table(tallies, games))
        text = (
            "A shared victory counts as an equal fraction for each winner."
            " The score is the mean with its {level} interval."
        )
        console.print(told(text, level=f"{LEVEL:.0%}"))


def as_data(record: Record) -> dict[str, Any]:
    """The content of a game's line of JSON."""
    return {
        "game": record.index,
        "seed": record.seed,
        "players": record.players,
        "bots": list(record.bots),
        "rounds": record.rounds,
        "ending": record.ending,
        "standings": [
            {
                "rank": row.rank,
                "seat": row.seat,
                "total": row.total,
                "lines": {line.name: line.points for line in row.lines},
                "ties": {tie.name: tie.points for tie in row.ties},
                **({"team": str(row.team)} if row.team else {}),
            }
            for row in record.standings
        ],
    }


@define
class Tally:
    """One line of the table in the making: the wins, and one score per game."""

    wins: float = 0.0
    scores: list[float] = field(factory=list)

    def add(self, wins: float, scores: Iterable[int]) -> None:
        """Add a game. The seats of one bot count once, by their mean: they are not independent."""
        self.wins += wins
        self.scores.append(fmean(scores))

    @property
    def interval(self) -> float | None:
        """Half the width of the interval around the mean score; None for a single game."""
        if len(self.scores) < 2:
            return None
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        return z * stdev(self.scores) / math.sqrt(len(self.scores))


def count(record: Record, tallies: dict[str, Tally]) -> None:
    """Add a game to the lines of its seats, and of its bots if there are several."""
    share = {seat: 1 / len(record.winners) for seat in record.winners}
    totals = {row.seat: row.total for row in record.standings}
    lines = [
        (f"{told('seat {number}', number=str(seat))}  {bot}", [seat])
        for seat, bot in enumerate(record.bots)
    ]
    if len(set(record.bots)) > 1:
        for name in sorted(set(record.bots)):
            lines.append((name, [seat for seat, bot in enumerate(record.bots) if bot == name]))
    for label, seats in lines:
        won = sum(share.get(seat, 0) for seat in seats)
        tallies.setdefault(label, Tally()).add(won, (totals[seat] for seat in seats))


def as_table(tallies: dict[str, Tally], games: int) -> Table:
    """The lines as a table to print."""
    table = Table(
        "", told("wins"), "", told("score"), box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for label, tally in tallies.items():
        around = "" if tally.interval is None else f" ± {tally.interval:.2f}"
        table.add_row(
            label,
            f"{tally.wins:.2f}".rstrip("0").rstrip("."),
            f"{tally.wins / games:.1%}",
            f"{fmean(tally.scores):.2f}{around}",
        )
    return table
