"""The score of Elfensea: village pieces, and majorities of bonus counters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from elfen.plugin import Kind, Memo, Position, Ruleset, ScoreLine
from elfen_sea.pieces import BONUS_COUNTERS, BONUS_HELD, BONUS_SHOWN, TRANSPORTS

MOST = 2
SECOND_MOST = 1


def score_lines() -> list[ScoreLine]:
    """A line for each of the six kinds; the village pieces are Elfenland's own line."""
    return [
        ScoreLine(
            f"sea/most-{kind.id}",
            partial(points_for, kind),
            lowest=lambda rules: 0,
            highest=lambda rules: MOST,
            text=f"{TRANSPORTS[kind.id].name} bonus counters",
        )
        for kind in BONUS_COUNTERS
    ]


def points_for(kind: Kind, position: Position, seat: int) -> int:
    """The points of a seat for its bonus counters of one kind."""
    return _points[held(position, kind)][seat]


def held(position: Position, kind: Kind) -> tuple[int, ...]:
    """How many each seat has, revealed or not; those on the board belong to nobody."""
    places, zones = position.rules.once(_Places), position.zones
    at, seats = places.at[kind], range(position.players)
    return tuple([zones[places.secret[n]][at] + zones[places.shown[n]][at] for n in seats])


class _Places:
    """Where a state has the bonus counters of seats; `rules.once(_Places)`."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.secret = layout.indexes(BONUS_HELD)
        self.shown = layout.indexes(BONUS_SHOWN)
        self.at = {kind: n for n, kind in enumerate(layout.kinds_of(BONUS_HELD))}


def majorities(counts: Sequence[int]) -> list[int]:
    """The points of each seat for its number of counters of one kind (S7).

    2 for the most, 1 for the second most. Tied for the most: 2 each, and nobody is second.
    Tied for the second most: 1 each. Nobody scores with none.

    >>> majorities([3, 2, 1, 1])
    [2, 1, 0, 0]
    >>> majorities([2, 2, 1])
    [2, 2, 0]
    """
    first, *others = sorted({n for n in counts if n}, reverse=True) or [0]
    second = others[0] if others and list(counts).count(first) == 1 else 0
    points = {second: SECOND_MOST, first: MOST, 0: 0}
    return [points.get(n, 0) for n in counts]


#: All seats ask about the same numbers, one after the other.
_points: Memo[tuple[int, ...], list[int]] = Memo(majorities)
