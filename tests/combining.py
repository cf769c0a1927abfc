"""Combinations of options: few rulesets in which every two values of two options come together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from elfen.land.editions import EDITIONS, OPTIONS, TABLE

Pick = dict[str, Any]
Pair = tuple[tuple[str, Any], tuple[str, Any]]


def values(name: str) -> tuple[Any, ...]:
    """Two or three telling values of an option: its choices, or its usual one and its ends."""
    option = next(option for option in OPTIONS if option.name == name)
    if option.choices:
        return option.choices
    if option.type is bool:
        return (False, True)
    return tuple(dict.fromkeys((option.default, option.least, option.most)))


def factors() -> dict[str, tuple[Any, ...]]:
    """The edition, the number of players, and every option, each with the values to combine.

    An option's value `None` leaves it to the edition.
    """
    free = {
        name: (None, *values(name)) if len(set(TABLE[name])) > 1 else values(name) for name in TABLE
    }
    return {"edition": tuple(EDITIONS), "players": (2, 3, 4, 5, 6), **free}


def pairs_of(pick: Mapping[str, Any]) -> Iterator[Pair]:
    """All pairs of values in a combination."""
    return combinations(pick.items(), 2)


def pairwise(factors: Mapping[str, Sequence[Any]]) -> list[Pick]:
    """Combinations in which every two values of two factors are together at least once.

    Greedy: each combination starts with a pair that is missing, and every further value is
    the one that adds most missing pairs.
    """
    missing = {
        ((a, x), (b, y))
        for a, b in combinations(factors, 2)
        for x, y in product(factors[a], factors[b])
    }
    wanted = sorted(missing, key=repr)
    found: list[Pick] = []
    for first in wanted:
        if first not in missing:
            continue
        pick = dict(first)
        for name, choices in factors.items():
            if name not in pick:
                pick[name] = max(choices, key=lambda value, n=name: gain(pick, n, value, missing))
        ordered = {name: pick[name] for name in factors}
        missing.difference_update(pairs_of(ordered))
        found.append(ordered)
    return found


def gain(pick: Pick, name: str, value: Any, missing: set[Pair]) -> int:
    """How many missing pairs a value would add."""
    return sum(
        ((one, there), (name, value)) in missing or ((name, value), (one, there)) in missing
        for one, there in pick.items()
    )


def spelled(pick: Pick) -> str:
    """A combination as a test's name."""
    return "-".join(str(value) for value in pick.values())


def split(pick: Pick) -> tuple[str, int, Pick]:
    """A combination as edition, number of players, and the options given."""
    options = {
        name: value
        for name, value in pick.items()
        if name not in ("edition", "players") and value is not None
    }
    return pick["edition"], pick["players"], options
