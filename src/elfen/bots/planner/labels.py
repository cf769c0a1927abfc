"""Labels: what a search has come to, and which of them it follows."""

from __future__ import annotations

from operator import itemgetter

from elfen.bots.planner.rows import Place, Way
from elfen.declare import Memo

#: A town, the visited towns, and the part of the purse that matters to the score lines.
Situation = tuple[int, int, int]

#: A label: town, visited, purse, the label before it, the way that led here, and what it is likely
#: to be worth.
Label = tuple[int, int, int, "Label | None", "Way | None", int]

_promised = itemgetter(5)


def promising(queue: list[Label], most: int, places: Memo[int, Place], guard: int) -> list[Label]:
    """So many labels: those that promise most, and first those from which a way leads on to a
    town that is new.
    """
    queue.sort(key=_promised, reverse=True)
    least = queue[most - 1][5]
    found = [label for label in queue if label[5] > least]
    later = []
    for label in queue[len(found) :]:
        town, visited, held, _, _, promised = label
        if promised < least:
            break
        for _, bit, _, _, _, fares, _ in places[town][0]:
            if bit & ~visited and any((held - fare[1]) & guard == guard for fare in fares):
                found.append(label)
                break
        else:
            later.append(label)
        if len(found) == most:
            return found
    return (found + later)[:most]


def bits(number: int) -> list[int]:
    """The places of the bits that are set."""
    return [n for n in range(number.bit_length()) if number >> n & 1]


def added(purses: list[int], purse: int, guard: int) -> bool:
    """Add a purse unless another dominates it, and drop those that it dominates.

    Of two purses only the larger number can dominate the other.
    """
    unguarded = purse ^ guard
    drops = False
    for other in purses:
        if other >= purse:
            if (other - unguarded) & guard == guard:
                return False
        elif not drops and (purse - (other ^ guard)) & guard == guard:
            drops = True
    if drops:
        purses[:] = [other for other in purses if (purse - (other ^ guard)) & guard != guard]
    purses.append(purse)
    return True


def ways_to(label: Label) -> tuple[Way, ...]:
    """The ways that led to a label, the first one first."""
    out: list[Way] = []
    at: Label | None = label
    while at is not None:
        if at[4] is not None:
            out.append(at[4])
        at = at[3]
    return tuple(reversed(out))
