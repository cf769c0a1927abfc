"""Flags: whoever lays a counter plants a flag there; all others pay him respect, one card more.

Every seat has flags of its own kind. What lies on a route says so who laid the counter, and
the price depends on that and on who travels.
"""

from __future__ import annotations

from elfen.land import LAID
from elfen.plugin import (
    PUBLIC,
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
    Step,
    Stock,
    Surcharge,
    Table,
    TableZone,
    Zone,
    hookimpl,
)

FLAG = Group("flag", noun="flag")
FLAGS = tuple(Kind(f"flag{seat}", FLAG, name=f"flag of seat {seat}") for seat in range(6))
BOX = TableZone("flags/box", holds=(FLAG,), visibility=PUBLIC)
PLANTED = RouteZone("flags/planted", holds=(FLAG,), at_most=1)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "flags",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Flags on counters.",
        players=(2, 6),
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [*FLAGS]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [BOX, PLANTED]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("flags/flags", FLAGS, len(rules.board.routes), BOX)]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def plant(table: Table, item: Do) -> None:
        assert item.seat is not None
        route = rules.board.routes[int(item.data[0])].id
        if not table.lying(route, FLAG):
            table.put(route, FLAGS[item.seat], BOX)

    return [Step("flags/plant", plant, of=LAID, before="land/next-turn")]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [Phase("flags/home", lambda table: table.sweep(FLAG, BOX), after="land/clear")]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def respect(crossing: Crossing, price: Price) -> int:
        flags = crossing.lying(FLAG)
        return int(bool(flags) and FLAGS[crossing.seat] not in flags)

    return [
        Surcharge(
            "flags/respect", "respect", respect, text="another's flag", depends_on=("route", "seat")
        )
    ]
