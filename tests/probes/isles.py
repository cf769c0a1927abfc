"""Isles: Elfenland on another board, with other kinds of transport, and other numbers of all.

Four isles of ice and dunes, travelled by yak, sled and balloon; 3 to 5 players, five cards in
hand, cut to two, four counters a round, three of them open to choose from, two rounds, two
obstacles each.
"""

from __future__ import annotations

from elfen.land import COUNTER, HAND, PILE, STACK, TRANSPORTS, TRAVEL_CARD
from elfen.plugin import (
    Base,
    Board,
    CostTerm,
    Crossing,
    Ending,
    Kind,
    Manifest,
    Price,
    Remove,
    Ruleset,
    Stock,
    Terrain,
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
        defaults={
            "land.hand_size": HAND_SIZE,
            "land.hand_limit": HAND_LIMIT,
            "land.counters_chosen": CHOSEN,
            "land.open_row": OPEN_ROW,
            "land.obstacles": 2,
            "land.early_win": "never",
        },
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
    ]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm | Remove]:
    return [
        Base("isles/chart", by_counter, text="transport chart", replaces="land/chart"),
        Remove("land/rafts"),
    ]


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    return [
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
