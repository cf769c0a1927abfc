"""Themes: the colours of a picture by what they are for, on light and on dark paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from colorsys import hls_to_rgb
from functools import lru_cache

from attrs import evolve, frozen

from elfen.declare import Board, Terrain
from elfen.draw.svg import PREFIX

THEMES = ("light", "dark", "auto")

#: By name, the colour on light and on dark paper.
COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fbf7ee", "#14181d"),
    "land": ("#f3ead6", "#20262c"),
    "edge": ("#d9c9a5", "#38424b"),
    "water": ("#cfe3ee", "#1b3345"),
    "shore": ("#a9cbdd", "#2a4b62"),
    "plate": ("#fffdf7", "#11161b"),
    "ink": ("#2b2419", "#f0ebe0"),
    "dim": ("#6a5c45", "#b3aa9a"),
    "card": ("#fffdf8", "#2b333b"),
    "rim": ("#8d7b58", "#77869a"),
    "back": ("#7c5b8f", "#6a4f80"),
    "on-back": ("#ffffff", "#ffffff"),
    "glow": ("#ffd23f", "#ffd23f"),
    "glow-rim": ("#6b4a00", "#fff6d0"),
    "arrow": ("#b5174b", "#ff7aa2"),
    "town": ("#fffdf8", "#e9e2d3"),
    "town-rim": ("#3d3222", "#0c0f12"),
    "capital": ("#c8871b", "#f0b545"),
}

#: The pairs of text and ground that are drawn; a test measures how well each can be read.
READ_ON = (
    ("ink", "paper"),
    ("dim", "paper"),
    ("ink", "land"),
    ("ink", "plate"),
    ("dim", "plate"),
    ("ink", "card"),
    ("dim", "card"),
    ("on-back", "back"),
)

#: The colours of seats; the text on each is black or white, whatever is read better.
SEATS = (
    "#d1342f",
    "#1f5fbf",
    "#217a34",
    "#f2c014",
    "#7b3fa0",
    "#16a5a5",
    "#f28522",
    "#5b4636",
    "#e56aa5",
    "#8fae2b",
    "#4a4a4a",
    "#c9c9c9",
)


@frozen
class Route:
    """How routes of a terrain are drawn: a band, and a pattern on it, for either paper.

    `dash` is the pattern of the line, `wave` its height if it is a wave; lengths are in units of
    the picture. What `flows` has arrows downstream, and what is `wet` lies on open water.
    """

    band: tuple[str, str]
    mark: tuple[str, str]
    ground: tuple[str, str]
    dash: str
    thick: float = 3.0
    cap: str = "butt"
    wave: float = 0.0
    width: float = 8.0
    flows: bool = False
    wet: bool = False


#: By the id of a terrain. Others take the next of `OTHERS`.
TERRAINS: Mapping[str, Route] = {
    "plains": Route(
        ("#d8b93c", "#c9a92f"), ("#fff3b8", "#4a3d07"), ("#f1e2a6", "#37331f"), "", 2.0
    ),
    "woods": Route(
        ("#2f7d46", "#3c9156"), ("#d8f0cf", "#0b2a15"), ("#d2e3bd", "#20352a"), "0 9", 4.4, "round"
    ),
    "desert": Route(
        ("#d97a2b", "#e08a3e"), ("#fbe3c3", "#4d2505"), ("#f5d9b4", "#3a2c20"), "12 7", 3.0
    ),
    "mountains": Route(
        ("#77727c", "#8f8a96"), ("#f4f1f6", "#1e1b22"), ("#dcd6d8", "#303038"), "2.4 5", 8.0
    ),
    "river": Route(
        ("#2a6fb5", "#5fa5e6"),
        ("#2a6fb5", "#5fa5e6"),
        ("#cfe3ee", "#1b3345"),
        "",
        4.0,
        wave=3.2,
        flows=True,
    ),
    "lake": Route(
        ("#cfe3ee", "#1b3345"),
        ("#124f86", "#9fd0f7"),
        ("#cfe3ee", "#1b3345"),
        "0 8",
        4.2,
        "round",
        wet=True,
    ),
    "sea": Route(
        ("#cfe3ee", "#1b3345"),
        ("#123c6e", "#b8d5ff"),
        ("#cfe3ee", "#1b3345"),
        "10 5 2 5",
        3.4,
        wet=True,
    ),
}

OTHERS = (
    Route(("#a0467a", "#c56a9f"), ("#ffe3f2", "#3a0f28"), ("#efd5e2", "#382633"), "6 3 2 3"),
    Route(("#4f8f8b", "#6bb3ae"), ("#e0fffd", "#082a28"), ("#d3e8e5", "#1f3434"), "3 3"),
    Route(("#8a5a2b", "#b57c45"), ("#ffe9d0", "#2c1703"), ("#e8d4bd", "#352a20"), "16 4 4 4"),
    Route(("#5a5fb0", "#8287dd"), ("#e6e8ff", "#10133a"), ("#dadcf0", "#272a40"), "1.5 3"),
)


@frozen
class Theme:
    """The paints of a picture on one paper, or, with `auto`, on the one that the reader prefers."""

    name: str

    def paint(self, name: str) -> str:
        """The colour of that name."""
        return self.of(COLOURS[name])

    def of(self, pair: tuple[str, str]) -> str:
        """One of two colours; with `auto`, a variable that is named by them."""
        if self.name == "auto":
            return f"var({_variable(pair)},{pair[0]})"
        return pair[self.name == "dark"]

    def style(self, more: Iterable[tuple[str, str]]) -> str:
        """The style sheet of a picture that uses these colours too; none but for `auto`."""
        if self.name != "auto":
            return ""
        pairs = sorted({*COLOURS.values(), *more})
        dark = ";".join(f"{_variable(pair)}:{pair[1]}" for pair in pairs)
        return f"@media(prefers-color-scheme:dark){{.{PREFIX}{{{dark}}}}}"


def _variable(pair: tuple[str, str]) -> str:
    return f"--{pair[0][1:]}-{pair[1][1:]}"


def terrain_styles(board: Board, terrains: Mapping[str, Terrain] | None) -> dict[str, Route]:
    """How each terrain of a board looks, by id; without rules, by what is usual for its id."""
    ids = dict.fromkeys(route.terrain for route in board.routes)
    unknown = [id for id in ids if id not in TERRAINS]
    found: dict[str, Route] = {}
    for id in ids:
        style = TERRAINS[id] if id in TERRAINS else _other(unknown.index(id))
        if terrains is not None:
            one = terrains[id]
            style = evolve(style, flows=one.directed, wet=not one.road and not one.directed)
        elif any(route.water for route in board.routes if route.terrain == id):
            style = evolve(style, wet=True)
        found[id] = style
    return found


def _other(n: int) -> Route:
    """The look of the n-th terrain that is not known: those of `OTHERS`, then ever new ones."""
    if n < len(OTHERS):
        return OTHERS[n]
    hue = (0.61803 * n) % 1.0
    band, mark, ground = (
        (_colour(hue, *light), _colour(hue, *dark))
        for light, dark in (
            ((0.45, 0.45), (0.6, 0.45)),
            ((0.92, 0.6), (0.12, 0.5)),
            ((0.87, 0.4), (0.18, 0.25)),
        )
    )
    return Route(band, mark, ground, f"{n} {2 + n % 3} 2 3")


def _colour(hue: float, light: float, strong: float) -> str:
    return "#" + "".join(f"{round(255 * c):02x}" for c in hls_to_rgb(hue, light, strong))


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, from 0 to 1, as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=1024)
def ink_on(ground: str) -> str:
    """Black or white, whatever is read better on a colour."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, ground))
