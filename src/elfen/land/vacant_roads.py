"""Which roads are vacant and which can take an obstacle, while pieces are placed in phase 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import compress

from elfen.land.pieces import OBSTACLE
from elfen.plugin import Memo, Ruleset

Lying = tuple[int, ...]

#: The numbers of up to this many routes fit into bytes, which are looked up fastest.
_BYTES = 256

#: The contents of all routes; by route number, whether no counter lies there, and whether a
#: counter and no obstacle does. Truth values are bytes, 1 or 0.
Tables = tuple[Sequence[Lying], bytearray, bytearray]


class Vacancy:
    """Tables of the roads, carried over from one turn to the next.

    `transports` gives the kind numbers of which no second is placed on a road. It is called late.
    """

    __slots__ = ("_numbers", "_told", "_width", "last")

    def __init__(self, rules: Ruleset, transports: Callable[[], Set[int]]) -> None:
        obstacles = rules.layout.numbers_in(OBSTACLE)
        self._numbers = range(len(rules.board.routes))
        self._width = max(_BYTES, len(rules.board.routes))

        def told(lying: Lying) -> tuple[bool, bool]:
            vacant = transports().isdisjoint(lying)
            return vacant, not vacant and obstacles.isdisjoint(lying)

        self._told = Memo(told)
        #: The last tables asked for.
        self.last: Tables = ((), bytearray(), bytearray())

    def vacant(self, lying: Lying) -> bool:
        """Whether the contents of a road include no counter."""
        return self._told[lying][0]

    def of(self, routes: Sequence[Lying]) -> Tables:
        """The tables for these contents of the routes; new ones unless `last` has them."""
        if self.last[0] is not routes:
            vacant, blockable = bytearray(b"\1") * self._width, bytearray(self._width)
            for route in compress(self._numbers, routes):
                vacant[route], blockable[route] = self._told[routes[route]]
            self.last = (routes, vacant, blockable)
        return self.last

    def numbers(self, routes: Sequence[int]) -> RouteNumbers:
        """Route numbers, whose `translate` gives the byte of a table for each."""
        return bytes(routes) if self._width == _BYTES else _Wide(routes)

    def carry_on(self, before: Sequence[Lying], route: int, after: Sequence[Lying]) -> None:
        """Update `last` from the contents before a piece was placed on a route to those after."""
        seen, vacant, blockable = self.last
        if seen is before:
            vacant, blockable, lying = vacant.copy(), blockable.copy(), after[route]
            told = self._told.kept.get(lying) or self._told.learn(lying)
            vacant[route], blockable[route] = told
            self.last = (after, vacant, blockable)


class _Wide(tuple[int, ...]):
    """Route numbers above a byte, with a `translate` that works like that of bytes."""

    __slots__ = ()

    def translate(self, table: bytearray) -> bytes:
        return bytes([table[number] for number in self])


RouteNumbers = bytes | _Wide
