"""Random numbers at their extremes: samplers that use them give the unlikeliest worlds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

#: What a zone gets first when pieces are dealt: see `Extreme`.
LEANINGS = ("with", "without", "alike", "rare", "low", "high")

_CERTAIN, _MEANT = 0.75, 0.6


class Extreme(random.Random):
    """Random numbers that lean to one side, for anything that samples a world.

    Pieces that are dealt to `zones` (their sizes, one tuple for each deal that may come) go to one
    zone of each deal first, as the `leaning` says: those of one kind (`with`; `without`: that
    kind goes elsewhere), those of the most common kind (`alike`), the rarest (`rare`), the lowest
    or the highest. `zones` also says which of them are meant, by their place among the sizes: it is
    one of these more often than not. With `choosy`, a choice is the first or the last mostly;
    not in all, so that whoever tries again until an answer fits comes to an end.
    """

    leaning: str = "low"
    zones: Mapping[tuple[int, ...], Sequence[int]] = MappingProxyType({})
    choosy: bool = False

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """`k` of the population; what one zone gets of it is extreme."""
        if counts is not None or k == 0:
            return super().sample(population, k, counts=counts)
        loose = super().sample(population, len(population))
        fitting = [sizes for sizes in self.zones if sum(sizes) == k]
        sizes = super().choice(fitting) if fitting else (k,)
        meant = self.zones.get(sizes) if super().random() < _MEANT else ()
        zone = super().choice(meant or range(len(sizes)))
        start, size = sum(sizes[:zone]), sizes[zone]
        ordered = self._ordered(loose)
        mine, rest = ordered[:size], ordered[size:]
        super().shuffle(rest)
        return [*rest[:start], *mine, *rest[start : k - size]]

    def _ordered(self, loose: list[Any]) -> list[Any]:
        """The population with what a zone gets first in front."""
        if self.leaning in ("low", "high"):
            return sorted(loose, reverse=self.leaning == "high")
        number = Counter(loose)
        if self.leaning == "alike":
            return sorted(loose, key=lambda one: (-number[one], one))
        if self.leaning == "rare":
            return sorted(loose, key=lambda one: (number[one], one))
        kind = super().choice(sorted(number))
        front = self.leaning == "with"
        return sorted(loose, key=lambda one: (one == kind) is not front)

    def choice(self, seq: Any) -> Any:
        """The first or the last, in most cases."""
        return seq[self.randrange(len(seq))] if len(seq) else super().choice(seq)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """The lowest or the highest, in most cases."""
        every = range(start) if stop is None else range(start, stop, step)
        if not self.choosy or not every or super().random() > _CERTAIN:
            return super().randrange(start, stop, step)
        return every[-1 if self.leaning in ("high", "rare", "with") else 0]

    def randint(self, a: int, b: int) -> int:
        """The lowest or the highest, in most cases."""
        return self.randrange(a, b + 1)


def extreme(
    numbers: random.Random, zones: Mapping[tuple[int, ...], Sequence[int]], leaning: str
) -> Extreme:
    """Random numbers that lean, seeded by others: with the sizes of zones, and those meant."""
    made = Extreme(numbers.getrandbits(64))
    made.leaning, made.zones = leaning, zones
    return made
