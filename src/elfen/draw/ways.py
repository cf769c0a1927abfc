"""Ways: where the routes of a board run, and where pieces lie on them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot, inf, sin
from typing import TypeVar

from attrs import frozen

from elfen.declare import Board

T = TypeVar("T")
Point = tuple[float, float]

#: How far routes between the same two towns keep apart, and routes keep away from other towns.
APART = 30.0
AWAY = 30.0

_PLACES = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68)
#: Of more towns and pieces, or points of ways, that are near, a way keeps clear of some only: of so
#: many, and of fewer on a board of many ways, of which all together keep clear of so many.
_MOST_NEAR, _MOST_POINTS = 40, 400
_NEAR_IN_ALL = 5_000
#: Of more points of ways in the whole picture, only some count.
_POINTS_IN_ALL = 1_500


@frozen
class Way:
    """The curve of a route: a quadratic one with one point in between; `middle` is where it lies.

    `middle` is the place, from 0 to 1, of the pieces on it.
    """

    start: Point
    bend: Point
    end: Point
    middle: float = 0.5

    def at(self, t: float) -> Point:
        """The point at a part of the way, from 0 to 1."""
        s = 1 - t
        (a, b), (c, d), (e, f) = self.start, self.bend, self.end
        return s * s * a + 2 * s * t * c + t * t * e, s * s * b + 2 * s * t * d + t * t * f

    def ahead(self, t: float) -> Point:
        """The direction at a part of the way, as a vector of length 1."""
        (a, b), (c, d), (e, f) = self.start, self.bend, self.end
        x = (1 - t) * (c - a) + t * (e - c)
        y = (1 - t) * (d - b) + t * (f - d)
        long = hypot(x, y) or 1.0
        return x / long, y / long

    @property
    def length(self) -> float:
        """About how long the way is."""
        points = [self.at(n / 12) for n in range(13)]
        return sum(hypot(c - a, d - b) for (a, b), (c, d) in pairwise(points))

    @property
    def data(self) -> str:
        """The way as the data of a path."""
        (a, b), (c, d), (e, f) = self.start, self.bend, self.end
        return f"M{a:.1f} {b:.1f}Q{c:.1f} {d:.1f} {e:.1f} {f:.1f}"

    def waves(self, height: float) -> str:
        """The way as a wavy line, as the data of a path."""
        long = self.length
        steps = max(8, round(long / 5))
        points: list[str] = []
        for n in range(steps + 1):
            t = n / steps
            (x, y), (dx, dy) = self.at(t), self.ahead(t)
            off = height * sin(t * long / 4.2) * min(1.0, 6 * t, 6 * (1 - t))
            points.append(f"{x - dy * off:.1f} {y + dx * off:.1f}")
        return "M" + "L".join(points)

    def stops(self, n: int, apart: float) -> list[Point]:
        """The places of `n` pieces side by side on the way, about its middle.

        They lie in a row across the picture if the way is too short for them.
        """
        long = self.length
        if long - 44 < apart * (n - 1):
            x, y = self.at(self.middle)
            return [(x + apart * (k - (n - 1) / 2), y) for k in range(n)]
        half = apart * (n - 1) / 2 / long
        middle = min(max(self.middle, half + 22 / long), 1 - half - 22 / long)
        return [self.at(middle + (k - (n - 1) / 2) * apart / long) for k in range(n)]


def some(things: Sequence[T], most: int) -> Sequence[T]:
    """The things, or, if there are more than `most`, every second or third or so of them.

    So a crowd takes no longer than it can matter: no place in it is clear.
    """
    return things[:: -(-len(things) // most)] if len(things) > most else things


def ways_of(board: Board, places: dict[str, Point]) -> dict[str, Way]:
    """The ways of all routes, by id, with towns at these places."""
    beside: dict[frozenset[str], list[str]] = {}
    for route in board.routes:
        beside.setdefault(frozenset(route.ends), []).append(route.id)
    found: dict[str, Way] = {}
    most_near = min(_MOST_NEAR, _NEAR_IN_ALL // (len(board.routes) or 1))
    for route in board.routes:
        one, other = sorted(route.ends)
        start, end = places[one], places[other]
        twins = beside[frozenset(route.ends)]
        off = (twins.index(route.id) - (len(twins) - 1) / 2) * APART * 2
        if len(twins) == 1:
            others = [at for id, at in places.items() if id not in route.ends]
            off = _around(start, end, others, most_near)
        way = _bent(start, end, off)
        if route.ends != (one, other):
            way = Way(way.end, way.bend, way.start)
        found[route.id] = way
    return _settled(found, places, most_near)


def _bent(start: Point, end: Point, off: float) -> Way:
    x, y = end[0] - start[0], end[1] - start[1]
    long = hypot(x, y) or 1.0
    bend = (start[0] + end[0]) / 2 - y / long * off, (start[1] + end[1]) / 2 + x / long * off
    return Way(start, bend, end)


def _around(start: Point, end: Point, others: list[Point], most_near: int) -> float:
    """How far a way bends aside so that it does not lead through other towns."""
    best, least = 0.0, float("inf")
    beside = _beside(start, end, others)
    for off in (0.0, 24.0, -24.0, 48.0, -48.0, 80.0, -80.0, 120.0, -120.0):
        if abs(off) * 0.6 >= least:
            continue
        way = _bent(start, end, off)
        points = [way.at(n / 16) for n in range(1, 16)]
        # No point of the way is farther aside than half the bend.
        low, high = min(0.0, off / 2) - AWAY - 1, max(0.0, off / 2) + AWAY + 1
        towns = [at for aside, at in beside if low < aside < high]
        near = 0.0
        for x, y in some(_near_to(points, AWAY, towns), most_near):
            close = [at for at in points if -AWAY < x - at[0] < AWAY and -AWAY < y - at[1] < AWAY]
            near = sum([max(0.0, AWAY - hypot(x - a, y - b)) ** 2 for a, b in close], near)
            if near + abs(off) * 0.6 >= least:
                break
        cost = near + abs(off) * 0.6
        if cost < least:
            best, least = off, cost
    return best


def _beside(start: Point, end: Point, others: Iterable[Point]) -> list[tuple[float, Point]]:
    """The others, each with how far aside of the line through both ends it is, as ways bend."""
    (a, b), (c, d) = start, end
    long = hypot(c - a, d - b) or 1.0
    across, down = (c - a) / long, (d - b) / long
    return [((y - b) * across - (x - a) * down, (x, y)) for x, y in others]


def _near_to(points: Iterable[Point], far: float, others: Iterable[Point]) -> list[Point]:
    """Those of the others that may be nearer than `far` to one of the points."""
    across, down = zip(*points, strict=True)
    left, right = min(across) - far, max(across) + far
    top, bottom = min(down) - far, max(down) + far
    return [(x, y) for x, y in others if left < x < right and top < y < bottom]


def _settled(ways: dict[str, Way], places: dict[str, Point], most_near: int) -> dict[str, Way]:
    """The ways with the middle of each where its pieces are clear of other ways and towns."""
    #: Points of all ways, each with the number of its way and its own.
    points = sorted(
        (way.at(n / 10), (number, n))
        for number, way in enumerate(ways.values())
        for n in range(1, 10)
    )
    points = [*some(points, _POINTS_IN_ALL)]  # still sorted
    taken: list[Point] = []
    for number, (id, way) in enumerate(ways.items()):
        best, least = 0.5, float("inf")
        spots = [way.at(t) for t in _PLACES]
        others = _others(points, spots, number)
        towns = some(_near_to(spots, 34, places.values()), most_near)
        pieces = some(_near_to(spots, 28, taken), most_near)
        for t, (x, y) in zip(_PLACES, spots, strict=True):
            cost = abs(t - 0.5) * 60
            cost += sum([max(0.0, 28 - hypot(x - a, y - b)) * 6 for a, b in pieces])
            cost += sum([max(0.0, 34 - hypot(x - a, y - b)) * 3 for a, b in towns])
            if cost >= least:
                continue
            close = [at for at in others if -20 < x - at[0] < 20 and -20 < y - at[1] < 20]
            cost += sum([max(0.0, 20 - hypot(x - a, y - b)) for a, b in close])
            if cost < least:
                best, least = t, cost
        taken.append(way.at(best))
        ways[id] = Way(way.start, way.bend, way.end, best)
    return ways


def _others(
    points: Sequence[tuple[Point, tuple[int, int]]], spots: Sequence[Point], number: int
) -> list[Point]:
    """Those of the sorted points that may be near one of the spots, in the order of their ways; of
    very many, only some.
    """
    first = bisect_left(points, ((min(spots)[0] - 20, -inf), (0, 0)))
    last = bisect_left(points, ((max(spots)[0] + 20, inf), (0, 0)))
    low, high = min(y for _, y in spots) - 20, max(y for _, y in spots) + 20
    found = [
        (whose, at) for at, whose in points[first:last] if low < at[1] < high and whose[0] != number
    ]
    return [at for _, at in sorted(some(found, _MOST_POINTS))]
