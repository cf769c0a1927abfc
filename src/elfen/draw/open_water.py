"""Open water: the areas between routes over the sea in which nothing else lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise

from elfen.declare import Route
from elfen.draw.ways import Point, Way

#: Of boards with more such routes, or far more areas, only the routes themselves are drawn, as it
#: would take too long.
_MOST = 150
#: How often it is asked at most whether something lies in an area, for the same reason.
_MOST_ASKED = 300_000
_STEPS = 6


def open_water(
    routes: Sequence[Route], ways: Mapping[str, Way], places: Mapping[str, Point]
) -> str:
    """The data of a path about all areas that three or four of these routes enclose.

    An area inside which there is any of the `places` of towns, or of the other `ways` of the board,
    is left out; both are by id.
    """
    if len(routes) > _MOST:
        return ""
    along: dict[tuple[str, str], list[Point]] = {}
    for route in routes:
        way, (one, other) = ways[route.id], route.ends
        points = [way.at(n / _STEPS) for n in range(_STEPS)]
        back = [way.at(n / _STEPS) for n in range(_STEPS, 0, -1)]
        along[one, other], along[other, one] = points, back
    wet = {route.id for route in routes}
    dry = [way.at(n / 8) for id, way in ways.items() if id not in wet for n in range(1, 8)]
    most = _MOST_ASKED // (len(places) + len(dry))
    rings = [*islice(_rings(along), most + 1)]
    if len(rings) > most:
        return ""
    out: list[str] = []
    for ring in rings:
        shape = [at for step in pairwise([*ring, ring[0]]) for at in along[step]]
        others = [at for id, at in places.items() if id not in ring]
        if not any(encloses(shape, at) for at in about(shape, [*others, *dry])):
            out.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in shape) + "Z")
    return "".join(out)


def _rings(along: dict[tuple[str, str], list[Point]]) -> Iterator[tuple[str, ...]]:
    """All rings of three or four towns, each once: from its first town, in one direction."""
    beside: dict[str, list[str]] = {}
    for one, other in sorted(along):
        beside.setdefault(one, []).append(other)
    for a, some in beside.items():
        later = [town for town in some if town > a]
        for b in later:
            for c in beside[b]:
                if c <= a:
                    continue
                if c > b and (c, a) in along:
                    yield a, b, c
                for d in beside[c]:
                    if d > b and d != c and (d, a) in along:
                        yield a, b, c, d


def about(shape: Sequence[Point], points: Sequence[Point]) -> list[Point]:
    """Those of some points that are within the box about a shape: no other one is inside it."""
    left, right = min(x for x, _ in shape), max(x for x, _ in shape)
    top, bottom = min(y for _, y in shape), max(y for _, y in shape)
    return [(x, y) for x, y in points if left <= x <= right and top <= y <= bottom]


def encloses(shape: Sequence[Point], at: Point) -> bool:
    """Whether a point is inside a closed shape, by the even-odd rule."""
    x, y = at
    inside = False
    for (a, b), (c, d) in pairwise([*shape, shape[0]]):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            inside = not inside
    return inside
