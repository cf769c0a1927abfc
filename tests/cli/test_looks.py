"""The colours of terrains on a terminal are far enough apart, whoever looks at them."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

from elfen.cli.playing.looks import TERRAINS

sys.path.insert(0, str(Path(__file__).parents[1] / "draw"))

from colour_sight import SIGHTS, apart

#: What the names of colours look like on two usual terminals: xterm and Visual Studio Code.
PALETTES = (
    {
        "red": "#cd0000",
        "green": "#00cd00",
        "magenta": "#cd00cd",
        "bright_green": "#00ff00",
        "bright_yellow": "#ffff00",
    },
    {
        "red": "#cd3131",
        "green": "#0dbc79",
        "magenta": "#bc3fbc",
        "bright_green": "#23d18b",
        "bright_yellow": "#f5f543",
    },
)
#: At a glance for roads, each of which has its letter on the map as well.
ENOUGH = 20.0
ROADS = ("plains", "woods", "desert", "mountains")


def nearest(styles: dict[str, str]) -> tuple[float, tuple[str, str]]:
    """The least distance of two terrains, for all palettes and kinds of sight, and which two."""
    return min(
        (apart(palette[styles[one]], palette[styles[other]], sight), (one, other))
        for one, other in combinations(styles, 2)
        for palette in PALETTES
        for sight in SIGHTS
    )


def test_roads_differ_for_everybody() -> None:
    distance, which = nearest({road: TERRAINS[road] for road in ROADS})
    assert distance > ENOUGH, which


def test_two_greens_would_be_noticed() -> None:
    distance, which = nearest({"plains": "bright_green", "woods": "green"})
    assert distance < ENOUGH, which
