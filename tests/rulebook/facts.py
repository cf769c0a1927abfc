"""Facts of the printed game as data: the board, the transport chart, the pieces."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

FACTS = tomllib.loads((Path(__file__).parent / "elfenland_facts.toml").read_text(encoding="utf-8"))

TOWNS: dict[str, list[object]] = FACTS["towns"]
ROADS: dict[str, list[list[str]]] = FACTS["roads"]
RIVERS: list[list[str]] = FACTS["water"]["downstream"]
LAKES: dict[str, list[list[str]]] = {
    "mare-magnum": FACTS["water"]["mare_magnum"],
    "mare-nebulae": FACTS["water"]["mare_nebulae"],
}

CHART: dict[str, dict[str, int]] = FACTS["chart"]

# One road of each terrain, with a town to start from.
A_ROAD = {
    "plains": ("lapphalya", "lapphalya-virst-plains"),
    "woods": ("feodor", "feodor-lapphalya-woods"),
    "desert": ("albaran", "albaran-feodor-desert"),
    "mountains": ("strykhaven", "strykhaven-virst-mountains"),
}

CARDS = {**dict.fromkeys(CHART, 10), "raft": 12}
COUNTERS = dict.fromkeys(CHART, 8)


def all_links() -> list[tuple[str, str]]:
    """The two ends of every route, roads, rivers and ferries alike."""
    parts = [*ROADS.values(), RIVERS, *LAKES.values()]
    return [(a, b) for part in parts for a, b in part]


def distances() -> dict[tuple[str, str], int]:
    """The fewest routes between any two towns, by trying every town as a stop between them."""
    far = len(TOWNS)
    found = {(a, b): 0 if a == b else far for a in TOWNS for b in TOWNS}
    for a, b in all_links():
        found[a, b] = found[b, a] = 1
    for stop in TOWNS:
        for a, b in combinations(TOWNS, 2):
            by_stop = found[a, stop] + found[stop, b]
            if by_stop < found[a, b]:
                found[a, b] = found[b, a] = by_stop
    return found
