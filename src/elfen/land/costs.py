"""What a step costs in Elfenland: the transport chart, caravans, boatmen, obstacles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from elfen.land.boards import land_data
from elfen.land.editions import TABLE
from elfen.land.pieces import COUNTER, HAND, OBSTACLE, TRANSPORTS, Transport
from elfen.plugin import Base, CostTerm, Crossing, Offer, Price, Ruleset, Surcharge

#: The cards of a caravan in the usual edition.
CARAVAN = int(TABLE["caravan"][0])

#: What the boatmen charge, in cards of any kind, and what a raft costs where they are.
BOATMEN = 3
RAFT_WITH_BOATMEN = 1


def cost_terms(rules: Ruleset) -> list[CostTerm]:
    """The cost terms of Elfenland."""
    costs = Costs(rules)
    return [
        Base("land/chart", by_counter, text="transport chart"),
        Base("land/rafts", costs.by_raft, text="by water"),
        Offer("land/caravan", costs.caravan, text="caravan"),
        *([Offer("land/boatmen", costs.hire, text="boatmen")] if costs.boatmen else []),
        Surcharge("land/obstacle", "obstacle", for_obstacle, text="obstacle"),
    ]


def by_counter(crossing: Crossing) -> list[Price]:
    """The cards that the counter on the route requires in its terrain (RG 5, the charts)."""
    return [
        Price.exactly(HAND, counter.id, TRANSPORTS[counter.id].chart[crossing.terrain.id])
        for counter in dict.fromkeys(crossing.lying(COUNTER))
        if counter.id in TRANSPORTS and crossing.terrain.id in TRANSPORTS[counter.id].chart
    ]


def without_counter(
    crossing: Crossing, transports: Mapping[str, Transport]
) -> Iterator[tuple[str, int]]:
    """The ids of cards that need no counter here, such as rafts, each with how many it takes."""
    terrain = crossing.terrain.id
    for id, transport in transports.items():
        if not transport.counters and terrain in transport.chart:
            down = transport.chart[terrain]
            yield id, transport.upstream.get(terrain, down) if crossing.upstream else down


def for_obstacle(crossing: Crossing, price: Price) -> int:
    """One more card on a road with an obstacle: of the same kind or (caravan) of any."""
    return len(crossing.lying(OBSTACLE))


class Costs:
    """The terms that depend on the options `caravan` and `boatmen`."""

    def __init__(self, rules: Ruleset) -> None:
        self.cards: int = rules.option("land.caravan")
        self.boatmen = land_data(rules).boatmen if rules.option("land.boatmen") else ()

    def by_raft(self, crossing: Crossing) -> list[Price]:
        """Rafts need no counter: on a river one down and two up, on a lake two (RG 5, B).

        With boatmen a lake takes one (WW).
        """
        with_boatmen = crossing.water in self.boatmen
        return [
            Price.exactly(HAND, id, RAFT_WITH_BOATMEN if with_boatmen else n)
            for id, n in without_counter(crossing, TRANSPORTS)
        ]

    def caravan(self, crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        """Any three cards on a road with a counter, even instead of the right ones (E1)."""
        open_to_caravans = crossing.terrain.road and crossing.lying(COUNTER)
        return [Price.any(HAND, self.cards)] if open_to_caravans else []

    def hire(self, crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        """The boatmen take any three cards, rafts or not (WW, E12)."""
        return [Price.any(HAND, BOATMEN)] if crossing.water in self.boatmen else []
