"""Isles: Elfenland on another board, with other kinds of transport, and other numbers of all.

Four isles of ice and dunes, travelled by yak, sled and balloon; 3 to 5 players, five cards in
hand, cut to two, four counters a round, three of them open to choose from, two rounds, two
obstacles each.
"""

from __future__ import annotations

from typing import Any

from elfen.land import (
    COUNTER,
    DISCARD,
    DRAW,
    HAND,
    OBSTACLE,
    OBSTACLES,
    OPEN,
    PILE,
    PLAYED,
    REMOVED,
    SHOWN,
    STACK,
    THE_OBSTACLE,
    TRANSPORTS,
    TRAVEL_CARD,
    TURN,
    DrawOpen,
    in_order,
)
from elfen.plugin import (
    ActionType,
    Base,
    Board,
    CostTerm,
    Crossing,
    Decide,
    Decision,
    Do,
    Ending,
    Kind,
    Manifest,
    Phase,
    Position,
    Price,
    Reason,
    Remove,
    Ruleset,
    SetupStep,
    Step,
    Stock,
    Table,
    Terrain,
    as_it_is,
    hookimpl,
    parse_board,
)

HAND_SIZE, HAND_LIMIT, CHOSEN, OPEN_ROW, ROUNDS = 5, 2, 4, 3, 2

BOARD = parse_board(
    """
format = 1
name = "isles"
capital = "harbour"
size = [400, 300]
routes = [
  { ends = ["harbour", "cove"], terrain = "dune" },
  { ends = ["cove", "cairn"], terrain = "dune" },
  { ends = ["cairn", "glacier"], terrain = "ice" },
  { ends = ["glacier", "harbour"], terrain = "ice" },
  { ends = ["cove", "glacier"], terrain = "ice" },
]

[towns]
harbour = { name = "Harbour", at = [10, 10] }
cove = { name = "Cove", at = [200, 10] }
cairn = { name = "Cairn", at = [200, 200] }
glacier = { name = "Glacier", at = [10, 200] }
"""
)

#: Cards needed by terrain; a terrain that is missing cannot be used.
CHART = {
    "yak": {"dune": 1, "ice": 2},
    "sled": {"ice": 1},
    "balloon": {"dune": 2, "ice": 2},
}
CARDS = tuple(Kind(id, TRAVEL_CARD, name=id) for id in CHART)
COUNTERS = tuple(Kind(id, COUNTER, name=id) for id in CHART)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "isles",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Another board, other transports, other numbers.",
        players=(3, 5),
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board:
    return BOARD


@hookimpl
def elfen_terrains(rules: Ruleset) -> list[Terrain]:
    return [Terrain("dune", name="dune"), Terrain("ice", name="ice")]


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [*CARDS, *COUNTERS]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock | Remove]:
    return [
        *(Remove(f"land/{id}-cards") for id in TRANSPORTS),
        *(Remove(f"land/{id}-counters") for id, t in TRANSPORTS.items() if t.counters),
        Stock("isles/cards", CARDS, 11, STACK),
        Stock("isles/counters", COUNTERS, 9, PILE),
        Stock("isles/obstacles", (THE_OBSTACLE,), 2, OBSTACLES, replaces="land/obstacles"),
    ]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm | Remove]:
    return [
        Base("isles/chart", by_counter, text="transport chart", replaces="land/chart"),
        Remove("land/rafts"),
    ]


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    return [SetupStep("isles/open-counters", fill_open, replaces="land/open-counters")]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [
        Phase("isles/deal", deal, replaces="land/deal"),
        Phase("isles/draw", draw_counters, replaces="land/draw"),
        Phase("isles/clear", clear_routes, replaces="land/clear"),
    ]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    return [Step("isles/hand-limit", limit_hand, of=TURN, replaces="land/hand-limit")]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        Decision(
            "isles/draw",
            text="choose a transportation counter",
            at_most=lambda rules, players: rules.most_rounds * CHOSEN * players,
            replaces=DRAW,
        )
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    every = tuple(DrawOpen(kind.id) for kind in rules.layout.kinds_of(OPEN))
    return [
        ActionType(
            "isles/draw-open",
            type=DrawOpen,
            at=(DRAW,),
            legal=lambda position, seat: [a for a in every if lies_open(position, seat, a) is None],
            check=lies_open,
            apply=take_open,
            offered=lambda position, seat: position.size(OPEN) > 0,
            domain=lambda: every,
            public=as_it_is,
            replaces="land/draw-open",
        )
    ]


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending | Remove]:
    return [
        Remove("land/all-pieces"),
        Ending(
            "isles/last-round",
            lambda position: position.round >= ROUNDS,
            latest=lambda rules: ROUNDS,
            text="the second round is over",
            replaces="land/last-round",
        ),
    ]


def by_counter(crossing: Crossing) -> list[Price]:
    return [
        Price.exactly(HAND, counter.id, CHART[counter.id][crossing.route.terrain])
        for counter in crossing.lying(COUNTER)
        if crossing.route.terrain in CHART.get(counter.id, {})
    ]


def lies_open(position: Position, seat: int, action: DrawOpen) -> Reason | None:
    if position.counts(OPEN).get(action.counter):
        return None
    return Reason("isles/draw-open", f"no {action.counter} counter lies open")


def take_open(table: Table, item: Decide, action: DrawOpen) -> None:
    """Elfenland fills its row up to five; here three lie open."""
    kind = next(kind for kind in table.rules.layout.kinds_of(OPEN) if kind.id == action.counter)
    table.move(kind, OPEN, SHOWN.of(item.seat))
    fill_open(table)


def fill_open(table: Table) -> None:
    table.draw("land/refill", None, min(OPEN_ROW - table.size(OPEN), table.size(PILE)))


def deal(table: Table) -> None:
    table.move_all(PLAYED, STACK)
    for seat in reversed(in_order(table)):
        table.draw("land/deal", seat, HAND_SIZE - table.size(HAND.of(seat)))


def draw_counters(table: Table) -> None:
    for _ in range(CHOSEN):
        for seat in reversed(in_order(table)):
            table.ask(DRAW, seat)


def clear_routes(table: Table) -> None:
    table.sweep(COUNTER, PILE)
    table.sweep(OBSTACLE, REMOVED)
    fill_open(table)


def limit_hand(table: Table, item: Do) -> None:
    assert item.seat is not None
    over = table.size(HAND.of(item.seat)) - HAND_LIMIT
    if over > 0:
        table.ask(DISCARD, item.seat, over)
