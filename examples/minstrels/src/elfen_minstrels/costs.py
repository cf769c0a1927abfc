"""A penny stands in for one of the cards of a step that takes two or more."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.land import HAND
from elfen.plugin import CostTerm, Crossing, Offer, Price
from elfen_minstrels.pieces import PENNIES, PENNY


def cost_terms() -> list[CostTerm]:
    """The one cost term; it depends on what lies on the route alone."""
    return [Offer("minstrels/fare", by_penny, depends_on=("route",), text="a penny for a card")]


def by_penny(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """Every price of two cards or more, with a penny for one of them."""
    return [
        price.more(-1).plus(PENNIES, PENNY.id)
        for price in prices
        if price.needs[0].zone is HAND and price.needs[0].n > 1
    ]
