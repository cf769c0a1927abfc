"""Carts: counters of the plugin's own, laid by Elfenland's rules, and taken back again.

Everyone has two carts. A cart suits plains and lies where a counter would; it takes any two
cards. Whoever plans may ring one of his three bells, and is then asked again. Caravans take
four cards, whatever the edition says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfen.land import HAND, PLAN, Planning
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Base,
    CostTerm,
    Crossing,
    Decide,
    Group,
    Kind,
    Manifest,
    Phase,
    Position,
    Price,
    Reason,
    RouteZone,
    Ruleset,
    SeatZone,
    Stock,
    Table,
    TableZone,
    Zone,
    as_it_is,
    frozen,
    hookimpl,
)

CARTS, BELLS = 2, 3

CART_GROUP = Group("cart", noun="cart")
BELL_GROUP = Group("bell", noun="bell")
CART = Kind("cart", CART_GROUP, name="cart")
BELL = Kind("bell", BELL_GROUP, name="bell")
SHED = SeatZone("carts/shed", holds=(CART_GROUP,), visibility=PUBLIC)
ON_ROUTE = RouteZone("carts/on-route", holds=(CART_GROUP,), at_most=1)
BELLS_LEFT = SeatZone("carts/bells", holds=(BELL_GROUP,), visibility=PUBLIC)
RUNG = TableZone("carts/rung", holds=(BELL_GROUP,), visibility=PUBLIC)


@frozen(cache_hash=True)
class PlaceCart(Action):
    """Lay a cart on a road."""

    verb = "place cart"
    counter: str
    route: str


@frozen(cache_hash=True)
class Ring(Action):
    """Ring a bell, and be asked again."""

    verb = "ring"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "carts",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Carts for everyone.",
        settled={"land.caravan": 4},
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [CART, BELL]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [SHED, ON_ROUTE, BELLS_LEFT, RUNG]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [
        Stock("carts/carts", (CART,), CARTS, SHED),
        Stock("carts/bells", (BELL,), BELLS, BELLS_LEFT),
    ]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def by_cart(crossing: Crossing) -> list[Price]:
        plain = crossing.route.terrain == "plains"
        return [Price.any(HAND, 2)] if plain and crossing.lying(CART_GROUP) else []

    return [Base("carts/cart", by_cart, text="a cart")]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def go_home(table: Table) -> None:
        for route in table.rules.board.routes:
            if table.lying(route.id, CART_GROUP):
                seats = range(table.players)
                poorest = min(seats, key=lambda seat: table.size(SHED.of(seat)))
                table.take_off(route.id, CART, SHED.of(poorest))

    return [Phase("carts/home", go_home, after="land/clear")]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    ringing = (Ring(),)

    def legal(position: Position, seat: int) -> Sequence[Ring]:
        return ringing if position.size(BELLS_LEFT.of(seat)) else ()

    def check(position: Position, seat: int, action: Ring) -> Reason | None:
        if position.size(BELLS_LEFT.of(seat)):
            return None
        return Reason("carts/ring", "you have no bell left")

    def ring(table: Table, item: Decide, action: Ring) -> None:
        table.move(BELL, BELLS_LEFT.of(item.seat), RUNG)
        table.ask(item.name, item.seat, *item.data)

    return [
        rules.once(Planning).placing(
            "carts/place", PlaceCart, SHED, "own", "lay a cart on a road through plains"
        ),
        ActionType(
            "carts/ring",
            type=Ring,
            at=(PLAN,),
            legal=legal,
            check=check,
            apply=ring,
            offered=BELLS_LEFT,
            domain=lambda: ringing,
            public=as_it_is,
            more=lambda rules, players: BELLS * players,
        ),
    ]
