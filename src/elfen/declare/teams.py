"""Teams: seats that share a rank, and texts about them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from elfen.declare.values import Value


@frozen(eq=False, repr=False)
class Team(Value):
    """Seats that win or lose together. A team without a `name` is shown by its seats."""

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
        """The text to put after one of its seats: ` of north`, ` with seat 2`."""
        if self.name:
            return f" of {self.name}"
        others = tuple(other for other in self.seats if other != seat)
        return f" with {Team(others).seated}" if others else ""


def misfit(teams: Sequence[Team], ranks: Sequence[int]) -> str:
    """Why seats with these ranks cannot form these teams, as text; "" if they can."""
    seats = sorted(seat for team in teams for seat in team.seats)
    if seats != [*range(len(ranks))] or not all(team.seats for team in teams):
        return f"teams of seats {seats}; each of the {len(ranks)} seats has to be in one team"
    for team in teams:
        if len({ranks[seat] for seat in team.seats}) > 1:
            return f"different ranks for {team}; a team has one rank"
    return ""
