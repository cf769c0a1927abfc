"""The map as a drawing, for wide terminals: towns in their places, routes as dotted lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, hypot, pi

from rich.console import Group, RenderableType
from rich.text import Text

from elfen.cli.playing.looks import Looks
from elfen.cli.playing.map_list import boots
from elfen.cli.playing.towns import TownSigns
from elfen.declare import Board, Kind, Route
from elfen.text import say
from elfen.views import Observation

NARROWEST = 80
WIDE = 120
#: How many rows a screen has on which a turn begins with a map, and the map at least.
TALL, LOWEST = 36, 18
_WIDEST = 150
_TALLEST = 44
_MARGIN = 9
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_ARROWS = "→↘↓↙←↖↑↗"
_PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)

Point = tuple[float, float]


class Canvas:
    """Cells of a terminal, each with two by four dots in one colour, or a letter."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._dots: dict[tuple[int, int], int] = {}
        self._styles: dict[tuple[int, int], str] = {}
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}

    def dot(self, x: float, y: float, style: str) -> None:
        """Draw a dot at a place in cells."""
        cell = int(x), int(y)
        self._dots[cell] = self._dots.get(cell, 0) | _DOTS[int(y * 4) % 4][int(x * 2) % 2]
        self._styles[cell] = style

    def fits(self, x: int, y: int, length: int) -> bool:
        """Whether letters fit there, with a free cell on both sides."""
        if not (0 <= y < self.height and x >= 0 and x + length <= self.width):
            return False
        return all((at, y) not in self._letters for at in range(x - 1, x + length + 1))

    def write(self, x: int, y: int, text: Text) -> None:
        """Write letters over the dots, as far as there is room."""
        at = x
        for segment in text.divide(range(1, len(text))):
            if 0 <= at < self.width and 0 <= y < self.height:
                style = str(segment.spans[0].style) if segment.spans else str(segment.style)
                self._letters[at, y] = (segment.plain, style)
            at += 1

    def rows(self) -> Iterator[Text]:
        """The rows from top to bottom."""
        for y in range(self.height):
            row = Text()
            for x in range(self.width):
                if (x, y) in self._letters:
                    row.append(*self._letters[x, y])
                elif (x, y) in self._dots:
                    row.append(chr(0x2800 + self._dots[x, y]), self._styles[x, y])
                else:
                    row.append(" ")
            row.rstrip()
            yield row


def drawn_map(
    view: Observation,
    looks: Looks,
    width: int,
    most_rows: int,
    signs: TownSigns | None = None,
) -> RenderableType:
    """The board with everything on it, and a legend."""
    board, signs = view.board, signs or TownSigns(view)
    width = min(width, _WIDEST)
    height = round(width * board.height / board.width / 2.1)
    height = max(LOWEST, min(height, _TALLEST, most_rows))
    canvas = Canvas(width, height)
    places = {town.id: _place(board, town.x, town.y, canvas) for town in board.towns}
    lines = {
        route.id: _line(places[route.ends[0]], places[route.ends[1]], bend)
        for route, bend in zip(board.routes, _bends(board), strict=True)
    }
    for route in board.routes:
        for n, (x, y) in enumerate(_along(lines[route.id])):
            if view.rules.terrains[route.terrain].road or n % 4 < 2:
                canvas.dot(x, y, looks.terrain(route.terrain))
    for town in board.towns:
        _name(canvas, places[town.id], town.id, view, looks, signs)
    lying = dict(view.lying)
    for route in sorted(board.routes, key=lambda route: route.id not in lying):
        _sign(canvas, lines[route.id], _told(view, route, lying.get(route.id, ()), looks))
    return Group(*canvas.rows(), _legend(view, looks, signs))


def _place(board: Board, x: int, y: int, canvas: Canvas) -> Point:
    """A place on the board in cells: the towns fill the canvas, with room for their names."""
    left, top = min(town.x for town in board.towns), min(town.y for town in board.towns)
    across = max(town.x for town in board.towns) - left or 1
    down = max(town.y for town in board.towns) - top or 1
    return (
        _MARGIN + (x - left) / across * (canvas.width - 2 * _MARGIN),
        1.5 + (y - top) / down * (canvas.height - 3),
    )


def _bends(board: Board) -> list[float]:
    """How far each route bends to one side, to separate routes between the same towns."""
    pairs = [tuple(sorted(route.ends)) for route in board.routes]
    seen: dict[tuple[str, ...], int] = {}
    out: list[float] = []
    for route, pair in zip(board.routes, pairs, strict=True):
        n, among = seen.get(pair, 0), pairs.count(pair)
        seen[pair] = n + 1
        side = 1 if route.ends[0] == pair[0] else -1
        out.append(side * (n - (among - 1) / 2) * 2.6)
    return out


def _line(start: Point, end: Point, bend: float) -> tuple[Point, Point, Point]:
    """The start, control point and end of a curve. A cell is twice as high as wide."""
    dx, dy = end[0] - start[0], 2 * (end[1] - start[1])
    length = hypot(dx, dy) or 1
    middle = (
        (start[0] + end[0]) / 2 - dy / length * bend * 2,
        (start[1] + end[1]) / 2 + dx / length * bend,
    )
    return start, middle, end


def _at(line: tuple[Point, Point, Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy) = line
    u = 1 - t
    return u * u * ax + 2 * u * t * bx + t * t * cx, u * u * ay + 2 * u * t * by + t * t * cy


def _along(line: tuple[Point, Point, Point]) -> Iterator[Point]:
    start, _, end = line
    steps = max(2, int(2 * hypot(end[0] - start[0], 2 * (end[1] - start[1]))))
    return (_at(line, n / steps) for n in range(steps + 1))


def _name(
    canvas: Canvas, place: Point, town: str, view: Observation, looks: Looks, signs: TownSigns
) -> None:
    """Write a town's sign, name and boots where there is room."""
    x, y = int(place[0]), int(place[1])
    own = view.seat is not None and town in view.visited[view.seat]
    if town in view.piece_towns:
        sign = "●" if own else "○"
    else:
        sign = "◆" if town == view.start_town else "·"
    style = "dim" if sign in "●·" else "bold"
    text = Text().append(f"{sign}{view.board.town(town).name}", style)
    text.append(signs.letters(town)).append(boots(view, town, looks))
    half = len(text) // 2
    spots = [(x - half, y), (x, y), (x - len(text) + 1, y), (x - half, y + 1), (x - half, y - 1)]
    spot = next((spot for spot in spots if canvas.fits(*spot, len(text))), spots[0])
    canvas.write(max(0, min(spot[0], canvas.width - len(text))), spot[1], text)


def _told(view: Observation, route: Route, kinds: Sequence[Kind], looks: Looks) -> Text:
    """The text on a route: the pieces there, or a letter for its terrain."""
    if kinds:
        return looks.lying_short(kinds)
    terrain = view.rules.terrains[route.terrain]
    sign = looks.letter(terrain.id)
    if terrain.directed:
        start, end = (view.board.town(town) for town in route.ends)
        sign += arrow((start.x, start.y), (end.x, end.y))
    return Text(sign, looks.terrain(route.terrain))


def _sign(canvas: Canvas, line: tuple[Point, Point, Point], text: Text) -> None:
    for t in _PLACES:
        x, y = _at(line, t)
        left = int(x) - len(text) // 2
        if canvas.fits(left, int(y), len(text)):
            canvas.write(left, int(y), text)
            return
    x, y = _at(line, 0.5)
    if len(text) > 2:  # pieces must be shown, a terrain's letter need not
        canvas.write(int(x) - len(text) // 2, int(y), text)


def _legend(view: Observation, looks: Looks, signs: TownSigns) -> Text:
    text = Text()
    for id, terrain in view.rules.terrains.items():
        name = looks.words.say(terrain.name)
        text.append(f"{looks.letter(id)} ", looks.terrain(id)).append(f"{name}  ", "dim")
    bare = {town.id for town in view.board.towns} - {*view.piece_towns, view.start_town}
    text.append(say("◆ start  ○ your town piece is there  ● you have it  "), "dim")
    text.append(say("· no piece  ") if bare else "", "dim")
    if any(terrain.directed for terrain in view.rules.terrains.values()):
        text.append(say("→ and other arrows: where a stream flows  "), "dim")
    text.append(f"{signs.legend}  " if signs.legend else "", "dim")
    text.append(say("@0 the boot of {who}", who=looks.words.seat(0)), "dim")
    return text


def arrow(start: Point, end: Point) -> str:
    """The arrow closest to a direction, with y growing downwards."""
    return _ARROWS[round(atan2(end[1] - start[1], end[0] - start[0]) / (pi / 4)) % 8]
