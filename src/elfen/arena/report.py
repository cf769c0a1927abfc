"""What the results of an arena say about its players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean

from attrs import field, frozen

from elfen.arena.ratings import Estimate, Ratings
from elfen.arena.results import GameResult, results_in
from elfen.arena.sequential import won
from elfen.declare import path_to


@frozen(slots=False)
class Row:
    """A player in the table.

    `rank` and `score` are means over its seats. `seconds` is the mean processor time of one of its
    `decisions` (those with a choice). `games` are those that it sat in, and `forfeits` those that
    it forfeited.
    """

    name: str
    rating: Estimate
    rank: float
    score: float
    seconds: float
    decisions: int
    games: int
    forfeits: int


@frozen(slots=False)
class Report:
    """The `results` of an arena by player. Ratings need the extra `arena`; the rest does not.

    Raises `ElfenError` for what are no results.
    """

    results: Sequence[GameResult] = field(converter=results_in)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, in the order in which they came."""
        return tuple(dict.fromkeys(name for result in self.results for name in result.players))

    @cached_property
    def ratings(self) -> Ratings:
        """Their ratings; raises `ElfenError` without openskill."""
        return Ratings(self.results, self.names)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each player, the best first."""
        rows = [self._row(name) for name in self.names]
        return tuple(sorted(rows, key=lambda row: -row.rating.value))

    def share(self, one: str, other: str) -> float | None:
        """The share of their meetings in which one player was ahead of another; ties are halves.

        None if they never met.
        """
        met = [share for result in self.results for share in won(result, one, other)]
        return fmean(met) if met else None

    @cached_property
    def matrix(self) -> tuple[tuple[float | None, ...], ...]:
        """For each player of `rows`, its share against each of them; None against itself."""
        names = [row.name for row in self.rows]
        return tuple(
            tuple(None if one == other else self.share(one, other) for other in names)
            for one in names
        )

    def plot(self, path: str | Path) -> None:
        """Draw ratings and the matrix of shares into a file, by its ending; `.png`, `.svg`, `.pdf`.

        Raises `ElfenError` without the extra `plot`, or if the file cannot be written.
        """
        from elfen.arena.plots import plot

        named = Path(path_to("a plot", path))
        plot({row.name: row.rating for row in self.rows}, self.matrix, named)

    def _row(self, name: str) -> Row:
        seats = list(_seats(self.results, name))
        decisions = sum(result.decisions[seat] for result, seat in seats)
        return Row(
            name=name,
            rating=self.ratings.of(name),
            rank=fmean(result.ranks[seat] for result, seat in seats),
            score=fmean(result.scores[seat] for result, seat in seats),
            seconds=sum(result.seconds[seat] for result, seat in seats) / max(1, decisions),
            decisions=decisions,
            games=len({result.place for result, _ in seats}),
            forfeits=sum(
                result.forfeit is not None and result.forfeit.seat == seat for result, seat in seats
            ),
        )


def _seats(results: Iterable[GameResult], name: str) -> Iterable[tuple[GameResult, int]]:
    """Where a player sat."""
    for result in results:
        for seat, there in enumerate(result.players):
            if there == name:
                yield result, seat
