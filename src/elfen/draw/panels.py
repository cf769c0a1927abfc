"""Panels: what lies around the board, from top to bottom: whose turn it is, seats, cards, piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import Kind, Sign
from elfen.draw.ground import line
from elfen.draw.letters import cut, lines, width
from elfen.draw.looks import Looks, emblem, named, used
from elfen.draw.on_board import boot, chip, chip_width, seat_colour
from elfen.draw.svg import escaped, tag
from elfen.draw.themes import Route, Theme, ink_on
from elfen.draw.ways import Way
from elfen.errors import PositionError
from elfen.text import Words, counted

if TYPE_CHECKING:
    from elfen.declare.given import Holding, Observation
    from elfen.text import Quote

_GAP = 14.0
_SMALL, _USUAL, _LARGE = 10.5, 13.0, 18.0
_CARD, _TALL = 58.0, 72.0


@frozen
class Block:
    """A part of a panel about its own origin, the left upper corner."""

    body: str
    width: float
    height: float


@frozen
class Sheet:
    """What panels are drawn with: the view, its words and looks, a theme, and the width.

    `totals` are the points by seat if nothing is hidden.
    """

    view: Observation
    words: Words
    looks: Looks
    theme: Theme
    width: float
    totals: Mapping[int, int] | None = None

    @property
    def seen_by(self) -> str:
        """Who may see what is drawn."""
        if self.totals is not None:
            return "with nothing hidden"
        seat = self.view.seat
        return "as everybody sees it" if seat is None else f"as seat {seat} sees it"

    def text(
        self,
        told: str,
        x: float,
        y: float,
        size: float = _USUAL,
        ink: str = "ink",
        bold: bool = False,
        anchor: str | None = None,
    ) -> str:
        """A line of text on a panel."""
        return tag(
            "text",
            escaped(told),
            x=x,
            y=y,
            font_size=size,
            fill=self.theme.paint(ink),
            font_weight="bold" if bold else None,
            text_anchor=anchor,
        )

    # The top ---------------------------------------------------------------------------

    def heading(self, title: str) -> Block:
        """The round, who looks, and what the table waits for."""
        view = self.view
        games = " + ".join(plugin.name for plugin in view.rules.plugins)
        last = cut(f"{games} · {self.seen_by}", _USUAL, self.width * 0.6)
        first = cut(
            f"{title} · round {view.round}",
            _LARGE,
            self.width - 24 - width(last, _USUAL),
            bold=True,
        )
        body = self.text(first, 2, 18, _LARGE, bold=True)
        body += self.text(last, self.width - 2, 18, _USUAL, "dim", anchor="end")
        down = 38.0
        due = getattr(view.pending, "seat", None)
        start = 2.0
        if due is not None:
            body += tag("circle", cx=9, cy=down - 4.5, r=7, fill=seat_colour(due))
            start = 22.0
        for told in lines(self.words.pending(view), _USUAL + 1, self.width - start - 4):
            body += self.text(told, start, down, _USUAL + 1)
            down += 18
        return Block(tag("g", body, data_part="heading"), self.width, down - 8)

    # Seats -----------------------------------------------------------------------------

    def seats(self, signs: Mapping[int, Sequence[Sign]]) -> Block:
        """A row for each seat: its boot, its town, its pieces and its score so far."""
        totals = self._totals()
        body, down = "", 0.0
        for seat in range(self.view.players):
            row = self._seat(seat, totals.get(seat, ""), signs.get(seat, ()))
            body += tag("g", row.body, transform=f"translate(0 {down:.1f})", data_seat=seat)
            down += row.height + 6
        return Block(tag("g", body, data_part="seats"), self.width, down)

    def _totals(self) -> dict[int, str]:
        """By seat, the points so far; none where the rules cannot say."""
        if self.totals is not None:
            return {seat: counted(n, "point", "no") for seat, n in self.totals.items()}
        try:
            scores = self.view.scores
        except PositionError:
            return {}
        return {
            one.seat: counted(one.total, "point", "no") + ("" if one.complete else " + secret ones")
            for one in scores
        }

    def _seat(self, seat: int, points: str, signs: Sequence[Sign]) -> Block:
        view, side = self.view, 250.0
        held = [one for one in view.holdings if one.seat == seat and one.size]
        if seat == view.seat:
            held = [one for one in held if self._open_to_all(one)]
        pieces = flow([self._held(one) for one in held], self.width - side - 12)
        high = max(60.0, pieces.height + 14)
        due = getattr(view.pending, "seat", None) == seat
        body = tag(
            "rect",
            width=self.width,
            height=high,
            rx=9,
            fill=self.theme.paint("plate"),
            stroke=seat_colour(seat) if due else self.theme.paint("edge"),
            stroke_width=2.4 if due else 1,
        )
        body += tag(
            "path",
            d=f"M9 0H7A7 7 0 0 0 0 9V{high - 9:.1f}A7 7 0 0 0 7 {high:.1f}H9Z",
            fill=seat_colour(seat),
        )
        body += boot(seat, 30, 26, 1.5)
        name = f"Seat {seat}" + (" · you" if seat == view.seat else "")
        body += self.text(name, 52, 20, _USUAL + 1, bold=True)
        start = 52 + width(name, _USUAL + 1, bold=True) + 6
        for one in signs:
            body += chip(one, start, 15)
            start += chip_width(one) + 3
        taken = counted(len(view.visited[seat]), "town piece", "no")
        where = f"{self.words.town(view.towns[seat])}, {taken}"
        for told, level in ((where, 34.5), (points, 47.5)):
            body += self.text(cut(told, _SMALL, side - 56), 52, level, _SMALL, "dim")
        body += tag("g", pieces.body, transform=f"translate({side:g} 6)")
        return Block(body, self.width, high)

    def _open_to_all(self, one: Holding) -> bool:
        """Whether all seats see a zone; what only its owner sees lies with the cards."""
        return self.view.rules.visibility[one.zone].value == "public"

    # Pieces ----------------------------------------------------------------------------

    def _name(self, zone: str) -> str:
        """The name of a zone or slot, with its plugin if another one is called the same."""
        name = self.words.zone(zone)
        rules = self.view.rules
        same = [one for one in (*rules.layout.zones, *rules.slots) if self.words.zone(one) == name]
        return name if len(same) == 1 else f"{name} ({zone.partition('/')[0]})"

    def _held(self, one: Holding) -> Block:
        """A zone: its name, and its pieces or a back."""
        name = self._name(one.zone)
        head = width(name, _SMALL)
        if one.pieces is None:
            body, wide = self._back(0, 15, one.size), 30.0
            told = f"{name}: {self.words.number(one.size, one.zone)}, hidden"
        else:
            body, wide = "", 0.0
            for kind, n in self._kinds(one):
                body += used(self.looks.number(kind), wide + 12, 30)
                wide += 25
                if n > 1:
                    body += self.text(f"×{n}", wide, 34.5, _USUAL, bold=True)
                    wide += width(f"×{n}", _USUAL, bold=True)
                wide += 5
            told = f"{name}: {self.words.pieces(one.pieces, one.zone)}"
        body = self.text(name, 0, 10, _SMALL, "dim") + body
        return Block(
            named(body, told, zone=one.zone, of=one.seat, size=one.size, pieces=one.pieces),
            max(head, wide),
            46,
        )

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
        layout = self.view.rules.layout
        kinds = {kind.id: kind for kind in layout.kinds_of(layout.zones[one.zone])}
        return [(kinds[id], n) for id, n in one.pieces.items]

    def hand(self) -> Block | None:
        """The seat's own pieces that others do not see, as cards."""
        blocks: list[Block] = []
        for one in self.view.holdings:
            if one.seat is None or one.seat != self.view.seat or not one.size:
                continue
            if one.pieces is None or self._open_to_all(one):
                continue
            blocks.append(self._fan(one))
        if not blocks:
            return None
        flowed = flow(blocks, self.width)
        return Block(tag("g", flowed.body, data_part="hand"), flowed.width, flowed.height)

    def _fan(self, one: Holding) -> Block:
        """The cards of a zone, those of a kind on one another."""
        name = f"your {self._name(one.zone)}"
        body, wide = self.text(name, 0, 11, _SMALL + 1, "dim"), 0.0
        for kind, n in self._kinds(one):
            step = 9.0
            for k in range(min(n, 5) - 1):
                body += self._card(kind, wide + step * k, bare=True)
            wide += step * (min(n, 5) - 1)
            body += self._card(kind, wide, n=n)
            wide += _CARD + 8
        told = f"{name}: {self.words.pieces(one.pieces, one.zone)}" if one.pieces else name
        return Block(
            named(body, told, zone=one.zone, of=one.seat, size=one.size, pieces=one.pieces),
            max(wide, width(name, _SMALL + 1)),
            _TALL + 22,
        )

    def _card(self, kind: Kind, x: float, bare: bool = False, n: int = 1) -> str:
        piece = self.looks[kind]
        body = tag(
            "rect",
            x=x,
            y=17,
            width=_CARD,
            height=_TALL,
            rx=6,
            fill=self.theme.paint("card"),
            stroke=self.theme.paint("rim"),
        )
        if bare:
            return body + tag(
                "rect", x=x + 3, y=20.0, width=4, height=_TALL - 6, rx=2, fill=piece.colour
            )
        body += tag(
            "rect", x=x + 3, y=20, width=_CARD - 6, height=_TALL - 22, rx=4, fill=piece.colour
        )
        inner = emblem(piece.path, piece.letters, ink_on(piece.colour), 36.0)
        body += tag("g", inner, transform=f"translate({x + _CARD / 2:g} 45)")
        fit = max(7.5, min(9.5, (_CARD - 4) / width(piece.name, 1)))
        body += self.text(
            cut(piece.name, fit, _CARD - 2), x + _CARD / 2, 83.2, fit, anchor="middle"
        )
        if n > 1:
            body += tag(
                "circle",
                cx=x + _CARD - 4,
                cy=21,
                r=9,
                fill=self.theme.paint("plate"),
                stroke=self.theme.paint("rim"),
            )
            body += self.text(str(n), x + _CARD - 4, 25, 11, bold=True, anchor="middle")
        return body

    # The table -------------------------------------------------------------------------

    def table(self) -> Block | None:
        """Open rows, and piles with the number of their pieces."""
        held = [one for one in self.view.holdings if one.seat is None and one.size]
        if not held:
            return None
        inner = flow([self._held(one) for one in held], self.width - 24)
        body = tag(
            "rect",
            width=self.width,
            height=inner.height + 14,
            rx=9,
            fill=self.theme.paint("plate"),
            stroke=self.theme.paint("edge"),
        )
        body += tag("g", inner.body, transform="translate(12 7)")
        return Block(tag("g", body, data_part="table"), self.width, inner.height + 14)

    def notes(self, quote: Quote | None, told: Sequence[str]) -> Block | None:
        """What slots say, prices, and a quote, in words."""
        out = [
            f"{self._name(name).capitalize()}: {text}" for name, text in self.words.slots(self.view)
        ]
        out += told
        out += [] if quote is None else str(quote).splitlines()
        cuts = [part for one in out for part in lines(one, _SMALL + 1, self.width - 8)]
        if not cuts:
            return None
        body = "".join(
            self.text(one, 2, 12 + 15 * n, _SMALL + 1, "dim") for n, one in enumerate(cuts)
        )
        return Block(tag("g", body, data_part="notes"), self.width, 15.0 * len(cuts) + 4)


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
        body += tag("g", one.body, transform=f"translate({x:.1f} {y:.1f})")
        x += one.width + _GAP
        wide, high = max(wide, x - _GAP), max(high, one.height)
    return Block(body, wide, y + high)
