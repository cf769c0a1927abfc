"""Scores as explained sums; tie-breaks; the ranking that makes places of them; endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """One line of a seat's score; the lines sum. `lowest` and `highest` bound its points."""

    points: Callable[[Position, int], int]
    lowest: Callable[[Ruleset], int] = field(kw_only=True)
    highest: Callable[[Ruleset], int] = field(kw_only=True)
    text: str = field(kw_only=True)


@frozen
class TieBreak(Entry):
    """Decides between seats of equal total: the higher `value` is better."""

    value: Callable[[Position, int], int]
    text: str = field(kw_only=True)


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
    """A score line or tie-break with its figure for one seat."""

    name: str
    text: str
    points: int

    def __str__(self) -> str:
        return f"{self.text}: {self.points}"


@frozen
class Result:
    """What a ranking goes by: a seat's lines, their sum, and its tie-breaks in order."""

    seat: int
    total: int
    lines: tuple[Scored, ...]
    ties: tuple[Scored, ...]


@frozen
class Ranking(Entry):
    """Turns the seats' results into ranks: 1 is best, equal ranks share.

    The only entry of its list; replace it for teams, or to win or lose together.
    """

    ranks: Callable[[Position, Sequence[Result]], Sequence[int]]
    text: str = field(kw_only=True)


@frozen
class Standing:
    """A seat's place: `rank` 1 is best, equal ranks share the place."""

    rank: int
    seat: int
    total: int
    lines: tuple[Scored, ...]
    ties: tuple[Scored, ...]


def best_total_first(position: Position, results: Sequence[Result]) -> list[int]:
    """By total, then by the tie-breaks in order; who is equal in all shares the rank (E4)."""
    keys = [(r.total, *(tie.points for tie in r.ties)) for r in results]
    return [1 + sum(other > key for other in keys) for key in keys]


def results(rules: Ruleset, state: State) -> tuple[Result, ...]:
    """See `Ruleset.results`."""
    position = Position(rules, state)
    lines = [owned.entry for owned in rules.score_lines]
    ties = [owned.entry for owned in rules.tie_breaks]
    out = []
    for seat in range(state.players):
        scored = tuple(Scored(e.name, e.text, e.points(position, seat)) for e in lines)
        broken = tuple(Scored(e.name, e.text, e.value(position, seat)) for e in ties)
        out.append(Result(seat, sum(line.points for line in scored), scored, broken))
    return tuple(out)


def standings(rules: Ruleset, state: State) -> tuple[Standing, ...]:
    """See `Ruleset.standings`."""
    found = results(rules, state)
    ranking = rules.ranking_list[0]
    ranks = ranking.entry.ranks(Position(rules, state), found)
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
