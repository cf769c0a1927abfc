"""Part of the law of sampling: where little is unknown, worlds have exactly the odds they should.

Samples show only what is far off; so small cases are counted whole. Wherever something is picked or
dealt, all that can come is tried, which gives the exact distribution of a sample. It is compared
with what is plain: each piece is told from all others, every way to deal them is as likely as any
other, and so is each piece of a zone to be shown.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import comb, factorial, prod
from operator import add, eq, sub
from random import Random
from typing import Any

from elfen.declare import Counts
from elfen.knowledge import Filling, Sampler, Unknown, sampling
from elfen.testing.blaming.watching import ByChance, Handed, Watched
from elfen.testing.facts import calling
from elfen.testing.law_broken import SAMPLING, LawBroken

#: How many kinds there are, zones beside the pool, and pieces of each sort: of any case; and of one
#: in which each zone had pieces, gets some, and shows some.
_CASES = ((2, 3), (2, 3), (0, 2)), ((2, 2), (2, 2), (1, 2))
#: In so many runs all answers have to be given.
_MOST_RUNS = 4000
#: So often samples are made again.
_AGAIN = 20

#: The probability of each arrangement.
Odds = dict[Filling, Fraction]


def small_worlds(numbers: Random, number: int) -> None:
    """So many small cases are sampled as they are likely. Raises `LawBroken`."""
    for _ in range(number):
        unknown = _some_unknown(numbers)
        run = partial(_sample, unknown)
        sampled = calling(SAMPLING, "sampling a small world", partial(all_odds, unknown))
        likely = by_hand(unknown)
        if sampled is not None and sampled != likely:
            _nothing_used_up(unknown)
            impossible = [one for one in sampled if one not in likely]
            odd = (impossible or [one for one in likely if sampled.get(one) != likely[one]])[0]
            made = Handed(partial(eq, odd), partial(all_odds, unknown))
            raise LawBroken(
                SAMPLING,
                f"where {unknown.pieces} pieces are unseen, {odd.now} has probability"
                f" {likely.get(odd, 0)}, but {sampled.get(odd, 0)} when it is sampled",
                runs=(made, ByChance(run)) if impossible else (ByChance(run),),
            )


def _sample(unknown: Unknown) -> Filling:
    return Sampler(unknown).sample(Random(0))


def _nothing_used_up(unknown: Unknown) -> None:
    """By the same numbers the same is sampled, whatever was sampled before."""
    used = _OneProposal(unknown)
    for number in range(_AGAIN):
        again, anew = (_proposed(one, Random(number)) for one in (used, _OneProposal(unknown)))
        if again != anew:
            raise LawBroken(
                SAMPLING,
                f"where {unknown.pieces} pieces are unseen, other ones are sampled by the same"
                " numbers, if some were sampled before by others",
                runs=(_changing(unknown),),
            )


def _changing(unknown: Unknown) -> Watched:
    """Sampling, until a sampler is not what it was."""
    begun: list[tuple[Sampler, str]] = []

    def run() -> None:
        sampler = _OneProposal(unknown)
        begun[:] = [(sampler, _kept(sampler))]
        for number in range(_AGAIN):
            _proposed(sampler, Random(number))

    return Watched(lambda _: any(_kept(one) != as_begun for one, as_begun in begun), run)


def _kept(sampler: Sampler) -> str:
    """What a sampler has worked out, but for what it looks up."""
    return repr(
        [one for one in vars(sampler).values() if isinstance(one, (int, list, tuple, dict))]
    )


def _proposed(sampler: Sampler, numbers: Random) -> Filling | None:
    try:
        return sampler.sample(numbers)
    except _Refused:
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


# By all answers --------------------------------------------------------------------------


def all_odds(unknown: Unknown) -> Odds | None:
    """The exact distribution of a sample; None if it takes too many runs."""
    sampler = _OneProposal(unknown)
    found: Odds = {}
    left: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    for _ in range(_MOST_RUNS):
        if not left:
            total = sum(found.values())
            return {filling: odds / total for filling, odds in found.items()}
        answers, odds = left.pop()
        try:
            filling = _answering(answers, partial(sampler.sample, Random(0)))
        except _Asked as asked:
            left += [((*answers, one), odds * share) for one, share in asked.shares]
        except _Refused:  # all that comes after is as if this had not been
            continue
        else:
            found[filling] = found.get(filling, Fraction(0)) + odds
    return None


class _OneProposal(Sampler):
    """A sampler that does not try again if what it proposes is not accepted."""

    def _propose(self, rng: Random) -> tuple[Counts, tuple[Counts, ...]]:
        proposed = super()._propose(rng)
        if proposed is None:
            raise _Refused
        return proposed


class _Refused(BaseException):
    """A proposal is not accepted. It is no `Exception`, so that it is no failure of a sample."""


class _Asked(BaseException):
    """Something is asked for that is not in the script: one of these, with their probabilities."""

    def __init__(self, shares: Sequence[tuple[Any, Fraction]]) -> None:
        super().__init__(shares)
        self.shares = shares


def _answering(answers: Sequence[Any], run: Callable[[], Filling]) -> Filling:
    """A run in which what is picked and dealt is as in this script; raises `_Asked` at its end."""
    script = iter(answers)

    def picked(ends: Sequence[int], rng: Random) -> Any:
        for answer in script:
            return answer
        raise _Asked(_picks(ends))

    def dealt(pool: Counts, sizes: Sequence[int], rng: Random) -> list[Counts]:
        for answer in script:
            return [*answer]
        raise _Asked(_deals(tuple(pool), sizes))

    scripted = {"picked": picked, "dealt": dealt}
    right = {name: getattr(sampling, name) for name in scripted}
    try:
        for name, function in scripted.items():
            setattr(sampling, name, function)
        return run()
    finally:
        for name, function in right.items():
            setattr(sampling, name, function)


def _picks(ends: Sequence[int]) -> list[tuple[Any, Fraction]]:
    """What `picked` may answer, with the probabilities."""
    last = ends[-1] if len(ends) > 1 else 1
    found = Counter(bisect(ends, number) if len(ends) > 1 else 0 for number in range(last))
    return [(at, Fraction(n, last)) for at, n in found.items()]


def _deals(pool: Counts, sizes: Sequence[int]) -> list[tuple[Any, Fraction]]:
    """What `dealt` may answer, with the probabilities."""
    ways = {hands: _orders(pool, hands) for hands in _dealt(pool, sizes)}
    total = sum(ways.values())
    return [(hands, Fraction(n, total)) for hands, n in ways.items()]


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


def _orders(pieces: Counts, parts: Sequence[Counts]) -> int:
    """In how many ways pieces of each kind are dealt to parts."""
    return prod(map(factorial, pieces)) // prod(map(factorial, _all(parts)))


def _all(parts: Sequence[Counts]) -> list[int]:
    return [n for counts in parts for n in counts]
