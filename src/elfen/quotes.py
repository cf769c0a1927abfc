"""Quotes in words: every way to pay for a step, and where each card of it comes from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.costs import Line, Need, Price
from elfen.errors import PositionError
from elfen.state import State
from elfen.words import Words, listed

if TYPE_CHECKING:
    from elfen.ruleset import Ruleset


@frozen
class Quote:
    """All ways to pay for crossing `route` from town `start` to town `end`, for one seat.

    `in_hand` says of each price whether the seat holds pieces for it. A quote is a sequence of
    its prices, and as a text it explains them, a line each.
    """

    seat: int
    route: str
    start: str
    end: str
    prices: tuple[Price, ...]
    in_hand: tuple[bool, ...]
    rules: Ruleset = field(repr=False, eq=False)

    def __len__(self) -> int:
        return len(self.prices)

    def __iter__(self) -> Iterator[Price]:
        return iter(self.prices)

    def __getitem__(self, number: int) -> Price:
        return self.prices[number]

    def to_data(self) -> dict[str, Any]:
        """As plain data, of which JSON can be made; a line's plugin is the one that charges it."""
        plugins = {owned.entry.name: owned.plugin for owned in self.rules.cost_terms}
        return {
            "seat": self.seat,
            "route": self.route,
            "start": self.start,
            "end": self.end,
            "ways": [
                {
                    "needs": [
                        {
                            "zone": need.zone.name,
                            "n": need.n,
                            "kinds": None if need.kinds is None else list(need.kinds),
                        }
                        for need in price.needs
                    ],
                    "lines": [
                        {
                            "term": line.term,
                            "plugin": plugins[line.term],
                            "text": line.text,
                            "amount": line.amount,
                            "tag": line.tag,
                        }
                        for line in price.lines
                    ],
                    "in_hand": in_hand,
                }
                for price, in_hand in zip(self.prices, self.in_hand, strict=True)
            ],
        }

    def to_json(self) -> str:
        """As one line of JSON."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    def __repr__(self) -> str:
        ways = f"{len(self.prices)} way{'s' * (len(self.prices) != 1)}, {sum(self.in_hand)} in hand"
        return f"<Quote for seat {self.seat}: {self.route} from {self.start}, {ways}>"

    def __str__(self) -> str:
        words = Words(self.rules)
        terrain = self.rules.terrains[self.rules.board.route(self.route).terrain].name
        way = f"{words.town(self.start)} to {words.town(self.end)} ({terrain})"
        if not self.prices:
            return f"{way}: there is no way to travel here now"
        told = [
            f"{n}. {needed(price.needs, words)} = {summed(price.lines)}"
            + (" (in hand)" if in_hand else "")
            for n, (price, in_hand) in enumerate(zip(self.prices, self.in_hand, strict=True), 1)
        ]
        return "\n".join([f"{way}:", *told])


def needed(needs: Sequence[Need], words: Words) -> str:
    """What a price asks for: `2 dragon cards`, `any 3 travel cards`."""
    return listed([words.need(need) for need in needs]) or "nothing"


def summed(lines: Sequence[Line]) -> str:
    """The lines of a price as a sum: `2 transport chart + 1 obstacle`."""
    parts: list[str] = []
    for line in lines:
        sign = ("−" if line.amount < 0 else "+") if parts else ("−" if line.amount < 0 else "")
        amount = str(abs(line.amount)) if line.amount else ""
        parts += [part for part in (sign, amount, line.text) if part]
    return " ".join(parts)


def quote(rules: Ruleset, state: State, seat: int, route: str) -> Quote:
    """See `Ruleset.quote`."""
    board = rules.board
    way = board.route(route)
    rules.sight.check_seat(seat, state.players)
    start = state.boots[seat]
    town = board.towns[start].id
    if town not in way.ends:
        raise PositionError(f"{route} does not lead from {board.town(town).name}")
    number = board.route_number[route]
    prices = rules.quotes.prices(number, start, state.routes[number], seat, rules.position(state))
    in_hand = tuple(
        any(
            payment.affordable(state.zones, seat)
            for payment in rules.payment_table(price.needs).payments
        )
        for price in prices
    )
    return Quote(seat, route, town, way.other(town), prices, in_hand, rules)
