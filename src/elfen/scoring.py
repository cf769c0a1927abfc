"""Scores as explained sums; tie-breaks; the ranking that makes places of them; endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.errors import RulesetError
from elfen.lists import Entry
from elfen.table import Position

if TYPE_CHECKING:
    from elfen.ruleset import Ruleset
    from elfen.state import State


@frozen
class ScoreLine(Entry):
    """One line of a seat's score; the lines sum. `lowest` and `highest` bound its points.

    `detail` says, if there is more to say than `text`, where a seat's points come from.
    `a_step` is the most points that one step of the seat's boot can add, if there is a bound:
    the tour planner is faster by it.
    """

    points: Callable[[Position, int], int]
    lowest: Callable[[Ruleset], int] = field(kw_only=True)
    highest: Callable[[Ruleset], int] = field(kw_only=True)
    text: str = field(kw_only=True)
    detail: Callable[[Position, int], str] | None = field(kw_only=True, default=None)
    a_step: int | None = field(kw_only=True, default=None)


@frozen
class TieBreak(Entry):
    """Decides between seats of equal total: the higher `value` is better."""

    value: Callable[[Position, int], int]
    text: str = field(kw_only=True)
    detail: Callable[[Position, int], str] | None = field(kw_only=True, default=None)


@frozen
class Ending(Entry):
    """A way for the game to end, looked at when a step calls `table.check_endings()`.

    `latest(rules)` is the round in which it comes at the latest, if it surely does.
    """

    when: Callable[[Position], bool]
    text: str = field(kw_only=True)
    latest: Callable[[Ruleset], int] | None = field(kw_only=True, default=None)


@frozen
class Scored:
    """A score line or tie-break with its figure for one seat, and what explains it."""

    name: str
    text: str
    points: int
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.text}: {self.points}" + (f" ({self.detail})" if self.detail else "")


@frozen
class Result:
    """What a ranking goes by: a seat's lines, their sum, and its tie-breaks in order."""

    seat: int
    total: int
    lines: tuple[Scored, ...]
    ties: tuple[Scored, ...]

    def __repr__(self) -> str:
        return f"<Result: seat {self.seat}, {self.total} points>"


@frozen
class Ranking(Entry):
    """Turns the seats' results into ranks: 1 is best, equal ranks share.

    The only entry of its list; replace it for teams, or to win or lose together.
    """

    ranks: Callable[[Position, Sequence[Result]], Sequence[int]]
    text: str = field(kw_only=True)


@frozen
class Standing:
    """A seat's place: `rank` 1 is best, equal ranks share the place.

    As a text it says where the points come from, and what counts in a tie.
    """

    rank: int
    seat: int
    total: int
    lines: tuple[Scored, ...]
    ties: tuple[Scored, ...]

    def __repr__(self) -> str:
        return f"<Standing: rank {self.rank}, seat {self.seat}, {self.total} points>"

    def __str__(self) -> str:
        lines = ", ".join(map(str, self.lines))
        ties = "; if tied, " + ", ".join(map(str, self.ties)) if self.ties else ""
        return f"{self.rank}. seat {self.seat}, {self.total} points: {lines}{ties}"


def best_total_first(position: Position, results: Sequence[Result]) -> list[int]:
    """By total, then by the tie-breaks in order; who is equal in all shares the rank (E4)."""
    keys = [(r.total, *(tie.points for tie in r.ties)) for r in results]
    return [1 + sum(other > key for other in keys) for key in keys]


def results(rules: Ruleset, state: State) -> tuple[Result, ...]:
    """See `Ruleset.results`."""
    position = rules.position(state)
    lines = [owned.entry for owned in rules.score_lines]
    ties = [owned.entry for owned in rules.tie_breaks]
    out = []
    for seat in range(state.players):
        scored = tuple(_scored(e, e.points, position, seat) for e in lines)
        broken = tuple(_scored(e, e.value, position, seat) for e in ties)
        out.append(Result(seat, sum(line.points for line in scored), scored, broken))
    return tuple(out)


def _scored(
    entry: ScoreLine | TieBreak,
    value: Callable[[Position, int], int],
    position: Position,
    seat: int,
) -> Scored:
    detail = "" if entry.detail is None else entry.detail(position, seat)
    return Scored(entry.name, entry.text, value(position, seat), detail)


def standings(rules: Ruleset, state: State) -> tuple[Standing, ...]:
    """See `Ruleset.standings`."""
    found = results(rules, state)
    ranking = rules.ranking_list[0]
    ranks = ranking.entry.ranks(rules.position(state), found)
    if len(ranks) != len(found):
        raise RulesetError(
            f"plugin {ranking.plugin!r}: {ranking.entry.name!r} gave {len(ranks)} ranks for"
            f" {len(found)} seats"
        )
    rows = [
        Standing(rank, r.seat, r.total, r.lines, r.ties)
        for rank, r in zip(ranks, found, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.seat)))


def places(standings: Sequence[Standing]) -> tuple[str, ...]:
    """For each place of equal totals in `standings`, in words, what decided between the seats."""
    told: list[str] = []
    for row, after in pairwise(standings):
        if row.total != after.total:
            continue
        seats = f"seat {row.seat} and seat {after.seat}"
        if row.rank == after.rank:
            told.append(f"{seats} share place {row.rank}")
            continue
        decided = next(
            (
                (one, other)
                for one, other in zip(row.ties, after.ties, strict=True)
                if one.points != other.points
            ),
            None,
        )
        if decided is not None:
            one, other = decided
            told.append(
                f"seat {row.seat} is ahead of seat {after.seat} by {one.text}:"
                f" {one.points} to {other.points}"
            )
    return tuple(told)
