"""The search for the best tour: reach every situation with as much left as possible.

A situation is a town and the set of visited towns. Of two paths to the same situation, one that
has at least as much left of everything is as good or better, so only purses that no other purse
dominates are followed. Those with more pieces left come first, so what is followed is hardly
ever dominated later. All this holds for any score lines that do not look at what a seat holds;
whatever they do look at becomes a part of the situation.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from attrs import evolve, frozen

from elfen.bots.planner.labels import Label, Situation, added, bits, hopeless, promising, ways_to
from elfen.bots.planner.prices import known_prices
from elfen.bots.planner.purse import Packing, TooManyFields
from elfen.bots.planner.rows import STOCK, Row, Way, known_rows, least_of
from elfen.bots.planner.scores import Known, known_scores
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

#: How many purses a search compares before it follows only the best few of each number of pieces
#: left. Only hands several times as large as any in a game have so many that none dominates.
_MOST_COMPARED = 400_000
_FEW = 20


@frozen
class Found:
    """The best tour: its ways in order, its worth, what is left, and how it was found."""

    ways: tuple[Way, ...]
    worth: int
    kept: int
    nodes: int
    complete: bool


class Start(NamedTuple):
    """What a search begins with: a purse, and what is possible with all of it.

    These are the rows by town, their costs, and how far the cheapest of them could lead.
    """

    held: int
    rows: Memo[int, list[Row]]
    costs: Memo[int, list[int]]
    thrift: Thrift | NewTowns


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
            found = self._run(start, most if most < _SMALL else _GLANCE, None)
            if not found.complete and most >= _SMALL:
                found = self._run(start, most, found)
            if self.read == self.being_read() and self.by_towns == self._by_towns():
                self._scores.note(self.worth, self._known)
                return found
            self._prepare()

    def _prepare(self) -> None:
        """Compute everything that depends on what the score lines are known to read."""
        ways = self.ways
        self.read = self.being_read()
        self.packing = self._packed()
        self.part_of_situation = 0
        for zone in self.read[0] | self.read[1]:
            self.part_of_situation |= self.packing.mask(zone)
        self.by_towns = self._by_towns()
        known = Known() if self.part_of_situation else self._known
        self.points = Memo(self.points_of, _MOST_WORTHS)
        self.points.kept = known.points
        self.worths = Memo[Situation, int](lambda at: sum(self.points[at]), _MOST_WORTHS)
        self.worths.kept = known.sums
        most_steps = sum([sum(counts) for counts in ways.held.values()])
        by_points = Memo[tuple[int, ...], tuple[int, ...]](
            lambda points: self.worth.hopes(points, most_steps, self.by_towns), _MOST_WORTHS
        )
        self.hopes = Memo[Situation, tuple[int, ...]](
            lambda at: by_points[self.points[at]], _MOST_WORTHS
        )
        self.hopes.kept = known.hopes[most_steps, self.by_towns]
        self.bounded = self.worth.bounds is not None and not ways.gifts

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
        packings, kept = known_prices[ways.rules].packings, frozenset(ways.paying)
        try:
            return packings[ways.fields(singly).union(whole), width, kept]
        except TooManyFields:
            ways.look_narrowly()
            return packings[ways.fields(singly).union(whole), width, kept]

    def being_read(self) -> tuple[frozenset[int], frozenset[int]]:
        """The paying zones whose contents score lines read, and those whose size only."""
        worth, paying = self.worth, self.ways.paying
        contents = {z for z, into in paying.items() if {z, into} & worth.contents}
        sizes = {z for z, into in paying.items() if {z, into} & worth.sizes}
        return frozenset(contents), frozenset(sizes - contents)

    def _start(self, stock: Sequence[int] | None) -> Start:
        """What a search begins with; `stock` is as in `best`."""
        packing = self.packing
        guard = packing.guard
        counted = stock is not None
        counts = (0,) * len(self.ways.lays) if stock is None else stock
        laid = tuple([min(n, packing.ones) for n in counts])
        all_held = packing.purse({**self.ways.held, STOCK: laid})

        def affordable(town: int) -> list[Row]:
            # Of everything held, with all gifts in it already, no gift can be taken again.
            found = self.rows_of(town, counted)
            return [r for r in found if (all_held - r[0]) & guard == guard or r[5].gift]

        rows = Memo(affordable)
        costs = Memo[int, list[int]](lambda town: [*{row[0] for row in rows[town]}])
        held = all_held - packing.cost(self.ways.all_gifts())
        return Start(held, rows, costs, self._thrift(rows, counted))

    def _thrift(self, rows: Memo[int, list[Row]], counted: bool) -> Thrift | NewTowns:
        """How far the cheapest of these rows by town could lead."""
        ways = self.ways
        if not self.by_towns:
            steps = frozenset([row[6] for town in ways.exits for row in rows[town]])
            return known_thrift[self.packing, steps]
        new = bits(ways.piece_towns & ~ways.seen.visited[ways.seat])
        entries = ways.entries(new)
        if entries is not None:
            known, lays = known_rows[self.packing].least, ways.lays if counted else ()
            return NewTowns(
                self.packing, known.of([(exits, ways.piece_towns, lays) for exits in entries])
            )
        into: dict[int, list[Row]] = {}
        for town in ways.exits:
            for row in rows[town]:
                into.setdefault(row[1], []).append(row)
        return NewTowns(self.packing, [least_of(into[town]) for town in new if town in into])

    def _run(self, start: Start, most: int, known: Found | None) -> Found:
        """Search for something better than what is known."""
        mask, worth = self.part_of_situation, self.worths
        guard, top = self.packing.guard, self.packing.top
        at, seat = self.ways.seen, self.ways.seat
        town, visited = at.boots[seat], at.visited[seat]
        held, rows, costs, thrift = start
        left = held >> top
        value = worth[town, visited, held & mask]
        first: Label = (town, visited, held, None, None, value)
        best, best_worth, best_kept = first, value, left
        if known is not None:
            best_worth, best_kept = known.worth, known.kept
        hopes = self.hopes
        known_hopes, known_thrift_of = hopes.kept.get, thrift.kept.get
        known_worths = worth.kept.get
        known_rows_of, known_costs = rows.kept.get, costs.kept.get
        bounded, by_towns = self.bounded and not thrift.free, self.by_towns
        placeless = by_towns and self.worth.placeless
        a_step = self.worth.a_step if bounded else 0
        waiting: list[list[Label]] = [[] for _ in range(left + 1)]
        waiting[left].append(first)
        labels = {(town, visited, held & mask): [held]}
        nodes, compared, complete = 0, 0, True
        hope: Sequence[int] = ()
        reach: Sequence[int] = ()
        furthest = 0
        while left >= 0:
            # The remaining nodes are divided among the remaining numbers of pieces left.
            queue = waiting[left]
            share = max(1, (most - nodes) // (left + 1))
            if compared > _MOST_COMPARED:
                share = min(share, _FEW)
            if len(queue) > share:
                # In place: steps that cost nothing are added to the queue while it is followed.
                queue[:] = [a for a in queue if a[2] in labels[a[0], a[1], a[2] & mask]]
                if len(queue) > share:
                    queue[:] = promising(queue, share, rows, guard)
                    complete = False
            for label in queue:
                town, visited, held, _, _, _ = label
                key = town, visited, held & mask
                if held not in labels[key]:
                    continue
                if placeless:
                    key = 0, visited, 0
                if bounded:
                    hope = known_hopes(key) or hopes.learn(key)
                    reach = known_thrift_of(held) or thrift.learn(held)
                    if hopeless(hope, reach, best_worth, best_kept):
                        continue
                    furthest = len(reach) - 1
                nodes += 1
                known_value = known_worths(key)
                value = worth.learn(key) if known_value is None else known_value
                if value > best_worth or (value == best_worth and left > best_kept):
                    best, best_worth, best_kept = label, value, left
                for row in known_rows_of(town) or rows[town]:
                    after = held - row[0]
                    if after & guard != guard:
                        continue
                    _, end, bit, when_taken, when_new, way, _ = row
                    new = bit & ~visited
                    goes_on = when_new if new else when_taken
                    seen = visited | bit
                    key = end, seen, after & mask
                    kept = after >> top
                    if goes_on:
                        for next_cost in known_costs(end) or costs[end]:
                            if (after - next_cost) & guard == guard:
                                break
                        else:
                            goes_on = False
                    if not goes_on:
                        if goes_on is None:
                            continue
                        if bounded:
                            most_worth = hope[1 if new or not by_towns else 0]
                            if most_worth <= best_worth and (
                                most_worth < best_worth or kept <= best_kept
                            ):
                                continue
                        if placeless:
                            key = 0, seen, 0
                        worth_there = known_worths(key)
                        if worth_there is None:
                            worth_there = worth.learn(key)
                        if worth_there > best_worth or (
                            worth_there == best_worth and kept > best_kept
                        ):
                            best = (end, seen, after, label, way, worth_there)
                            best_worth, best_kept = worth_there, kept
                        continue
                    promise = value
                    if bounded:
                        # As `hopeless`, by what was possible before this step.
                        steps, paid = furthest, left - kept
                        while steps and reach[steps] < paid:
                            steps -= 1
                        if new or not by_towns:
                            promise += a_step
                            steps = steps + 1 if steps < furthest else furthest
                            most_worth = hope[steps]
                            if most_worth <= best_worth and (
                                most_worth < best_worth
                                or reach[bisect_left(hope, best_worth, 1, steps) - 1] - paid
                                <= best_kept
                            ):
                                continue
                        else:
                            most_worth = hope[steps]
                            if most_worth <= best_worth and (
                                most_worth < best_worth
                                or reach[bisect_left(hope, best_worth, 0, steps)] - paid
                                <= best_kept
                            ):
                                continue
                    purses = labels.get(key)
                    if purses is None:
                        labels[key] = [after]
                    else:
                        compared += len(purses)
                        if after in purses or not added(purses, after, guard):
                            continue
                    if not bounded or not placeless:
                        promise = worth[key]
                    waiting[kept].append((end, seen, after, label, way, promise))
            queue.clear()
            left -= 1
        if known is not None and best is first:
            return evolve(known, nodes=known.nodes + nodes, complete=complete)
        return Found(ways_to(best), best_worth, best_kept, nodes, complete)

    def rows(self, counted: bool = True) -> dict[int, list[Row]]:
        """The ways by town; the pieces laid on them are `counted`, or there is no end of them."""
        return {town: self.rows_of(town, counted) for town in self.ways.exits}

    def rows_of(self, town: int, counted: bool) -> list[Row]:
        """The ways from a town."""
        ways, singly, known = self.ways, self.read[0], known_rows[self.packing]
        lays = ways.lays if counted else ()
        if ways.hopeful and not singly and not ways.gifts:
            return known.hoped[ways.exits[town], ways.piece_towns, lays, self.part_of_situation]
        found: list[Row] = []
        for one in ways.exits[town]:
            way_out = ways.one_by_one(one, singly) if singly else one
            bit = (1 << one.end) & ways.piece_towns
            asked = way_out, ways.follows(one), bit, lays, self.part_of_situation
            found += known[asked]
        if ways.gifts:
            found += [more for row in found if (more := self._with_gift(row)) is not None]
        return found

    def _with_gift(self, row: Row) -> Row | None:
        """The same way, taking what its end gives to a seat that is new there."""
        way = self.ways.with_gift(row[5])
        if way is None:
            return None
        return row[0] - self.packing.cost(way.gift), row[1], row[2], *way.goes_on, way, row[6]

    def points_of(self, situation: Situation) -> tuple[int, ...]:
        """The points by line for a town, the visited towns, and the part of a purse they read."""
        town, visited, purse = situation
        zones = self.zones(purse) if self.part_of_situation else None
        return self.worth.of(town, visited, zones)

    def zones(self, purse: int) -> Sequence[Counts]:
        """The zones as they then are, as exactly as the score lines read them."""
        ways = self.ways
        zones = list(ways.state.zones)
        for zone, into in ways.paying.items():
            held = zones[zone]
            if zone in self.read[0]:
                left = tuple(
                    self.packing.left(purse, zone, frozenset([n])) for n in range(len(held))
                )
            elif zone in self.read[1]:
                size = self.packing.left(purse, zone, frozenset(range(len(held))))
                left = _cut(held, size)
            else:
                continue
            zones[zone] = left
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
