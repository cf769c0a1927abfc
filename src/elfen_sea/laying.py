"""Placing a bonus counter on a road, where it is used like any other counter."""

from __future__ import annotations

from typing import Any

from elfen.land import Planning
from elfen.plugin import Action, ActionType, Message, Ruleset, frozen
from elfen_sea.pieces import BONUS_HELD

_WHICH = Message("sea/secret-one", "secret")


@frozen(cache_hash=True)
class PlaceBonus(Action):
    """Place one of your bonus counters on a road, face up."""

    verb = "place bonus"
    counter: str
    route: str


def placing(rules: Ruleset) -> ActionType[Any]:
    """The action type, by Elfenland's rules for placing counters (S6).

    Raft and whale counters open no way to travel, so they suit no road.
    """
    return rules.once(Planning).placing(
        "sea/place-bonus", PlaceBonus, BONUS_HELD, _WHICH, "lay a bonus counter on a road"
    )
