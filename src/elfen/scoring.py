"""Scores as explained sums; tie-breaks; the ranking that makes places of them; endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.lists import Entry

if TYPE_CHECKING:
    from elfen.ruleset import Ruleset
    from elfen.table import Position


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
