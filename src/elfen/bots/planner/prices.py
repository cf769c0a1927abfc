"""The prices of steps that depend on the ruleset alone, as demands on the zones of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.bots.planner.purse import Demand
from elfen.declare import Contents, Memo

if TYPE_CHECKING:
    from elfen.declare import Leaps, Price
    from elfen.game import Ruleset

_MOST_PRICED = 1 << 15


class Priced(NamedTuple):
    """A price, and its demands on one seat's zones."""

    price: Price
    demands: tuple[Demand, ...]


#: A route, the town number where it is entered, what lies on it, the kinds that may be laid there,
#: and the seat.
Crossed = tuple[int, int, Contents, tuple[int, ...], int]

#: What may be laid on a route (None: nothing), its contents then, and the prices of crossing it.
Offer = tuple["int | None", Contents, tuple[Priced, ...]]


class KnownPrices:
    """A ruleset's prices, as far as they do not depend on the state.

    Equal demands are one object here.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._layout, self._quotes = rules.layout, rules.quotes
        self._bearing = rules.layout.priced
        self._possible = frozenset(rules.layout.contents_of(self._bearing))
        self._blank = rules.position(rules.start(rules.most_players))
        self.priced = Memo(self._priced, _MOST_PRICED)
        self.layable = Memo(self._layable, _MOST_PRICED)
        self.offers: Memo[Crossed, tuple[Offer, ...]] = Memo(self._offers, _MOST_PRICED)
        self._demands: Memo[Demand, Demand] = Memo(lambda demand: demand, _MOST_PRICED)

    def demands(self, price: Price, seat: int) -> tuple[Demand, ...]:
        """A price as demands on a seat's zones."""
        layout = self._layout
        return tuple(
            self._demands[
                Demand(
                    layout.index(need.zone, seat),
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

    def leap(self, leap: Leaps[Any], seat: int) -> tuple[Priced, ...]:
        """The prices of a leap, with their demands on a seat."""
        return tuple(Priced(price, self.demands(price, seat)) for price in leap.prices)

    def _priced(self, key: tuple[int, int, Contents, int]) -> tuple[Priced, ...]:
        route, start, contents, seat = key
        prices = self._quotes.prices(route, start, contents, seat, self._blank)
        return tuple(Priced(price, self.demands(price, seat)) for price in prices)

    def _offers(self, key: Crossed) -> tuple[Offer, ...]:
        route, start, lying, lays, seat = key
        contents: list[tuple[Contents, int | None]] = [(lying, None)]
        if lays:
            contents += self.layable[route, lying, lays]
        found = [(laid, some, self.priced[route, start, some, seat]) for some, laid in contents]
        return tuple([one for one in found if one[2]])

    def _layable(
        self, key: tuple[int, Contents, tuple[int, ...]]
    ) -> tuple[tuple[Contents, int], ...]:
        """The possible contents of a route after laying one of these kinds, with that kind."""
        route, lying, kinds = key
        found = [(tuple(sorted((*lying, kind))), kind) for kind in kinds]
        return tuple(
            (more, kind)
            for more, kind in found
            if kind in self._bearing
            and tuple([n for n in more if n in self._bearing]) in self._possible
            and self._quotes.opens(route, kind)
        )


#: The prices of the rulesets that were last planned for.
known_prices: Memo[Ruleset, KnownPrices] = Memo(KnownPrices, most=8)
