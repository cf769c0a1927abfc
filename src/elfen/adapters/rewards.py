"""What a finished game is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from elfen.errors import ElfenError, brief

if TYPE_CHECKING:
    from elfen.declare import Standing
    from elfen.game import Ruleset
    from elfen.kernel import State

Reward = Callable[[Sequence["Standing"]], list[float]]


def by_rank(standings: Sequence[Standing]) -> list[float]:
    """From 1 for the first place to -1 for the last, evenly between; equal ranks share theirs.

    The sum is 0, unless all seats are one team, which wins with 1 or loses with -1.
    """
    ranks = _by_seat(standings, [row.rank for row in standings])
    if _one_team(standings):
        return [1.0 if rank == 1 else -1.0 for rank in ranks]
    if len(ranks) == 1:
        return [1.0 if ranks[0] == 1 else -1.0]
    others = len(ranks) - 1
    return [sum((rank < other) - (rank > other) for other in ranks) / others for rank in ranks]


def by_score(standings: Sequence[Standing]) -> list[float]:
    """The total of each seat."""
    return [float(total) for total in _by_seat(standings, [row.total for row in standings])]


def by_win(standings: Sequence[Standing]) -> list[float]:
    """1 for a seat of rank 1, 0 for the others; several share the 1, unless they are one team."""
    ranks = _by_seat(standings, [row.rank for row in standings])
    winners = ranks.count(1)
    share = 1.0 if _one_team(standings) else 1.0 / max(winners, 1)
    return [share if rank == 1 else 0.0 for rank in ranks]


REWARDS: dict[str, Reward] = {"rank": by_rank, "score": by_score, "win": by_win}


def reward_by_name(name: str) -> Reward:
    """The reward of that name; raises `ElfenError` if there is none."""
    if not isinstance(name, str) or name not in REWARDS:
        raise ElfenError(f"no reward {brief(name)}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]


def all_are_one_team(rules: Ruleset, state: State) -> bool:
    """Whether all seats win or lose together, as the standings of a state have it."""
    return _one_team(rules.standings(state))


def _one_team(standings: Sequence[Standing]) -> bool:
    team = standings[0].team
    return team is not None and len(standings) > 1 and len(team.seats) == len(standings)


def _by_seat(standings: Sequence[Standing], values: Sequence[int]) -> list[int]:
    found = dict(zip([row.seat for row in standings], values, strict=True))
    return [found[seat] for seat in range(len(found))]
