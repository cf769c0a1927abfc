"""Scores as explained sums; tie-breaks; the ranking that turns them into places; endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.declare.named_lists import Entry
from elfen.declare.teams import Team
from elfen.declare.values import Value

if TYPE_CHECKING:
    from elfen.declare.given import Position, Ruleset


@frozen(eq=False, repr=False)
class ScoreLine(Entry):
    """One line of a seat's score; the lines sum. `lowest` and `highest` bound its points.

    `detail` tells where a seat's points come from, if there is more to say than `text`.
    `a_step` is the most points that one step of the seat's boot can add, along a route or by no
    route, if there is a bound: it makes the tour planner faster.
    """

    points: Callable[[Position, int], int]
    lowest: Callable[[Ruleset], int] = field(kw_only=True)
    highest: Callable[[Ruleset], int] = field(kw_only=True)
    text: str = field(kw_only=True)
    detail: Callable[[Position, int], str] | None = field(kw_only=True, default=None)
    a_step: int | None = field(kw_only=True, default=None)


@frozen(eq=False, repr=False)
class TieBreak(Entry):
    """Decides between seats of equal total: the higher `value` is better."""

    value: Callable[[Position, int], int]
    text: str = field(kw_only=True)
    detail: Callable[[Position, int], str] | None = field(kw_only=True, default=None)


@frozen(eq=False, repr=False)
class Ending(Entry):
    """A way for the game to end, tested when a step calls `table.check_endings()`.

    `latest(rules)` is the round in which it comes at the latest, if it is certain to come.
    """

    when: Callable[[Position], bool]
    text: str = field(kw_only=True)
    latest: Callable[[Ruleset], int] | None = field(kw_only=True, default=None)


@frozen(eq=False, repr=False)
class Scored(Value):
    """A score line or tie-break with one seat's value, explained."""

    name: str
    text: str
    points: int
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.text}: {self.points}" + (f" ({self.detail})" if self.detail else "")


@frozen(eq=False)
class Result(Value):
    """What a ranking is based on: a seat's lines, their sum, and its tie-breaks in order."""

    seat: int
    total: int
    lines: tuple[Scored, ...]
    ties: tuple[Scored, ...]

    def __repr__(self) -> str:
        return f"<Result: seat {self.seat}, {self.total} points>"


@frozen(eq=False, repr=False)
class Ranking(Entry):
    """Turns the seats' results into ranks: 1 is best; seats of equal rank share the place.

    It is the only entry of its list; replace it for teams, or for games that all win or lose
    together. `teams` gives the teams, with each seat in exactly one, for standings and the
    terminal; if it gives none, everyone plays alone. A single team of all seats wins with rank 1,
    and loses with any other.
    """

    ranks: Callable[[Position, Sequence[Result]], Sequence[int]]
    text: str = field(kw_only=True)
    teams: Callable[[Position], Sequence[Team]] | None = field(kw_only=True, default=None)


@frozen(eq=False)
class Standing(Value):
    """A seat's place: rank 1 is best, equal ranks share the place. `team` is its team, if any.

    Its text says where the points come from, and what counts in a tie.
    """

    rank: int
    seat: int
    total: int
    lines: tuple[Scored, ...]
    ties: tuple[Scored, ...]
    team: Team | None = None

    def __repr__(self) -> str:
        return f"<Standing: rank {self.rank}, seat {self.seat}, {self.total} points>"

    def __str__(self) -> str:
        lines = ", ".join(map(str, self.lines))
        ties = "; if tied, " + ", ".join(map(str, self.ties)) if self.ties else ""
        team = self.team.told_of(self.seat) if self.team else ""
        return f"{self.rank}. seat {self.seat}{team}, {self.total} points: {lines}{ties}"
