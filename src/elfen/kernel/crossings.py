"""Crossings: the steps that can be paid for, tabulated by what lies on a route.

Where prices depend only on the route's contents, the ways to pay them are looked up in one go; if a
term depends on the seat or the state, each leg is asked what it costs there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import getitem
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import fields

from elfen.declare import (
    Contents,
    Counts,
    Memo,
    Need,
    Pieces,
    Price,
)
from elfen.errors import RulesetError
from elfen.kernel.free_steps import refuse_unbounded
from elfen.kernel.payments import (
    Choices,
    Payment,
    PaymentTable,
    Picker,
    Row,
    picker,
)
from elfen.kernel.position import Fields, Position

if TYPE_CHECKING:
    from elfen.declare import Action
    from elfen.declare.given import Ruleset

T = TypeVar("T")

#: For some legs of a town at a time: a picker of their contents, and the rows by these contents.
Legs = tuple[tuple[Picker, Memo[Sequence[Contents], tuple[Row[T], ...]]], ...]

_none = picker(())

#: How many legs that a piece may open are looked up at once, with the others between them: the
#: same contents of more legs seldom come again.
_AT_ONCE = 3

_MOST_TABLED = 4096
_MOST_MADE = 16_384


class Crossings(Generic[T]):
    """All steps that can be paid for, as objects made by `make(route id, pieces)`."""

    def __init__(self, rules: Ruleset, make: Callable[[str, Pieces], T]) -> None:
        self._rules = rules
        self._make = make
        #: By route id, what is made for pieces: neighbours in a list are neighbours in memory.
        self._made: Memo[str, Memo[Pieces, T]] = Memo(
            lambda route: Memo(partial(make, route), _MOST_MADE)
        )
        #: The payments of crossings so far, by their pieces.
        self.known: dict[Pieces, Payment] = {}
        self._by_prices: Memo[tuple[int, tuple[Price, ...]], Choices[T] | None] = Memo(
            self._choices, _MOST_TABLED
        )
        self._by_contents = Memo(self._tables)
        self._legs = Memo(self._leg_rows)

    def open_to(self, position: Fields, seat: int) -> Sequence[T]:
        """What the seat can do from its boot's town. `position` may be a bare state."""
        start, zones = position.boots[seat], position.zones
        try:
            tabled = self._legs.kept[start]
        except KeyError:
            tabled = self._legs.learn(start)
        if tabled is not None:
            found: tuple[Row[T], ...] = ()
            for contents_of, by_contents in tabled:
                contents = contents_of(position.routes)
                try:
                    found += by_contents.kept[contents]
                except KeyError:
                    found += by_contents.learn(contents)
        else:
            position = self._full(position)
            legs = self._rules.board.legs[start]
            found = _rows_of([self.choices(position, seat, route) for route, _ in legs])
        out: list[T] = []
        same: Memo[Counts, Picker] | None = None  # most routes have the same one, for a caravan
        pick = _none
        for zone, kind, n, things, picks, more, table in found:
            held = zones[zone[seat]]
            if held[kind] >= n:
                out += things
            if picks is not None:
                if picks is not same:
                    same = picks
                    try:
                        pick = picks.kept[held]
                    except KeyError:
                        pick = picks.learn(held)
                out += pick(more)
            elif table is not None:
                out += table.affordable(zones, seat)(more)
        return out

    def choices(self, position: Fields, seat: int, route: int) -> Choices[T] | None:
        """All payments for crossing a route from the seat's town, affordable or not.

        None if the route does not touch that town, or cannot be travelled.
        """
        start = position.boots[seat]
        by_contents = self._by_contents[route, start]
        if by_contents is not None:
            return by_contents[position.routes[route]]
        if not self._leads(route, start):
            return None
        return self._by_prices[route, self.prices(position, seat, route)]

    def prices(self, position: Fields, seat: int, route: int) -> tuple[Price, ...]:
        """The prices of a route that touches the seat's town."""
        start, contents = position.boots[seat], position.routes[route]
        full = self._full(position)
        return self._rules.quotes.prices(route, start, contents, seat, full)

    def payment(self, position: Fields, seat: int, route: int, pieces: Pieces) -> Payment | None:
        """The payment that these pieces make for crossing a route from the seat's town, if any."""
        choices = self.choices(position, seat, route)
        if choices is None:
            return None
        return choices.payments.get(pieces)

    def route_field(self, cls: type[Action]) -> str | None:
        """The field of an action class in which `make` puts the route; None if there is none.

        Raises `RulesetError` for a board without routes.
        """
        board = self._rules.board
        route = next(iter(board.routes), None)
        if route is None:
            raise RulesetError(f"{cls.__name__} crosses a route, and board {board.name!r} has none")
        made: Any = self._make(route.id, Pieces())
        names: list[str] = [one.name for one in fields(cls)]
        return next((name for name in names if getattr(made, name, None) == route.id), None)

    def domain(self) -> Iterator[T]:
        """Everything that could ever be possible, for any contents that a route may have.

        Cost terms with `could` give all their answers; others are asked for the start of a game.
        """
        rules = self._rules
        stocked = {
            rules.layout.kind_number[k] for o in rules.stock if o.entry.count for k in o.entry.kinds
        }
        kinds = rules.layout.priced & stocked
        contents_on = Memo[str, tuple[Contents, ...]](partial(rules.layout.contents_of, kinds))
        ways: dict[tuple[int, tuple[Need, ...]], Price] = {}
        ask = rules.quotes.all_possible()
        for start, legs in enumerate(rules.board.legs):
            for route, _ in legs:
                for contents in contents_on[rules.board.routes[route].terrain]:
                    for prices in self._possible(partial(ask, route, start, contents)):
                        for price in prices:
                            ways[route, price.needs] = price
        rules.quotes.refuse_crowd(ways)
        made: dict[T, None] = {}
        for route, needs in ways:
            known = self._made[rules.board.routes[route].id]
            for payment in rules.payment_table(needs).payments:
                made[known[payment.pieces]] = None
        yield from made

    def _possible(
        self, ask: Callable[[int | None], tuple[Price, ...]]
    ) -> Iterator[tuple[Price, ...]]:
        """All prices in any possible state, for each seat if any term asks whose crossing it is."""
        try:
            for_anybody = ask(None)
        except RulesetError:
            yield from map(ask, range(self._rules.most_players))
        else:
            yield for_anybody

    def _full(self, fields: Fields) -> Position:
        """The position with these fields."""
        return fields if isinstance(fields, Position) else self._rules.position(fields)

    def _leads(self, route: int, start: int) -> bool:
        board = self._rules.board
        return board.towns[start].id in board.routes[route].ends

    def _tables(self, key: tuple[int, int]) -> Memo[Contents, Choices[T] | None] | None:
        """A route's choices from a town, by contents; None if they depend on more than those."""
        quotes = self._rules.quotes
        if quotes.by_seat or quotes.by_state:
            return None
        return Memo(partial(self._tabled, *key) if self._leads(*key) else lambda contents: None)

    def _leg_rows(self, start: int) -> Legs[T] | None:
        """Pickers of the contents of a town's legs, each with its rows; None if not by contents."""
        routes = [route for route, _ in self._rules.board.legs[start]]
        tables = [self._by_contents[route, start] for route in routes]
        if None in tables:
            return None

        def some(here: slice) -> tuple[Picker, Memo[Sequence[Contents], tuple[Row[T], ...]]]:
            def rows(contents: Sequence[Contents]) -> tuple[Row[T], ...]:
                return _rows_of(map(getitem, tables[here], contents))  # type: ignore[arg-type]

            return picker(routes[here]), Memo(rows, _MOST_TABLED)

        return tuple(map(some, self._together(routes)))

    def _together(self, routes: Sequence[int]) -> Iterator[slice]:
        """Slices of a town's legs to look up at once."""
        opens, kinds = self._rules.quotes.opens, self._rules.layout.priced
        first = changing = 0
        for at, route in enumerate(routes):
            if any(opens(route, kind) for kind in kinds):
                if changing == _AT_ONCE:
                    yield slice(first, at)
                    first, changing = at, 0
                changing += 1
        yield slice(first, len(routes))

    def _tabled(self, route: int, start: int, contents: Contents) -> Choices[T] | None:
        return self._by_prices[route, self._rules.quotes.usual(route, start, contents, 0)]

    def _choices(self, key: tuple[int, tuple[Price, ...]]) -> Choices[T] | None:
        route, prices = key
        if not prices:
            return None
        refuse_unbounded(self._rules.cost_terms, prices)
        made = self._made[self._rules.board.routes[route].id]
        parts: list[tuple[PaymentTable, tuple[T, ...]]] = []
        seen: set[Pieces] = set()
        for price in prices:
            table = self._rules.payment_table(price.needs)
            if not seen.isdisjoint(table.number):
                table = self._rules.payment_table(price.needs, frozenset(seen))
            seen.update(table.number)
            moves = tuple(made.of([payment.pieces for payment in table.payments]))
            self.known.update((payment.pieces, payment) for payment in table.payments)
            parts.append((table, moves))
        return Choices(parts)


def _rows_of(choices: Iterable[Choices[T] | None]) -> tuple[Row[T], ...]:
    """All rows of these choices in order, leaving out None."""
    return tuple([row for one in choices if one is not None for row in one.rows])
