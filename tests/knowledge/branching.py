"""Random numbers that take every value: the exact distribution of whatever is made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from random import Random
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


class Branching(Random):
    """A generator whose answers are given before, and which says how likely these are."""

    def __new__(cls, answers: list[int]) -> Branching:
        return super().__new__(cls)

    def __init__(self, answers: list[int]) -> None:
        super().__init__(0)
        self.answers = answers
        self.asked: list[list[Fraction]] = []

    def branch(self, chances: list[Fraction]) -> int:
        """The next answer, one of so many; the first possible one if none was given."""
        self.asked.append(chances)
        if len(self.asked) > len(self.answers):
            self.answers.append(next(at for at, chance in enumerate(chances) if chance))
        return self.answers[len(self.asked) - 1]


def distribution(make: Callable[[Random], T]) -> dict[T, Fraction]:
    """Everything that can be made of random numbers, with its probability."""
    found: dict[T, Fraction] = defaultdict(Fraction)
    waiting: list[list[int]] = [[]]
    while waiting:
        given = waiting.pop()
        known = len(given)
        numbers = Branching(given)
        made = make(numbers)
        share = Fraction(1)
        for at, (answer, chances) in enumerate(zip(numbers.answers, numbers.asked, strict=True)):
            share *= chances[answer]
            if at >= known:
                others = range(answer + 1, len(chances))
                waiting += [[*numbers.answers[:at], other] for other in others if chances[other]]
        found[made] += share
    return dict(found)


def branching_below(n: int, rng: Random) -> int:
    """As `elfen.knowledge.dealing.below`: any number below n, all equally likely."""
    assert isinstance(rng, Branching)
    return rng.branch([Fraction(1, n)] * n)


def branching_pick(ends: Sequence[int], rng: Random) -> int:
    """As `elfen.knowledge.dealing.picked`, a branch for each index instead of each number."""
    if len(ends) == 1:
        return 0
    assert isinstance(rng, Branching)
    starts = [0, *ends[:-1]]
    assert [*ends] == sorted(ends), "a chance is below none, another above one"
    return rng.branch([Fraction(b - a, ends[-1]) for a, b in zip(starts, ends, strict=True)])
