"""Nuggets: a small plugin that changes cards, counters and monsters as Elfengold does.

Three new cards per round instead of the deal; gold nuggets among the cards, which nobody gets; a
spell among the counters; two counters kept; no obstacles of the seats' own; monsters in rivers.
"""

from __future__ import annotations

from elfen.land import COUNTER, PILE, PLAYED, STACK, TOP_CARD
from elfen.plugin import (
    PUBLIC,
    Chance,
    CostTerm,
    Do,
    Group,
    Kind,
    Manifest,
    Phase,
    Roll,
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

GOLD = Group("nugget", noun="nugget")
NUGGET = Kind("nugget", GOLD, name="nugget")
DECK = TableZone("nuggets/deck", holds=(GOLD,), visibility=PUBLIC)
TURNED_UP = TableZone("nuggets/turned-up", holds=(GOLD,), visibility=PUBLIC)

WATER = Group("monster", noun="monster")
MONSTER = Kind("monster", WATER, name="monster")
LAIR = TableZone("nuggets/lair", holds=(WATER,), visibility=PUBLIC)
IN_RIVER = RouteZone("nuggets/in-river", holds=(WATER,), at_most=1)

SPELL = Kind("spell", COUNTER, name="spell")

TOP = "nuggets/turn-up"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "nuggets",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Nuggets, a spell and monsters.",
        defaults={"land.counters_kept": 2, "land.obstacles": 0},
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [NUGGET, MONSTER, SPELL]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [DECK, TURNED_UP, LAIR, IN_RIVER]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [
        Stock("nuggets/nuggets", (NUGGET,), 7, DECK),
        Stock("nuggets/monsters", (MONSTER,), 2, LAIR),
        Stock("nuggets/spells", (SPELL,), 4, PILE),
    ]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    return [
        Surcharge(
            "nuggets/monster",
            "obstacle",
            lambda crossing, price: len(crossing.lying(WATER)),
            text="monster",
        )
    ]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def deal(table: Table) -> None:
        table.move_all(PLAYED, STACK)
        for seat in reversed(table.seats_from(0)):
            table.draw("land/deal", seat, min(3, table.size(STACK) // table.players))

    return [Phase("nuggets/deal", deal, replaces="land/deal", text="three new cards")]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def look(table: Table, item: Do) -> None:
        if not table.size(STACK):
            table.move_all(PLAYED, STACK)
        if table.size(DECK):
            table.roll("nuggets/top", item.seat)

    return [Step(TOP, look, of=TOP_CARD, replaces="land/reshuffle", text="nuggets are turned up")]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Roll]:
    def turned(table: Table, item: Chance, face: str) -> None:
        if face == "nugget":
            table.move(NUGGET, DECK, TURNED_UP)
            table.do(TOP, item.seat)

    return [
        Roll(
            "nuggets/top",
            lambda position, item: {"card": position.size(STACK), "nugget": position.size(DECK)},
            turned,
            visibility=PUBLIC,
            text="whether the top card is a nugget",
        )
    ]
