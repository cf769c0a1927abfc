"""Panels: what lies around the board, from top to bottom: whose turn it is, cards, seats, piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.draw.blocks import Block
from elfen.draw.desk import Desk, Row
from elfen.errors import PositionError, Seat
from elfen.text import capital

if TYPE_CHECKING:
    from elfen.declare import Sign
    from elfen.declare.given import Holding, Observation
    from elfen.draw.kept import AtTable
    from elfen.text import Quote, Words

#: How wide a column of seats is at least, and how far columns and rows lie apart.
_NARROWEST = 385.0
_APART = 6.0


@frozen
class Sheet:
    """What panels are drawn with: the view, the desk for its pieces, and the width.

    `at_table` has words that know the players, whose seats have `colours`. `totals` are the points
    by seat if nothing is hidden.
    """

    view: Observation
    desk: Desk
    at_table: AtTable
    colours: Sequence[str]
    width: float
    totals: Mapping[int, int] | None = None

    @property
    def words(self) -> Words:
        """Words that know the players."""
        return self.at_table.words

    @property
    def seen_by(self) -> str:
        """Who may see what is drawn."""
        if self.totals is not None:
            return self.words.say("with nothing hidden")
        seat = self.view.seat
        if seat is None:
            return self.words.say("as everybody sees it")
        return self.words.say("as {seat} sees it", seat=Seat(seat))

    # The top ---------------------------------------------------------------------------

    def heading(self, title: str, asked: str) -> Block:
        """The round, who looks, and what the table waits for."""
        told = self.words.say("{game} · round {round}", game=title, round=self.view.round)
        due: int | None = getattr(self.view.pending, "seat", None)
        colour = "" if due is None else self.colours[due]
        return self.desk.headings[self.width, told, self.seen_by, colour, asked].within("heading")

    # Seats -----------------------------------------------------------------------------

    def rows(self, signs: Mapping[int, Sequence[Sign]]) -> list[Row]:
        """What to show of each seat, with its zones that are not empty or that it pays from."""
        view, totals, purses = self.view, self._totals(), self.desk.purses
        called = self.at_table.seats[view.players]
        due = getattr(view.pending, "seat", None)
        held: list[list[Holding]] = [[] for _ in range(view.players)]
        for one in view.holdings:
            if one.seat is not None and (one.size or one.zone in purses):
                held[one.seat].append(one)
        return [
            Row(
                seat,
                capital(called[seat]),
                seat == view.seat,
                seat == due,
                view.towns[seat],
                len(view.visited[seat]),
                *totals.get(seat, ("", False)),
                tuple(signs.get(seat, ())),
                tuple(some),
            )
            for seat, some in enumerate(held)
        ]

    def seats(self, rows: Sequence[Row]) -> Block:
        """A row for each seat: its boot, its town, its pieces and its score so far.

        They stand in several columns if there is room for them.
        """
        desk, view = self.desk, self.view
        columns = max(1, min(view.players, 3, int((self.width + _APART) // (_NARROWEST + _APART))))
        across = (self.width - _APART * (columns - 1)) / columns
        body, down = ['<g data-part="seats">'], 0.0
        drawn = desk.rows.of([(across, row) for row in rows])
        for first in range(0, len(rows), columns):
            beside = drawn[first : first + columns]
            high = max([one.height for one in beside])
            for n, (row, one) in enumerate(zip(rows[first:], beside, strict=False)):
                x = n * (across + _APART)
                body += (
                    f'<g transform="translate({x:.1f} {down:.1f})" data-seat="{row.seat}">',
                    desk.frames[across, high, self.colours[row.seat], row.due],
                    *one.body,
                    "</g>",
                )
            down += high + _APART
        body.append("</g>")
        return Block(body, self.width, down - _APART)

    def _totals(self) -> dict[int, tuple[str, bool]]:
        """By seat, the points so far, and whether it has secret ones; none if rules cannot say."""
        if self.totals is not None:
            found = [(seat, n, False) for seat, n in self.totals.items()]
        else:
            try:
                found = [(one.seat, one.total, not one.complete) for one in self.view.scores]
            except PositionError:
                return {}
        points = self.at_table.points
        return {seat: (points[n], more) for seat, n, more in found}

    def hand(self, rows: Sequence[Row]) -> Block | None:
        """The seat's own pieces that others do not see, as cards."""
        if self.view.seat is None:
            return None
        held = rows[self.view.seat].held
        own = [one for one in held if one.pieces is not None and not self.desk.is_open(one)]
        if not own:
            return None
        return self.desk.hands[self.width, tuple(own), self.colours[self.view.seat]].within("hand")

    # The table -------------------------------------------------------------------------

    def table(self, signs: Sequence[Sign]) -> Block | None:
        """Open rows, piles with the number of their pieces, and signs."""
        held = tuple([one for one in self.view.holdings if one.seat is None and one.size])
        if not held and not signs:
            return None
        return self.desk.tables[self.width, held, tuple(signs)].within("table")

    def slots(self) -> list[tuple[str, str]]:
        """What each slot says, by its name."""
        return [*self.words.slot_lines(self.view, self.desk.slots.__getitem__)]

    def notes(
        self, quote: Quote | None, slots: Sequence[tuple[str, str]], told: Sequence[str]
    ) -> Block | None:
        """What slots say that no layer shows, prices, and a quote, in words."""
        desk = self.desk
        out = [line for slot, line in slots if slot not in desk.looks.shown]
        out += told
        out += [] if quote is None else str(quote).splitlines()
        body, down = ['<g data-part="notes">'], 0.0
        for one in desk.notes.of([(line, self.width) for line in out]):
            body += (f'<g transform="translate(0 {down:.1f})">', *one.body, "</g>")
            down += one.height + 4
        body.append("</g>")
        return Block(body, self.width, down) if out else None
