"""Fogs: restrictions on what actions do, whoever's they are; it knows none of them by name."""

from __future__ import annotations

from elfen.land import PLAN, Pass
from elfen.plugin import (
    CROSSING,
    LAYING,
    Action,
    Laid,
    Manifest,
    Position,
    Reason,
    Restriction,
    Ruleset,
    hookimpl,
)

FOG, FIRE, NIGHT = "fogs/fog", "fogs/fire", "fogs/night"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("fogs", rules_version=1, api=1, requires=("land",), help="Fog and fire.")


@hookimpl
def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
    def fog(position: Position, seat: int, route: str) -> Reason | None:
        foggy = rules.board.route(route).terrain == "woods"
        return Reason(FOG, f"fog lies on {route}") if foggy else None

    def fire(position: Position, seat: int, laid: Laid) -> Reason | None:
        burns = laid.kind.id == "dragon" and rules.board.route(laid.route).terrain == "desert"
        return (
            Reason("fire", f"a {laid.kind.name} would set {laid.route} on fire") if burns else None
        )

    def night(position: Position, seat: int, action: Action) -> Reason | None:
        if position.round < rules.most_rounds or isinstance(action, Pass):
            return None
        return Reason(NIGHT, "nothing is laid in the last round")

    return [
        Restriction(FOG, on=CROSSING, forbids=fog, text="nobody crosses woods"),
        Restriction(FIRE, on=LAYING, forbids=fire, text="no dragons in the desert"),
        Restriction(NIGHT, on=PLAN, forbids=night, text="nothing is laid in the last round"),
    ]
