"""Distributions of numbers from games, their means, and the intervals around these.

The values of one game belong together: four scores of a game are not four games. So intervals come
from how games differ, as for a ratio of sums. They are Student's, and hold 95 times in 100 if games
are not too few for what is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import fsum, sqrt
from statistics import NormalDist

from attrs import define, field, frozen

LEVEL = 0.95

#: With fewer games no interval is given.
FEWEST = 4


@frozen
class Estimate:
    """A mean, and between which bounds it lies; they are None for fewer than four games."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def around(self) -> float | None:
        """Half the width of the interval; None without one."""
        return None if self.high is None else self.high - self.value


def student(probability: float, freedom: int) -> float:
    """The quantile of Student's t with so many degrees of freedom, at least 3.

    The expansion of Abramowitz and Stegun, 26.7.5: right to 1 % at 3 degrees for 97.5 %.
    """
    z = NormalDist().inv_cdf(probability)
    parts = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(part / float(freedom) ** n for n, part in enumerate(parts))


def mean_of(games: Counter[tuple[int, float]], level: float = LEVEL) -> Estimate | None:
    """The mean of all values, from how many values each game has and their sum; None for none."""
    number = sum(n * times for (n, _), times in games.items())
    if not number:
        return None
    mean = fsum(total * times for (_, total), times in games.items()) / number
    count = sum(times for (n, _), times in games.items() if n)
    error = standard_error(games)
    if error is None or count < FEWEST:
        return Estimate(mean)
    around = student((1 + level) / 2, count - 1) * error
    return Estimate(mean, mean - around, mean + around)


def standard_error(games: Counter[tuple[int, float]]) -> float | None:
    """The standard error of the mean of all values; None for fewer than two games with any."""
    number = sum(n * times for (n, _), times in games.items())
    count = sum(times for (n, _), times in games.items() if n)
    if count < 2:
        return None
    mean = fsum(total * times for (_, total), times in games.items()) / number
    squares = fsum((total - mean * n) ** 2 * times for (n, total), times in games.items())
    return sqrt(squares * count / (count - 1)) / number


@define
class Distribution:
    """How often a figure had each value. `games` counts games by their (number of values, sum)."""

    values: Counter[float] = field(factory=Counter)
    games: Counter[tuple[int, float]] = field(factory=Counter)

    def add(self, values: Iterable[float], times: int = 1) -> None:
        """Add a game with these values, or so many games that are alike."""
        some = [*values]
        self.values.update(some * times)
        self.games[len(some), fsum(some)] += times

    def merge(self, other: Distribution) -> None:
        """Add the games of another distribution."""
        self.values.update(other.values)
        self.games.update(other.games)

    @property
    def number(self) -> int:
        """How many values there are."""
        return self.values.total()

    @property
    def total(self) -> float:
        """The sum of all values."""
        return fsum(value * times for value, times in self.values.items())

    @property
    def mean(self) -> Estimate | None:
        """The mean of all values with its interval; None if there are none."""
        return mean_of(self.games)

    @property
    def spread(self) -> float | None:
        """The standard deviation of the values; None for fewer than two."""
        n = self.number
        if n < 2:
            return None
        mean = self.total / n
        squares = fsum((value - mean) ** 2 * times for value, times in self.values.items())
        return sqrt(squares / (n - 1))

    def quantile(self, share: float) -> float | None:
        """The least value that is not below this share of all; None if there are none."""
        wanted, seen = share * self.number, 0
        for value, times in sorted(self.values.items()):
            seen += times
            if seen >= wanted:
                return value
        return None

    @property
    def least(self) -> float | None:
        """The least value."""
        return min(self.values, default=None)

    @property
    def most(self) -> float | None:
        """The greatest value."""
        return max(self.values, default=None)
