"""Telling: the position in words that are good to read aloud, for the description of a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elfen.declare import Kind, Memo
from elfen.draw.desk import Row
from elfen.text import Words, capital

if TYPE_CHECKING:
    from elfen.declare.given import Holding, Observation

#: What a seat is called, its town, how many town pieces it took, its points in words, whether it
#: has secret ones, and its zones.
Seated = tuple[str, str, int, str, bool, tuple["Holding", ...]]


class Telling:
    """What pictures of games of one ruleset say in one language; each sentence is kept."""

    def __init__(self, words: Words, endless: frozenset[str]) -> None:
        self.words, self.endless = words, endless
        self._held: Memo[Holding, str] = Memo(self._holding)
        self._seats: Memo[Seated, str] = Memo(self._seat, 1024)
        self._routes: Memo[tuple[str, tuple[Kind, ...]], str] = Memo(self._lying)

    def table(self, view: Observation, who: str, asked: str, rows: Sequence[Row]) -> list[str]:
        """What `who` looks may see: what is `asked`, each seat, the table, and the routes."""
        say = self.words.say
        seen = say("Round {round} as {who} may see it.", round=view.round, who=who)
        lines = [f"{seen} {asked}"]
        lines += self._seats.of(
            [(r.name, r.town, r.taken, r.points, r.secret, r.held) for r in rows]
        )
        held = [one for one in view.holdings if one.seat is None and one.size]
        if held:
            told = " ".join(self._held.of(held))
            lines.append(say("On the table: {what}", what=told))
        return lines + self._routes.of(view.lying)

    def _seat(self, what: Seated) -> str:
        name, town, taken, points, secret, held = what
        words = self.words
        has = [words.counted(taken, "town piece", "no"), points]
        has += [words.say("secret points")] if secret else []
        told = words.listed([*filter(None, has)])
        first = words.say("{who} is in {town}: {what}.", who=name, town=words.town(town), what=told)
        return " ".join([first, *self._held.of(held)])

    def _holding(self, one: Holding) -> str:
        name = capital(self.words.zone(one.zone))
        if one.zone in self.endless:
            told = self.words.say("more than enough")
        elif one.pieces is not None:
            told = self.words.pieces(one.pieces, one.zone)
        elif one.size:
            told = self.words.number(one.size, one.zone)
        else:
            told = self.words.say("nothing")
        return f"{name}: {told}."

    def _lying(self, what: tuple[str, tuple[Kind, ...]]) -> str:
        route, kinds = what
        words = self.words
        told = words.listed([words.kind(one) for one in kinds])
        return words.say("On {route}: {kinds}.", route=words.route(route), kinds=told)
