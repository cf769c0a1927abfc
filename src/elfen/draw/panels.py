"""Panels: what lies around the board, from top to bottom: whose turn it is, seats, cards, piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.draw.desk import LARGE, SMALL, USUAL, Block, Desk, Row, flow
from elfen.draw.letters import cut, width
from elfen.draw.on_board import seat_colour
from elfen.draw.svg import tag
from elfen.errors import PositionError
from elfen.text import counted

if TYPE_CHECKING:
    from elfen.declare import Sign
    from elfen.declare.given import Holding, Observation
    from elfen.text import Quote

#: How wide a column of seats is at least.
_NARROWEST = 400.0


@frozen
class Sheet:
    """What panels are drawn with: the view, the desk for its pieces, and the width.

    `totals` are the points by seat if nothing is hidden.
    """

    view: Observation
    desk: Desk
    width: float
    totals: Mapping[int, int] | None = None

    @property
    def seen_by(self) -> str:
        """Who may see what is drawn."""
        if self.totals is not None:
            return "with nothing hidden"
        seat = self.view.seat
        return "as everybody sees it" if seat is None else f"as seat {seat} sees it"

    # The top ---------------------------------------------------------------------------

    def heading(self, title: str) -> Block:
        """The round, who looks, and what the table waits for."""
        view = self.view
        last = cut(self.seen_by, USUAL, self.width * 0.6)
        first = cut(
            f"{title} · round {view.round}",
            LARGE,
            self.width - 24 - width(last, USUAL),
            bold=True,
        )
        body = self.desk.text(first, 2, 18, LARGE, bold=True)
        body += self.desk.text(last, self.width - 2, 18, USUAL, "dim", anchor="end")
        down = 38.0
        due = getattr(view.pending, "seat", None)
        start = 2.0
        if due is not None:
            body += tag("circle", cx=9, cy=down - 4.5, r=7, fill=seat_colour(due))
            start = 22.0
        asked = self.desk.words.pending(view)
        for told in self.desk.lines[asked, USUAL + 1, self.width - start - 4]:
            body += self.desk.text(told, start, down, USUAL + 1)
            down += 18
        return Block(tag("g", body, data_part="heading"), self.width, down - 8)

    # Seats -----------------------------------------------------------------------------

    def seats(self, signs: Mapping[int, Sequence[Sign]]) -> Block:
        """A row for each seat: its boot, its town, its pieces and its score so far.

        They stand in two columns if there is room for them.
        """
        totals, held = self._totals(), self._held()
        columns = 2 if self.width >= 2 * _NARROWEST else 1
        across = (self.width - 6 * (columns - 1)) / columns
        body, down = "", 0.0
        rows = [
            self._row(seat, totals.get(seat, ""), signs.get(seat, ()), held[seat])
            for seat in range(self.view.players)
        ]
        for first in range(0, len(rows), columns):
            beside = rows[first : first + columns]
            high = max([self.desk.heights[across, row] for row in beside])
            for n, row in enumerate(beside):
                where = f"translate({n * (across + 6):.1f} {down:.1f})"
                drawn = self.desk.rows[across, high, row].body
                body += f'<g transform="{where}" data-seat="{row.seat}">{drawn}</g>'
            down += high + 6
        return Block(tag("g", body, data_part="seats"), self.width, down)

    def _held(self) -> list[list[Holding]]:
        """By seat, its zones that are not empty."""
        found: list[list[Holding]] = [[] for _ in range(self.view.players)]
        for one in self.view.holdings:
            if one.seat is not None and one.size:
                found[one.seat].append(one)
        return found

    def _row(self, seat: int, points: str, signs: Sequence[Sign], held: list[Holding]) -> Row:
        view = self.view
        own = seat == view.seat
        if own:
            held = [one for one in held if self._open_to_all(one)]
        due = getattr(view.pending, "seat", None) == seat
        town, taken = view.towns[seat], len(view.visited[seat])
        return Row(seat, own, due, town, taken, points, tuple(signs), tuple(held))

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

    def _open_to_all(self, one: Holding) -> bool:
        """Whether all seats see a zone; what only its owner sees lies with the cards."""
        return self.view.rules.visibility[one.zone].value == "public"

    def hand(self) -> Block | None:
        """The seat's own pieces that others do not see, as cards."""
        blocks: list[Block] = []
        for one in self.view.holdings:
            if one.seat is None or one.seat != self.view.seat or not one.size:
                continue
            if one.pieces is None or self._open_to_all(one):
                continue
            blocks.append(self.desk.fans[self.width, one])
        if not blocks:
            return None
        flowed = flow(blocks, self.width)
        return Block(tag("g", flowed.body, data_part="hand"), flowed.width, flowed.height)

    # The table -------------------------------------------------------------------------

    def table(self) -> Block | None:
        """Open rows, and piles with the number of their pieces."""
        held = [one for one in self.view.holdings if one.seat is None and one.size]
        if not held:
            return None
        inner = self.desk.zones(held, self.width - 24)
        body = tag(
            "rect",
            width=self.width,
            height=inner.height + 14,
            rx=9,
            fill=self.desk.theme.paint("plate"),
            stroke=self.desk.theme.paint("edge"),
        )
        body += tag("g", inner.body, transform="translate(12 7)")
        return Block(tag("g", body, data_part="table"), self.width, inner.height + 14)

    def notes(self, quote: Quote | None, told: Sequence[str]) -> Block | None:
        """What slots say, prices, and a quote, in words."""
        shown, names = self.desk.looks.shown, self.desk.names
        found = self.desk.words.slot_lines(self.view, lambda name: names[name].capitalize())
        out = [line for slot, line in found if slot not in shown]
        out += told
        out += [] if quote is None else str(quote).splitlines()
        cuts = [part for one in out for part in self.desk.lines[one, SMALL + 1, self.width - 8]]
        if not cuts:
            return None
        body = "".join(
            self.desk.text(one, 2, 12 + 15 * n, SMALL + 1, "dim") for n, one in enumerate(cuts)
        )
        return Block(tag("g", body, data_part="notes"), self.width, 15.0 * len(cuts) + 4)
