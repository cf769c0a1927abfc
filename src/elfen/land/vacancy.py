"""Which roads are vacant, and which can take an obstacle, as pieces are laid in phase 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import compress

from elfen.land.pieces import OBSTACLE
from elfen.plugin import Memo, Ruleset

Lying = tuple[int, ...]

#: So many routes can have their numbers in bytes, which are looked up fastest.
_BYTES = 256

#: What lies on all routes; by route number whether no counter does, and whether there is a
#: counter and no obstacle. Truth values are bytes, 1 or 0.
Tables = tuple[Sequence[Lying], bytearray, bytearray]


class Vacancy:
    """Tables of the roads, carried on from one turn to the next.

    `transports` gives the kind numbers of which no two lie on a road. It is asked late.
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
        #: The tables that were asked for last.
        self.last: Tables = ((), bytearray(), bytearray())

    def vacant(self, lying: Lying) -> bool:
        """Whether no counter is among what lies on a road."""
        return self._told[lying][0]

    def of(self, routes: Sequence[Lying]) -> Tables:
        """The tables for what lies on the routes: new ones if those of `last` are of others."""
        if self.last[0] is not routes:
            vacant, blockable = bytearray(b"\1") * self._width, bytearray(self._width)
            for route in compress(self._numbers, routes):
                vacant[route], blockable[route] = self._told[routes[route]]
            self.last = (routes, vacant, blockable)
        return self.last

    def numbers(self, routes: Sequence[int]) -> RouteNumbers:
        """Route numbers; `translate` gives for each the byte of a table."""
        return bytes(routes) if self._width == _BYTES else _Wide(routes)

    def carry_on(self, before: Sequence[Lying], route: int, after: Sequence[Lying]) -> None:
        """Something has been laid on a route: if `last` was of before, it is of after now."""
        seen, vacant, blockable = self.last
        if seen is before:
            vacant, blockable, lying = vacant.copy(), blockable.copy(), after[route]
            told = self._told.kept.get(lying) or self._told.learn(lying)
            vacant[route], blockable[route] = told
            self.last = (after, vacant, blockable)


class _Wide(tuple[int, ...]):
    """Route numbers, looked up in a table of any length as bytes are in one of theirs."""

    __slots__ = ()

    def translate(self, table: bytearray) -> bytes:
        return bytes([table[number] for number in self])


RouteNumbers = bytes | _Wide
