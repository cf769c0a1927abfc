"""Crossings: the quotes of a ruleset, tabled by what lies on a route.

Prices that depend on the route's contents (and perhaps the seat) are worked out once and
kept; prices with a term that depends on the state are worked out at every call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from elfen.costs import Base, CostTerm, Crossing, Need, Price, quote
from elfen.kinds import Pieces
from elfen.lists import Owned
from elfen.payments import Choices, Payment
from elfen.state import Contents
from elfen.table import Position

if TYPE_CHECKING:
    from elfen.ruleset import Ruleset

T = TypeVar("T")

_MOST_TABLED = 20_000


class Quotes:
    """The compiled cost terms: what any crossing costs."""

    def __init__(self, rules: Ruleset, terms: Sequence[Owned[CostTerm]]) -> None:
        self._rules = rules
        self._terms = terms
        inputs = {name for term in terms for name in term.entry.depends_on}
        self.by_state = "state" in inputs
        self.by_seat = "seat" in inputs
        self._opens: dict[tuple[int, int], bool] = {}

    def prices(
        self, route: int, start: int, contents: Contents, seat: int, position: Position
    ) -> tuple[Price, ...]:
        """All prices of leaving town number `start` along a route with these contents."""
        return quote(self._terms, self._crossing(route, start, contents, seat, position))

    def opens(self, route: int, kind: int) -> bool:
        """Whether a kind lying alone on a route opens a way to travel it, by the base layer.

        That is what a counter's being suited to a road means.
        """
        found = self._opens.get((route, kind))
        if found is None:
            rules = self._rules
            ends = rules.board.routes[route].ends
            position = Position(rules, rules.start(rules.fewest_players))
            found = self._opens[route, kind] = any(
                self._base(route, rules.board.town_number[end], (kind,), position)
                - self._base(route, rules.board.town_number[end], (), position)
                for end in ends
            )
        return found

    def _base(
        self, route: int, start: int, contents: Contents, position: Position
    ) -> set[tuple[Need, ...]]:
        terms = [term for term in self._terms if isinstance(term.entry, Base)]
        crossing = self._crossing(route, start, contents, 0, position)
        return {price.needs for price in quote(terms, crossing)}

    def _crossing(
        self, route: int, start: int, contents: Contents, seat: int, position: Position
    ) -> Crossing:
        board = self._rules.board
        name = board.towns[start].id
        way = board.routes[route]
        directed = self._rules.terrains[way.terrain].directed
        return Crossing(
            way,
            name,
            way.other(name),
            directed and name != way.ends[0],
            tuple(self._rules.layout.kinds[n] for n in contents),
            seat,
            position,
        )


class Crossings(Generic[T]):
    """All steps that can be paid for, as things made by `make(route id, pieces)`."""

    def __init__(self, rules: Ruleset, make: Callable[[str, Pieces], T]) -> None:
        self._rules = rules
        self._make = make
        self._tabled: dict[object, Choices[T] | None] = {}
        self._made: dict[tuple[str, Pieces], T] = {}

    def open_to(self, position: Position, seat: int) -> tuple[T, ...]:
        """What the seat can do from where its boot stands."""
        routes, zones = position.routes, position.zones
        quotes = self._rules.quotes
        tabled = self._tabled
        start = position.boots[seat]
        out: tuple[T, ...] = ()
        plain = not (quotes.by_state or quotes.by_seat)
        for route, _ in self._rules.board.legs[start]:
            try:
                key = (route, start, routes[route]) if plain else None
                choices = tabled[key]
            except KeyError:
                choices = self.choices(route, start, position, seat)
            if choices is not None:
                out += choices.table.affordable(zones, seat)(choices.items)
        return out

    def choices(self, route: int, start: int, position: Position, seat: int) -> Choices[T] | None:
        """All payments for one crossing, affordable or not; None where there is no way."""
        return self._choices(route, start, position.routes[route], position, seat)

    def payment(self, route: int, position: Position, seat: int, pieces: Pieces) -> Payment | None:
        """The payment of a crossing from the seat's town that these pieces make, if any."""
        choices = self.choices(route, position.boots[seat], position, seat)
        if choices is None:
            return None
        number = choices.table.number.get(pieces)
        return None if number is None else choices.table.payments[number]

    def domain(self) -> Iterator[T]:
        """Everything that could ever be open, on any contents a route may have."""
        rules = self._rules
        position = Position(rules, rules.start(rules.most_players))
        made: dict[T, None] = {}
        for start, legs in enumerate(rules.board.legs):
            for route, _ in legs:
                for contents in rules.possible_contents:
                    for seat in range(rules.most_players if rules.quotes.by_seat else 1):
                        choices = self._choices(route, start, contents, position, seat)
                        if choices is not None:
                            made.update(dict.fromkeys(choices.items))
        yield from made

    def _choices(
        self, route: int, start: int, contents: Contents, position: Position, seat: int
    ) -> Choices[T] | None:
        quotes = self._rules.quotes
        key: object = (route, start, contents)
        if quotes.by_state:
            prices = quotes.prices(route, start, contents, seat, position)
            key = (route, prices)
        elif quotes.by_seat:
            key = (route, start, contents, seat)
        if key in self._tabled:
            return self._tabled[key]
        if not quotes.by_state:
            prices = quotes.prices(route, start, contents, seat, position)
        if len(self._tabled) >= _MOST_TABLED:
            self._tabled.clear()
        made = self._tabled[key] = self._make_choices(route, prices)
        return made

    def _make_choices(self, route: int, prices: Sequence[Price]) -> Choices[T] | None:
        if not prices:
            return None
        table = self._rules.payment_table(tuple(price.needs for price in prices))
        name = self._rules.board.routes[route].id
        items = []
        for payment in table.payments:
            key = (name, payment.pieces)
            thing = self._made.get(key)
            if thing is None:
                thing = self._made[key] = self._make(name, payment.pieces)
            items.append(thing)
        return Choices(table, tuple(items))
