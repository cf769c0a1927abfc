"""What Elfenland warns of: stopping too early, and playing more cards than needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import elfen.plugin  # whose planner is loaded with the first thought
from elfen.land.moving import Move, Stop
from elfen.plugin import Caution, Means

if TYPE_CHECKING:
    from elfen.plugin import View

#: How many situations are examined to see which towns the cards still reach.
MOST_NODES = 20_000


def cautions() -> list[Caution]:
    """The cautions of Elfenland."""
    return [
        Caution(
            "land/way-left",
            type=Stop,
            text="your cards still reach {towns}, where a town piece waits for you",
            warns=towns_left,
            means={"towns": Means.TOWN},
        ),
        Caution(
            "land/pays-too-much",
            type=Move,
            text="{fewer} would be enough",
            warns=fewer_would_do,
            means={"fewer": Means.PAYMENT},
        ),
    ]


def towns_left(view: View, action: Stop) -> dict[str, Any] | None:
    """The new towns on the best way that the seat's cards still pay for."""
    assert view.seat is not None
    if not view.to_visit[view.seat]:
        return None
    plan = elfen.plugin.Planner(view).plan(MOST_NODES)
    fresh = tuple([town for town in plan.towns if town in view.to_visit[view.seat]])
    return {"towns": fresh} if fresh and plan.gain > 0 else None


def fewer_would_do(view: View, action: Move) -> dict[str, Any] | None:
    """Some of the cards, if they alone would pay for the same step."""
    paid = action.cards.counts
    for other in view.legal_actions:
        if isinstance(other, Move) and other.route == action.route and other != action:
            fewer = other.cards
            if all(n <= paid.get(kind, 0) for kind, n in fewer.items) and len(fewer):
                return {"fewer": fewer}
    return None
