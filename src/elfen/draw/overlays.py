"""Overlays: what points something out on the board: a glow, legal moves, the last move, arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import dist, hypot

from attrs import frozen

from elfen.declare import Memo
from elfen.draw.ground import TOWN, Ground
from elfen.draw.looks import named
from elfen.draw.svg import tag
from elfen.draw.themes import Theme
from elfen.draw.ways import Point


def glow(ground: Ground, found: Mapping[str, float], theme: Theme) -> str:
    """Towns and routes by id that are pointed out, each with a strength from 0 to 1."""
    paint = theme.paint("glow")
    out: list[str] = []
    for id, strength in found.items():
        if id in ground.places:
            x, y = ground.places[id]
            out.append(
                tag(
                    "circle",
                    cx=x,
                    cy=y,
                    r=TOWN + 4 + 20 * strength,
                    fill=paint,
                    fill_opacity=0.35 + 0.55 * strength,
                    data_highlight=id,
                )
            )
        else:
            out.append(
                tag(
                    "path",
                    d=ground.ways[id].data,
                    fill="none",
                    stroke=paint,
                    stroke_width=12 + 8 * strength,
                    stroke_linecap="round",
                    stroke_opacity=0.45 + 0.5 * strength,
                    data_highlight=id,
                )
            )
    return "".join(out)


def lit(ground: Ground, id: str, theme: Theme, wet: bool) -> str:
    """A route that the seat could take now; those over `wet` ground are drawn on water."""
    strokes = [("glow-rim", 21.5), ("glow", 18)]
    if wet:
        strokes.append(("water", 11))
    return "".join(
        tag(
            "path",
            d=ground.ways[id].data,
            fill="none",
            stroke=theme.paint(paint),
            stroke_width=wide,
            stroke_linecap="round",
        )
        for paint, wide in strokes
    )


def legal(lit: Memo[str, str], told: Mapping[str, Sequence[str]]) -> str:
    """The routes that the seat could take now, drawn by `lit`, with what it would pay."""
    return "".join([named(lit[id], *some, legal=id) for id, some in told.items()])


@frozen
class Last:
    """The last move: the seat, what it is called, the move in words, and the routes it names."""

    seat: int
    who: str
    told: str
    routes: tuple[str, ...]


def last(ground: Ground, what: Last | None, colours: Sequence[str]) -> str:
    """The routes of the last move, if there was one, in the colour of the seat."""
    if what is None or not what.routes:
        return ""
    out = [
        tag(
            "path",
            d=ground.ways[id].data,
            fill="none",
            stroke=colours[what.seat],
            stroke_width=15,
            stroke_linecap="round",
            stroke_opacity=0.6,
        )
        for id in what.routes
    ]
    return named("".join(out), f"{what.who}: {what.told}", last=" ".join(what.routes))


def _beside(points: list[Point]) -> list[Point]:
    """A line a bit to its right, so that the way there and the way back are both seen."""
    if len(points) < 2:
        return points
    (a, b), (c, d) = points[0], points[-1]
    long = hypot(c - a, d - b) or 1.0
    return [(x - (d - b) / long * 5, y + (c - a) / long * 5) for x, y in points]


def arrows(
    ground: Ground,
    found: Iterable[tuple[str, str, str | None]],
    theme: Theme,
    say: Callable[..., str],
) -> str:
    """Arrows from town to town, along a route or straight, numbered in order."""
    paint, out = theme.paint("arrow"), []
    for n, (start, end, route) in enumerate(found, 1):
        if route is not None:
            way = ground.ways[route]
            forward = ground.board.route(route).ends[0] == start
            points = [way.at(t if forward else 1 - t) for t in (k / 16 for k in range(17))]
        else:
            (a, b), (c, d) = ground.places[start], ground.places[end]
            points = [(a + (c - a) * k / 16, b + (d - b) * k / 16) for k in range(17)]
        first, last = points[0], points[-1]
        points = _beside(
            [p for p in points if dist(p, first) > TOWN + 2 and dist(p, last) > TOWN + 7]
        )
        if len(points) < 2:
            continue
        data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        (a, b), (c, d) = points[-2:]
        long = hypot(c - a, d - b) or 1.0
        dx, dy = (c - a) / long, (d - b) / long
        head = f"M{c + dx * 10:.1f} {d + dy * 10:.1f}L{c - dy * 7:.1f} {d + dx * 7:.1f}"
        head += f"L{c + dy * 7:.1f} {d - dx * 7:.1f}Z"
        x, y = points[len(points) // 3]
        body = tag(
            "path",
            d=data,
            fill="none",
            stroke=theme.paint("plate"),
            stroke_width=7,
            stroke_linecap="round",
        )
        body += tag(
            "path", d=data, fill="none", stroke=paint, stroke_width=3.6, stroke_linecap="round"
        )
        body += tag("path", d=head, fill=paint)
        body += tag(
            "circle", cx=x, cy=y, r=7.5, fill=theme.paint("plate"), stroke=paint, stroke_width=1.6
        )
        body += tag(
            "text",
            str(n),
            x=x,
            y=y + 3.4,
            text_anchor="middle",
            font_size=9.5,
            font_weight="bold",
            fill=theme.paint("ink"),
        )
        one, other = (ground.board.town(town).name for town in (start, end))
        way_told = say("from {start} to {end}", start=one, end=other)
        out.append(named(body, f"{n}. {way_told}", arrow=f"{start} {end}"))
    return "".join(out)
