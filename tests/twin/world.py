"""A board as plain data: the capital, and for each route its two ends and its terrain.

A river's ends are spring and mouth. `boatmen` has the routes across lakes with boatmen, and
`town_cards` the towns that have a town card.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from elfen import Board
from elfen.plugin import Route, Town

World = dict[str, Any]

FACTS = tomllib.loads(
    (Path(__file__).parent.parent / "rulebook" / "elfenland_facts.toml").read_text("utf-8")
)


def printed_world(board: Board) -> World:
    """The printed board from its facts; only the routes' ids come from the engine's board."""
    links = [(a, b, terrain) for terrain, roads in FACTS["roads"].items() for a, b in roads]
    links += [(a, b, "river") for a, b in FACTS["water"]["downstream"]]
    links += [(a, b, "lake") for a, b in FACTS["water"]["mare_magnum"]]
    links += [(a, b, "lake") for a, b in FACTS["water"]["mare_nebulae"]]
    ids = {(frozenset(route.ends), route.terrain): route.id for route in board.routes}
    boatmen = {ids[frozenset(ends), "lake"] for ends in FACTS["water"]["mare_nebulae"]}
    return {
        "capital": FACTS["capital"],
        "towns": set(FACTS["towns"]),
        "boatmen": boatmen,
        "town_cards": set(FACTS["town_cards"]["rulebooks"] + FACTS["town_cards"]["rim"]),
        "routes": {ids[frozenset((a, b)), terrain]: (a, b, terrain) for a, b, terrain in links},
    }


def as_board(world: World) -> Board:
    """A world as a board for the engine."""
    return Board(
        "a small world",
        world["capital"],
        100,
        100,
        tuple(Town(town, town.title(), 50, 50) for town in sorted(world["towns"])),
        tuple(
            Route(id, (a, b), terrain, water="pond" if id in world["boatmen"] else None)
            for id, (a, b, terrain) in sorted(world["routes"].items())
        ),
        extra={"land": {"boatmen": ["pond"] if world["boatmen"] else []}},
    )
