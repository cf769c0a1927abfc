"""Elfensea's advice to the stock bots: simple estimates of bonus counters, in points."""

from __future__ import annotations

from elfen.land import HAND
from elfen.plugin import Advice, SeatZone, View
from elfen_sea.bonus import KeepBonus
from elfen_sea.laying import PlaceBonus
from elfen_sea.pieces import BONUS_HELD, TRANSPORTS
from elfen_sea.trading import TradeBonus

#: The worth of a bonus counter kept to the end, and what each other one like it adds.
KEPT = 0.3
LIKE_IT = 0.2
#: The worth of a village that the next step certainly reaches, and of a travel card.
VILLAGE = 0.8
CARD = 0.2


def advice() -> list[Advice]:
    """Advice on the actions with bonus counters."""
    return [
        Advice("sea/keep-bonus", type=KeepBonus, value=worth_of_keeping),
        Advice("sea/place-bonus", type=PlaceBonus, value=worth_of_laying),
        Advice("sea/trade", type=TradeBonus, value=worth_of_trading),
    ]


def own(view: View, zone: SeatZone, kind: str) -> int:
    """How many of a kind the view's seat has in a zone."""
    return view.counts(zone).get(kind, 0)


def in_the_end(view: View, kind: str) -> float:
    """What a counter of this kind is worth in the end: many of one kind make a majority."""
    return KEPT + LIKE_IT * min(own(view, BONUS_HELD, kind), 2)


def worth_of_keeping(view: View, action: KeepBonus) -> float:
    """Prefer counters like those already held, and two alike to two different ones."""
    kept = action.counters.items
    return sum(in_the_end(view, kind) * n + LIKE_IT * (n - 1) for kind, n in kept)


def worth_of_laying(view: View, action: PlaceBonus) -> float:
    """Worth it only if the boot can use it at once to reach a new village with cards in hand."""
    assert view.seat is not None
    route, here = view.board.route(action.route), view.towns[view.seat]
    gain = 0.0
    if here in route.ends:
        there = route.other(here)
        fresh = there in view.to_visit[view.seat]
        cards = TRANSPORTS[action.counter].chart[route.terrain]
        gain = VILLAGE if fresh and own(view, HAND, action.counter) >= cards else 0.0
    return gain - in_the_end(view, action.counter) - LIKE_IT


def worth_of_trading(view: View, action: TradeBonus) -> float:
    """A card for a counter, which is usually worth more in the end."""
    return CARD - in_the_end(view, action.counter)
