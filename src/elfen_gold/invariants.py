"""Invariants: what is true of every state of Elfengold."""

from __future__ import annotations

from collections.abc import Iterator

from elfen.land import OBSTACLE, Planning
from elfen.plugin import Decide, Invariant, Position, Ruleset
from elfen_gold.auction import lying
from elfen_gold.drafting import OPEN_CARDS
from elfen_gold.pieces import BANK, DOUBLE, EXCHANGE, GOLD, ROW, SEA_MONSTER, TREE
from elfen_gold.town_values import Valuing
from elfen_gold.travel import JOURNEY, REWARD


def invariants(rules: Ruleset) -> list[Invariant]:
    """All invariants of Elfengold."""
    return [
        Invariant("gold/tiles", misplaced, text="tiles lie only where they may"),
        Invariant("gold/lots", lying, text="the row of tiles is what lies there"),
        Invariant("gold/row", long_row, text=f"at most {OPEN_CARDS} cards lie open"),
        Invariant("gold/earned", unpayable, text="the bank has what journeys have earned"),
        Invariant("gold/values", Valuing(rules).wrong, text="towns are worth what was dealt"),
    ]


def misplaced(position: Position) -> Iterator[str]:
    """Tiles where they may not lie (G6, G7, G8)."""
    rules = position.rules
    numbers, transport = rules.layout.kind_number, rules.once(Planning).transports
    for route in rules.board.routes:
        kinds = position.lying(route.id)
        if not kinds:
            continue
        transports = [kind for kind in kinds if numbers[kind] in transport]
        road = rules.terrains[route.terrain].road
        obstacles = [k for k in kinds if k in (TREE, SEA_MONSTER) or k.group == OBSTACLE]
        if len(obstacles) > 1:
            yield f"{len(obstacles)} obstacles lie on {route.id}"
        if GOLD in kinds and obstacles:
            yield f"a gold tile and an obstacle lie on {route.id}"
        if SEA_MONSTER in kinds and road:
            yield f"a sea monster is on {route.id}, a road"
        for kind in (GOLD, TREE, DOUBLE):
            if kind in kinds and not transports:
                yield f"a {kind.name} lies on {route.id}, where there is no transport"
        if len(transports) > 1 and DOUBLE not in kinds:
            yield f"two transports lie on {route.id} without a double transport"
        if EXCHANGE in kinds:
            yield f"an exchange lies on {route.id}"


def long_row(position: Position) -> Iterator[str]:
    """More open cards than the row may have."""
    if position.size(ROW) > OPEN_CARDS:
        yield f"{position.size(ROW)} cards lie open; there are {OPEN_CARDS} at most"


def unpayable(position: Position) -> Iterator[str]:
    """Earnings that the bank, which never runs dry, does not have (G9, G13)."""
    offered = [i.data[0] for i in position.agenda if isinstance(i, Decide) and i.name == REWARD]
    for earned in (position.ext[JOURNEY].earned, *map(int, offered)):
        if not 0 <= earned <= position.size(BANK):
            yield f"a journey has earned {earned} gold; the bank has {position.size(BANK)}"
