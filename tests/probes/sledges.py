"""Sledges: transports in a zone of their own, and a thaler from the bank for every counter laid.

Four sledges wait beside the board. Before planning they are put on the first roads
where nothing lies; a sledge takes any two cards over a road. Whoever lays a counter, by whatever
action, is paid a thaler as long as there are any; three thalers are a point.
"""

from __future__ import annotations

from elfen.land import HAND, LAID
from elfen.plugin import (
    PUBLIC,
    Base,
    CostTerm,
    Crossing,
    Do,
    Group,
    Kind,
    Manifest,
    Phase,
    Price,
    RouteZone,
    Ruleset,
    ScoreLine,
    SeatZone,
    Step,
    Stock,
    Table,
    TableZone,
    Zone,
    hookimpl,
)

SLEDGES, THALERS, FOR_A_POINT = 4, 20, 3

SLEDGE_GROUP = Group("sledge", noun="sledge")
THALER_GROUP = Group("thaler", noun="thaler")
SLEDGE = Kind("sledge", SLEDGE_GROUP, name="sledge")
THALER = Kind("thaler", THALER_GROUP, name="thaler")
SHED = TableZone("sledges/shed", holds=(SLEDGE_GROUP,), visibility=PUBLIC)
ON_ROUTE = RouteZone("sledges/on-route", holds=(SLEDGE_GROUP,), at_most=1)
BANK = TableZone("sledges/bank", holds=(THALER_GROUP,), visibility=PUBLIC)
EARNED = SeatZone("sledges/earned", holds=(THALER_GROUP,), visibility=PUBLIC)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "sledges", rules_version=1, api=1, requires=("land",), help="Sledges, and pay for laying."
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [SLEDGE, THALER]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [SHED, ON_ROUTE, BANK, EARNED]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [
        Stock("sledges/sledges", (SLEDGE,), SLEDGES, SHED),
        Stock("sledges/thalers", (THALER,), THALERS, BANK),
    ]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def by_sledge(crossing: Crossing) -> list[Price]:
        there = crossing.terrain.road and crossing.lying(SLEDGE_GROUP)
        return [Price.any(HAND, 2)] if there else []

    return [Base("sledges/sledge", by_sledge, text="a sledge")]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def put_out(table: Table) -> None:
        roads = [route for route in rules.board.routes if rules.terrains[route.terrain].road]
        empty = [road for road in roads if not table.lying(road.id)]
        for road in empty[: table.size(SHED)]:
            table.put(road.id, SLEDGE, SHED)

    return [
        Phase("sledges/out", put_out, before="land/plan", text="sledges are put on empty roads"),
        Phase(
            "sledges/home",
            lambda table: table.sweep(SLEDGE_GROUP, SHED),
            after="land/clear",
            text="sledges go back",
        ),
    ]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def reward(table: Table, item: Do) -> None:
        assert item.seat is not None
        if table.size(BANK):
            table.move(THALER, BANK, EARNED.of(item.seat))

    return [Step("sledges/reward", reward, of=LAID, before="land/next-turn", text="a thaler")]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    return [
        ScoreLine(
            "sledges/thalers",
            lambda position, seat: position.size(EARNED.of(seat)) // FOR_A_POINT,
            lowest=lambda rules: 0,
            highest=lambda rules: THALERS // FOR_A_POINT,
            text="thalers",
        )
    ]
