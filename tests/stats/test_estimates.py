"""Intervals hold as often as they say, and what is called clear is seldom chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from elfen import compile_ruleset
from elfen.stats import Comparison, Distribution, Sheet, Statistics
from elfen.stats.estimates import mean_of, student

Draw = Callable[[random.Random], list[float]]


def alike(chance: random.Random) -> list[float]:
    """Four scores of a game that resemble each other, around 10."""
    game = chance.gauss(10, 2)
    return [game + chance.gauss(0, 1) for _ in range(4)]


def ragged(chance: random.Random) -> list[float]:
    """A number of values that says something about them; their mean is 0.2 * 1 + 0.8 * 3 = 2.6."""
    return [1.0, 1.0] if chance.random() < 1 / 3 else [3.0, 3.0, 3.0, 3.0]


def counts(chance: random.Random) -> list[float]:
    """A count, 1.5 in the mean."""
    return [float(sum(chance.random() < 0.3 for _ in range(5)))]


def coverage(draw: Draw, mean: float, games: int, apart: bool = False) -> float:
    """How often the interval around the mean of so many games has the true mean in it.

    With `apart`, each value is taken for a game of its own: a fault.
    """
    chance = random.Random(f"{games}/{mean}")
    hits = 0
    for _ in range(600):
        found = Distribution()
        for _ in range(games):
            values = draw(chance)
            for some in [[value] for value in values] if apart else [values]:
                found.add(some)
        estimate = found.mean
        assert estimate is not None
        assert estimate.low is not None
        assert estimate.high is not None
        hits += estimate.low <= mean <= estimate.high
    return hits / 600


@pytest.mark.parametrize(
    ("draw", "mean", "games"),
    [(alike, 10, 8), (alike, 10, 40), (ragged, 2.6, 60), (counts, 1.5, 30)],
)
def test_an_interval_of_95_percent_has_the_mean_in_it_so_often(
    draw: Draw, mean: float, games: int
) -> None:
    assert 0.92 <= coverage(draw, mean, games) <= 0.98


def test_intervals_that_take_seats_for_games_are_too_narrow() -> None:
    assert coverage(alike, 10, 40, apart=True) < 0.8


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(3, 3.182), (5, 2.571), (9, 2.262), (29, 2.045), (1000, 1.962)]
)
def test_quantiles_of_student_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(0.975, freedom) == pytest.approx(quantile, rel=0.01)


def test_distributions_are_what_they_are_by_hand() -> None:
    found = Distribution()
    for values in ([1, 2], [2], [], [7, 2, 1]):
        found.add(values)
    assert (found.number, found.total, found.least, found.most) == (6, 15, 1, 7)
    assert found.quantile(0.5) == 2
    assert found.spread == pytest.approx(2.2583, abs=1e-4)
    assert found.mean is not None
    assert (found.mean.value, found.mean.low) == (2.5, None)  # three games are too few
    assert mean_of(Counter()) is None


@cache
def blank() -> Statistics:
    return Statistics(compile_ruleset(), 2)


def compared(change: float, deals: int, seed: int) -> Comparison:
    """Synthetic deals with forty counts that are noise on both sides, one of them changed."""
    chance = random.Random(seed)
    found = Comparison(Statistics(blank().rules, 2), Statistics(blank().rules, 2))
    names = [name for name in blank().names if name.startswith("routes.")][:40]
    for _ in range(deals):
        luck = {name: chance.randrange(20) for name in names}
        sides = [{name: n + chance.randrange(4) for name, n in luck.items()} for _ in range(2)]
        sides[1][names[7]] += chance.random() < change
        found.add(*(Sheet(side, {}) for side in sides))
    return found


def test_without_a_difference_hardly_anything_is_called_clear() -> None:
    wrong = [any(row.clear for row in compared(0, 25, seed).rows) for seed in range(25)]
    single = [
        row.difference is not None
        and row.difference.low is not None
        and row.difference.high is not None
        and not row.difference.low <= 0 <= row.difference.high
        for seed in range(6)
        for row in compared(0, 25, seed).rows
        if row.before
    ]
    assert sum(wrong) <= 4
    assert 0.01 < sum(single) / len(single) < 0.1  # each interval alone is wrong in 5 %


def test_luck_that_both_sides_share_does_not_hide_a_difference() -> None:
    clear = [row for row in compared(0.9, 100, 1).rows if row.clear]
    assert len(clear) == 1
    difference = clear[0].difference
    assert difference is not None
    assert difference.value == pytest.approx(0.9, abs=0.5)
