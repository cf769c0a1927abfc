"""Rows: the exits of a town as a search looks at them, with what each price costs as one number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.bots.planner.prices import Exit, Exits
from elfen.bots.planner.purse import Demand, Packing
from elfen.bots.planner.tallies import MIXED, STOCK, Takes, Tally, known_tallies
from elfen.declare import Memo

if TYPE_CHECKING:
    from elfen.declare import Leaps

_MOST_ROWS = 1 << 12
_MOST_STOCKS = 64
_MOST_SORTS = 16

#: For the end's town piece taken and not taken, whether the same decision follows a step (None: the
#: step is not legal).
GoesOn = tuple["bool | None", "bool | None"]


class Way(NamedTuple):
    """A step from a town number along a route number (or by a leap), at one price.

    With `laid` (a kind number) such a piece is laid on the route first. `gift` is what the seat
    takes at the end in answer to a question, written as demands.
    """

    start: int
    route: int
    end: int
    demands: tuple[Demand, ...]
    laid: int | None
    goes_on: GoesOn
    gift: tuple[Demand, ...] = ()
    leap: Leaps[Any] | None = None


#: A way at its price: how many pieces are fewer after it, its cost, the way, and what it takes.
Fare = tuple[int, int, Way, Takes]

#: An exit, unpacked: its end, the end's bit if it has a piece, the flags of `goes_on`, how many
#: pieces are fewer at least, and its fares, the lowest first.
Row = tuple[int, int, "bool | None", "bool | None", int, list[Fare]]

#: An exit, what follows it, the end's bit if it has a piece, the kinds that may be laid on the way
#: and are counted, and the part of purses that score lines read.
Asked = tuple[Exit, GoesOn, int, tuple[int, ...], int]

#: The towns with pieces as bits, and the rest as in `Asked`.
Hoped = tuple[int, tuple[int, ...], int]


_fewer = itemgetter(0)


class InStock(Memo[int, "Row | None"]):
    """A row with the fares whose pieces to lay are in stock, or None if there are none.

    The keys are these bits of a purse with at most one piece of each kind in its stock; no way
    lays more.
    """

    __slots__ = ("bits", "row")

    def __init__(self, row: Row, stock: int) -> None:
        super().__init__(self._of)
        self.row = row
        #: The bits of `stock` that the fares take from.
        self.bits = 0
        for fare in row[5]:
            self.bits |= fare[1] & stock

    def _of(self, held: int) -> Row | None:
        lacking = self.bits & ~held
        fares = [fare for fare in self.row[5] if not fare[1] & lacking]
        return with_fares(self.row, fares) if fares else None


#: The rows of a town, and what their fares cost, the lowest first.
Place = tuple[list[Row], list[int]]


class AllInStock(Memo[int, Place]):
    """What the exits of a town have in stock together, by these bits of a purse."""

    __slots__ = ("bits", "exits")

    def __init__(self, exits: list[InStock]) -> None:
        super().__init__(self._of, _MOST_STOCKS)
        self.exits = exits
        self.bits = 0
        for one in exits:
            self.bits |= one.bits

    def _of(self, held: int) -> Place:
        return place_of([row for one in self.exits if (row := one[held & one.bits]) is not None])


def place_of(rows: list[Row]) -> Place:
    """A place with these rows."""
    return rows, sorted({fare[1] for row in rows for fare in row[5]})


def with_fares(row: Row, fares: list[Fare]) -> Row:
    """The same exit with other fares, the lowest first."""
    return *row[:4], fares[0][0] if fares else 0, fares


class Rows(Memo[Asked, InStock]):
    """The rows of exits for one way to pack purses."""

    __slots__ = ("_packing", "_stock", "hoped", "least")

    def __init__(self, packing: Packing) -> None:
        super().__init__(self._row, _MOST_ROWS)
        self._packing, self._stock = packing, packing.mask(STOCK)
        #: The rows of a whole town, after each of whose exits the same decision follows.
        self.hoped = Memo[Hoped, Memo[Exits, AllInStock]](
            lambda key: Memo(partial(self._hoped, *key), _MOST_ROWS), _MOST_SORTS
        )
        #: The least that some exits take from each field, and with each stock; by the towns with
        #: pieces, and the kinds that may be laid on the way and are counted.
        self.least = Memo[tuple[int, tuple[int, ...]], Memo[Exits, Tally]](
            lambda key: Memo(partial(self._least, *key), _MOST_ROWS), _MOST_SORTS
        )

    def _hoped(self, towns: int, counted: tuple[int, ...], read: int, exits: Exits) -> AllInStock:
        on = True, True
        return AllInStock([self[e, on, (1 << e.end) & towns, counted, read] for e in exits])

    def _least(self, towns: int, counted: tuple[int, ...], exits: Exits) -> Tally:
        takes = least_of([one.row for one in self._hoped(towns, counted, 0, exits).exits])
        return known_tallies[self._packing].of(takes)

    def _row(self, asked: Asked) -> InStock:
        """The ways through an exit, without those that are never cheaper than another."""
        way_out, goes_on, bit, counted, read = asked
        packing = self._packing
        fares: list[Fare] = []
        alike: dict[int | None, list[int]] = {}
        start, route, end, leap = way_out.start, way_out.route, way_out.end, way_out.leap
        for opening in way_out.openings:
            laid = opening.laid
            place = counted.index(laid) if laid in counted else None
            lay: tuple[Demand, ...] = ()
            stock = None
            if place is not None:
                places = frozenset([place])
                lay, stock = (Demand(STOCK, places, 1),), packing.shift(STOCK, places)
            costs = alike.setdefault(place, [])
            for _, paid in opening.prices:
                pieces = sum([demand.n for demand in paid])
                if pieces > packing.ones:
                    continue  # more than any purse holds
                cost = packing.cost(paid + lay)
                if costs and any(map(self._as_cheap, costs, repeat(cost), repeat(read))):
                    continue
                costs.append(cost)
                asks = [demand for demand in paid if demand.n]
                field = packing.shift(asks[0].zone, asks[0].places) if len(asks) == 1 else MIXED
                if len(asks) == 1 and len(asks[0].places) > 1:
                    stock = None
                way = Way(start, route, end, paid + lay, laid, goes_on, leap=leap)
                fares.append((packing.pieces(cost), cost, way, (pieces, field, stock)))
        when_taken, when_new = goes_on
        fares.sort(key=_fewer)
        return InStock(with_fares((end, bit, when_taken, when_new, 0, []), fares), self._stock)

    def _as_cheap(self, cost: int, other: int, read: int) -> bool:
        """Whether a cost never exceeds another, and is the same in what the score lines read."""
        guard = self._packing.guard
        return ((other | guard) - cost) & guard == guard and not (cost ^ other) & read


def least_of(rows: Iterable[Row]) -> list[Takes]:
    """The least that any of these rows takes from each field, and with each stock."""
    least: dict[tuple[int, int | None], Takes] = {}
    for row in rows:
        for _, _, _, takes in row[5]:
            key = takes[1:]
            if key not in least or takes[0] < least[key][0]:
                least[key] = takes
    return [*least.values()]


#: The rows for the packings that were last used.
known_rows: Memo[Packing, Rows] = Memo(Rows, most=256)
