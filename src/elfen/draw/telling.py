"""Telling: the position in words that are good to read aloud, for the description of a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elfen.declare import Kind, Memo
from elfen.draw.desk import Row
from elfen.text import Words, capital, counted, listed

if TYPE_CHECKING:
    from elfen.declare.given import Holding, Observation

#: A seat, its town, how many town pieces it took, its points in words, and its zones.
Seated = tuple[int, str, int, str, tuple["Holding", ...]]


class Telling:
    """What pictures of games of one ruleset say; each sentence is made once and kept."""

    def __init__(self, words: Words, endless: frozenset[str]) -> None:
        self.words, self.endless = words, endless
        self._held: Memo[Holding, str] = Memo(self._holding)
        self._seats: Memo[Seated, str] = Memo(self._seat, 1024)
        self._routes: Memo[tuple[str, tuple[Kind, ...]], str] = Memo(self._lying)

    def table(self, view: Observation, asked: str, rows: Sequence[Row]) -> list[str]:
        """What is `asked` of whom, each seat, the table, and the routes; a line each."""
        who = "the public" if view.seat is None else self.words.seat(view.seat)
        lines = [f"Round {view.round} as {who} may see it. {asked}"]
        lines += self._seats.of([(r.seat, r.town, r.taken, r.points, r.held) for r in rows])
        held = [one for one in view.holdings if one.seat is None and one.size]
        if held:
            lines.append(f"On the table: {' '.join(self._held.of(held))}")
        return lines + self._routes.of(view.lying)

    def _seat(self, what: Seated) -> str:
        seat, town, taken, points, held = what
        points, plus, more = points.partition(" + ")
        has = [counted(taken, "town piece", "no"), points, f"{more} points" if plus else ""]
        who, told = capital(self.words.seat(seat)), listed([*filter(None, has)])
        first = f"{who} is in {self.words.town(town)}: {told}."
        return " ".join([first, *self._held.of(held)])

    def _holding(self, one: Holding) -> str:
        name = capital(self.words.zone(one.zone))
        if one.zone in self.endless:
            return f"{name}: more than enough."
        if one.pieces is not None:
            return f"{name}: {self.words.pieces(one.pieces, one.zone)}."
        return f"{name}: {self.words.number(one.size, one.zone) if one.size else 'nothing'}."

    def _lying(self, what: tuple[str, tuple[Kind, ...]]) -> str:
        route, kinds = what
        return f"On {self.words.route(route)}: {listed([self.words.kind(one) for one in kinds])}."
