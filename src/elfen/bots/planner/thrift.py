"""Thrift: how far a purse could reach if every step were as cheap as possible.

That bounds the number of further steps, so that a search can drop what cannot become better
than what it has already found.
"""

from __future__ import annotations

from collections.abc import Iterable

from elfen.bots.planner.purse import Purse
from elfen.bots.planner.ways import STOCK, Way
from elfen.declare import Memo

_MOST_PURSES = 1 << 16


class Thrift(Memo[int, tuple[int, ...]]):
    """The number of pieces left of a purse after 0, 1, 2... of the cheapest steps.

    It ignores where ways lie: one with a single demand can be taken as long as the pieces for it
    last, any other as long as there are enough pieces at all. If some way is `free`, there is
    no bound.
    """

    __slots__ = ("_classes", "_ones", "_others", "_top", "free")

    def __init__(self, purse: Purse, ways: Iterable[Way]) -> None:
        super().__init__(self._after, _MOST_PURSES)
        least: dict[tuple[int, frozenset[int]], int] = {}
        others: list[int] = []
        for way in ways:
            paid = [demand for demand in way.demands if demand.zone != STOCK and demand.n]
            if len(paid) == 1:
                field = paid[0].zone, paid[0].places
                least[field] = min(least.get(field, paid[0].n), paid[0].n)
            else:
                others.append(sum(demand.n for demand in paid))
        classes = sorted(((n, field) for field, n in least.items()), key=lambda one: one[0])
        self._classes = [(n, purse.shift(*field)) for n, field in classes]
        self._ones, self._top = purse.ones, purse.top
        self._others = min(others, default=None)
        self.free = self._others == 0

    def _after(self, held: int) -> tuple[int, ...]:
        left = held >> self._top
        out = [left]
        others, ones = self._others, self._ones
        for n, shift in self._classes:
            if others is not None and others <= n:
                break
            there = held >> shift & ones
            for _ in range((there if there < left else left) // n):
                left -= n
                out.append(left)
        if others is not None:
            while left >= others:
                left -= others
                out.append(left)
        return tuple(out)
