"""What a step costs in Elfenland: the transport chart, caravans, obstacles."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.land.pieces import COUNTER, HAND, OBSTACLE, TRANSPORTS
from elfen.plugin import Base, CostTerm, Crossing, Offer, Price, Surcharge

CARAVAN = 3


def cost_terms() -> list[CostTerm]:
    """The cost terms of Elfenland."""
    return [
        Base("land/chart", by_counter, text="transport chart"),
        Base("land/rafts", by_raft, text="rafts"),
        Offer("land/caravan", caravan, text="caravan"),
        Surcharge("land/obstacle", "obstacle", for_obstacle, text="obstacle"),
    ]


def by_counter(crossing: Crossing) -> list[Price]:
    """The cards that the counter on the route takes in its terrain (RG 5, the charts)."""
    return [
        Price.exactly(HAND, counter.id, TRANSPORTS[counter.id].chart[crossing.route.terrain])
        for counter in crossing.lying(COUNTER)
        if counter.id in TRANSPORTS and crossing.route.terrain in TRANSPORTS[counter.id].chart
    ]


def by_raft(crossing: Crossing) -> list[Price]:
    """Rafts need no counter: on a river one down and two up, by ferry two (RG 5, B)."""
    terrain = crossing.route.terrain
    out = []
    for id, transport in TRANSPORTS.items():
        if not transport.counters and terrain in transport.chart:
            down = transport.chart[terrain]
            n = transport.upstream.get(terrain, down) if crossing.upstream else down
            out.append(Price.exactly(HAND, id, n))
    return out


def caravan(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """Any three cards, on a road that has a counter; also instead of the right ones (E1)."""
    open_to_caravans = crossing.terrain.road and crossing.lying(COUNTER)
    return [Price.any(HAND, CARAVAN)] if open_to_caravans else []


def for_obstacle(crossing: Crossing, price: Price) -> int:
    """One card more on a road with an obstacle, of the same kind or (caravan) of any."""
    return len(crossing.lying(OBSTACLE))
