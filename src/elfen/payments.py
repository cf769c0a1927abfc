"""Payments: which concrete pieces can pay a set of prices, and which of them a seat affords.

This is the fast thing of the library, kept in one place. A price such as "any three
cards" stands for many payments; a `PaymentTable` lists them once, and finds the affordable
ones by and-ing one bit set per kind. The answer is kept per holding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Generic, TypeVar

from attrs import frozen

from elfen.costs import Need
from elfen.kinds import Pieces
from elfen.layout import Layout
from elfen.state import Counts
from elfen.table import Table

T = TypeVar("T")

_MOST_HOLDINGS = 2048

Picker = Callable[[tuple[Any, ...]], tuple[Any, ...]]


@frozen
class Payment:
    """Concrete pieces: `parts` are (zone numbers by seat, zone it goes into, counts)."""

    pieces: Pieces
    parts: tuple[tuple[tuple[int, ...], tuple[int, ...], Counts], ...]


def _nothing(items: tuple[Any, ...]) -> tuple[Any, ...]:
    return ()


def picker(indexes: Sequence[int]) -> Picker:
    """A function that picks these items of a tuple, at the speed of C."""
    if not indexes:
        return _nothing
    if len(indexes) == 1:
        only = indexes[0]
        return lambda items: (items[only],)
    return itemgetter(*indexes)


class PaymentTable:
    """Every payment that satisfies one of several alternative lists of needs."""

    def __init__(
        self,
        layout: Layout,
        alternatives: Sequence[Sequence[Need]],
        names: Mapping[tuple[str, str], str],
        pays_into: Mapping[str, tuple[int, ...]],
    ) -> None:
        zones = {need.zone.name: need.zone for needs in alternatives for need in needs}
        self._zones = tuple(layout.indexes(zone) for zone in zones.values())
        found: dict[Pieces, Payment] = {}
        held: dict[Pieces, dict[str, Counts]] = {}
        for needs in alternatives:
            for bundle in _bundles(layout, needs):
                pieces = Pieces.of(
                    {
                        names[zone, kind.id]: n
                        for zone, counts in bundle.items()
                        for kind, n in zip(layout.kinds_of(zones[zone]), counts, strict=True)
                        if n
                    }
                )
                held[pieces] = bundle
                found[pieces] = Payment(
                    pieces,
                    tuple(
                        (layout.indexes(zones[zone]), pays_into[zone], counts)
                        for zone, counts in bundle.items()
                    ),
                )
        self.payments = tuple(sorted(found.values(), key=lambda p: (len(p.pieces), p.pieces.items)))
        self.number = {payment.pieces: n for n, payment in enumerate(self.payments)}
        self._columns = tuple(
            (zone_at, kind, masks)
            for zone_at, zone in enumerate(zones.values())
            for kind, masks in _masks(
                [held[payment.pieces].get(zone.name) for payment in self.payments],
                len(layout.kinds_of(zone)),
            )
        )
        self._single = self._zones[0] if len(self._zones) == 1 else None
        self._pickers: dict[object, Picker] = {}

    def affordable(self, zones: Sequence[Counts], seat: int) -> Picker:
        """A picker of the payments that `seat` can make, for tuples aligned with `payments`."""
        single = self._single
        holding: Any
        if single is not None:
            holding = zones[single[seat]]
            found = self._pickers.get(holding)
            if found is not None:
                return found
            holdings: tuple[Counts, ...] = (holding,)
        else:
            holding = holdings = tuple([zones[index[seat]] for index in self._zones])
            found = self._pickers.get(holding)
            if found is not None:
                return found
        mask = (1 << len(self.payments)) - 1
        for zone_at, kind, masks in self._columns:
            n = holdings[zone_at][kind]
            if n < len(masks):
                mask &= masks[n]
        found = picker([n for n in range(len(self.payments)) if mask >> n & 1])
        if len(self._pickers) >= _MOST_HOLDINGS:
            self._pickers.clear()
        self._pickers[holding] = found
        return found

    def affords(self, zones: Sequence[Counts], seat: int, payment: Payment) -> bool:
        """Whether a seat can make this payment."""
        return all(
            have >= n
            for source, _, counts in payment.parts
            for have, n in zip(zones[source[seat]], counts, strict=True)
        )


def pay(table: Table, seat: int, payment: Payment) -> None:
    """Take the pieces from the seat's zones to where they go."""
    for source, target, counts in payment.parts:
        table.shift(source[seat], target[seat], counts)


def _bundles(layout: Layout, needs: Sequence[Need]) -> Iterator[dict[str, Counts]]:
    """Every way to meet all needs, as counts by zone name."""
    options = [list(_multisets(layout, need)) for need in needs]
    for choice in product(*options):
        bundle: dict[str, Counts] = {}
        for need, counts in zip(needs, choice, strict=True):
            old = bundle.get(need.zone.name, (0,) * len(counts))
            bundle[need.zone.name] = tuple(a + b for a, b in zip(old, counts, strict=True))
        yield bundle


def _multisets(layout: Layout, need: Need) -> Iterator[Counts]:
    kinds = layout.kinds_of(need.zone)
    allowed = [n for n, k in enumerate(kinds) if need.kinds is None or k.id in need.kinds]

    def fill(left: int, rest: Sequence[int], counts: list[int]) -> Iterator[Counts]:
        if not left:
            yield tuple(counts)
            return
        if not rest:
            return
        for n in range(left, -1, -1):
            counts[rest[0]] = n
            yield from fill(left - n, rest[1:], counts)
        counts[rest[0]] = 0

    yield from fill(need.n, allowed, [0] * len(kinds))


def _masks(vectors: Sequence[Counts | None], kinds: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """For each kind that some payment uses: by how many one holds, the payments in reach."""
    for kind in range(kinds):
        needed = [0 if vector is None else vector[kind] for vector in vectors]
        most = max(needed, default=0)
        if most:
            yield (
                kind,
                tuple(
                    sum(1 << at for at, n in enumerate(needed) if n <= have) for have in range(most)
                ),
            )


class Choices(Generic[T]):
    """A payment table with one thing (an action) for each payment."""

    __slots__ = ("items", "table")

    def __init__(self, table: PaymentTable, items: tuple[T, ...]) -> None:
        self.table = table
        self.items = items

    def open_to(self, zones: Sequence[Counts], seat: int) -> tuple[T, ...]:
        """The things whose payment the seat can make."""
        return self.table.affordable(zones, seat)(self.items)
