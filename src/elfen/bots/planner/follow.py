"""Following: the loop of a search, from one situation to the next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from attrs import evolve, frozen

from elfen.bots.planner.labels import Label, added, narrow, ways_to
from elfen.bots.planner.rows import Place, Way
from elfen.bots.planner.thrift import NewTowns, Thrift
from elfen.declare import Memo

if TYPE_CHECKING:
    from elfen.bots.planner.labels import Situation
    from elfen.bots.planner.purse import Packing
    from elfen.bots.planner.scores import Prospect
    from elfen.bots.planner.ways import Ways
    from elfen.bots.planner.worth import Worth

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

    These are the places by town, and how far the cheapest ways out of them could lead.
    """

    held: int
    places: Memo[int, Place]
    thrift: Thrift | NewTowns


class Grounds(Protocol):
    """What following goes by: a `Search`."""

    ways: Ways
    worth: Worth
    packing: Packing
    part_of_situation: int
    prospects: Memo[Situation, Prospect]
    bounded: bool
    by_towns: bool


def follow(search: Grounds, start: Start, most: int, known: Found | None) -> Found:
    """Search for something better than what is known; follows about `most` nodes."""
    following = Following(search, start, known)
    complete = True
    nodes = 0
    for left in range(start.held >> search.packing.top, -1, -1):
        queue = following.waiting[left]
        if queue:
            # The remaining nodes are divided among the remaining numbers of pieces left.
            share = max(1, (most - nodes) // (left + 1))
            if following.compared > _MOST_COMPARED:
                share = min(share, _FEW)
            if len(queue) > share and narrow(queue, share, start.places, following.guard):
                complete = False
            nodes += following.each(queue, left)
            queue.clear()
    best, (worth, kept) = following.best, following.good
    if best is None:
        assert known is not None
        return evolve(known, nodes=known.nodes + nodes, complete=complete)
    return Found(ways_to(best), worth, kept, nodes, complete)


class Following:
    """What a search has come to so far: the labels that wait, and the best of those followed."""

    def __init__(self, search: Grounds, start: Start, known: Found | None) -> None:
        mask, at, seat = search.part_of_situation, search.ways.seen, search.ways.seat
        self.mask, self.guard = mask, search.packing.guard
        self.prospects, self.places, self.thrift = search.prospects, start.places, start.thrift
        self.bounded, self.by_towns = search.bounded and not start.thrift.free, search.by_towns
        #: Whether a situation is worth the same in every town.
        self.placeless = search.by_towns and search.worth.placeless
        self.a_step = search.worth.a_step if self.bounded else 0
        town, visited, held = at.boots[seat], at.visited[seat], start.held
        left = held >> search.packing.top
        value, _ = self.prospects[town, visited, held & mask]
        purses = [held]
        first: Label = (town, visited, held, None, None, value, purses)
        #: The purses with which each situation has been come to.
        self.purses = {(town, visited, held & mask): purses}
        #: The labels to follow, by the number of pieces left.
        self.waiting: list[list[Label]] = [[] for _ in range(left + 1)]
        self.waiting[left].append(first)
        #: The best label, unless it is what was known before; its worth, and what is kept.
        self.best: Label | None = first if known is None else None
        self.good = (value, left) if known is None else (known.worth, known.kept)
        self.compared = 0

    def each(self, queue: list[Label], left: int) -> int:
        """Follow labels with so many pieces left; the number of those that were worth it.

        Steps that cost nothing are added to the queue meanwhile.
        """
        known_prospects, known_thrift = self.prospects.kept.get, self.thrift.kept.get
        mask, placeless, by_towns = self.mask, self.placeless, self.by_towns
        hope: Sequence[int] = ()
        reach: Sequence[int] = ()
        most_new = most_old = left
        nodes = 0
        for label in queue:
            town, visited, held, _, _, _, purses = label
            if held not in purses:
                continue
            key = (0, visited, 0) if placeless else (town, visited, held & mask)
            value, hope = known_prospects(key) or self.prospects.learn(key)
            if self.bounded:
                reach = known_thrift(held) or self.thrift.learn(held)
                hopeful, most_new, most_old = room(hope, reach, self.good, by_towns)
                if not hopeful:
                    continue
            nodes += 1
            if (value, left) > self.good:
                self.best, self.good = label, (value, left)
                if self.bounded:
                    _, most_new, most_old = room(hope, reach, self.good, by_towns)
            self.go_on(label, left, value, hope, reach, most_new, most_old)
        return nodes

    def go_on(
        self,
        label: Label,
        left: int,
        value: int,
        hope: Sequence[int],
        reach: Sequence[int],
        most_new: int,
        most_old: int,
    ) -> None:
        """Take all ways out of the town of a label that its purse pays for.

        One to a new town may take `most_new` pieces, and any other `most_old`.
        """
        town, visited, held, _, _, _, _ = label
        guard, mask, places, waiting = self.guard, self.mask, self.places, self.waiting
        known_places, promised = places.kept.get, self.bounded and self.placeless
        compared = 0
        rows, _ = known_places(town) or places[town]
        for end, bit, when_taken, when_new, least, fares in rows:
            new = bit & ~visited
            if new:
                if least > most_new or when_new is None:
                    continue
                seen, may_go_on, limit = visited | bit, when_new, most_new
                promise = value + self.a_step
            else:
                if least > most_old or when_taken is None:
                    continue
                seen, may_go_on, limit = visited, when_taken, most_old
                promise = value
            key = end, seen, 0
            purses: list[int] | None = None
            onward: Sequence[int] | None = None
            for paid, cost, way, _ in fares:
                if paid > limit:
                    break
                after = held - cost
                if after & guard != guard:
                    continue
                if mask:
                    key, purses = (end, seen, after & mask), None
                goes_on = may_go_on
                if goes_on:
                    if onward is None:
                        _, onward = known_places(end) or places[end]
                    for next_cost in onward:
                        if (after - next_cost) & guard == guard:
                            break
                    else:
                        goes_on = False
                if goes_on:
                    if purses is None:
                        purses = self.purses.get(key)
                        if purses is None:
                            purses = self.purses[key] = []
                    compared += len(purses)
                    if added(purses, after, guard):
                        if not promised:
                            promise, _ = self.prospects[key]
                        waiting[left - paid].append((end, seen, after, label, way, promise, purses))
                else:
                    most = hope[1 if new or not self.by_towns else 0] if self.bounded else None
                    better = self.ends(label, way, key, after, left - paid, most)
                    if better and self.bounded:
                        _, most_new, most_old = room(hope, reach, self.good, self.by_towns)
                        limit = most_new if new else most_old
        self.compared += compared

    def ends(
        self, label: Label, way: Way, key: Situation, after: int, kept: int, most: int | None
    ) -> bool:
        """Whether a tour that ends here, worth `most` at most, is the best so far."""
        if most is not None and (most, kept) <= self.good:
            return False
        worth, _ = self.prospects[(0, key[1], 0) if self.placeless else key]
        if (worth, kept) <= self.good:
            return False
        self.best, self.good = (key[0], key[1], after, label, way, worth, []), (worth, kept)
        return True


def room(
    hopes: Sequence[int], left_after: Sequence[int], good: tuple[int, int], by_towns: bool
) -> tuple[bool, int, int]:
    """Whether cheap steps may lead to something better than `good`: a worth, and what is kept.

    `hopes` is the most that each number of steps can be worth, `left_after` what the cheapest of
    them leave. Then, how many pieces the first step may take, for the others to lead there: to a
    new town, and to another; -1 if it may not even be free. Unless points are gained `by_towns`
    only, these are the same.
    """
    worth, kept = good
    end = len(left_after)
    steps = bisect_left(hopes, worth, 0, end)
    if steps == end:
        return False, -1, -1
    # A step to a new town is one of those that are counted.
    first = 1 if end > 1 else 0
    if hopes[steps] > worth:
        new = left_after[steps - first if steps else 0]
        return True, new, left_after[steps] if by_towns else new
    more = bisect_right(hopes, worth, steps, end)
    new = left_after[steps - first if steps else 0] - kept - 1
    old = left_after[steps] - kept - 1
    if more == end:
        return old >= 0, new, old if by_towns else new
    new = max(new, left_after[more - first])
    return True, new, max(old, left_after[more]) if by_towns else new
