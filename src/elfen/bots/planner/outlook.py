"""The outlook: how well the end of a tour lies for the rounds after it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from elfen.declare import Memo

if TYPE_CHECKING:
    from elfen.bots.planner.seen import Seen
    from elfen.game import Ruleset

#: How many towns a seat is thought to come to in a round.
TOWNS_A_ROUND = 6

#: The outlook is from 0 to less than this: it decides among tours of the same worth.
SCALE = 128

_MOST_KEPT = 1 << 15


class Outlook:
    """How close together the towns lie that a seat has still to visit, seen from its boot.

    They are joined to the boot's town one by one, each time the nearest: a minimum spanning tree,
    as far as the seat may come in the rounds that are left. The shorter it is, the better.
    """

    def __init__(self, rules: Ruleset, seen: Seen) -> None:
        self._lengths = known_lengths[rules]
        self._pieces = seen.piece_towns
        self._most = TOWNS_A_ROUND * (rules.most_rounds - seen.round)
        #: What it depends on.
        self.key: Hashable = self._pieces, self._most

    def __call__(self, town: int, visited: int) -> int:
        """From 0 to `SCALE` - 1, for the number of a town and the bits of the visited ones."""
        left = self._pieces & ~visited & ~(1 << town)
        return max(0, SCALE - 1 - self._lengths[town, left, self._most])


def length(rules: Ruleset, town: int, left: int, most: int) -> int:
    """How many routes join a town to those `left`, but at most so many of them.

    The number of the town and the bits of the others; each joins where it lies nearest.
    """
    distances = rules.board.distances
    row = distances[town]
    near = {n: row[n] for n in range(left.bit_length()) if left >> n & 1}
    found = 0
    for _ in range(min(len(near), most)):
        nearest = min(near, key=near.__getitem__)
        found += near.pop(nearest)
        row = distances[nearest]
        for other, distance in near.items():
            if row[other] < distance:
                near[other] = row[other]
    return found


def _lengths(rules: Ruleset) -> Memo[tuple[int, int, int], int]:
    return Memo(lambda what: length(rules, *what), most=_MOST_KEPT)


#: The lengths that the rulesets that were last planned for have asked for.
known_lengths: Memo[Ruleset, Memo[tuple[int, int, int], int]] = Memo(_lengths, most=8)
