"""Advice to the stock bots on favors, in town pieces."""

from __future__ import annotations

from elfen.land import HAND, TRANSPORTS
from elfen.plugin import Advice, Ruleset, View
from elfen_favor.favors import FOR_THE_NEXT_ROUND
from elfen_favor.found_counters import LayFound
from elfen_favor.town_tiles import open_favor
from elfen_favor.using import UseFavor

#: A favor is worth a little, but one for the next round is worth nothing in the last round.
FAVOR = 0.2
NO_FAVOR = -0.01
#: A road that leads from the boot's town to a new one, and for which the seat has the cards.
ROAD = 0.5
WASTE = -0.5


def advice(rules: Ruleset) -> list[Advice]:
    """Use useful favors, and place counters where the seat can travel with them."""

    def worth_of_favor(view: View, action: UseFavor) -> float:
        last = view.round >= rules.most_rounds
        return NO_FAVOR if last and open_favor(view) in FOR_THE_NEXT_ROUND else FAVOR

    return [
        Advice("favor/use", type=UseFavor, value=worth_of_favor),
        Advice("favor/lay-found", type=LayFound, value=worth_of_road),
    ]


def worth_of_road(view: View, action: LayFound) -> float:
    """Good if the road leads from the boot's town to a new one, with the cards for it in hand."""
    assert view.seat is not None
    here, route = view.towns[view.seat], view.board.route(action.route)
    if here not in route.ends or action.counter not in TRANSPORTS:
        return WASTE
    end = route.other(here)
    cards = TRANSPORTS[action.counter].chart.get(route.terrain)
    new = end in view.to_visit[view.seat]
    enough = cards is not None and view.counts(HAND).get(action.counter, 0) >= cards
    return ROAD if new and enough else WASTE
