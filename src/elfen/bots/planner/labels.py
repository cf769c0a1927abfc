"""Labels: what a search has come to, and which of them it follows."""

from __future__ import annotations

from operator import itemgetter

from elfen.bots.planner.rows import Place, Row, Way
from elfen.declare import Memo

#: A town, the visited towns, and the part of the purse that matters to the score lines.
Situation = tuple[int, int, int]

#: A label: town, visited, purse, the label before it, the way that led here, what it is likely to
#: be worth, and all purses with which its situation has been come to, without those dominated.
Label = tuple[int, int, int, "Label | None", "Way | None", int, list[int]]

_promised = itemgetter(5)


def narrow(queue: list[Label], most: int, places: Memo[int, Place], guard: int) -> bool:
    """Drop the labels of a queue that others dominate; if it is still too long, all but so many.

    Says whether it was too long. Those stay that promise most, and first those from which a way
    leads on to a town that is new.
    """
    queue[:] = [label for label in queue if label[2] in label[6]]
    too_long = len(queue) > most
    if too_long:
        queue[:] = _promising(queue, most, places, guard)
    return too_long


def _promising(queue: list[Label], most: int, places: Memo[int, Place], guard: int) -> list[Label]:
    queue.sort(key=_promised, reverse=True)
    least = queue[most - 1][5]
    found = [label for label in queue if label[5] > least]
    later = []
    for label in queue[len(found) :]:
        if label[5] < least:
            break
        if _leads_on(label, places[label[0]][0], guard):
            found.append(label)
            if len(found) == most:
                return found
        else:
            later.append(label)
    return (found + later)[:most]


def _leads_on(label: Label, rows: list[Row], guard: int) -> bool:
    """Whether the purse pays for a way to a new town."""
    visited, held = label[1:3]
    for _, bit, _, _, _, fares in rows:
        if bit & ~visited:
            for fare in fares:
                if (held - fare[1]) & guard == guard:
                    return True
    return False


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
