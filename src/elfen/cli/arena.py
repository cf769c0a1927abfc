"""`elfen arena`: play players against each other, and tell which is better."""

from __future__ import annotations

import logging
import os
import secrets
import sys
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing

import click
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from elfen.arena import (
    GameResult,
    Question,
    Report,
    Results,
    Test,
    cluster,
    plotter,
    run,
    series_of,
)
from elfen.bots import player_names, split_specs
from elfen.cli.consoles import messages, output
from elfen.cli.languages import Listing, Spoken
from elfen.cli.lines import say
from elfen.cli.ruleset_options import chosen_rules, players_option, ruleset_options
from elfen.cli.simulate import number_option
from elfen.errors import ElfenError, Message, in_one_line
from elfen.text import Words, capital
from elfen.text import say as told

_MOST_GAMES = 1_000_000
_MOST_JOBS = max(16, 4 * (os.cpu_count() or 1))

VERDICTS = {"yes": "yes", "no": "no", None: "still open"}


@click.command(cls=Spoken)
@click.option(
    "--players",
    "specs",
    metavar="NAME,...",
    default="planner,greedy",
    show_default=True,
    cls=Listing,
    names=player_names(),
    help="Who plays: {names}, or module:name. Settings follow a name, as in ismcts:iterations=100.",
)
@number_option("--games", _MOST_GAMES, 100, "The number of games, rounded up to whole deals.")
@players_option(4, "--seats")
@ruleset_options
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same games.")
@click.option(
    "--until",
    "question",
    metavar="A>B",
    help="Stop when it is clear whether A is better than B.",
)
@click.option(
    "--margin",
    type=float,
    metavar="SHARE",
    default=0.05,
    show_default=True,
    help="For --until: how much above a half of the meetings counts as better.",
)
@click.option("--limit", type=float, metavar="SECONDS", help="A move that takes longer forfeits.")
@number_option("--jobs", _MOST_JOBS, 1, "The number of processes; it does not change the results.")
@click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help="A dask cluster, tcp://host:port, or local for one of --jobs workers.",
)
@click.option("-o", "--output", "to", metavar="FILE", help="Write results as lines of JSON.")
@click.option("--resume", metavar="FILE", help="Go on with the results in FILE.")
@click.option("--plot", metavar="FILE", help="Draw ratings and who beat whom, as .png or .svg.")
def arena(
    specs: str,
    games: int,
    seats: int,
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    seed: int | None,
    question: str | None,
    margin: float,
    limit: float | None,
    jobs: int,
    address: str | None,
    to: str | None,
    resume: str | None,
    plot: str | None,
) -> None:
    """Play players against each other and rate them.

    Every deal is played in all rotations of the seats. The table has the rating of each player with
    its 95 % interval, its mean rank and score, and the processor time of a move. Ctrl-C ends the
    games and shows what there is.
    """
    names = split_specs(specs)
    asked = None if question is None else Question.read(question, names, Test(margin))
    if to is not None and resume is not None:
        text = "--output begins a file and --resume goes on with one; choose one of them"
        raise ElfenError(Message("arena/two-files", text))
    if limit is not None and not 0 < limit < float("inf"):
        raise ElfenError(Message("arena/limit", "--limit takes a number of seconds above 0"))
    if plot is not None:
        plotter(plot)
    rules = chosen_rules(edition, expansions, options, board)
    with ExitStack() as stack:
        executor, workers = _executor(stack, address, jobs)
        results = _results(stack, to, resume)
        series = _series(results, seed)
        played = run(
            rules,
            names,
            games,
            seats,
            series,
            limit=limit,
            until=asked,
            results=results,
            jobs=jobs,
            executor=executor,
            workers=workers,
        )
        seen: list[GameResult] = []
        interrupted = False
        try:
            with closing(played), closing(_watched(played, games)) as watched:
                seen.extend(watched)
        except KeyboardInterrupt:
            interrupted = True
    _tell(
        seen,
        told(
            "{rules}, {seats:* seat|* seats}, seed {seed}",
            rules=Words(rules).title(),
            seats=seats,
            seed=str(series),
        ),
        asked,
    )
    if plot is not None and seen:
        Report(seen).plot(plot)
    if interrupted:
        kept = to or resume
        if kept:
            say(told("go on with --resume {file}", file=kept))
        raise KeyboardInterrupt


class Rate(ProgressColumn):
    """How many games a second are played."""

    def render(self, task: Task) -> Text:
        """The rate of late; nothing before the first game."""
        return Text(told("{rate} a second", rate=f"{task.speed:.2g}") if task.speed else "")


def _executor(stack: ExitStack, address: str | None, jobs: int) -> tuple[Executor | None, int]:
    if address is None:
        return None, jobs
    found = stack.enter_context(cluster(address, jobs))
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL + 1)  # it has tracebacks of what an error tells
    return found.executor, found.workers


def _results(stack: ExitStack, to: str | None, resume: str | None) -> Results | None:
    if to is not None:
        return stack.enter_context(Results.new(to))
    return None if resume is None else stack.enter_context(Results.found(resume))


def _series(results: Results | None, seed: int | None) -> int | str:
    """The seed of the games: as asked for, or of the file, or any."""
    if seed is not None:
        return seed
    found = series_of(results)
    return secrets.randbelow(1 << 32) if found is None else found


def _watched(played: Iterable[GameResult], games: int) -> Generator[GameResult, None, None]:
    """The results, with a progress bar on stderr if that is a terminal."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield from played
        return
    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=messages(), transient=True, redirect_stdout=False) as bar:
        yield from bar.track(played, total=games)


def _tell(results: Sequence[GameResult], what: str, asked: Question | None) -> None:
    """Print the table, the matrix, and the answer to the question."""
    console = output()
    if not results:
        console.print(told("no game was played"))
        return
    report = Report(results)
    deals = len({result.deal for result in results})
    text = "{games:* game|* games} of {deals:* deal|* deals}, {what}"
    console.print(told(text, games=len(results), deals=deals, what=what))
    console.print(ratings_table(report))
    if len(report.names) > 2:
        console.print(matrix_table(report))
    for result in [one for one in results if one.forfeit][:5]:
        assert result.forfeit is not None
        who = result.players[result.forfeit.seat]
        text = "game {game}: {who} forfeits, {reason}"
        game = f"{result.deal}.{result.rotation}"
        console.print(
            told(text, game=game, who=who, reason=in_one_line(result.forfeit.reason)),
            markup=False,
        )
    if asked is not None:
        answer = capital(told(VERDICTS[asked.answer(results)]))
        text = "Is {better} better than {worse}? {answer}."
        said = told(text, better=asked.better, worse=asked.worse, answer=answer)
        console.print(said, markup=False)


def ratings_table(report: Report) -> Table:
    """A row for each player, the best first."""
    table = Table(told("player"), box=None, pad_edge=False)
    for heading in (
        told("rating"),
        told("95 % interval"),
        told("rank"),
        told("score"),
        told("ms a move"),
        told("games"),
        told("forfeits"),
    ):
        table.add_column(heading, justify="right")
    for row in report.rows:
        table.add_row(
            Text(row.name),
            f"{row.rating.value:.2f}",
            told("{low} to {high}", low=f"{row.rating.low:.2f}", high=f"{row.rating.high:.2f}"),
            f"{row.rank:.2f}",
            f"{row.score:.2f}",
            f"{1000 * row.seconds:.1f}",
            str(row.games),
            str(row.forfeits),
        )
    return table


def matrix_table(report: Report) -> Table:
    """In which share of their meetings the player of a row was ahead of that of a column."""
    names = [row.name for row in report.rows]
    table = Table(told("ahead of"), box=None, pad_edge=False)
    for name in names:
        table.add_column(Text(name), justify="right")
    for one, shares in zip(names, report.matrix, strict=True):
        table.add_row(Text(one), *("–" if share is None else f"{share:.0%}" for share in shares))
    return table
