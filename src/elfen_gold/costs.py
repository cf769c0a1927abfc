"""Cost terms beside Elfenland's: what obstacles cost, and what a witch saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elfen.plugin import CostTerm, Crossing, Kind, Need, Price, Ruleset, Surcharge, Waive
from elfen_gold.pieces import SEA_MONSTER, TREE, a_witch, coins

#: The fee for having a witch cancel an obstacle (G14).
FEE_FOR_AN_OBSTACLE = 1


def cost_terms(rules: Ruleset) -> list[CostTerm]:
    """One more card for an obstacle, and what a witch does about it."""
    terms: list[CostTerm] = [
        Surcharge("gold/tree", "obstacle", one_more_for(TREE), text="tree obstacle"),
        Surcharge("gold/sea-monster", "obstacle", one_more_for(SEA_MONSTER), text="sea monster"),
    ]
    if rules.option("gold.witches"):
        caravan: int = rules.option("land.caravan")

        def fee(crossing: Crossing, price: Price) -> Sequence[Need] | None:
            """A witch and a coin, unless the same cards pay without a coin (G14).

            They do wherever any cards will do: the witch is then simply one of them. A piece
            that another plugin allows instead of a card counts as that card.
            """
            any_card = price.needs[0].kinds is None
            pieces = sum(need.n for need in price.needs)
            as_caravan = crossing.terrain.road and pieces == caravan + 1
            if any_card or as_caravan:
                return None
            return (a_witch(), coins(FEE_FOR_AN_OBSTACLE))

        terms.append(Waive("gold/witch", "obstacle", fee, text="a witch cancels the obstacle"))
    return terms


def one_more_for(kind: Kind) -> Callable[[Crossing, Price], int]:
    """One more card where such an obstacle lies (G6)."""
    return lambda crossing, price: int(kind in crossing.contents)
