"""Signposts: two counters may lie on a road, and a signpost, which changes no price.

A signpost is a kind of counter, so it lies in the pile and is drawn with the others; on the
routes it has a place of its own. Whoever lays one draws a card from the stack.
"""

from __future__ import annotations

from typing import Any

from elfen.land import COUNTER, HAND, PILE, PLAN, ROUTE_COUNTER, SHOWN, STACK, TOP_CARD, next_turn
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Do,
    Draw,
    Kind,
    Laid,
    Lottery,
    Manifest,
    Position,
    Reason,
    RouteZone,
    Ruleset,
    Step,
    Stock,
    Surcharge,
    Table,
    as_it_is,
    frozen,
    hookimpl,
)

SIGNPOST = Kind("signpost", COUNTER, name="signpost")
ROUTE_SIGNPOST = RouteZone(
    "signposts/on-route", holds=(COUNTER,), kinds=(SIGNPOST,), at_most=1, priced=False
)


@frozen(cache_hash=True)
class PutUp(Action):
    """Put an open signpost up at a route."""

    verb = "put up signpost"
    route: str


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "signposts", rules_version=1, api=1, requires=("land",), help="Signposts on the roads."
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [SIGNPOST]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[RouteZone]:
    return [ROUTE_SIGNPOST]


@hookimpl
def elfen_room(rules: Ruleset) -> dict[str, int]:
    return {ROUTE_COUNTER.name: 2}


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("signposts/signposts", (SIGNPOST,), 4, PILE)]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[Surcharge]:
    def a_card_a_signpost(crossing: Any, price: Any) -> int:
        return crossing.contents.count(SIGNPOST)

    return [Surcharge("signposts/toll", "toll", a_card_a_signpost, text="signpost")]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def top(table: Table, item: Do) -> None:
        table.run(TOP_CARD, item.seat)

    def draw(table: Table, item: Do) -> None:
        if table.size(STACK):
            table.draw("signposts/draw", item.seat)

    return [
        Step("signposts/top", top, of="signposts/reward"),
        Step("signposts/card", draw, of="signposts/reward"),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    return [Draw("signposts/draw", source=STACK, target=HAND)]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    everywhere = [PutUp(route.id) for route in rules.board.routes]

    def check(position: Position, seat: int, action: PutUp) -> Reason | None:
        if not position.count(SHOWN.of(seat), SIGNPOST):
            return Reason("signposts/put-up", "you have no open signpost")
        if action.route not in rules.board.route_number:
            return Reason("signposts/put-up", f"no route is called {action.route!r}")
        if SIGNPOST in position.lying(action.route):
            return Reason("signposts/put-up", "a signpost is there already")
        return None

    def legal(position: Position, seat: int) -> list[PutUp]:
        return [action for action in everywhere if check(position, seat, action) is None]

    def hold(position: Position, seat: int) -> tuple[Any, ...]:
        return len(everywhere), position, seat

    def draw(held: tuple[Any, ...], ticket: int) -> PutUp | None:
        _, position, seat = held
        return None if check(position, seat, everywhere[ticket]) else everywhere[ticket]

    def put_up(table: Table, item: Decide, action: PutUp) -> None:
        table.put(action.route, SIGNPOST, SHOWN.of(item.seat))
        next_turn(table, item.seat)
        table.run("signposts/reward", item.seat)

    return [
        ActionType(
            "signposts/put-up",
            type=PutUp,
            at=(PLAN,),
            legal=Lottery(legal, hold, draw),
            check=check,
            apply=put_up,
            offered=SHOWN,
            domain=lambda: everywhere,
            public=as_it_is,
            lays=lambda position, seat, action: [Laid(action.route, SIGNPOST)],
        )
    ]
