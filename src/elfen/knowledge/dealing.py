"""Dealing: pieces spread blind over places, and numbers picked by weight, with few random numbers.

Every random number comes from `below`, so whoever replaces it by all of its answers has the exact
distribution of what is dealt.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import perm
from operator import sub
from random import Random

from elfen.declare import Counts, Memo

#: How many pieces one random number stands for: small numbers are faster to take apart.
_AT_ONCE = 8


def below(n: int, rng: Random) -> int:
    """A uniform number from 0 to n - 1, as `rng.randrange(n)` at a third of the cost."""
    bits = n.bit_length()
    draw = rng.getrandbits
    number = draw(bits)
    while number >= n:
        number = draw(bits)
    return number


def dealt(pool: Counts, sizes: Sequence[int], rng: Random) -> list[Counts]:
    """All pieces of a pool, dealt blind to places of these sizes, in counts by kind.

    Every way to deal the single pieces is equally likely. The sizes sum to the size of the pool:
    the largest place gets what is left, without a random number.
    """
    none = (0,) * len(pool)
    hands: list[Counts] = [none] * len(sizes)
    most = max(sizes, default=0)
    if most == sum(sizes):
        if most:
            hands[sizes.index(most)] = pool
        return hands
    laid: list[int] = []
    for one, n in zip(_SINGLES[len(pool)], pool, strict=True):
        laid += one * n
    largest, left = sizes.index(most), pool
    for place, size in enumerate(sizes):
        if size and place != largest:
            hand = [*none]
            for ways, choices in _NUMBERS[len(laid), size]:
                number = below(ways, rng)
                for choice in choices:
                    number, at = divmod(number, choice)
                    hand[laid.pop(at)] += 1
            hands[place] = counts = tuple(hand)
            left = tuple(map(sub, left, counts))
    hands[largest] = left
    return hands


def picked(ends: Sequence[int], rng: Random) -> int:
    """A random index by weight; `ends` are the weights, each with all before it added."""
    return bisect(ends, below(ends[-1], rng)) if len(ends) > 1 else 0


def _numbers(draw: tuple[int, int]) -> tuple[tuple[int, range], ...]:
    """The numbers that stand for n pieces out of a total: the bound of each, and its factors.

    A factor is the number of pieces left to choose from, one less for each further piece.
    """
    total, n = draw
    firsts = range(total, total - n, -_AT_ONCE)
    rows = [range(first, max(first - _AT_ONCE, total - n), -1) for first in firsts]
    return tuple([(perm(row[0], len(row)), row) for row in rows])


_NUMBERS = Memo(_numbers)
_SINGLES: Memo[int, tuple[list[int], ...]] = Memo(lambda width: tuple([[n] for n in range(width)]))
