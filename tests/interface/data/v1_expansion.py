"""Beacons: an expansion as it was written for plugin interface 1. Never to be edited.

Everyone has two torches. One stands in for a card of a step, or is lit at the end of a round in
the town where one is: that is worth a point. The wind may blow it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from elfen.land import ARRIVAL, HAND, STACK, TOP_CARD, PlaceObstacle, in_order
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Board,
    Chance,
    CostTerm,
    Crossing,
    Decide,
    Decision,
    Do,
    Draw,
    Ending,
    EventType,
    Group,
    Invariant,
    Kind,
    Manifest,
    Offer,
    Option,
    Phase,
    Position,
    Preset,
    Price,
    Ranking,
    Reason,
    Restriction,
    Result,
    Roll,
    Ruleset,
    ScoreLine,
    SeatZone,
    SetupStep,
    Slot,
    Step,
    Stock,
    Table,
    TableZone,
    Terrain,
    TieBreak,
    Words,
    Zone,
    as_it_is,
    best_total_first,
    frozen,
    hookimpl,
    maybe,
    shown,
)

TORCHES = 2

TORCHES_GROUP = Group("torch", noun="torch")
TORCH = Kind("torch", TORCHES_GROUP, name="torch")
BURNT = TableZone("beacons/burnt", holds=(TORCHES_GROUP,), visibility=PUBLIC, text="burnt down")
HELD = SeatZone("beacons/held", holds=(TORCHES_GROUP,), visibility=PUBLIC, pays_into=BURNT)
LIT = SeatZone("beacons/lit", holds=(TORCHES_GROUP,), visibility=PUBLIC, text="beacons lit")

LIGHT_ONE = "beacons/light"
WIND = "beacons/wind"


@frozen
class Beacons:
    """The town of the last beacon of each seat."""

    last: tuple[str, ...] = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    return ""


BEACONS = Slot("beacons", Beacons, start=lambda players: Beacons(("",) * players), text=told)


@frozen(cache_hash=True)
class Light(Action):
    """Light a beacon."""

    verb = "light"


@frozen(cache_hash=True)
class LeaveDark(Action):
    """Light none."""

    verb = "leave dark"


@frozen
class BeaconLit:
    """A seat has lit a beacon."""

    seat: int
    town: str


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "beacons",
        rules_version=2,
        api=1,
        requires=("land",),
        conflicts={"darkness": "there is no light in it"},
        options=(Option("windy", True, "whether the wind blows beacons out"),),
        presets=(Preset("calm", {"windy": False, "land.hand_limit": 5}, help="without a wind"),),
        defaults={"land.early_win": "never"},
        settled={"land.obstacles": 2},
        players=(2, 5),
        help="Beacons in the towns.",
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board | None:
    return None


@hookimpl
def elfen_terrains(rules: Ruleset) -> list[Terrain]:
    return [Terrain("heath", name="heath")]


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [TORCH]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [HELD, LIT, BURNT]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("beacons/torches", (TORCH,), TORCHES, HELD)]


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[Beacons]]:
    return [BEACONS]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def by_night(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        return [price.more(-1).plus(HELD, "torch") for price in prices if price.needs[0].n > 1]

    return [Offer("beacons/by-night", by_night, depends_on=("route",), text="a torch for a card")]


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    def clear(table: Table) -> None:
        table.set(BEACONS, Beacons(("",) * table.players))

    return [SetupStep("beacons/dark", clear, after="land/open-counters", text="it is dark")]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def evening(table: Table) -> None:
        for seat in reversed(in_order(table)):
            if table.size(HELD.of(seat)):
                table.ask(LIGHT_ONE, seat)

    return [
        Phase("beacons/evening", evening, after=(maybe("moon/rise"), "land/move"), text="beacons")
    ]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def look(table: Table, item: Do) -> None:
        assert item.seat is not None
        if table.ext[BEACONS].last[item.seat] == table.town(item.seat):
            table.run(TOP_CARD, item.seat)
            table.do("beacons/reward", item.seat)

    def reward(table: Table, item: Do) -> None:
        table.draw("beacons/card", item.seat, min(1, table.size(STACK)))

    return [
        Step("beacons/look", look, of=ARRIVAL, after="land/collect", text="home to one's beacon"),
        Step("beacons/reward", reward, of="beacons/homecoming", text="a card"),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    def faces(position: Position, item: Chance) -> dict[str, int]:
        return {"still": 5, "gust": 1} if rules.option("beacons.windy") else {"still": 1}

    def blow(table: Table, item: Chance, face: str) -> None:
        assert item.seat is not None
        if face == "gust":
            table.move(TORCH, LIT.of(item.seat), BURNT)

    return [
        Draw("beacons/card", source=STACK, target=HAND, text="a card at one's beacon"),
        Roll(WIND, faces, blow, visibility=PUBLIC, text="how the wind blows"),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    def once_a_round(rules: Ruleset, players: int) -> int:
        return rules.most_rounds * players

    return [Decision(LIGHT_ONE, text="light a beacon or not", at_most=once_a_round)]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    return [
        ActionType(
            "beacons/light",
            type=Light,
            at=(LIGHT_ONE,),
            legal=lambda position, seat: [Light()] if may_light(position, seat) is None else [],
            check=lambda position, seat, action: may_light(position, seat),
            apply=light,
            domain=lambda: [Light()],
            public=as_it_is,
            text="light a beacon in the town where one is",
        ),
        ActionType(
            "beacons/leave-dark",
            type=LeaveDark,
            at=(LIGHT_ONE,),
            legal=(LeaveDark(),),
            check=lambda position, seat, action: None,
            apply=lambda table, item, action: None,
            domain=lambda: [LeaveDark()],
            public=as_it_is,
            text="light none",
        ),
    ]


def may_light(position: Position, seat: int) -> Reason | None:
    if position.ext[BEACONS].last[seat] == position.town(seat):
        return Reason("beacons/light", "your last beacon was here too")
    return None


def light(table: Table, item: Decide, action: Light) -> None:
    seat, town = item.seat, table.town(item.seat)
    last = table.ext[BEACONS].last
    table.set(BEACONS, Beacons((*last[:seat], town, *last[seat + 1 :])))
    table.move(TORCH, HELD.of(seat), LIT.of(seat))
    table.emit(BeaconLit(seat, town))
    table.roll(WIND, seat)


@hookimpl
def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
    def forbids(position: Position, seat: int, action: PlaceObstacle) -> Reason | None:
        if position.round == 1:
            return Reason("beacons/first-round", "no obstacles in the first round")
        return None

    return [
        Restriction("beacons/first-round", type=PlaceObstacle, forbids=forbids, text="no obstacles")
    ]


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    def all_lit(position: Position) -> bool:
        return all(position.size(LIT.of(seat)) == TORCHES for seat in range(position.players))

    return [Ending("beacons/bright", all_lit, text="all beacons burn", before="land/last-round")]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    return [
        ScoreLine(
            "beacons/lit",
            lambda position, seat: position.size(LIT.of(seat)),
            lowest=lambda rules: 0,
            highest=lambda rules: TORCHES,
            text="beacons lit",
            detail=lambda position, seat: position.ext[BEACONS].last[seat] or "none",
            a_step=0,
        )
    ]


@hookimpl
def elfen_tie_breaks(rules: Ruleset) -> list[TieBreak]:
    return [
        TieBreak(
            "beacons/left",
            lambda position, seat: position.size(HELD.of(seat)),
            text="torches left",
            after="land/cards-in-hand",
        )
    ]


@hookimpl
def elfen_ranking(rules: Ruleset) -> list[Ranking]:
    def ranks(position: Position, results: Sequence[Result]) -> list[int]:
        return best_total_first(position, results)

    return [Ranking("beacons/ranking", ranks, text="as ever", replaces="core/ranking")]


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    def two_each(position: Position) -> Iterator[str]:
        for seat in range(position.players):
            torches = position.size(HELD.of(seat)) + position.size(LIT.of(seat))
            if torches > TORCHES:
                yield f"seat {seat} has {torches} torches"

    return [Invariant("beacons/two-each", two_each, text="nobody has more than two torches")]


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Any]]:
    return [
        EventType(
            "beacons/lit", type=BeaconLit, public=as_it_is, text="{seat} lit a beacon in {town}"
        )
    ]


@hookimpl
def elfen_migrations() -> Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]:
    return {1: lambda save: save}
