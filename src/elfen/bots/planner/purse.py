"""Purses: what a seat can pay with, packed into one number.

"Any three cards" can be paid in many ways, which a search would have to try one by one. A
purse pays such a need without choosing the pieces: it has a field for each set of kinds that
some need asks for, which counts the pieces of these kinds less all needs that only they can
meet. As long as no field is negative, all needs can be met at the end (Hall's condition).
Every field has a guard bit above it: one subtraction pays, one `and` tells whether that was
possible, and two tell whether one purse has at least as much as another in every field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from attrs import frozen

from elfen.declare import Counts, Memo

_MOST_FIELDS = 64


@frozen(cache_hash=True)
class Demand:
    """`n` pieces from a zone of a seat, of the kinds at these places of its counts.

    The zone goes by the number that it has for the first seat: so whatever is known of prices is
    known for all seats.
    """

    zone: int
    places: frozenset[int]
    n: int


class TooManyFields(Exception):
    """The needs overlap in too many ways for a purse."""


#: A set of kinds that is asked for: a zone number, and places in its counts.
Field = tuple[int, frozenset[int]]


class Packing:
    """How holdings are packed into purses: with a field for each of these sets of kinds.

    Unions of sets that overlap get fields too. Each field has `width` bits, the guard bit included.
    The number of pieces left in the zones `kept` is above all guard bits, from bit `top` upwards.
    Raises `TooManyFields`.
    """

    def __init__(self, fields: frozenset[Field], width: int, kept: frozenset[int]) -> None:
        asked: dict[int, set[frozenset[int]]] = {}
        for zone, places in fields:
            asked.setdefault(zone, set()).add(places)
        all_fields = [
            (zone, places)
            for zone in sorted(asked)
            for places in sorted(_closed(asked[zone]), key=sorted)
        ]
        if len(all_fields) > _MOST_FIELDS:
            raise TooManyFields
        self._kept = kept
        self._shift = {field: n * width for n, field in enumerate(all_fields)}
        self.guard = sum(1 << (shift + width - 1) for shift in self._shift.values())
        self.top = len(all_fields) * width
        self.width = width
        #: The bits of a field that begins at bit 0, which is also the most that it can count.
        self.ones = (1 << (width - 1)) - 1
        self._costs = Memo(self._cost)

    def purse(self, held: Mapping[int, Counts]) -> int:
        """A purse with these counts by zone number."""
        purse = self.guard
        for (zone, places), shift in self._shift.items():
            counts = held[zone]
            purse += sum([counts[place] for place in places]) << shift
        return purse + (sum([sum(held[zone]) for zone in self._kept]) << self.top)

    def some_of(self, zone: int, counts: Counts) -> int:
        """A purse with one piece of each kind of which a zone has any, and no more than that.

        All fields of the zone are for one kind.
        """
        shifts = self._shift.items()
        return sum([1 << n for (one, at), n in shifts if one == zone and counts[min(at)]])

    def cost(self, demands: Iterable[Demand]) -> int:
        """What to subtract for these demands."""
        return sum([self._costs[demand] for demand in demands])

    def pieces(self, cost: int) -> int:
        """How many pieces fewer are left after a cost; gifts may make it negative."""
        return cost + (1 << self.top >> 1) >> self.top

    def _cost(self, demand: Demand) -> int:
        cost = demand.n << self.top if demand.zone in self._kept else 0
        for (zone, places), shift in self._shift.items():
            if zone == demand.zone and demand.places <= places:
                cost += demand.n << shift
        return cost

    def fields_in(self, zone: int) -> int:
        """How many fields there are for a zone number; those of the lowest zone come first."""
        return sum([one == zone for one, _ in self._shift])

    def mask(self, zone: int) -> int:
        """The bits of a zone's fields."""
        return sum(self.ones << shift for (one, _), shift in self._shift.items() if one == zone)

    def shift(self, zone: int, places: frozenset[int]) -> int:
        """The lowest bit of the field for a set of kinds."""
        return self._shift[zone, places]

    def left(self, purse: int, zone: int, places: frozenset[int]) -> int:
        """The value of the field for a set of kinds."""
        return purse >> self._shift[zone, places] & self.ones


def _closed(asked: set[frozenset[int]]) -> set[frozenset[int]]:
    """The sets and the unions of overlapping ones, which Hall's condition needs."""
    closed = set(asked)
    new = list(asked)
    while new:
        one = new.pop()
        for other in list(closed):
            union = one | other
            if one & other and union not in closed:
                closed.add(union)
                new.append(union)
                if len(closed) > _MOST_FIELDS:
                    raise TooManyFields
    return closed


def settle(
    held: Mapping[int, Counts], demands: Sequence[Demand]
) -> list[tuple[int, Counts]] | None:
    """Pieces that meet all the demands, as one (zone, counts) for each; None if none do.

    Of the kinds that will do, scarcer ones are paid first.
    """
    left = {zone: list(counts) for zone, counts in held.items()}
    order = sorted(range(len(demands)), key=lambda n: len(demands[n].places))
    paid: list[tuple[int, Counts]] = [(0, ())] * len(demands)

    def from_on(at: int) -> bool:
        if at == len(order):
            return True
        demand = demands[order[at]]
        counts = left[demand.zone]
        for places in _ways(counts, demand):
            for place in places:
                counts[place] -= 1
            paid[order[at]] = demand.zone, tuple(map(places.count, range(len(counts))))
            if from_on(at + 1):
                return True
            for place in places:
                counts[place] += 1
        return False

    return paid if from_on(0) else None


def _ways(counts: Sequence[int], demand: Demand) -> Iterator[tuple[int, ...]]:
    scarce = sorted((p for p in demand.places if counts[p]), key=lambda p: (counts[p], p))
    if sum(counts[place] for place in scarce) < demand.n:
        return
    first: list[int] = []
    for place in scarce:
        first += [place] * min(counts[place], demand.n - len(first))
    yield tuple(first)
    for places in combinations_with_replacement(scarce, demand.n):
        if places != tuple(first) and all(places.count(p) <= counts[p] for p in set(places)):
            yield places
