"""Teams: seats that share a rank, and how their result is told in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from elfen.declare.scoring import Standing


@frozen
class Team:
    """Seats that win or lose together. Without a `name` a team is told by its seats."""

    seats: tuple[int, ...]
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.seated})" if self.name else self.seated

    @property
    def seated(self) -> str:
        """`seat 1`, or `seats 0, 2 and 4`."""
        *some, last = map(str, self.seats)
        return f"seats {', '.join(some)} and {last}" if some else f"seat {last}"

    def told_of(self, seat: int) -> str:
        """What makes one of its seats a member, to be put after it: ` of north`, ` with seat 2`."""
        if self.name:
            return f" of {self.name}"
        others = tuple(other for other in self.seats if other != seat)
        return f" with {Team(others).seated}" if others else ""


def misfit(teams: Sequence[Team], ranks: Sequence[int]) -> str:
    """Why these cannot be the teams of seats with these ranks, in words; "" if they can."""
    seats = sorted(seat for team in teams for seat in team.seats)
    if seats != [*range(len(ranks))] or not all(team.seats for team in teams):
        return f"teams of seats {seats}; each of the {len(ranks)} seats has to be in one team"
    for team in teams:
        if len({ranks[seat] for seat in team.seats}) > 1:
            return f"different ranks for {team}; a team has one rank"
    return ""


def told_of_teams(standings: Iterable[Standing]) -> tuple[str, ...]:
    """What became of each team, the best first, in words; () if everyone plays alone."""
    ranks = {row.team: row.rank for row in standings if row.team is not None}
    if len(ranks) == 1:
        return ("all win" if min(ranks.values()) == 1 else "all lose",)
    return tuple(
        _place([team for team, its in ranks.items() if its == rank], rank)
        for rank in sorted({*ranks.values()})
    )


def _place(teams: Sequence[Team], rank: int) -> str:
    if len(teams) > 1:
        return f"place {rank} is shared by {', '.join(map(str, teams[:-1]))} and {teams[-1]}"
    (team,) = teams
    return f"won by {team}" if rank == 1 else f"place {rank}: {team}"
