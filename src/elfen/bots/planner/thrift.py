"""Thrift: how far a purse could reach if every step were as cheap as possible.

That bounds the number of further steps, so that a search can drop what cannot become better
than what it has already found.
"""

from __future__ import annotations

from collections.abc import Sequence

from elfen.bots.planner.purse import Packing
from elfen.bots.planner.tallies import MIXED, Takes, Tally, known_left, known_tallies
from elfen.declare import Memo

_MOST_PURSES = 1 << 14


class Thrift(Memo[int, tuple[int, ...]]):
    """The number of pieces left of a purse after 0, 1, 2... of the cheapest steps.

    `steps` says how many pieces each takes from which field of the packing; see `rows.Row`. Where
    a step leads does not matter here: one that takes from a single field can be made as long as
    the pieces there last, any other as long as there are enough pieces at all. If some step is
    `free`, there is no bound.
    """

    __slots__ = ("_fields", "_ones", "_others", "_top", "free")

    def __init__(self, packing: Packing, steps: frozenset[Takes]) -> None:
        super().__init__(self._after, _MOST_PURSES)
        least: dict[int, int] = {}
        for n, field, _ in sorted(steps, key=lambda takes: takes[:2]):
            least.setdefault(field, n)
        self._others = least.pop(MIXED, None)
        self._fields = sorted((n, field) for field, n in least.items())
        self._ones, self._top = packing.ones, packing.top
        self.free = self._others == 0

    def _after(self, held: int) -> tuple[int, ...]:
        left = held >> self._top
        out = [left]
        others, ones = self._others, self._ones
        for n, shift in self._fields:
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


class NewTowns(Memo[int, tuple[int, ...]]):
    """The number of pieces left of a purse after 0, 1, 2... of the cheapest steps to new towns.

    A new town is come to once, at the lowest price of all the ways that lead there and take from
    the same field; and where a piece is laid first, only as often as such pieces last. Otherwise as
    `Thrift`. This is a bound where only steps to new towns add points.
    """

    __slots__ = ("_mixed", "_most", "_payable", "_top", "free")

    def __init__(self, packing: Packing, least: Sequence[Tally]) -> None:
        """`least` has, for each of the new towns, the least that is taken on the way there."""
        super().__init__(self._after, _MOST_PURSES)
        tallies = known_tallies[packing]
        sums = [sum(numbers) for numbers in zip(tallies.of(()), *least, strict=True)]
        self._top, self._most = packing.top, len(least)
        self.free = tallies.is_free(sums)
        #: The prices of steps that take from several fields, or from none.
        self._mixed = tallies.mixed(sums)
        self._payable = [
            (bits, known.kept.get, known.learn) for bits, known in tallies.payable(sums)
        ]

    def _after(self, held: int) -> tuple[int, ...]:
        prices = self._mixed
        for bits, known, learn in self._payable:
            part = held & bits
            found = known(part)
            prices += learn(part) if found is None else found
        return known_left[prices, held >> self._top, self._most]


#: The thrift of the packings and steps that were last searched.
known_thrift: Memo[tuple[Packing, frozenset[Takes]], Thrift] = Memo(
    lambda key: Thrift(*key), most=64
)
