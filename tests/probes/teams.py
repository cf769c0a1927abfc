"""Two teams, the even seats and the odd ones: a team's points are summed, its rank is shared."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.plugin import Manifest, Position, Ranking, Result, Ruleset, Team, hookimpl


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "teams", rules_version=1, api=1, help="Even seats play against odd seats.", players={4, 6}
    )


@hookimpl
def elfen_ranking(rules: Ruleset) -> list[Ranking]:
    return [
        Ranking("teams/ranking", by_team, text="by teams", teams=the_teams, replaces="core/ranking")
    ]


def the_teams(position: Position) -> list[Team]:
    """The seats opposite each other; the odd ones have a name."""
    seats = range(position.players)
    return [Team(tuple(seats[0::2])), Team(tuple(seats[1::2]), "the odd ones")]


def by_team(position: Position, results: Sequence[Result]) -> list[int]:
    """The team with more points is first; then its tie-breaks, summed, in their order."""
    points = [team_total([r for r in results if r.seat % 2 == team]) for team in (0, 1)]
    return [1 + (points[1 - r.seat % 2] > points[r.seat % 2]) for r in results]


def team_total(results: Sequence[Result]) -> tuple[int, ...]:
    ties = zip(*([tie.points for tie in r.ties] for r in results), strict=True)
    return (sum(r.total for r in results), *map(sum, ties))
