"""All that can come of a sample of unseen pieces, with its exact probability.

Wherever something is picked or dealt, all that can come is tried. A proposal that is not accepted
is left out: what comes after it is as if it had not been.

It is for laws and tests, and for few pieces: while it runs, nothing else may sample in the process,
as what `sampling` and `arrangements` pick and deal by is put aside.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from operator import sub
from random import Random
from typing import Any

from elfen.declare import Counts
from elfen.knowledge import arrangements, sampling
from elfen.knowledge.arrangements import Arrangements, Filling, Unknown
from elfen.knowledge.sampling import Sampler

#: The probability of each arrangement.
Odds = dict[Filling, Fraction]

#: What may come, with the probabilities.
_Shares = Sequence[tuple[Any, Fraction]]

#: In so many runs all answers have to be given.
_MOST_RUNS = 4000


def all_odds(sample: Callable[[Random], Filling]) -> Odds | None:
    """The exact distribution of a sample; None if it takes too many runs.

    `sample` is that of a `OneProposal` or a `OneDraw`. Empty if no proposal is ever accepted.
    """
    found: Odds = {}
    left: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    for _ in range(_MOST_RUNS):
        if not left:
            total = sum(found.values())
            return {filling: odds / total for filling, odds in found.items()}
        answers, odds = left.pop()
        try:
            filling = _answering(answers, sample)
        except _Asked as asked:
            left += [((*answers, one), odds * share) for one, share in asked.shares]
        except Refused:
            continue
        else:
            found[filling] = found.get(filling, Fraction(0)) + odds
    return None


class Refused(BaseException):
    """A proposal is not accepted. It is no `Exception`, so that it is no failure of a sample."""


class OneProposal(Sampler):
    """A sampler that does not try again if what it proposes is not accepted."""

    def _propose(self, rng: Random) -> tuple[Counts, tuple[Counts, ...]]:
        proposed = super()._propose(rng)
        if proposed is None:
            raise Refused
        return proposed


class OneDraw(Arrangements):
    """The long way to sample, which does not try again either."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown)
        self._tried = False

    def sample(self, rng: Random) -> Filling:
        """A random arrangement; raises `Refused` if the first proposal is not accepted."""
        self._tried = False
        return super().sample(rng)

    def _propose(self, rng: Random) -> Any:
        proposed = None if self._tried else super()._propose(rng)
        self._tried = True
        if proposed is None:
            raise Refused
        return proposed


class _Asked(BaseException):
    """Something is asked for that is not in the script: one of these."""

    def __init__(self, shares: _Shares) -> None:
        super().__init__(shares)
        self.shares = shares


class _Script(Random):
    """Answers in order, and then asks for one of some; it has random numbers too."""

    def __init__(self, answers: Sequence[Any]) -> None:
        super().__init__(0)
        self._answers = iter(answers)

    def one_of(self, shares: Callable[[], _Shares]) -> Any:
        """The next answer; raises `_Asked` at the end of the script."""
        for answer in self._answers:
            return answer
        raise _Asked(shares())

    def randrange(self, start: int, stop: Any = None, step: int = 1) -> Any:
        return self.one_of(lambda: [(n, Fraction(1, start)) for n in range(start)])


def _answering(answers: Sequence[Any], sample: Callable[[Random], Filling]) -> Filling:
    """A sample in which what is picked and dealt is as in this script; raises `_Asked`."""
    script = _Script(answers)

    def picked(ends: Sequence[int], rng: Random) -> Any:
        return script.one_of(lambda: _picks(ends))

    def pick(weights: Sequence[int], rng: Random) -> Any:
        total = sum(weights)
        return script.one_of(lambda: [(n, Fraction(w, total)) for n, w in enumerate(weights) if w])

    def dealt(pool: Counts, sizes: Sequence[int], rng: Random) -> list[Counts]:
        return [*script.one_of(lambda: _deals(tuple(pool), sizes))]

    scripted: dict[tuple[Any, str], Callable[..., Any]] = {
        (sampling, "picked"): picked,
        (sampling, "dealt"): dealt,
        (arrangements, "_pick"): pick,
        (arrangements, "_dealt"): dealt,
    }
    right = {place: getattr(*place) for place in scripted}
    try:
        for place, function in scripted.items():
            setattr(*place, function)
        return sample(script)
    finally:
        for place, function in right.items():
            setattr(*place, function)


def _picks(ends: Sequence[int]) -> _Shares:
    """What `picked` may answer."""
    last = ends[-1] if len(ends) > 1 else 1
    found = Counter(bisect(ends, number) if len(ends) > 1 else 0 for number in range(last))
    return [(at, Fraction(n, last)) for at, n in found.items()]


def _deals(pool: Counts, sizes: Sequence[int]) -> _Shares:
    """What `dealt` may answer."""
    ways: list[tuple[tuple[Counts, ...], Counts, int]] = [((), pool, 1)]
    for size in sizes:
        ways = [
            ((*hands, hand), tuple(map(sub, left, hand)), n * prod(map(comb, left, hand)))
            for hands, left, n in ways
            for hand in product(*(range(kind + 1) for kind in left))
            if sum(hand) == size
        ]
    total = sum(n for *_, n in ways)
    return [(hands, Fraction(n, total)) for hands, _, n in ways]
