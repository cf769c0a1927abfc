"""Colours as people with a colour vision deficiency see them, and how far apart they look.

The matrices are those for complete protanopia, deuteranopia and tritanopia (severity 1.0) of
G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation
of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009),
1291-1298; they apply to linear RGB. Distances are CIE76: Euclidean in CIELAB, white D65.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import dist

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SIGHTS: dict[str, Matrix] = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def lab(colour: str, sight: Matrix) -> Vector:
    """A colour `#rrggbb` in CIELAB, as it is seen."""
    r, g, b = (min(1.0, max(0.0, c)) for c in _by(sight, _linear(colour)))
    linear = r, g, b
    x, y, z = (_root(v / w) for v, w in zip(_by(_TO_XYZ, linear), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(colour: str) -> Vector:
    r, g, b = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _unbent(r), _unbent(g), _unbent(b)


def _unbent(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def _by(matrix: Matrix, vector: Vector) -> Vector:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def _root(t: float) -> float:
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def apart(one: str, other: str, sight: str) -> float:
    """How far apart two colours look; about 2 is just noticed side by side."""
    matrix = SIGHTS[sight]
    return dist(lab(one, matrix), lab(other, matrix))


#: A thing in a picture by its name: all that is seen of it but its colour, and its colour.
Thing = tuple[str, object, str]


def alike(things: Iterable[Thing], sight: str, least: float) -> set[frozenset[str]]:
    """The names of things that only differ by colours which look nearer than `least`."""
    return {
        frozenset((a, b))
        for (a, shape, one), (b, other_shape, other) in combinations(things, 2)
        if shape == other_shape and apart(one, other, sight) < least
    }
