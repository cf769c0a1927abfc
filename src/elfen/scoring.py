"""Scores as explained sums; tie-breaks; the ranking that makes places of them; endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.errors import RulesetError
from elfen.lists import Entry
from elfen.table import Position
from elfen.teams import Team, misfit
from elfen.teams import told as teams_told

if TYPE_CHECKING:
    from elfen.lists import Owned
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

    The only entry of its list; replace it for teams, or to win or lose together. `teams` names
    the teams, each seat in one, for standings and the terminal; none of them, and everyone plays
    alone. One team of all seats wins with rank 1, and loses with any other.
    """

    ranks: Callable[[Position, Sequence[Result]], Sequence[int]]
    text: str = field(kw_only=True)
    teams: Callable[[Position], Sequence[Team]] | None = field(kw_only=True, default=None)


@frozen
class Standing:
    """A seat's place: `rank` 1 is best, equal ranks share the place. `team` is its team, if any.

    As a text it says where the points come from, and what counts in a tie.
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
    teams = _teams(ranking, rules.position(state), ranks)
    rows = [
        Standing(rank, r.seat, r.total, r.lines, r.ties, teams.get(r.seat))
        for rank, r in zip(ranks, found, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.seat)))


def _teams(ranking: Owned[Ranking], position: Position, ranks: Sequence[int]) -> dict[int, Team]:
    """Each seat's team; {} if everyone plays alone."""
    named = ranking.entry.teams
    teams = () if named is None else named(position)
    wrong = misfit(teams, ranks) if teams else ""
    if wrong:
        raise RulesetError(f"plugin {ranking.plugin!r}: {ranking.entry.name!r} gave {wrong}")
    return {seat: team for team in teams for seat in team.seats}


def places(standings: Sequence[Standing]) -> tuple[str, ...]:
    """Who shares a place in `standings`, and between equal totals what decided, in words.

    A tie-break is named where the seats of one place have equal totals and figures up to it and
    those of the next place come off worse by it: so it is not said to have decided where
    another ranking did not go by it. Of teams, what became of each.
    """
    if standings and standings[0].team is not None:
        return teams_told(standings)
    told: list[str] = []
    groups = [tuple(rows) for _, rows in groupby(standings, lambda row: row.rank)]
    for group, after in zip_longest(groups, groups[1:], fillvalue=()):
        if len(group) > 1:
            told.append(f"{_seats(group)} share place {group[0].rank}")
        decided = _decided(group, after) if after else None
        if decided is not None:
            one, other = decided
            are = "are" if len(group) > 1 else "is"
            told.append(
                f"{_seats(group)} {are} ahead of {_seats(after)} by {one.text}:"
                f" {one.points} to {other.points}"
            )
    return tuple(told)


def _decided(group: Sequence[Standing], after: Sequence[Standing]) -> tuple[Scored, Scored] | None:
    """The tie-break that puts all of one place before all of the next; None if none does."""
    if len({row.total for row in (*group, *after)}) > 1:
        return None
    for one, other in zip(group[0].ties, after[0].ties, strict=True):
        figures = [
            {tie.points for row in rows for tie in row.ties if tie.name == one.name}
            for rows in (group, after)
        ]
        if [len(points) for points in figures] != [1, 1]:
            return None
        if one.points != other.points:
            return (one, other) if one.points > other.points else None
    return None


def _seats(rows: Sequence[Standing]) -> str:
    """`seat 0, seat 1 and seat 2`."""
    *first, last = [f"seat {row.seat}" for row in rows]
    return f"{', '.join(first)} and {last}" if first else last
