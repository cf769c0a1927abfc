"""Thrift: how far a purse could reach if every step were as cheap as possible.

That bounds the number of further steps, so that a search can drop what cannot become better
than what it has already found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from elfen.bots.planner.purse import Packing
from elfen.bots.planner.rows import MIXED, Takes
from elfen.declare import Memo

_MOST_PURSES = 1 << 14

#: The costs of the steps that a field's part of a purse could pay for, in ascending order.
Costs = tuple[int, ...]


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

    __slots__ = ("_any", "_most", "_parts", "_top", "free")

    def __init__(self, packing: Packing, least: Sequence[Iterable[Takes]]) -> None:
        """`least` has, for each of the new towns, the least that is taken on the way there."""
        super().__init__(self._after, _MOST_PURSES)
        by_field: dict[int, dict[int | None, list[int]]] = {}
        for takes in least:
            for n, field, stock in takes:
                by_stock = by_field.get(field)
                if by_stock is None:
                    by_stock = by_field[field] = {}
                if stock in by_stock:
                    by_stock[stock].append(n)
                else:
                    by_stock[stock] = [n]
        self._top, self._most = packing.top, len(least)
        self.free = any(n == 0 for takes in least for n, _, _ in takes)
        #: What steps that take from several fields, or from none, cost.
        self._any = [n for some in by_field.pop(MIXED, {}).values() for n in some]
        self._parts: list[tuple[int, Memo[int, Costs]]] = []
        for field, by_stock in by_field.items():
            mask = packing.ones << field
            for stock, costs in by_stock.items():
                costs.sort()
                mask |= 0 if stock is None else packing.ones << stock
            self._parts.append((mask, Memo(partial(_payable, packing.ones, field, by_stock))))

    def _after(self, held: int) -> tuple[int, ...]:
        costs = [*self._any]
        for mask, known in self._parts:
            part = held & mask
            found = known.kept.get(part)
            costs += known.learn(part) if found is None else found
        costs.sort()
        left = held >> self._top
        out = [left]
        for n in costs[: self._most]:
            left -= n
            if left < 0:
                break
            out.append(left)
        return tuple(out)


def _payable(ones: int, field: int, costs: dict[int | None, list[int]], part: int) -> Costs:
    """The cheapest steps that a part of a purse pays for, which has a field and stocks."""
    found: list[int] = []
    for stock, some in costs.items():
        found += some if stock is None else some[: part >> stock & ones]
    found.sort()
    left = part >> field & ones
    out = []
    for n in found:
        left -= n
        if left < 0:
            break
        out.append(n)
    return tuple(out)


#: The thrift of the packings and steps that were last searched.
known_thrift: Memo[tuple[Packing, frozenset[Takes]], Thrift] = Memo(
    lambda key: Thrift(*key), most=64
)
