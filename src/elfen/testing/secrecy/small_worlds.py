"""Part of the law of sampling: where little is unknown, worlds have exactly the odds they should.

Samples show only what is far off; so small cases are counted whole. The exact distribution of a
sample (see `all_odds`) is compared with what is plain: each piece is told from all others, every
way to deal them is as likely as any other, and so is each piece of a zone to be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import comb, factorial, prod
from operator import add, eq, sub
from random import Random
from typing import Any

from elfen.declare import Counts
from elfen.knowledge import (
    Arrangements,
    Filling,
    Odds,
    OneDraw,
    OneProposal,
    Refused,
    Sampler,
    Unknown,
    all_odds,
)
from elfen.testing.blaming.watching import ByChance, Handed, Watched
from elfen.testing.facts import calling
from elfen.testing.law_broken import SAMPLING, LawBroken

#: How many kinds there are, zones beside the pool, and pieces of each sort: of any case; and of one
#: in which each zone had pieces, gets some, and shows some.
_CASES = ((2, 3), (2, 3), (0, 2)), ((2, 2), (2, 2), (1, 2))
#: So often samples are made again.
_AGAIN = 20


def small_worlds(numbers: Random, number: int) -> None:
    """So many small cases are sampled as they are likely, in both ways. Raises `LawBroken`."""
    for _ in range(number):
        unknown = _some_unknown(numbers)
        likely = by_hand(unknown)
        for how, (once, sampled) in _WAYS.items():
            run = partial(all_odds, once(unknown).sample)
            found = calling(SAMPLING, "sampling a small world", run)
            if found is not None and found != likely:
                raise _off(unknown, how, found, likely, partial(_sample, sampled, unknown), run)


#: The ways to sample, by how they are told: with one proposal only, and as they are.
_WAYS: dict[str, tuple[Callable[[Unknown], Any], Callable[[Unknown], Any]]] = {
    "when it is sampled": (OneProposal, Sampler),
    "when it is sampled the long way": (OneDraw, Arrangements),
}


def _sample(way: Callable[[Unknown], Any], unknown: Unknown) -> object:
    return way(unknown).sample(Random(0))


def _off(
    unknown: Unknown,
    how: str,
    found: Odds,
    likely: Odds,
    sample: Callable[[], object],
    by_all_answers: Callable[[], object],
) -> LawBroken:
    """The broken law of worlds that are sampled with other odds than they have."""
    if (broken := _used_up(unknown)) is not None:
        return broken
    impossible = [one for one in found if one not in likely]
    odd = (impossible or [one for one in likely if found.get(one) != likely[one]])[0]
    made = Handed(partial(eq, odd), by_all_answers)
    return LawBroken(
        SAMPLING,
        f"where {unknown.pieces} pieces are unseen, {odd.now} has probability"
        f" {likely.get(odd, 0)}, but {found.get(odd, 0)} {how}",
        runs=(made, ByChance(sample)) if impossible else (ByChance(sample),),
    )


def _used_up(unknown: Unknown) -> LawBroken | None:
    """The broken law if not the same is sampled by the same numbers, after others were."""
    used = OneProposal(unknown)
    for number in range(_AGAIN):
        again, anew = (_proposed(one, Random(number)) for one in (used, OneProposal(unknown)))
        if again != anew:
            return LawBroken(
                SAMPLING,
                f"where {unknown.pieces} pieces are unseen, other ones are sampled by the same"
                " numbers, if some were sampled before by others",
                runs=(_changing(unknown),),
            )
    return None


def _changing(unknown: Unknown) -> Watched:
    """Sampling, until a sampler is not what it was."""
    begun: list[tuple[Sampler, str]] = []

    def run() -> None:
        sampler = OneProposal(unknown)
        begun[:] = [(sampler, _kept(sampler))]
        for number in range(_AGAIN):
            _proposed(sampler, Random(number))

    return Watched(lambda _: any(_kept(one) != as_begun for one, as_begun in begun), run)


def _kept(sampler: Sampler) -> str:
    """What a sampler has worked out, but for what it looks up."""
    kept = vars(sampler).values()
    return repr([one for one in kept if isinstance(one, (int, list, tuple, dict))])


def _proposed(sampler: Sampler, numbers: Random) -> Filling | None:
    try:
        return sampler.sample(numbers)
    except Refused:
        return None


def _some_unknown(numbers: Random) -> Unknown:
    """Some pieces are dealt, others are mixed in, more are dealt, and some of all are shown."""
    kinds, zones, pieces = numbers.choice(_CASES)
    width, few = numbers.randint(*kinds), partial(numbers.randint, *pieces)
    olds = [few() for _ in range(numbers.randint(*zones))]
    older = [numbers.randrange(width) for _ in range(sum(olds) + few())]
    fresh = [numbers.randrange(width) for _ in range(few())]
    left = [*older]
    hands = [[left.pop(numbers.randrange(len(left))) for _ in range(old)] for old in olds]
    pool = [*left, *fresh]
    shown: list[list[int]] = []
    for hand in hands:
        for _ in range(min(len(pool), few())):
            hand.append(pool.pop(numbers.randrange(len(pool))))
        most = min(len(hand), few())
        shown.append([hand.pop(numbers.randrange(len(hand))) for _ in range(most)])
    hidden = [*pool, *(piece for hand in hands for piece in hand)]
    counted = partial(_counts, range(width))
    return Unknown(
        (len(pool), *map(len, hands)),
        counted(hidden),
        counted(older),
        counted(fresh),
        (0, *olds),
        (counted([]), *map(counted, shown)),
    )


def _counts(kinds: range, pieces: list[int]) -> Counts:
    return tuple(map(pieces.count, kinds))


# By hand ---------------------------------------------------------------------------------


def by_hand(unknown: Unknown) -> Odds:
    """The probability of each arrangement, by counting the ways in which it comes about."""
    weights = {filling: _ways(unknown, filling) for filling in _fillings(unknown)}
    total = sum(weights.values())
    return {filling: Fraction(ways, total) for filling, ways in weights.items() if ways}


def _fillings(unknown: Unknown) -> Iterator[Filling]:
    """All arrangements: what lay in the zones, and then what lies there and what was shown."""
    for then in _dealt(unknown.older, unknown.old):
        rest = unknown.older
        for counts in then:
            rest = tuple(map(sub, rest, counts))
        for now in _dealt(unknown.pieces, unknown.free):
            yield Filling(now, then, rest)


def _ways(unknown: Unknown, filling: Filling) -> int:
    """In how many ways an arrangement comes about, if each piece is told from all others."""
    held = [tuple(map(add, *one)) for one in zip(filling.now, unknown.shown, strict=True)]
    new = [tuple(map(sub, *one)) for one in zip(held, filling.then, strict=True)]
    if min(map(min, new)) < 0:
        return 0
    mixed = tuple(map(add, filling.rest, unknown.fresh))
    return (
        _orders(unknown.older, (*filling.then, filling.rest))
        * _orders(mixed, new)
        * prod(map(comb, _all(held), _all(unknown.shown)))
    )


def _dealt(pieces: Counts, sizes: Sequence[int]) -> Iterator[tuple[Counts, ...]]:
    """All ways to put some of the pieces into places of these sizes."""
    if not sizes:
        yield ()
        return
    for first in _hands(pieces, sizes[0]):
        for others in _dealt(tuple(map(sub, pieces, first)), sizes[1:]):
            yield (first, *others)


def _hands(pieces: Counts, size: int) -> Iterator[Counts]:
    if not pieces:
        yield from [()] * (not size)
        return
    for n in range(min(pieces[0], size) + 1):
        for others in _hands(pieces[1:], size - n):
            yield (n, *others)


def _orders(pieces: Counts, parts: Sequence[Counts]) -> int:
    """In how many ways pieces of each kind are dealt to parts."""
    return prod(map(factorial, pieces)) // prod(map(factorial, _all(parts)))


def _all(parts: Sequence[Counts]) -> list[int]:
    return [n for counts in parts for n in counts]
