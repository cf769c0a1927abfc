"""Following: the loop of a search, from one situation to the next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from attrs import evolve, frozen

from elfen.bots.planner.labels import Label, added, promising, ways_to
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
    mask, prospects = search.part_of_situation, search.prospects
    guard, top = search.packing.guard, search.packing.top
    at, seat = search.ways.seen, search.ways.seat
    town, visited = at.boots[seat], at.visited[seat]
    held, places, thrift = start
    left = held >> top
    value, _ = prospects[town, visited, held & mask]
    first: Label = (town, visited, held, None, None, value)
    best, best_worth, best_kept = first, value, left
    if known is not None:
        best_worth, best_kept = known.worth, known.kept
    known_prospects, known_thrift_of = prospects.kept.get, thrift.kept.get
    known_places = places.kept.get
    bounded, by_towns = search.bounded and not thrift.free, search.by_towns
    placeless = by_towns and search.worth.placeless
    promised = bounded and placeless
    a_step = search.worth.a_step if bounded else 0
    waiting: list[list[Label]] = [[] for _ in range(left + 1)]
    waiting[left].append(first)
    labels = {(town, visited, held & mask): [held]}
    known_purses = labels.get
    nodes, compared, complete = 0, 0, True
    hope: Sequence[int] = ()
    reach: Sequence[int] = ()
    most_new = most_old = left
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
                queue[:] = promising(queue, share, places, guard)
                complete = False
        for label in queue:
            town, visited, held, _, _, _ = label
            key = town, visited, held & mask
            if held not in labels[key]:
                continue
            if placeless:
                key = 0, visited, 0
            value, hope = known_prospects(key) or prospects.learn(key)
            if bounded:
                reach = known_thrift_of(held) or thrift.learn(held)
                hopeful, most_new, most_old = room(hope, reach, best_worth, best_kept, by_towns)
                if not hopeful:
                    continue
            nodes += 1
            if value > best_worth or (value == best_worth and left > best_kept):
                best, best_worth, best_kept = label, value, left
                if bounded:
                    _, most_new, most_old = room(hope, reach, best_worth, best_kept, by_towns)
            rows, _ = known_places(town) or places[town]
            for end, bit, when_taken, when_new, least, fares, _ in rows:
                new = bit & ~visited
                if new:
                    seen, may_go_on, limit = visited | bit, when_new, most_new
                    promise = value + a_step
                else:
                    seen, may_go_on, limit = visited, when_taken, most_old
                    promise = value
                if least > limit or may_go_on is None:
                    continue
                key = end, seen, 0
                onward = None
                for paid, cost, way, _ in fares:
                    if paid > limit:
                        break
                    after = held - cost
                    if after & guard != guard:
                        continue
                    if mask:
                        key = end, seen, after & mask
                    goes_on = may_go_on
                    if goes_on:
                        if onward is None:
                            _, onward = known_places(end) or places[end]
                        for next_cost in onward:
                            if (after - next_cost) & guard == guard:
                                break
                        else:
                            goes_on = False
                    kept = left - paid
                    if not goes_on:
                        if bounded:
                            most_worth = hope[1 if new or not by_towns else 0]
                            if most_worth < best_worth or (
                                most_worth == best_worth and kept <= best_kept
                            ):
                                continue
                        there = (0, seen, 0) if placeless else key
                        worth_there, _ = known_prospects(there) or prospects.learn(there)
                        if worth_there > best_worth or (
                            worth_there == best_worth and kept > best_kept
                        ):
                            best = (end, seen, after, label, way, worth_there)
                            best_worth, best_kept = worth_there, kept
                            if bounded:
                                _, most_new, most_old = room(
                                    hope, reach, best_worth, best_kept, by_towns
                                )
                                limit = most_new if new else most_old
                        continue
                    purses = known_purses(key)
                    if purses is None:
                        labels[key] = [after]
                    else:
                        compared += len(purses)
                        if not added(purses, after, guard):
                            continue
                    if not promised:
                        promise, _ = known_prospects(key) or prospects.learn(key)
                    waiting[kept].append((end, seen, after, label, way, promise))
        queue.clear()
        left -= 1
        if not bounded:
            most_new = most_old = left
    if known is not None and best is first:
        return evolve(known, nodes=known.nodes + nodes, complete=complete)
    return Found(ways_to(best), best_worth, best_kept, nodes, complete)


def room(
    hopes: Sequence[int], left_after: Sequence[int], worth: int, kept: int, by_towns: bool
) -> tuple[bool, int, int]:
    """Whether cheap steps may lead to more than that worth, or to as much with more than that kept.

    `hopes` is the most that each number of steps can be worth, `left_after` what the cheapest of
    them leave. Then, how many pieces the first step may take, for the others to lead there: to a
    new town, and to another; -1 if it may not even be free. Unless points are gained `by_towns`
    only, these are the same.
    """
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
