"""Quotes: what any crossing costs, by the compiled cost terms.

Terms are asked once for all routes that they do not tell apart, and once for all states in which
they read the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from elfen.declare import (
    Base,
    Contents,
    CostTerm,
    Crossing,
    Memo,
    Need,
    Owned,
    Price,
    Whereabouts,
    possible,
    quote,
)
from elfen.errors import RulesetError, brief
from elfen.kernel.free_steps import refuse_unbounded
from elfen.kernel.parts_read import PartsRead, Remembered
from elfen.kernel.payments import refuse_endless, ways_to_pay
from elfen.kernel.position import Position, StatePosition

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: The id of a terrain, a lake, and whether one goes upstream.
Ground = tuple[str, "str | None", bool]

#: More pieces than a price usually has.
_FEW = 3

#: How many ways to pay a price may have, times the pieces that are due, and all crossings together.
_MOST_LISTED = 200_000
_MOST_IN_ALL = 500_000

_MOST_MADE = 16_384


class Quotes:
    """The compiled cost terms: what any crossing costs.

    `by_state` and `by_seat` say whether any term depends on the state, or on the seat.
    """

    def __init__(self, rules: Ruleset, terms: Sequence[Owned[CostTerm]]) -> None:
        self._rules = rules
        self._terms = terms
        inputs = {name for term in terms for name in term.entry.depends_on}
        self.by_state = "state" in inputs
        self.by_seat = "seat" in inputs
        self._opens: dict[tuple[int, int], bool] = {}
        #: By route and the town where one begins.
        self.grounds: Memo[tuple[int, int], Ground] = Memo(lambda leg: self._ground(*leg))
        bases = [owned for owned in terms if isinstance(owned.entry, Base)]
        self._bases = Alike(self, lambda crossing: quote(bases, crossing))
        #: The prices in states so far, by the crossing, and the fields that they rest on.
        self._known = Remembered[
            tuple[object, ...], tuple[tuple[Price, ...], frozenset[int | str]]
        ](_MOST_MADE)
        self._usual = Alike(self, lambda crossing: self._checked(quote(terms, crossing)))

    def prices(
        self, route: int, start: int, contents: Contents, seat: int, position: Position
    ) -> tuple[Price, ...]:
        """All prices for leaving town number `start` along a route with these contents."""
        if type(position) is not StatePosition:  # a table changes, and others note what is read
            crossing = self.crossing(route, start, contents, seat, position)
            return self._checked(quote(self._terms, crossing))
        return self.prices_and_reads(route, start, contents, seat, position)[0]

    def prices_and_reads(
        self, route: int, start: int, contents: Contents, seat: int, position: StatePosition
    ) -> tuple[tuple[Price, ...], frozenset[int | str]]:
        """The same prices, and what they rest on: fields of the state, and numbers of zones."""
        anywhere = (self.grounds[route, start], contents, seat, len(position.boots))
        here = (route, start, contents, seat, len(position.boots))
        for key in (anywhere, here):
            known = self._known.find(key, position)
            if known is not None:
                return known
        read, whereabouts = PartsRead(position), Whereabouts()
        crossing = self.crossing(route, start, contents, seat, read, whereabouts)
        prices = self._checked(quote(self._terms, crossing))
        found = prices, read.fields
        self._known.keep(here if whereabouts.asked else anywhere, read, found)
        return found

    def usual(self, route: int, start: int, contents: Contents, seat: int) -> tuple[Price, ...]:
        """All prices for this when a game begins; so they stay, unless terms ask for the state."""
        return self._usual(route, start, contents, seat)

    def all_possible(self) -> Callable[[int, int, Contents, int | None], tuple[Price, ...]]:
        """A function that gives all prices in any possible state; see `declare.costs.possible`.

        It takes a route, the town where one begins, contents, and a seat. Without a seat it raises
        `RulesetError`, if any term asks for it.
        """

        def all_of_them(crossing: Crossing) -> tuple[Price, ...]:
            prices = self._checked(possible(self._terms, crossing))
            refuse_unbounded(self._terms, prices)
            return prices

        return Alike(self, all_of_them)

    def _checked(self, prices: tuple[Price, ...]) -> tuple[Price, ...]:
        """The same prices; raises `RulesetError` for one with no end of ways to pay it, with the
        term that asks for most. Few pieces have few ways, so most are not looked at any further.
        """
        for price in prices:
            n = 0
            for need in price.needs:
                n += need.n
            if n > _FEW:
                asks = partial(self._asks, price)
                refuse_endless(self._rules.layout, price.needs, asks, _MOST_LISTED)
        return prices

    def _asks(self, price: Price) -> str:
        return f"{self._asker(price)} a crossing costs"

    def refuse_crowd(self, ways: Mapping[tuple[int, tuple[Need, ...]], Price]) -> None:
        """Raise `RulesetError` if routes with needs have too many ways to pay in all to list."""
        layout = self._rules.layout
        count = Memo[tuple[Need, ...], int](partial(ways_to_pay, layout))
        total = sum(count[needs] for _, needs in ways)
        if total > _MOST_IN_ALL:
            worst = max(ways.values(), key=lambda price: count[price.needs])
            raise RulesetError(
                f"{self._asker(worst)} there are {brief(total)} ways to cross and pay, too many to"
                " list; ask for fewer pieces, or for pieces of fewer kinds"
            )

    def _asker(self, price: Price) -> str:
        """The term that asks for most of a price, as the beginning of a complaint."""
        plugins = {owned.entry.name: owned.plugin for owned in self._terms}
        lines = [line for line in price.lines if line.term in plugins]  # others are a plugin's own
        most = max(lines, key=lambda line: line.amount).term
        return f"plugin {plugins[most]!r}: with {most!r}"

    def opens(self, route: int, kind: int) -> bool:
        """Whether a kind, alone on a route, adds a base price for crossing it.

        That is what it means for a counter to be suited to a road.
        """
        found = self._opens.get((route, kind))
        if found is None:
            numbers = self._rules.board.town_number
            starts = [numbers[end] for end in self._rules.board.routes[route].ends]
            found = self._opens[route, kind] = any(
                self._base(route, start, (kind,)) - self._base(route, start, ()) for start in starts
            )
        return found

    def _base(self, route: int, start: int, contents: Contents) -> set[tuple[Need, ...]]:
        return {p.needs for p in self._bases(route, start, contents, 0)}

    def _ground(self, route: int, start: int) -> Ground:
        crossing = self.crossing(route, start, (), None, None)
        return crossing.terrain.id, crossing.water, crossing.upstream

    @cached_property
    def begun(self) -> Position:
        """A position at the beginning of a game that has all seats."""
        return self._rules.position(self._rules.start(self._rules.most_players))

    def crossing(
        self,
        route: int,
        start: int,
        contents: Contents,
        seat: int | None,
        position: Position | None,
        whereabouts: Whereabouts | None = None,
    ) -> Crossing:
        """The crossing that terms are asked about: from a town number along a route number.

        `whereabouts` notes whether they ask which route it is.
        """
        board = self._rules.board
        name = board.towns[start].id
        way = board.routes[route]
        terrain = self._rules.terrains[way.terrain]
        layout = self._rules.layout
        return Crossing(
            way,
            name,
            way.other(name),
            terrain,
            terrain.directed and name != way.ends[0],
            tuple(layout.kinds[n] for n in contents if n in layout.priced),
            seat,
            position,
            whereabouts,
        )


class Alike:
    """Prices when a game begins, worked out once for all routes between which no term tells.

    Such routes are of the same terrain and lake, and crossed in the same direction.
    """

    def __init__(self, quotes: Quotes, ask: Callable[[Crossing], tuple[Price, ...]]) -> None:
        self._quotes, self._ask = quotes, ask
        self._known: dict[tuple[object, ...], tuple[Price, ...]] = {}

    def __call__(
        self, route: int, start: int, contents: Contents, seat: int | None
    ) -> tuple[Price, ...]:
        """The prices for leaving town number `start` along a route with these contents."""
        quotes = self._quotes
        key = (quotes.grounds[route, start], contents, seat)
        known = self._known.get(key)
        if known is None:
            whereabouts = Whereabouts()
            crossing = quotes.crossing(route, start, contents, seat, quotes.begun, whereabouts)
            known = self._ask(crossing)
            if not whereabouts.asked and len(self._known) < _MOST_MADE:
                self._known[key] = known
        return known
