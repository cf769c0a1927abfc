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
from itertools import repeat

from attrs import evolve, frozen

from elfen.bots.planner.purse import Demand, Purse
from elfen.bots.planner.thrift import Thrift
from elfen.bots.planner.ways import Way, Ways
from elfen.bots.planner.worth import Worth
from elfen.declare import Counts, Memo

#: A town, the visited towns, and the part of the purse that matters to the score lines.
Situation = tuple[int, int, int]

#: A label: town, visited, purse, the label before it, and the way that led here.
Label = tuple[int, int, int, "Label | None", "Way | None"]

#: A way, unpacked: cost, end, the end's bit if it has a piece, the flags of `goes_on`, the way.
Row = tuple[int, int, int, "bool | None", "bool | None", Way]


_MOST_WORTHS = 1 << 17

#: How many nodes the first, quick search follows, to find a tour for the full one to beat.
_GLANCE = 300

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


class Search:
    """Searches over ways; each reuses what earlier ones learnt about the score lines."""

    def __init__(self, ways: Ways, worth: Worth) -> None:
        """Raises `TooManyFields` if the needs overlap in too many ways for a purse."""
        self.ways, self.worth = ways, worth
        worth.of(ways.state.boots[ways.seat], ways.state.visited[ways.seat])
        self._prepare()

    def best(self, stock: Sequence[int], most: int) -> Found:
        """The tour with the highest worth, then with most kept; follows about `most` nodes.

        `stock` says how many of each kind of `ways.lays` may be laid. Raises `TooManyFields`.
        """
        while True:
            found = self._run(stock, min(most, _GLANCE), None)
            if not found.complete and most > _GLANCE:
                found = self._run(stock, most, found)
            if self.read == self.being_read():
                return found
            self._prepare()

    def _prepare(self) -> None:
        """Compute everything that depends on what the score lines are known to read."""
        ways = self.ways
        self.read = self.being_read()
        self.singly, sizes = self.read
        demands = ways.every_demand(self.singly)
        for zone in sizes:
            demands.append(Demand(zone, frozenset(range(len(ways.held[zone]))), 0))
        self.purse = Purse(ways.held, demands, ways.paying)
        self.part_of_situation = 0
        for zone in self.singly | sizes:
            self.part_of_situation |= self.purse.mask(zone)
        self.rows = {town: self.rows_of(town) for town in ways.open}
        self.points = Memo(self.points_of, _MOST_WORTHS)
        self.worths = Memo[Situation, int](lambda at: sum(self.points[at]), _MOST_WORTHS)
        most_steps = self.purse.start >> self.purse.top
        by_points = Memo[tuple[int, ...], tuple[int, ...]](
            lambda points: self.worth.hopes(points, most_steps), _MOST_WORTHS
        )
        self.hopes = Memo[Situation, tuple[int, ...]](
            lambda at: by_points[self.points[at]], _MOST_WORTHS
        )
        self.bounded = self.worth.bounds is not None and not ways.gifts
        self.thrift = Thrift(self.purse, [row[5] for rows in self.rows.values() for row in rows])

    def being_read(self) -> tuple[frozenset[int], frozenset[int]]:
        """The paying zones whose contents score lines read, and those whose size only."""
        position, paying = self.worth.position, self.ways.paying
        contents = {z for z, into in paying.items() if {z, into} & position.contents}
        sizes = {z for z, into in paying.items() if {z, into} & position.sizes}
        return frozenset(contents), frozenset(sizes - contents)

    def _run(self, stock: Sequence[int], most: int, known: Found | None) -> Found:
        """Search for something better than what is known."""
        purse, mask, worth = self.purse, self.part_of_situation, self.worths
        guard, top = purse.guard, purse.top
        state, seat = self.ways.state, self.ways.seat
        town, visited = state.boots[seat], state.visited[seat]
        all_held = purse.start - purse.cost(self.ways.missing(stock))
        held = all_held - purse.cost(self.ways.all_gifts())
        first: Label = (town, visited, held, None, None)
        left = held >> top
        best, best_worth, best_kept = first, worth[town, visited, held & mask], left
        if known is not None:
            best_worth, best_kept = known.worth, known.kept
        hopes, thrift = self.hopes, self.thrift
        known_hopes, known_thrift, known_worths = hopes.kept.get, thrift.kept.get, worth.kept.get
        bounded = self.bounded and not thrift.free
        waiting: list[list[Label]] = [[] for _ in range(left + 1)]
        waiting[left].append(first)
        labels = {(town, visited, held & mask): [held]}
        rows = {  # of everything held, with all gifts in it already, no gift can be taken again
            start: [row for row in some if row[5].gift or (all_held - row[0]) & guard == guard]
            for start, some in self.rows.items()
        }
        done: set[Situation] = set()
        costs = {start: {row[0] for row in some} for start, some in rows.items()}
        nodes, compared, complete = 0, 0, True
        while left >= 0:
            # The remaining nodes are divided among the remaining numbers of pieces left.
            queue = waiting[left]
            share = max(1, (most - nodes) // (left + 1))
            if compared > _MOST_COMPARED:
                share = min(share, _FEW)
            if len(queue) > share:
                queue.sort(key=lambda label: -worth[label[0], label[1], label[2] & mask])
                del queue[share:]
                complete = False
            for label in queue:
                town, visited, held, _, _ = label
                key = town, visited, held & mask
                if held not in labels[key]:
                    continue
                if bounded:
                    hope = known_hopes(key) or hopes.learn(key)
                    reach = known_thrift(held) or thrift.learn(held)
                    if _hopeless(hope, reach, best_worth, best_kept):
                        continue
                nodes += 1
                if key not in done:
                    done.add(key)
                    value = known_worths(key)
                    if value is None:
                        value = worth.learn(key)
                    if value > best_worth or (value == best_worth and left > best_kept):
                        best, best_worth, best_kept = label, value, left
                for cost, end, bit, when_taken, when_new, way in rows[town]:
                    after = held - cost
                    if after & guard != guard:
                        continue
                    goes_on = when_new if bit & ~visited else when_taken
                    seen = visited | bit
                    key = end, seen, after & mask
                    kept = after >> top
                    if goes_on:
                        for next_cost in costs[end]:
                            if (after - next_cost) & guard == guard:
                                break
                        else:
                            goes_on = False
                    if not goes_on:
                        if goes_on is None:
                            continue
                        value = known_worths(key)
                        if value is None:
                            value = worth.learn(key)
                        if value > best_worth or (value == best_worth and kept > best_kept):
                            best = (end, seen, after, label, way)
                            best_worth, best_kept = value, kept
                        continue
                    if bounded:
                        hope = known_hopes(key) or hopes.learn(key)
                        reach = known_thrift(after) or thrift.learn(after)
                        if _hopeless(hope, reach, best_worth, best_kept):
                            continue
                    purses = labels.get(key)
                    if purses is None:
                        labels[key] = [after]
                    else:
                        compared += len(purses)
                        if after in purses or not _added(purses, after, guard):
                            continue
                    waiting[kept].append((end, seen, after, label, way))
            queue.clear()
            left -= 1
        if known is not None and best is first:
            return evolve(known, nodes=known.nodes + nodes, complete=complete)
        return Found(_ways_to(best), best_worth, best_kept, nodes, complete)

    def rows_of(self, town: int) -> list[Row]:
        """The ways from a town, without those that are never cheaper than another."""
        piece_towns, cost_of = self.ways.piece_towns, self.purse.cost
        rows: list[Row] = []
        alike: dict[object, list[int]] = {}
        for way in self.ways.ways(town, self.singly):
            cost = cost_of(way.demands)
            costs = alike.setdefault((way.end, way.laid, way.goes_on), [])
            if not (costs and any(map(self.as_cheap, costs, repeat(cost)))):
                costs.append(cost)
                if way.gift:
                    cost -= cost_of(way.gift)
                rows.append((cost, way.end, (1 << way.end) & piece_towns, *way.goes_on, way))
        return rows

    def as_cheap(self, cost: int, other: int) -> bool:
        """Whether a cost never exceeds another, and is the same in what the score lines read."""
        guard = self.purse.guard
        return ((other | guard) - cost) & guard == guard and not (
            (cost ^ other) & self.part_of_situation
        )

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
            if zone in self.singly:
                left = tuple(self.purse.left(purse, zone, frozenset([n])) for n in range(len(held)))
            elif zone in self.read[1]:
                size = self.purse.left(purse, zone, frozenset(range(len(held))))
                left = _cut(held, size)
            else:
                continue
            zones[zone] = left
            gone = [a - b for a, b in zip(held, left, strict=True)]
            zones[into] = tuple(a + b for a, b in zip(zones[into], gone, strict=True))
        return zones


def _hopeless(hopes: tuple[int, ...], left_after: tuple[int, ...], worth: int, kept: int) -> bool:
    """Whether no number of the cheapest steps leads to more than that worth and that much kept.

    `hopes` is the most that each number of steps can be worth, `left_after` what they leave.
    """
    most = len(left_after) - 1
    if hopes[most] != worth:
        return hopes[most] < worth
    return left_after[bisect_left(hopes, worth, 0, most)] <= kept


def _added(purses: list[int], purse: int, guard: int) -> bool:
    """Add a purse unless another dominates it, and drop those that it dominates."""
    unguarded = purse ^ guard
    for other in purses:
        if (other - unguarded) & guard == guard:
            return False
    purses[:] = [other for other in purses if (purse - (other ^ guard)) & guard != guard]
    purses.append(purse)
    return True


def _cut(held: Counts, size: int) -> Counts:
    """`size` of the pieces, no matter which."""
    out = []
    for n in held:
        out.append(min(n, size))
        size -= out[-1]
    return tuple(out)


def _ways_to(label: Label) -> tuple[Way, ...]:
    out: list[Way] = []
    at: Label | None = label
    while at is not None:
        if at[4] is not None:
            out.append(at[4])
        at = at[3]
    return tuple(reversed(out))
