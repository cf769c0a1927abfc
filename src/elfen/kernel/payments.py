"""Payments: which concrete pieces can pay a price, and which of these a seat can afford.

This is the core of the library's speed, kept in one place. A price such as "any three cards"
stands for many payments; a `PaymentTable` lists them once, and finds the affordable ones with a
bitwise and of one mask per kind. The answer is cached per holding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, product
from math import comb
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import field, frozen

from elfen.declare import MOST_SEATS, Counts, Kind, Layout, Memo, Need, Pieces, Shown
from elfen.errors import RulesetError, brief
from elfen.kernel.table import Table

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.knowledge import Ledger

T = TypeVar("T")

_MOST_HOLDINGS = 32_768
#: How many ways to pay a table may have, times the pieces that are due.
_MOST_LISTED = 1_000_000

Picker = Callable[[Sequence[Any]], Sequence[Any]]

#: A part of a payment: zone numbers by seat, of the source and of the target, the counts, and the
#: (place, count) of each kind in them.
Part = tuple[tuple[int, ...], tuple[int, ...], Counts, tuple[tuple[int, int], ...]]


@frozen(repr=False)
class Payment(Shown):
    """Concrete pieces with which a seat pays; a `PaymentTable` or `Choices` has them.

    `pieces` is what notation shows: by kind id, or `kind@zone` for an id that two paying zones
    have. `parts` says the same by numbers, with a part for each paying zone: the zone's numbers by
    seat, those of the zone that it pays into, and counts in the order of its kinds.
    `moves` are the parts, each with the (place, count) of the kinds in it.
    """

    pieces: Pieces
    parts: tuple[tuple[tuple[int, ...], tuple[int, ...], Counts], ...]
    moves: tuple[Part, ...] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        moves = [(*p, tuple([(k, n) for k, n in enumerate(p[2]) if n])) for p in self.parts]
        object.__setattr__(self, "moves", tuple(moves))

    def affordable(self, zones: Sequence[Counts], seat: int) -> bool:
        """Whether a seat holds these pieces, in the zones of a state or position."""
        for source, _, _, kinds in self.moves:
            held = zones[source[seat]]
            for kind, n in kinds:
                if held[kind] < n:
                    return False
        return True


def picker(indexes: Sequence[int]) -> Picker:
    """A function that picks these items of a tuple or list, at the speed of C."""
    if not indexes:
        return itemgetter(slice(0, 0))
    first, last = indexes[0], indexes[-1] + 1
    if last - first == len(indexes) and [*indexes] == [*range(first, last)]:
        return itemgetter(slice(first, last))
    return itemgetter(*indexes)


class PaymentTable:
    """Every payment that meets all of `needs`, except those in `without`.

    Get one from `rules.payment_table(needs)`. `payments` has them in the order of their notation,
    `number` their indexes by pieces. `affordable(zones, seat)` is a function that picks what the
    seat can afford from any tuple with one item per payment; in a table of one zone, `picks`
    keeps these functions by the zone's counts.

    `names` gives the name of each (zone, kind id) in notation, `pays_into` the zones that
    pieces go to, by seat, `stocked` the kinds of which pieces exist.
    """

    def __init__(
        self,
        layout: Layout,
        needs: Sequence[Need],
        names: Mapping[tuple[str, str], str],
        pays_into: Mapping[str, tuple[int, ...]],
        stocked: frozenset[Kind],
        without: frozenset[Pieces] = frozenset(),
    ) -> None:
        zones = {need.zone.name: need.zone for need in needs}
        self._zones = tuple(layout.indexes(zone) for zone in zones.values())
        found: dict[Pieces, Payment] = {}
        for bundle in _bundles(layout, needs, stocked):
            counts = {
                names[zone, kind.id]: n
                for zone, vector in bundle.items()
                for kind, n in zip(layout.kinds_of(zones[zone]), vector, strict=True)
            }
            parts = tuple(
                (layout.indexes(zones[zone]), pays_into[zone], vector)
                for zone, vector in bundle.items()
            )
            payment = Payment(Pieces.of(counts), parts)
            if payment.pieces not in without:
                found[payment.pieces] = payment
        self.payments = tuple(found[pieces] for pieces in sorted(found, key=lambda p: p.items))
        self.number = {payment.pieces: n for n, payment in enumerate(self.payments)}
        self._columns = tuple(_columns(self.payments))
        masks = {(zone_at, kind): masks for zone_at, kind, masks in self._columns}
        #: The masks of every kind of every zone, in order; none for kinds that no payment uses.
        self._masks = tuple(
            masks.get((at, kind), ())
            for at, zone in enumerate(zones.values())
            for kind in range(len(layout.kinds_of(zone)))
        )
        #: What every payment needs, fees first: zone numbers by seat, a kind's place, how many.
        self._least = tuple(
            (self._zones[zone_at], kind, n)
            for zone_at, kind, masks in reversed(self._columns)
            if (n := masks.count(0))
        )
        self._numbers = tuple(range(len(self.payments)))
        self._every = int.from_bytes(b"\1" * len(self._numbers), "little")
        #: If the only payment is of a single kind: zone numbers by seat, its place, how many.
        self.lone = self._lone_kind()
        #: In a table of one zone: that zone's numbers by seat, and a picker for each holding.
        self.zone = self._zones[0] if len(self._zones) == 1 else None
        self.picks = Memo[Counts, Picker](self._picker, _MOST_HOLDINGS)

    def affordable(self, zones: Sequence[Counts], seat: int) -> Picker:
        """A picker of the payments that `seat` can make, for tuples aligned with `payments`."""
        if self.zone is not None:
            return self.picks[zones[self.zone[seat]]]
        for zone, kind, n in self._least:
            if zones[zone[seat]][kind] < n:
                return picker(())
        return self._picker(chain.from_iterable([zones[index[seat]] for index in self._zones]))

    def _lone_kind(self) -> tuple[tuple[int, ...], int, int] | None:
        if len(self.payments) != 1 or len(self._columns) != 1:
            return None
        [(zone_at, kind, masks)] = self._columns
        return self._zones[zone_at], kind, len(masks)

    def _picker(self, holdings: Iterable[int]) -> Picker:
        """A picker of the payments whose bytes are left in the and of all kinds' masks."""
        left = self._every
        for n, masks in zip(holdings, self._masks):  # noqa: B905
            if n < len(masks):
                left &= masks[n]
        return picker([*compress(self._numbers, left.to_bytes(len(self._numbers), "little"))])


def ways_to_pay(layout: Layout, needs: Sequence[Need]) -> int:
    """How many ways there are to meet all needs, at most, found without listing any.

    Kinds without pieces count too, and so do ways with the same pieces.
    """
    ways = 1
    for need in needs:
        kinds = layout.kinds_of(need.zone)
        fit = sum(need.kinds is None or kind.id in need.kinds for kind in kinds)
        ways *= comb(need.n + fit - 1, fit - 1) if fit else not need.n
    return ways


def refuse_endless(
    layout: Layout, needs: Sequence[Need], asks: Callable[[], str], most: int
) -> None:
    """Raise `RulesetError` if needs can be met in too many ways to list all; it begins with what
    `asks` for them.

    `most` bounds the ways times the pieces, as a table has masks for each number of pieces.
    """
    pieces, ways = sum(need.n for need in needs), ways_to_pay(layout, needs)
    if ways * pieces > most:
        raise RulesetError(
            f"{asks()} {brief(pieces)} pieces, too many ways to pay to list them all"
            f" ({brief(ways)}); ask for fewer, or for pieces of fewer kinds"
        )


class PaymentTables(Memo[tuple[tuple[Need, ...], frozenset[Pieces]], PaymentTable]):
    """The payment table of each (needs, pieces left out), made on first use."""

    __slots__ = ()

    def __init__(self, layout: Layout, stocked: frozenset[Kind]) -> None:
        """`stocked` are the kinds of which pieces exist; others cannot pay."""
        paying = [(z, z.pays_into) for z in layout.seat_zones if z.pays_into is not None]
        ids = [kind.id for zone, _ in paying for kind in layout.kinds_of(zone)]
        pays_into = {zone.name: layout.indexes(target) for zone, target in paying}
        names = {
            (zone.name, kind.id): kind.id if ids.count(kind.id) == 1 else f"{kind.id}@{zone.name}"
            for zone, _ in paying
            for kind in layout.kinds_of(zone)
        }

        def make(key: tuple[tuple[Need, ...], frozenset[Pieces]]) -> PaymentTable:
            needs, without = key
            for need in needs:
                if need.zone.name not in pays_into:
                    raise RulesetError(
                        f"a price needs pieces of {need.zone.name!r}, which pays into no zone;"
                        " declare it with pays_into="
                    )
            refuse_endless(layout, needs, lambda: "a price asks for", _MOST_LISTED)
            return PaymentTable(layout, needs, names, pays_into, stocked, without)

        super().__init__(make)


def pay(table: Table, seat: int, payment: Payment) -> None:
    """Move the pieces of a payment from the seat's zones to where they go."""
    for source, target, counts in payment.parts:
        table.shift(source[seat], target[seat], counts)


def paid(
    rules: Ruleset, zones: list[Counts], ledger: Ledger, seat: int, payment: Payment
) -> Ledger:
    """`pay` for short cuts: changes these zones of a state, and gives the ledger after its own."""
    changes = rules.changes
    for sources, targets, counts, kinds in payment.moves:
        source, target = sources[seat], targets[seat]
        change = changes[source][target]
        if change is not None:
            ledger = change(ledger, zones, source, target, counts)
        left, there = [*zones[source]], [*zones[target]]
        for kind, n in kinds:
            left[kind] -= n
            there[kind] += n
        zones[source], zones[target] = tuple(left), tuple(there)
    return ledger


def _bundles(
    layout: Layout, needs: Sequence[Need], stocked: frozenset[Kind]
) -> Iterator[dict[str, Counts]]:
    """Every way to meet all needs, as counts by zone name."""
    options = [list(_multisets(layout, need, stocked)) for need in needs]
    for choice in product(*options):
        bundle: dict[str, Counts] = {}
        for need, counts in zip(needs, choice, strict=True):
            old = bundle.get(need.zone.name, (0,) * len(counts))
            bundle[need.zone.name] = tuple(a + b for a, b in zip(old, counts, strict=True))
        yield bundle


def _multisets(layout: Layout, need: Need, stocked: frozenset[Kind]) -> Iterator[Counts]:
    kinds = layout.kinds_of(need.zone)
    allowed = [
        n
        for n, kind in enumerate(kinds)
        if kind in stocked and (need.kinds is None or kind.id in need.kinds)
    ]

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


def _columns(payments: Sequence[Payment]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """For each (zone, kind) that payments use: the affordable payments by the number held.

    These are masks with a byte for each payment, 1 or 0, for use with `compress`.
    """
    vectors = [[counts for _, _, counts in payment.parts] for payment in payments]
    if not vectors:
        return
    for zone_at, counts in enumerate(vectors[0]):
        for kind in range(len(counts)):
            needed = [vector[zone_at][kind] for vector in vectors]
            if any(needed):
                yield (
                    zone_at,
                    kind,
                    tuple(
                        int.from_bytes(bytes([n <= have for n in needed]), "little")
                        for have in range(max(needed))
                    ),
                )


#: One or two tables of payments: zone numbers by seat; for a table of a single kind, its place in
#: the counts, how many are due, and what they pay for; for another table of that zone, a picker
#: for each holding, and what to pick from; or a table of several zones instead.
Row = tuple[
    tuple[int, ...],
    int,
    int,
    tuple[T, ...],
    Memo[Counts, Picker] | None,
    tuple[T, ...],
    PaymentTable | None,
]

_NEVER = 1 << 60


class Choices(Generic[T]):
    """Alternative payment tables, with one thing (an action) per payment.

    `parts` has each table with its tuple of things; `payments` has each `Payment` by its
    pieces; no pieces are in two tables.

    `rows` has the same, arranged to find quickly what a seat can afford: first the tables that
    need one kind of piece, then those of one zone, then the others.
    """

    __slots__ = ("parts", "payments", "rows")

    def __init__(self, parts: Sequence[tuple[PaymentTable, tuple[T, ...]]]) -> None:
        self.parts = tuple(parts)
        self.payments = {
            payment.pieces: payment for table, _ in self.parts for payment in table.payments
        }
        self.rows: tuple[Row[T], ...] = tuple(_rows(self.parts))


def _rows(parts: Sequence[tuple[PaymentTable, tuple[T, ...]]]) -> Iterator[Row[T]]:
    single = [(*t.lone, things) for t, things in parts if t.lone is not None]
    many = [(t.zone, t, things) for t, things in parts if t.lone is None and t.zone is not None]
    for zone, kind, n, things in single[:-1]:
        yield zone, kind, n, things, None, (), None
    for zone, kind, n, things in single[-1:]:
        if many and many[0][0] == zone:
            _, table, more = many.pop(0)
            yield zone, kind, n, things, table.picks, more, None
        else:
            yield zone, kind, n, things, None, (), None
    for zone, table, more in many:
        yield zone, 0, _NEVER, (), table.picks, more, None
    for table, more in parts:
        if table.zone is None:
            yield (0,) * MOST_SEATS, 0, _NEVER, (), None, more, table
