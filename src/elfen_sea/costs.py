"""What a step costs in Elfensea: its own chart for roads, rivers and the sea, and caravans."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.land import COUNTER, HAND, without_counter
from elfen.plugin import Base, CostTerm, Crossing, Kind, Offer, Price, Remove, Ruleset
from elfen_sea.pieces import BONUS, TRANSPORTS


def cost_terms(rules: Ruleset) -> list[CostTerm | Remove]:
    """The cost terms of Elfensea, which replace Elfenland's."""
    cards: int = rules.option("land.caravan")

    def caravan(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        """Any three cards on a road with a counter, but not on rivers or the sea (S5)."""
        open_to_caravans = crossing.terrain.road and counters_on(crossing)
        return [Price.any(HAND, cards)] if open_to_caravans else []

    return [
        Base("sea/chart", by_counter, text="transport chart", replaces="land/chart"),
        Base("sea/water", by_water, text="rafts and whales", replaces="land/rafts"),
        Offer("sea/caravan", caravan, text="caravan", replaces="land/caravan"),
    ]


def counters_on(crossing: Crossing) -> tuple[Kind, ...]:
    """The counters on a route; a bonus counter there is like any other (S6)."""
    return (*crossing.lying(COUNTER), *crossing.lying(BONUS))


def by_counter(crossing: Crossing) -> list[Price]:
    """The cards that a counter requires in the route's terrain; a magic cloud also at sea (S4)."""
    terrain = crossing.terrain.id
    return [
        Price.exactly(HAND, counter.id, TRANSPORTS[counter.id].chart[terrain])
        for counter in counters_on(crossing)
        if counter.id in TRANSPORTS
        and TRANSPORTS[counter.id].counters
        and terrain in TRANSPORTS[counter.id].chart
    ]


def by_water(crossing: Crossing) -> list[Price]:
    """Rafts and whales need no counter, whatever lies there (S4)."""
    return [Price.exactly(HAND, id, n) for id, n in without_counter(crossing, TRANSPORTS)]
