"""A desk: how zones with their pieces are drawn beside a board: backs, badges and cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import Kind, Memo, Sign
from elfen.draw.ground import line
from elfen.draw.letters import cut, lines, width
from elfen.draw.looks import Looks, emblem, named, used
from elfen.draw.on_board import boot, chip, chip_width, seat_colour
from elfen.draw.svg import escaped, number, tag
from elfen.draw.themes import Route, Theme, ink_on
from elfen.draw.ways import Way
from elfen.text import Words, counted

if TYPE_CHECKING:
    from elfen.declare.given import Holding, Ruleset

GAP = 14.0
SMALL, USUAL, LARGE = 10.5, 13.0, 18.0
CARD, TALL = 58.0, 72.0


@frozen
class Block:
    """A part of a panel about its own origin, the left upper corner."""

    body: str
    width: float
    height: float

    def zoomed(self, zoom: float) -> Block:
        """It all larger by a factor."""
        if zoom == 1:
            return self
        body = tag("g", self.body, transform=f"scale({zoom:g})")
        return Block(body, self.width * zoom, self.height * zoom)


@frozen(cache_hash=True)
class Row:
    """What the row of a seat shows."""

    seat: int
    own: bool
    due: bool
    town: str
    taken: int
    points: str
    signs: tuple[Sign, ...]
    held: tuple[Holding, ...]


class Desk:
    """What the pieces in zones look like in one theme; each zone is drawn once and kept."""

    def __init__(self, rules: Ruleset, words: Words, looks: Looks, theme: Theme) -> None:
        self.rules, self.words, self.looks, self.theme = rules, words, looks, theme
        self.lines: Memo[tuple[str, float, float], list[str]] = Memo(lambda what: lines(*what), 512)
        self.names: Memo[str, str] = Memo(self._name)
        #: Zones, by the width that they may have.
        self.held: Memo[tuple[float, Holding], Block] = Memo(lambda what: self._held(*what), 1024)
        self.fans: Memo[tuple[float, Holding], Block] = Memo(lambda what: self._fan(*what), 512)
        self.heights: Memo[tuple[float, Row], float] = Memo(lambda what: self._height(*what), 1024)
        self.rows: Memo[tuple[float, float, Row], Block] = Memo(
            lambda what: self._row(*what), most=512
        )

    def text(
        self,
        told: str,
        x: float,
        y: float,
        size: float = USUAL,
        ink: str = "ink",
        bold: bool = False,
        anchor: str | None = None,
    ) -> str:
        """A line of text on a panel."""
        weight = ' font-weight="bold"' if bold else ""
        where = f' text-anchor="{anchor}"' if anchor else ""
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
            f' fill="{self.theme.paint(ink)}"{weight}{where}>{escaped(told)}</text>'
        )

    def _name(self, zone: str) -> str:
        """What people call a zone or slot."""
        return self.words.zone(zone)

    def zones(self, held: Iterable[Holding], most: float) -> Block:
        """Zones side by side, in as many rows as it takes."""
        return flow(self.held.of([(most, one) for one in held]), most)

    def _held(self, most: float, one: Holding) -> Block:
        """A zone: its name, and its pieces in as many rows as it takes, or a back."""
        name = self.names[one.zone]
        head, down = width(name, SMALL), 0.0
        if one.pieces is None:
            body, wide = self._back(0, 15, one.size), 30.0
            told = f"{name}: {self.words.number(one.size, one.zone)}, hidden"
        else:
            body, wide, x = "", 0.0, 0.0
            for kind, n in self._kinds(one):
                many = f"×{n}" if n > 1 else ""
                room = 30 + (width(many, USUAL, bold=True) if many else 0)
                if x and x + room - 5 > most:
                    x, down = 0.0, down + 29
                body += used(self.looks.number(kind), x + 12, down + 30)
                if many:
                    body += self.text(many, x + 25, down + 34.5, USUAL, bold=True)
                x += room
                wide = max(wide, x)
            told = f"{name}: {self.words.pieces(one.pieces, one.zone)}"
        body = self.text(name, 0, 10, SMALL, "dim") + body
        return Block(
            named(body, told, zone=one.zone, of=one.seat, size=one.size, pieces=one.pieces),
            max(head, wide),
            46 + down,
        )

    def _height(self, across: float, what: Row) -> float:
        """How high the row of a seat is at least."""
        pieces = self.zones(what.held, across - 30)
        return 36.0 + (pieces.height + 2 if what.held else 0)

    def _row(self, across: float, high: float, what: Row) -> Block:
        """The row of a seat: its boot, its town, its score so far, and below them its pieces."""
        pieces = self.zones(what.held, across - 30)
        colour = seat_colour(what.seat)
        body = tag(
            "rect",
            width=across,
            height=high,
            rx=9,
            fill=self.theme.paint("plate"),
            stroke=colour if what.due else self.theme.paint("edge"),
            stroke_width=2.4 if what.due else 1,
        )
        edge = f"M9 0H8A8 8 0 0 0 0 8V{high - 8:.1f}A8 8 0 0 0 8 {high:.1f}H9Z"
        body += tag("path", d=edge, fill=colour) + boot(what.seat, 26, 17, 1.2)
        name = f"Seat {what.seat}" + (" · you" if what.own else "")
        body += self.text(name, 42, 21, USUAL + 1, bold=True)
        start = 42 + width(name, USUAL + 1, bold=True) + 6
        for one in what.signs:
            body += chip(one, start, 16)
            start += chip_width(one) + 4
        end = across - 10
        points = cut(what.points, SMALL, end - start)
        body += self.text(points, end, 21, SMALL, "dim", anchor="end")
        where = f"{self.words.town(what.town)}, {counted(what.taken, 'town piece', 'no')}"
        room = end - width(points, SMALL) - 12 - start
        if room > 40:
            body += self.text(cut(where, SMALL, room), start, 21, SMALL, "dim")
        body += tag("g", pieces.body, transform="translate(18 31)")
        return Block(body, across, high)

    def _back(self, x: float, y: float, n: int) -> str:
        back = self.theme.paint("back")
        body = "".join(
            tag(
                "rect",
                x=x + 3 * k,
                y=y + 0.0,
                width=22,
                height=28,
                rx=4,
                fill=back,
                stroke=self.theme.paint("plate"),
                stroke_width=1.2,
            )
            for k in range(min(n, 3))
        )
        middle = x + 11 + 3 * (min(n, 3) - 1)
        return body + self.text(str(n), middle, y + 18.5, 12, "on-back", bold=True, anchor="middle")

    def _kinds(self, one: Holding) -> list[tuple[Kind, int]]:
        """The kinds in a zone that is seen, with their numbers."""
        assert one.pieces is not None
        layout = self.rules.layout
        kinds = {kind.id: kind for kind in layout.kinds_of(layout.zones[one.zone])}
        return [(kinds[id], n) for id, n in one.pieces.items]

    def _fan(self, most: float, one: Holding) -> Block:
        """The cards of a zone, those of a kind on one another, in as many rows as it takes."""
        name = f"your {self.names[one.zone]}"
        body, wide, x, down = self.text(name, 0, 11, SMALL + 1, "dim"), 0.0, 0.0, 0.0
        for kind, n in self._kinds(one):
            step, below = 9.0, min(n, 5) - 1
            if x and x + step * below + CARD + 5 > most:
                x, down = 0.0, down + TALL + 10
            for k in range(below):
                body += self._card(kind, x + step * k, down, bare=True)
            x += step * below
            body += self._card(kind, x, down, n=n)
            x += CARD + 8
            wide = max(wide, x)
        told = f"{name}: {self.words.pieces(one.pieces, one.zone)}" if one.pieces else name
        return Block(
            named(body, told, zone=one.zone, of=one.seat, size=one.size, pieces=one.pieces),
            max(wide, width(name, SMALL + 1)),
            TALL + 22 + down,
        )

    def _card(self, kind: Kind, x: float, y: float, bare: bool = False, n: int = 1) -> str:
        piece = self.looks[kind]
        body = tag(
            "rect",
            x=x,
            y=y + 17,
            width=CARD,
            height=TALL,
            rx=6,
            fill=self.theme.paint("card"),
            stroke=self.theme.paint("rim"),
        )
        if bare:
            return body + tag(
                "rect", x=x + 3, y=y + 20, width=4, height=TALL - 6, rx=2, fill=piece.colour
            )
        body += tag(
            "rect", x=x + 3, y=y + 20, width=CARD - 6, height=TALL - 22, rx=4, fill=piece.colour
        )
        inner = emblem(piece.path, piece.letters, ink_on(piece.colour), 36.0)
        body += tag("g", inner, transform=f"translate({x + CARD / 2:g} {y + 45:g})")
        fit = max(7.5, min(9.5, (CARD - 4) / width(piece.name, 1)))
        body += self.text(
            cut(piece.name, fit, CARD - 2), x + CARD / 2, y + 83.2, fit, anchor="middle"
        )
        if n > 1:
            body += tag(
                "circle",
                cx=x + CARD - 4,
                cy=y + 21,
                r=9,
                fill=self.theme.paint("plate"),
                stroke=self.theme.paint("rim"),
            )
            body += self.text(str(n), x + CARD - 4, y + 25, 11, bold=True, anchor="middle")
        return body


def key_of(found: Sequence[tuple[str, Route]], theme: Theme, across: float) -> Block:
    """A line of each terrain beside its name."""
    blocks: list[Block] = []
    for name, style in found:
        way = Way((4, 9), (24, 9), (46, 9))
        ground = theme.paint("water" if style.wet else "land")
        body = tag("rect", width=50, height=18, rx=5, fill=ground) + line(way, style, theme)
        body += tag("text", escaped(name), x=57, y=13.5, font_size=12, fill=theme.paint("ink"))
        blocks.append(Block(body, 57 + width(name, 12), 20))
    inner = flow(blocks, across)
    return Block(tag("g", inner.body, data_part="key"), inner.width, inner.height)


def flow(blocks: Sequence[Block], most: float) -> Block:
    """Blocks side by side, in as many rows as it takes."""
    body, x, y, high, wide = "", 0.0, 0.0, 0.0, 0.0
    for one in blocks:
        if x and x + one.width > most:
            x, y, high = 0.0, y + high + 4, 0.0
        body += f'<g transform="translate({x:.1f} {y:.1f})">{one.body}</g>'
        x += one.width + GAP
        wide, high = max(wide, x - GAP), max(high, one.height)
    return Block(body, wide, y + high)
