"""The ways out of towns that a ruleset has, and their prices as demands on the zones of seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import Factory, field, frozen

from elfen.bots.planner.purse import Demand, Field, Packing
from elfen.declare import Contents, Memo, SameMemo
from elfen.kernel import picker

if TYPE_CHECKING:
    from elfen.declare import Leaps, Price
    from elfen.game import Ruleset
    from elfen.kernel import StatePosition

_MOST_PRICED = 1 << 15
_MOST_PACKINGS = 256

#: The route number of a leap, which uses none.
NO_ROUTE = -1


class Priced(NamedTuple):
    """A price, and its demands."""

    price: Price
    demands: tuple[Demand, ...]


@frozen
class Opening:
    """A step with these `contents` on its route, at any of the prices.

    With `laid` (a kind number) such a piece has been laid there first.
    """

    contents: Contents
    prices: tuple[Priced, ...]
    laid: int | None = None


def _asked_by(way_out: Exit) -> frozenset[Field]:
    """The sets of kinds that the openings of an exit ask for."""
    demands = [d for one in way_out.openings for _, some in one.prices for d in some]
    return frozenset([(demand.zone, demand.places) for demand in demands])


@frozen(eq=False)
class Exit:
    """A way out of a town number: along a route number or, without one, by a `leap`.

    `fields` are the sets of kinds that its openings ask for.
    """

    start: int
    route: int
    end: int
    openings: tuple[Opening, ...]
    leap: Leaps[Any] | None = None
    fields: frozenset[Field] = field(init=False, default=Factory(_asked_by, takes_self=True))


#: The ways out of one town.
Exits = tuple[Exit, ...]

#: A town number, what lies on each of its legs, the kinds that may be laid there, the seat, and the
#: leaps that there are.
Asked = tuple[int, Sequence[Contents], tuple[int, ...], int, tuple["Leaps[Any]", ...]]

#: A route, the town numbers where it begins and ends, what lies on it, the kinds that may be laid
#: there, and the seat.
Crossed = tuple[int, int, int, Contents, tuple[int, ...], int]


class KnownPrices:
    """A ruleset's ways out of towns and their prices, as far as they do not depend on the state.

    What is asked for again is the same object: equal demands, exits, and ways to pack purses.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self._layout, self._quotes = rules, rules.layout, rules.quotes
        self._by_seat = rules.quotes.by_seat
        self._bearing = rules.layout.priced
        #: What may lie on a route, of all that bears on prices, by its terrain.
        self._possible = Memo[str, frozenset[Contents]](
            lambda terrain: frozenset(rules.layout.contents_of(self._bearing, terrain))
        )
        self.layable = Memo(self._layable, _MOST_PRICED)
        self._exits: Memo[Crossed, Exit] = Memo(self._exit, _MOST_PRICED)
        self._lying_at = [picker([route for route, _ in legs]) for legs in rules.board.legs]
        self._exits_of: Memo[Asked, Exits] = Memo(self._all_exits, _MOST_PRICED)
        self._asked: Memo[frozenset[Field], frozenset[Field]] = Memo(lambda fields: fields)
        self._asked_at: Memo[Exits, frozenset[Field]] = Memo(
            lambda exits: self._asked[frozenset().union(*[one.fields for one in exits])]
        )
        self._together: Memo[frozenset[frozenset[Field]], frozenset[Field]] = Memo(
            lambda parts: frozenset[Field]().union(*parts)
        )
        self._entries_of: Memo[Asked, Exits] = Memo(self._all_entries, _MOST_PRICED)
        self.leaps: Memo[tuple[Leaps[Any], int], tuple[Exit, ...]] = Memo(self._leap)
        self.packings = Memo[tuple[frozenset[Field], int, frozenset[int]], Packing](
            lambda key: Packing(*key), _MOST_PACKINGS
        )
        self._usual = Memo[tuple[int, int, Contents, int], tuple[Priced, ...]](
            lambda key: self._all_priced[self._quotes.usual(*key)], _MOST_PRICED
        )
        self._all_priced = SameMemo[tuple["Price", ...], tuple[Priced, ...]](
            lambda prices: tuple(self._priced.of(prices)), _MOST_PRICED
        )
        self._priced = Memo["Price", Priced](
            lambda price: Priced(price, self.demands(price)), _MOST_PRICED
        )
        self._demands: Memo[Demand, Demand] = Memo(lambda demand: demand, _MOST_PRICED)

    def exits_of(
        self,
        town: int,
        routes: Sequence[Contents],
        lays: tuple[int, ...],
        seat: int,
        leaps: tuple[Leaps[Any], ...],
    ) -> Exits:
        """The ways out of a town, whatever they cost, with these contents of all routes."""
        seat = seat if self._by_seat else 0
        return self._exits_of[town, self._lying_at[town](routes), lays, seat, leaps]

    def asked_by(self, exits: Iterable[Exits]) -> frozenset[Field]:
        """The sets of kinds that the ways out of these towns ask for."""
        return self._together[frozenset(self._asked_at.of([*exits]))]

    def demands(self, price: Price) -> tuple[Demand, ...]:
        """A price as demands."""
        layout = self._layout
        return tuple(
            self._demands[
                Demand(
                    layout.index(need.zone),
                    frozenset(
                        n
                        for n, kind in enumerate(layout.kinds_of(need.zone))
                        if need.kinds is None or kind.id in need.kinds
                    ),
                    need.n,
                )
            ]
            for need in price.needs
        )

    def priced(
        self, route: int, start: int, contents: Contents, seat: int, position: StatePosition
    ) -> tuple[tuple[Priced, ...], frozenset[int | str]]:
        """The prices for a seat of crossing a route in a position, with their demands; and what
        they rest on.
        """
        prices, read = self._quotes.prices_and_reads(route, start, contents, seat, position)
        return self._all_priced[prices], read

    def entries_of(
        self, town: int, routes: Sequence[Contents], lays: tuple[int, ...], seat: int
    ) -> Exits:
        """The ways that lead to a town along routes, whatever they cost."""
        seat = seat if self._by_seat else 0
        return self._entries_of[town, self._lying_at[town](routes), lays, seat, ()]

    def _all_entries(self, key: Asked) -> Exits:
        town, lying, lays, seat, _ = key
        legs = zip(self._rules.board.legs[town], lying, strict=True)
        found = self._exits.of([(n, end, town, there, lays, seat) for (n, end), there in legs])
        return tuple([one for one in found if one.openings])

    def _all_exits(self, key: Asked) -> Exits:
        town, lying, lays, seat, leaps = key
        legs = zip(self._rules.board.legs[town], lying, strict=True)
        found = self._exits.of([(n, town, end, there, lays, seat) for (n, end), there in legs])
        found = [one for one in found if one.openings]
        for leap in leaps:
            found += self.leaps[leap, town]
        return tuple(found)

    def _exit(self, key: Crossed) -> Exit:
        route, start, end, lying, lays, seat = key
        laid: list[tuple[Contents, int | None]] = [(lying, None)]
        laid += self.layable[route, lying, lays] if lays else ()
        found = [Opening(c, self._usual[route, start, c, seat], kind) for c, kind in laid]
        return Exit(start, route, end, tuple([one for one in found if one.prices]))

    def _leap(self, key: tuple[Leaps[Any], int]) -> tuple[Exit, ...]:
        leap, start = key
        prices = tuple(self._priced.of(leap.prices))
        openings = (Opening((), prices),)
        ends = leap.ends(self._rules, start) if prices else ()
        return tuple([Exit(start, NO_ROUTE, end, openings, leap) for end in ends])

    def _layable(
        self, key: tuple[int, Contents, tuple[int, ...]]
    ) -> tuple[tuple[Contents, int], ...]:
        """The possible contents of a route after laying one of these kinds, with that kind."""
        route, lying, kinds = key
        possible = self._possible[self._rules.board.routes[route].terrain]
        found = [(tuple(sorted((*lying, kind))), kind) for kind in kinds]
        return tuple(
            (more, kind)
            for more, kind in found
            if kind in self._bearing
            and tuple([n for n in more if n in self._bearing]) in possible
            and self._quotes.opens(route, kind)
        )


#: The prices of the rulesets that were last planned for.
known_prices: Memo[Ruleset, KnownPrices] = Memo(KnownPrices, most=8)
