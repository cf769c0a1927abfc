"""Labels: places for the plates of towns where they hide neither each other nor anything else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from operator import itemgetter

from attrs import frozen

from elfen.draw.ways import Point, some

#: How far down a point is.
_DOWN = itemgetter(1)
#: Of more boxes, or points of lines, that are near, a box keeps clear of some only: of so many, and
#: of fewer in a picture of many boxes, of which all together keep clear of so many.
_MOST_NEAR, _MOST_POINTS = 60, 400
_NEAR_IN_ALL, _POINTS_IN_ALL = 3_600, 18_000
#: Of the other boxes that have a place already it keeps clear of at most so many, in any picture.
_MOST_BESIDE = 36
#: Of more points of lines in the whole picture, only some count.
_MOST_LINES = 2_000


@frozen
class Box:
    """A box in a picture, by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Box) -> float:
        """The area that both cover."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0.0

    def meets(self, others: Iterable[Box]) -> list[Box]:
        """Those of the others that this box overlaps."""
        left, top = self.x, self.y
        right, bottom = left + self.width, top + self.height
        return [
            one
            for one in others
            if one.x < right
            and one.y < bottom
            and left < one.x + one.width
            and top < one.y + one.height
        ]

    def overlaps(self, others: Iterable[Box]) -> float:
        """The sum of the areas that this box has in common with each of the others."""
        return sum([self.overlap(one) for one in self.meets(others)])

    def has(self, point: Point, margin: float = 0.0) -> bool:
        """Whether a point is in the box, or nearer to it than a margin."""
        x, y = point
        return (
            self.x - margin < x < self.x + self.width + margin
            and self.y - margin < y < self.y + self.height + margin
        )

    def inside(self, width: float, height: float, margin: float = 3.0) -> bool:
        """Whether it is within a picture of that size."""
        return (
            self.x >= margin
            and self.y >= margin
            and self.x + self.width <= width - margin
            and self.y + self.height <= height - margin
        )


def candidates(at: Point, size: Point, gap: float) -> list[Box]:
    """Boxes of a size around a point, the best liked first, then ever further away."""
    x, y = at
    w, h = size
    out: list[Box] = []
    for far in (gap, gap * 1.5, gap * 2.2, gap * 3.2, gap * 4.6, gap * 6.4):
        near = far * 0.72
        out += [
            Box(x - w / 2, y + far, w, h),
            Box(x + far, y - h / 2, w, h),
            Box(x - far - w, y - h / 2, w, h),
            Box(x - w / 2, y - far - h, w, h),
            Box(x + near, y + near, w, h),
            Box(x - near - w, y + near, w, h),
            Box(x + near, y - near - h, w, h),
            Box(x - near - w, y - near - h, w, h),
            Box(x - w * 0.2, y + far, w, h),
            Box(x - w * 0.8, y + far, w, h),
            Box(x - w * 0.2, y - far - h, w, h),
            Box(x - w * 0.8, y - far - h, w, h),
        ]
    return out


def placed(
    anchors: Mapping[str, Point],
    sizes: Mapping[str, Point],
    picture: Point,
    *,
    gap: float,
    avoid: Sequence[Box],
    lines: Sequence[Point],
) -> dict[str, Box]:
    """A box of its size for each anchor: near it, within the picture, and clear of all the others.

    `avoid` are boxes to keep clear of, `lines` points of lines, the highest first; both are kept as
    well as possible, while boxes overlap each other only if there is no room left at all.
    """
    choices: dict[str, list[tuple[float, Box]]] = {}
    reaches: dict[str, Box] = {}
    most_near = min(_MOST_NEAR, _NEAR_IN_ALL // (len(anchors) or 1))
    most_points = min(_MOST_POINTS, _POINTS_IN_ALL // (len(anchors) or 1))
    lines = some(lines, _MOST_LINES)
    for id, at in anchors.items():
        boxes = candidates(at, sizes[id], gap)
        reaches[id] = reach = _about(boxes)
        around = some(reach.meets(avoid), most_near)
        points = some(_points(reach, lines, 2.0), most_points)
        others = [other for name, other in anchors.items() if name != id]
        others = [other for other in others if reach.has(other, gap * 0.8)]
        towns = some(others, most_near)
        found = [
            (_cost(box, at, rank, picture, gap, around, points, towns), box)
            for rank, box in enumerate(boxes)
        ]
        choices[id] = sorted(found, key=lambda pair: pair[0])
    chosen: dict[str, Box] = {}
    order = sorted(anchors, key=lambda id: (-choices[id][0][0], id))
    near = {
        id: [name for name in order if name != id and reaches[name].overlap(reaches[id])]
        for id in order
    }
    for _ in range(4):
        before = dict(chosen)
        for id in order:
            rest = [chosen[name] for name in near[id] if name in chosen]
            chosen[id] = _best(choices[id], some(reaches[id].meets(rest), _MOST_BESIDE))
        if chosen == before:
            break
    return chosen


def points_in(box: Box, points: Sequence[Point], margin: float) -> int:
    """How many of some points, the highest first, are in a box, or nearer to it than a margin."""
    return len(_points(box, points, margin))


def _points(box: Box, points: Sequence[Point], margin: float) -> list[Point]:
    """Those of some points, the highest first, that are in a box, or nearer than a margin."""
    first = bisect_right(points, box.y - margin, key=_DOWN)
    last = bisect_left(points, box.y + box.height + margin, key=_DOWN)
    left, right = box.x - margin, box.x + box.width + margin
    return [point for point in points[first:last] if left < point[0] < right]


def _about(boxes: Sequence[Box]) -> Box:
    """The box in which all of these are, with some room."""
    left, top = min(box.x for box in boxes) - 2, min(box.y for box in boxes) - 2
    right = max(box.x + box.width for box in boxes) + 2
    return Box(left, top, right - left, max(box.y + box.height for box in boxes) + 2 - top)


def _best(choices: Sequence[tuple[float, Box]], rest: Sequence[Box]) -> Box:
    """The box that costs least beside the rest; `choices` come with their own cost, least first.

    What they have in common (`Box.overlap`) is worked out here, and no further than it matters:
    most of the time of a crowded picture goes into this.
    """
    best, least = choices[0][1], float("inf")
    sides = [(one.x, one.y, one.x + one.width, one.y + one.height) for one in rest]
    for cost, box in choices:
        if cost >= least:
            break
        left, top = box.x - 1.5, box.y - 1.5
        right, bottom = left + box.width + 3, top + box.height + 3
        for west, north, east, south in sides:
            if west < right and north < bottom and left < east and top < south:
                wide = min(right, east) - max(left, west)
                cost += 400 * wide * (min(bottom, south) - max(top, north))
                if cost >= least:
                    break
        if cost < least:
            best, least = box, cost
    return best


def _cost(
    box: Box,
    at: Point,
    rank: int,
    picture: Point,
    gap: float,
    avoid: Sequence[Box],
    lines: Sequence[Point],
    others: Sequence[Point],
) -> float:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    cost = rank % 12 * 2.0
    across = max(0.0, abs(at[0] - x) - box.width / 2)
    down = max(0.0, abs(at[1] - y) - box.height / 2)
    cost += max(0.0, hypot(across, down) - gap) * 4
    if not box.inside(*picture):
        cost += 1e6
    cost += 0.9 * box.overlaps(avoid)
    cost += 11 * points_in(box, lines, 2.0)
    cost += 1500 * sum([box.has(point, gap * 0.8) for point in others])
    return cost
