"""The search for the best tour: reach every situation with as much left as possible.

A situation is a town and the set of visited towns. Of two paths to the same situation, one that
has at least as much left of everything is as good or better, so only purses that no other purse
dominates are followed. Those with more pieces left come first, so what is followed is hardly
ever dominated later. All this holds for any score lines that do not look at what a seat holds;
whatever they do look at becomes a part of the situation.
"""

from __future__ import annotations

from collections.abc import Sequence

from elfen.bots.planner.follow import Found, Start, follow
from elfen.bots.planner.labels import Situation, bits
from elfen.bots.planner.prices import Exits, known_prices
from elfen.bots.planner.purse import Packing, TooManyFields
from elfen.bots.planner.rows import (
    AllInStock,
    Fare,
    InStock,
    Place,
    Row,
    known_rows,
    least_of,
    place_of,
    with_fares,
)
from elfen.bots.planner.scores import Hopes, Known, Prospect, known_scores
from elfen.bots.planner.tallies import STOCK, known_tallies
from elfen.bots.planner.thrift import NewTowns, Thrift, known_thrift
from elfen.bots.planner.ways import Ways
from elfen.bots.planner.worth import Worth
from elfen.declare import Counts, Memo

_MOST_WORTHS = 1 << 14

#: The bits of a field, the guard bit included, of all but very large hands.
_LEAST_WIDTH = 6

#: How many nodes the first, quick search follows, to find a tour for the full one to beat.
_GLANCE = 20

#: Searches of fewer nodes than this have no quick one before them.
_SMALL = 100


class Search:
    """Searches over ways; each reuses what earlier ones learnt about the score lines."""

    def __init__(self, ways: Ways, worth: Worth) -> None:
        """Raises `TooManyFields` if the needs overlap in too many ways for a purse."""
        self.ways, self.worth = ways, worth
        self._scores = known_scores[ways.rules]
        self._known = self._scores.of(worth)
        if not self._known.points:
            worth.of(ways.seen.boots[ways.seat], ways.seen.visited[ways.seat])
        self._prepare()

    def best(self, stock: Sequence[int] | None, most: int) -> Found:
        """The tour with the highest worth, then with most kept; follows about `most` nodes.

        `stock` says how many pieces of each of the kinds `ways.lays` may be laid; None: any number
        of them. Raises `TooManyFields`.
        """
        while True:
            start = self._start(stock)
            found = follow(self, start, most if most < _SMALL else _GLANCE, None)
            if not found.complete and most >= _SMALL:
                found = follow(self, start, most, found)
            if self.read == self.being_read() and self.by_towns == self._by_towns():
                self._scores.note(self.worth, self._known)
                return found
            self._prepare()

    def _prepare(self) -> None:
        """Compute everything that depends on what the score lines are known to read."""
        ways = self.ways
        self.read = self.being_read()
        self.packing = self._packed()
        self._rows = known_rows[self.packing]
        self.part_of_situation = 0
        for zone in self.read[0] | self.read[1]:
            self.part_of_situation |= self.packing.mask(zone)
        self.by_towns = self._by_towns()
        known = Known() if self.part_of_situation else self._known
        self.points = Memo(self.points_of, _MOST_WORTHS)
        self.points.kept = known.points
        self.bounded = self.worth.bounds is not None and not ways.gifts
        most_steps = sum([sum(counts) for counts in ways.held.values()])
        hopes = Memo[tuple[int, ...], Hopes](
            lambda points: self.worth.hopes(points, most_steps, self.by_towns), _MOST_WORTHS
        )
        hopes.kept, prospects = known.hopes[most_steps, self.by_towns, self.bounded]

        known_points, known_hopes = known.points.get, hopes.kept.get

        def prospect(at: Situation) -> Prospect:
            points = known_points(at) or self.points.learn(at)
            bounds = (known_hopes(points) or hopes.learn(points)) if self.bounded else ()
            return sum(points), bounds

        self.prospects = Memo(prospect, _MOST_WORTHS)
        self.prospects.kept = prospects

    def _by_towns(self) -> bool:
        """Whether only steps to new towns add points, but for the outlook."""
        return self.worth.by_towns and not self.part_of_situation and not self.ways.gifts

    def _packed(self) -> Packing:
        """How purses are packed; raises `TooManyFields`."""
        ways = self.ways
        singly, sizes = self.read
        whole = [(zone, frozenset(range(len(ways.held[zone])))) for zone in sizes]
        most = max([sum(counts) for counts in ways.held.values()], default=0)
        width = max(_LEAST_WIDTH, most.bit_length() + 1)
        packings, kept = known_prices[ways.rules].packings, frozenset(ways.own)
        try:
            return packings[ways.fields(singly).union(whole), width, kept]
        except TooManyFields:
            ways.look_narrowly()
            return packings[ways.fields(singly).union(whole), width, kept]

    def being_read(self) -> tuple[frozenset[int], frozenset[int]]:
        """The paying zones whose contents score lines read, and those whose size only.

        By the numbers that demands have for them.
        """
        worth, ways = self.worth, self.ways
        pairs = [(zone, {own, ways.paying[own]}) for zone, own in ways.own.items()]
        contents = {zone for zone, pair in pairs if pair & worth.contents}
        sizes = {zone for zone, pair in pairs if pair & worth.sizes}
        return frozenset(contents), frozenset(sizes - contents)

    def _start(self, stock: Sequence[int] | None) -> Start:
        """What a search begins with; `stock` is as in `best`."""
        packing = self.packing
        guard = packing.guard
        counted = stock is not None
        counts = (0,) * len(self.ways.lays) if stock is None else stock
        laid = tuple([min(n, packing.ones) for n in counts])
        all_held = packing.purse({**self.ways.held, STOCK: laid})
        gifts = self.ways.gifts

        def affordable(town: int) -> Place:
            # Of everything held, with all gifts in it already, no gift can be taken again.
            found = []
            for row in self.rows_of(town, counted):
                fares = [f for f in row[5] if (all_held - f[1]) & guard == guard]
                if fares:
                    all_of_them = len(fares) == len(row[5])
                    found.append(row if all_of_them else with_fares(row, fares))
            return place_of(found + self._with_gifts(town, counted) if gifts else found)

        # A way lays one piece, so more in stock than that make no difference here.
        single = packing.some_of(STOCK, tuple(counts))

        def in_stock(town: int) -> Place:
            known = self._hoped(town, counted)
            part = single & known.bits
            return known.kept.get(part) or known.learn(part)

        entries = self._entries()
        places = Memo(affordable if entries is None else in_stock)
        held = all_held - packing.cost(self.ways.all_gifts())
        return Start(held, places, self._thrift(places, counted, entries))

    def _entries(self) -> list[Exits] | None:
        """The ways into the new towns, if no more is needed for a bound; they cost anything."""
        return self.ways.entries(self._new_towns()) if self.by_towns else None

    def _new_towns(self) -> list[int]:
        ways = self.ways
        return bits(ways.piece_towns & ~ways.seen.visited[ways.seat])

    def _thrift(
        self, places: Memo[int, Place], counted: bool, entries: list[Exits] | None
    ) -> Thrift | NewTowns:
        """How far the cheapest ways out of these places by town could lead."""
        ways = self.ways
        if not self.by_towns:
            found = [row for town in ways.exits for row in places[town][0]]
            steps = frozenset([fare[3] for row in found for fare in row[5]])
            return known_thrift[self.packing, steps]
        if entries is not None:
            least = self._rows.least[ways.piece_towns, ways.lays if counted else ()]
            return NewTowns(self.packing, least.of(entries))
        into: dict[int, list[Row]] = {}
        for town in ways.exits:
            for row in places[town][0]:
                into.setdefault(row[0], []).append(row)
        tally = known_tallies[self.packing].of
        new = [town for town in self._new_towns() if town in into]
        return NewTowns(self.packing, [tally(least_of(into[town])) for town in new])

    def rows(self, counted: bool = True) -> dict[int, list[Row]]:
        """The rows by town; the pieces laid on them are `counted`, or there is no end of them."""
        return {town: self.rows_of(town, counted) for town in self.ways.exits}

    def rows_of(self, town: int, counted: bool) -> list[Row]:
        """The rows of a town, whatever they cost; without gifts."""
        return [one.row for one in self._exits(town, counted)]

    def _exits(self, town: int, counted: bool) -> list[InStock]:
        ways, singly = self.ways, self.read[0]
        if ways.go_on and not singly and not ways.gifts:
            return self._hoped(town, counted).exits
        lays = ways.lays if counted else ()
        towns, read = ways.piece_towns, self.part_of_situation
        return self._rows.of(
            [
                (
                    ways.one_by_one(one, singly) if singly else one,
                    ways.follows(one),
                    (1 << one.end) & towns,
                    lays,
                    read,
                )
                for one in ways.exits[town]
            ]
        )

    def _hoped(self, town: int, counted: bool) -> AllInStock:
        ways = self.ways
        key = ways.piece_towns, ways.lays if counted else (), self.part_of_situation
        return self._rows.hoped[key][ways.exits[town]]

    def _with_gifts(self, town: int, counted: bool) -> list[Row]:
        """The exits again that lead to gifts, with what is left after taking them."""
        packing, found = self.packing, []
        for row in self.rows_of(town, counted):
            fares: list[Fare] = []
            for _, cost, way, takes in row[5]:
                more = self.ways.with_gift(way)
                if more is not None:
                    less = cost - packing.cost(more.gift)
                    fares.append((packing.pieces(less), less, more, takes))
            if fares:
                found.append(with_fares((*row[:2], *fares[0][2].goes_on, 0, []), fares))
        return found

    def points_of(self, situation: Situation) -> tuple[int, ...]:
        """The points by line for a town, the visited towns, and the part of a purse they read."""
        town, visited, purse = situation
        zones = self.zones(purse) if self.part_of_situation else None
        return self.worth.of(town, visited, zones)

    def zones(self, purse: int) -> Sequence[Counts]:
        """The zones as they then are, as exactly as the score lines read them."""
        ways = self.ways
        zones = list(ways.state.zones)
        for zone, own in ways.own.items():
            held, into = zones[own], ways.paying[own]
            if zone in self.read[0]:
                left = tuple(
                    self.packing.left(purse, zone, frozenset([n])) for n in range(len(held))
                )
            elif zone in self.read[1]:
                size = self.packing.left(purse, zone, frozenset(range(len(held))))
                left = _cut(held, size)
            else:
                continue
            zones[own] = left
            gone = [a - b for a, b in zip(held, left, strict=True)]
            zones[into] = tuple(a + b for a, b in zip(zones[into], gone, strict=True))
        return zones


def _cut(held: Counts, size: int) -> Counts:
    """`size` of the pieces, no matter which."""
    out = []
    for n in held:
        out.append(min(n, size))
        size -= out[-1]
    return tuple(out)
