"""Ground: what of a board does not change in a game, laid out once: ways, plates, and the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import itemgetter

from attrs import frozen

from elfen.declare import Board, Memo
from elfen.draw.labels import Box, placed
from elfen.draw.letters import cut, width
from elfen.draw.open_water import about, open_water
from elfen.draw.svg import tag, titled
from elfen.draw.themes import Route, Theme
from elfen.draw.ways import Point, Way, ways_of

#: In units of the picture: a town's radius, the size of names, and the size of a town piece.
TOWN = 8.5
NAME = 13.0
#: No name of a town is wider on its plate; where the pointer rests, more is told.
LABEL = 240.0
PIP = 11.0
#: How far pieces on a route lie apart.
APART = 23.0
#: How far boots in a town lie apart, in units of the picture.
BOOT = 25.5
#: No boot is drawn so far from its town that it hides a piece farther off than this.
NEAR = 150.0
_MARGIN = 26.0
#: On which sides of a town boots may stand, the best liked first.
_SIDES = ((0, -1), (0, 1), (1, 0), (-1, 0), (0.9, -0.8), (-0.9, -0.8), (0.9, 0.8), (-0.9, 0.8))
#: How high a map is at most, in parts of its width.
_TALLEST = 1.5
_ROW = 8


@frozen(eq=False)
class Ground:
    """A board laid out for a picture of some `width`, in units of the picture.

    `players` town pieces and signs of `signs` units have room beside each name; 0 for none. A
    map is `tall` times as high as it is to scale, as far as it does not become too high.
    """

    board: Board
    width: float
    players: int
    signs: float
    labels: bool
    tall: float = 1.0

    @cached_property
    def _frame(self) -> tuple[float, float, float, float, float, float]:
        """The left upper corner of the towns, the scales across and down, the room beside them."""
        towns = self.board.towns
        left, top = min(t.x for t in towns), min(t.y for t in towns)
        across, down = max(t.x for t in towns) - left, max(t.y for t in towns) - top
        side, rise = _MARGIN + 34, _MARGIN + 24
        most = self.width - 2 * side
        scale = min(most / (across or 1), _TALLEST * most / (down or 1))
        steep = min(self.tall * scale, max(scale, _TALLEST * most / (down or 1)))
        return left, top, scale, steep, side + (most - across * scale) / 2, rise

    @cached_property
    def height(self) -> float:
        """How high the map is."""
        _, top, _, steep, _, rise = self._frame
        return round((max(t.y for t in self.board.towns) - top) * steep + 2 * rise)

    @cached_property
    def places(self) -> dict[str, Point]:
        """Where each town is, by id."""
        left, top, scale, steep, side, rise = self._frame
        return {
            t.id: (side + (t.x - left) * scale, rise + (t.y - top) * steep)
            for t in self.board.towns
        }

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each town as its plate has it, by id: cut to what can be read there."""
        return {town.id: cut(town.name, NAME, LABEL, bold=True) for town in self.board.towns}

    @cached_property
    def ways(self) -> dict[str, Way]:
        """The curve of each route, by id."""
        return ways_of(self.board, self.places)

    @cached_property
    def stops(self) -> Memo[tuple[str, int], list[Point]]:
        """The places of so many pieces on a route, by its id."""
        return Memo(lambda what: self.ways[what[0]].stops(what[1], APART))

    @cached_property
    def eighths(self) -> dict[str, list[Point]]:
        """Points of each route, by id, by which it is noticed what a route leads through."""
        return {id: [way.at(n / 8) for n in range(1, 8)] for id, way in self.ways.items()}

    @cached_property
    def beside(self) -> dict[str, frozenset[str]]:
        """By town, the routes on which pieces may lie near it."""
        far = NEAR + 3 * APART
        spots = [(id, way.at(way.middle)) for id, way in self.ways.items()]
        return {
            town: frozenset(id for id, (x, y) in spots if abs(x - a) < far and abs(y - b) < far)
            for town, (a, b) in self.places.items()
        }

    @cached_property
    def stands(self) -> Memo[tuple[str, int], list[tuple[float, Box]]]:
        """Where so many boots may stand in a town, with what each place costs, least first."""
        return Memo(lambda what: self._stands(*what))

    def _stands(self, town: str, n: int) -> list[tuple[float, Box]]:
        x, y = self.places[town]
        wide, high = min(n, 3) * BOOT, -(-n // 3) * BOOT
        out: list[tuple[float, Box]] = []
        for far in (3.0, 9.0, 16.0, 26.0):
            for rank, (dx, dy) in enumerate(_SIDES):
                left = x + dx * (TOWN + far + wide / 2) - wide / 2
                top = y + dy * (TOWN + far + high / 2) - high / 2
                box = Box(left, top, wide, high)
                cost = far * 3 + rank + (0 if box.inside(self.width, self.height) else 1e5)
                cost += sum([box.overlap(other) for other in self.plates.values()])
                cost += sum([40 for at in self.places.values() if box.has(at, TOWN * 0.7)])
                out.append((cost, box))
        return sorted(out, key=lambda pair: pair[0])

    @cached_property
    def plates(self) -> dict[str, Box]:
        """The room for each town's name, town pieces and signs, by id."""
        avoid, lines = self.obstacles
        return placed(
            self.places,
            {id: self._size(name) for id, name in self.names.items()},
            (self.width, self.height),
            gap=TOWN + 4,
            avoid=avoid,
            lines=lines,
        )

    @property
    def obstacles(self) -> tuple[list[Box], list[Point]]:
        """What names should not hide: the places of pieces and towns, and points of the ways."""
        spots = [way.at(way.middle) for way in self.ways.values()]
        avoid = [Box(x - 12, y - 12, 24, 24) for x, y in spots]
        avoid += [Box(x - TOWN, y - TOWN, 2 * TOWN, 2 * TOWN) for x, y in self.places.values()]
        points = [way.at(n / 20) for way in self.ways.values() for n in range(1, 20)]
        return avoid, sorted(points, key=itemgetter(1))

    def _size(self, name: str) -> Point:
        across = width(name, NAME, bold=True) + 8 if self.labels else 0.0
        across += self.signs
        rows = -(-self.players // _ROW)
        high = (NAME + 5 if self.labels or self.signs else 0.0) + rows * (PIP + 2)
        return max(across, min(self.players, _ROW) * (PIP + 1) + 6), high + 2


#: How each terrain looks, by id, as pairs.
Styles = tuple[tuple[str, Route], ...]


def painted(
    ground: Ground,
    styles: Styles,
    theme: Theme,
    names: Mapping[str, str],
    say: Callable[..., str],
) -> tuple[str, str, str]:
    """The map of a board: its waters and lands, its routes, and its towns, as SVG.

    `names` are those of the terrains, by id, and `say` tells a template with its values.
    """
    found, board = dict(styles), ground.board
    routes = [
        tag(
            "g",
            titled(_told(ground, route.id, found, names))
            + line(ground.ways[route.id], found[route.terrain], theme),
            data_route=route.id,
            data_terrain=route.terrain,
        )
        for route in board.routes
    ]
    towns = [_town(ground, town.id, theme, say) for town in board.towns]
    return _land(ground, found, theme), "".join(routes), "".join(towns)


def _told(ground: Ground, id: str, styles: Mapping[str, Route], names: Mapping[str, str]) -> str:
    route = ground.board.route(id)
    ends = [ground.board.town(end).name for end in route.ends]
    joint = " → " if styles[route.terrain].flows else " – "
    return f"{joint.join(ends)} ({names[route.terrain]})"


def _land(ground: Ground, styles: Mapping[str, Route], theme: Theme) -> str:
    """The paper, and a wash of its terrain about each route; waters lie on top."""
    across, down = ground.width, ground.height
    out = [
        tag(
            "rect",
            x=0.5,
            y=0.5,
            width=across - 1,
            height=down - 1,
            rx=14,
            fill=theme.paint("land"),
            stroke=theme.paint("edge"),
        )
    ]
    board, ways = ground.board, ground.ways
    wet = [route for route in board.routes if styles[route.terrain].wet]
    for terrain, style in styles.items():
        data = "".join(
            ways[r.id].data
            for r in board.routes
            if r.terrain == terrain and not styles[r.terrain].wet
        )
        if data and not style.wave:
            out.append(
                tag(
                    "path",
                    d=data,
                    fill="none",
                    stroke=theme.of(style.ground),
                    stroke_width=30,
                    stroke_linecap="round",
                )
            )
    shore, water = theme.paint("shore"), theme.paint("water")
    hulls = "".join(_shape(ground, name) for name in sorted({r.water for r in wet if r.water}))
    hulls += open_water([route for route in wet if not route.water], ways, ground.places)
    lines = "".join(ways[route.id].data for route in wet)
    for paint, wide in ((shore, 49), (water, 46)):
        for data, fill in ((hulls, paint), (lines, "none")):
            if data:
                out.append(
                    tag(
                        "path",
                        d=data,
                        fill=fill,
                        stroke=paint,
                        stroke_width=wide,
                        stroke_linecap="round",
                        stroke_linejoin="round",
                    )
                )
    return "".join(out)


def _shape(ground: Ground, water: str) -> str:
    """A lake as the area within its towns; "" if another town or its roads lie there."""
    board = ground.board
    towns = {end for r in board.routes if r.water == water for end in r.ends}
    hull = _hull(sorted(ground.places[town] for town in towns))
    if len(hull) < 3:
        return ""
    dry = [at for id, at in ground.places.items() if id not in towns]
    for route in board.routes:
        if not towns.issuperset(route.ends):
            dry += ground.eighths[route.id]
    if any(_within(at, hull) for at in about(hull, dry)):
        return ""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in hull) + "Z"


def _within(at: Point, hull: list[Point]) -> bool:
    """Whether a point is inside a convex shape."""
    turns = [_turn(a, b, at) > 0 for a, b in zip(hull, [*hull[1:], hull[0]], strict=True)]
    return all(turns)


def _hull(points: list[Point]) -> list[Point]:
    def half(ordered: list[Point]) -> list[Point]:
        out: list[Point] = []
        for p in ordered:
            while len(out) > 1 and _turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return half(points) + half(points[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def line(way: Way, style: Route, theme: Theme) -> str:
    """A route in the colour and the pattern of its terrain."""
    band, mark = theme.of(style.band), theme.of(style.mark)
    flow = _arrows(way, band, theme) if style.flows else ""
    if style.wave:
        waves = way.waves(style.wave)
        halo = tag("path", d=waves, fill="none", stroke=theme.paint("water"), stroke_width=9.0)
        stream = tag("path", d=waves, fill="none", stroke=band, stroke_width=style.thick)
        return halo + stream + flow
    out = ""
    if not style.wet:
        out = tag(
            "path",
            d=way.data,
            fill="none",
            stroke=theme.paint("town-rim"),
            stroke_width=style.width + 2.4,
            stroke_opacity=0.55,
        )
        out += tag("path", d=way.data, fill="none", stroke=band, stroke_width=style.width)
    out += tag(
        "path",
        d=way.data,
        fill="none",
        stroke=mark,
        stroke_width=min(style.thick, style.width - 1.6),
        stroke_dasharray=style.dash or None,
        stroke_linecap=style.cap if style.cap != "butt" else None,
    )
    return out + flow


def _arrows(way: Way, paint: str, theme: Theme) -> str:
    """Arrow heads that point downstream."""
    data = ""
    long = way.length
    for t in (0.3, 0.74) if long > 90 else (0.72,):
        (x, y), (dx, dy) = way.at(t), way.ahead(t)
        tip = (x + dx * 9, y + dy * 9)
        left = (x - dx * 5 - dy * 7, y - dy * 5 + dx * 7)
        right = (x - dx * 5 + dy * 7, y - dy * 5 - dx * 7)
        points = (tip, left, (x - dx, y - dy), right)
        data += "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points) + "Z"
    return tag("path", d=data, fill=paint, stroke=theme.paint("plate"), stroke_width=1.2)


def _town(ground: Ground, id: str, theme: Theme, say: Callable[..., str]) -> str:
    town, (x, y) = ground.board.town(id), ground.places[id]
    capital = id == ground.board.capital
    rim = theme.paint("town-rim")
    if capital:
        body = tag(
            "circle",
            cx=x,
            cy=y,
            r=TOWN + 4.5,
            fill=theme.paint("capital"),
            stroke=rim,
            stroke_width=1.6,
        )
        points = "M0-9 2.5-3.2 8.6-2.9 3.9 1.2 5.6 7.4 0 3.8-5.6 7.4-3.9 1.2-8.6-2.9-2.5-3.2Z"
        body += tag("path", d=points, transform=f"translate({x:.1f} {y:.1f})", fill="#1d160a")
    else:
        body = tag(
            "circle", cx=x, cy=y, r=TOWN, fill=theme.paint("town"), stroke=rim, stroke_width=2.2
        )
    told = say("{town}, the capital", town=town.name) if capital else town.name
    return tag("g", titled(told) + body, data_town=id)


def legend(styles: Styles, names: Mapping[str, str]) -> list[tuple[str, Route]]:
    """The names of the terrains of a board, with how they look."""
    return [(names[id], style) for id, style in styles]
