"""Looks: how the pieces of a ruleset look, as plugins declare it, and a look for all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import Kind, Layer, Look
from elfen.draw.svg import PREFIX, escaped, tag, titled
from elfen.draw.themes import Theme, ink_on

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

_COLOURS = (
    "#c05746",
    "#3d7ea6",
    "#5d8a3a",
    "#8e5aa8",
    "#b8862b",
    "#3f8f86",
    "#a34d78",
    "#6b6f7a",
    "#7d5a3c",
    "#4c5fb0",
)


@frozen
class Piece:
    """How a kind looks: the data of a path in a box of 16 by 16, or letters; colour and shape."""

    name: str
    path: str
    letters: str
    colour: str
    shape: str


class Looks:
    """The looks of all kinds of a ruleset; `rules.once(Looks)`."""

    def __init__(self, rules: Ruleset) -> None:
        looks = [owned.entry for owned in rules.drawing if isinstance(owned.entry, Look)]
        self.layers: tuple[Layer, ...] = tuple(
            owned.entry for owned in rules.drawing if isinstance(owned.entry, Layer)
        )
        #: The names of the slots that layers show.
        self.shown = frozenset(slot.name for layer in self.layers for slot in layer.shows)
        self._of = {look.of: look for look in looks}
        ids = [*dict.fromkeys(kind.id for kind in rules.layout.kinds)]
        self._number = {kind: n for n, kind in enumerate(rules.layout.kinds)}
        self._colours = {id: _COLOURS[n % len(_COLOURS)] for n, id in enumerate(ids)}
        self._pieces = {kind: self._piece(kind) for kind in rules.layout.kinds}

    def __getitem__(self, kind: Kind) -> Piece:
        return self._pieces[kind]

    def number(self, kind: Kind) -> int:
        """The number of a kind in its rules."""
        return self._number[kind]

    def _piece(self, kind: Kind) -> Piece:
        own, family = self._of.get(kind), self._of.get(kind.group)
        twin = next((look for of, look in self._of.items() if _alike(of, kind)), None)
        noun = f"{kind.group.noun} {kind.group.name}"
        usual = "card" if "card" in noun else "tile" if "tile" in noun else "counter"
        looks = [look for look in (own, twin, family) if look is not None]
        path = next((look.path for look in looks if look.path or look.letters), "")
        letters = next((look.letters for look in looks if look.path or look.letters), "")
        colour = next((look.colour for look in looks if look.colour), self._colours[kind.id])
        shaped = [look.shape for look in (own, family) if look is not None and look.shape]
        shape = shaped[0] if shaped else usual
        return Piece(kind.name, path, letters or _initials(kind.name), colour, shape)


def _alike(of: object, kind: Kind) -> bool:
    """Whether a look is that of a kind with the same id in another group."""
    return isinstance(of, Kind) and of != kind and of.id == kind.id


def _initials(name: str) -> str:
    """Two letters that stand for a name."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return name.strip()[:2].capitalize() or "?"


def emblem(path: str, letters: str, ink: str, size: float = 16.0) -> str:
    """A pictogram, or letters, in a box of 16 by 16 about the origin."""
    if path:
        scale = size / 16
        move = f"translate({-size / 2:g} {-size / 2:g})"
        if scale != 1:
            move += f" scale({scale:g})"
        return tag("path", d=path, transform=move, fill=ink, fill_rule="evenodd")
    high = 9.5 if len(letters) < 3 else 7.5
    return tag(
        "text",
        escaped(letters),
        y=high * size / 16 * 0.36,
        text_anchor="middle",
        font_size=high * size / 16,
        font_weight="bold",
        fill=ink,
    )


def badge(piece: Piece, theme: Theme) -> str:
    """A piece as it lies on a route: 22 units wide, about the origin."""
    rim = theme.paint("town-rim")
    if piece.shape == "card":
        body = tag("rect", x=-9, y=-11, width=18, height=22, rx=3, fill=piece.colour, stroke=rim)
    elif piece.shape == "tile":
        body = tag("rect", x=-11, y=-11, width=22, height=22, rx=4, fill=piece.colour, stroke=rim)
    else:
        body = tag("circle", r=11, fill=piece.colour, stroke=rim)
    return body + emblem(piece.path, piece.letters, ink_on(piece.colour), 16.0)


def symbol(number: int, piece: Piece, theme: Theme) -> str:
    """The definition of a kind's badge, to be used wherever it lies."""
    return f'<g id="{PREFIX}k{number}">{badge(piece, theme)}</g>'


def used(number: int, x: float, y: float, scale: float = 1.0) -> str:
    """A kind's badge at a place."""
    where = f"translate({x:.1f} {y:.1f})" + (f" scale({scale:g})" if scale != 1 else "")
    return f'<use href="#{PREFIX}k{number}" transform="{where}"/>'


def named(body: str, *lines: str, **facts: object) -> str:
    """A group that says what it is, to people in lines and to programs."""
    return tag("g", titled(*lines) + body, **{f"data_{key}": value for key, value in facts.items()})
