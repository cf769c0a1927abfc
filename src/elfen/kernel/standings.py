"""Standings: what each seat scores, line by line, and the resulting places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from elfen.declare import (
    MOST_DIGITS,
    Owned,
    Ranking,
    Result,
    Scored,
    ScoreLine,
    Standing,
    Team,
    TieBreak,
    misfit,
)
from elfen.errors import RulesetError, brief

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.kernel.position import Position
    from elfen.kernel.state import State

_TOO_MANY = 10**MOST_DIGITS


def best_total_first(position: Position, results: Sequence[Result]) -> list[int]:
    """Ranks by total, then by the tie-breaks in order; seats equal in all share a rank (E4)."""
    keys = [(r.total, *(tie.points for tie in r.ties)) for r in results]
    return [1 + sum(other > key for other in keys) for key in keys]


def results(rules: Ruleset, state: State) -> tuple[Result, ...]:
    """See `Ruleset.results`."""
    position = rules.position(state)
    lines = [owned.entry for owned in rules.score_lines]
    ties = [owned.entry for owned in rules.tie_breaks]
    out = []
    for seat in range(state.players):
        scored = tuple([_scored(e, e.points, position, seat) for e in lines])
        broken = tuple([_scored(e, e.value, position, seat) for e in ties])
        out.append(Result(seat, sum(line.points for line in scored), scored, broken))
    return tuple(out)


def _scored(
    entry: ScoreLine | TieBreak,
    value: Callable[[Position, int], int],
    position: Position,
    seat: int,
) -> Scored:
    detail = "" if entry.detail is None else entry.detail(position, seat)
    return Scored(entry.name, entry.text, points_of(value, position, seat), detail)


def points_of(value: Callable[[Position, int], int], position: Position, seat: int) -> int:
    """What a score line or a tie-break counts for a seat; raises `TypeError` for no number."""
    points = value(position, seat)
    if not isinstance(points, int) or not -_TOO_MANY < points < _TOO_MANY:
        raise TypeError(
            f"it gave {brief(points)}, not a whole number of at most {MOST_DIGITS} digits"
        )
    return points


def standings(rules: Ruleset, state: State) -> tuple[Standing, ...]:
    """See `Ruleset.standings`."""
    found = results(rules, state)
    ranking = rules.ranking_list[0]
    ranks = ranking.entry.ranks(rules.position(state), found)
    if not isinstance(ranks, Sequence) or not all(isinstance(rank, int) for rank in ranks):
        raise RulesetError(
            f"plugin {ranking.plugin!r}: {ranking.entry.name!r} gave {brief(ranks)}, no list of"
            " ranks"
        )
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
