"""Seasons: what a road costs changes from round to round.

From round 2 on there is mud in the woods, a card of it, and from round 3 on a guide spares one the
mud for a card of any kind. Nobody crosses a lake in round 1. In round 3 lakes are frozen, and two
cards of any kind take one over the ice.
"""

from __future__ import annotations

from collections.abc import Sequence

from elfen.land import HAND
from elfen.plugin import (
    CostTerm,
    Crossing,
    Limit,
    Manifest,
    Need,
    Offer,
    Price,
    Ruleset,
    Surcharge,
    Waive,
    hookimpl,
)

ICE = Price.any(HAND, 2)
GUIDE = (Need(HAND, 1),)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "seasons", rules_version=1, api=1, requires=("land",), help="Mud, ice and guides."
    )


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def ice(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        frozen = crossing.route.terrain == "lake" and crossing.position.round == 3
        return [ICE] if frozen else []

    def mud(crossing: Crossing, price: Price) -> int:
        return int(crossing.route.terrain == "woods" and crossing.position.round > 1)

    def guide(crossing: Crossing, price: Price) -> Sequence[Need] | None:
        return GUIDE if crossing.position.round > 2 else None

    def not_too_early(crossing: Crossing, price: Price) -> bool:
        return crossing.route.terrain != "lake" or crossing.position.round > 1

    return [
        Offer(
            "seasons/ice",
            ice,
            depends_on=("route", "state"),
            could=lambda crossing, prices: (
                ([], [ICE]) if crossing.route.terrain == "lake" else [[]]
            ),
            text="over the ice",
        ),
        Surcharge(
            "seasons/mud",
            "mud",
            mud,
            depends_on=("route", "state"),
            could=lambda crossing, price: (0, 1) if crossing.route.terrain == "woods" else (0,),
            text="mud",
        ),
        Waive(
            "seasons/guide",
            "mud",
            guide,
            depends_on=("state",),
            could=lambda crossing, price: (None, GUIDE),
            text="guide",
        ),
        Limit("seasons/thin-ice", not_too_early, depends_on=("route", "state"), text="thin ice"),
    ]
