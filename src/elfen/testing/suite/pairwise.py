"""Pairwise combinations: few, in which any two values of two factors come together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from elfen.declare import Option

Pick = dict[str, Any]
Pair = tuple[tuple[str, Any], tuple[str, Any]]


def telling(option: Option) -> tuple[Any, ...]:
    """The values of an option worth trying: its choices, or its default and its bounds."""
    if option.choices:
        return option.choices
    if option.type is bool:
        return (False, True)
    values = (option.default, option.least, option.most)
    return tuple(dict.fromkeys(value for value in values if value is not None))


def seldom(option: Option) -> tuple[Any, ...]:
    """Further values, which are worth a try now and then.

    Of a text of several whole numbers that is so many pieces of each sort, say: in turn, all of
    them are of one sort.
    """
    numbers = option.default.split() if isinstance(option.default, str) else []
    if option.choices or len(numbers) < 2 or not all(map(str.isdecimal, numbers)):
        return ()
    total, places = str(sum(map(int, numbers))), range(len(numbers))
    return tuple([" ".join(total if at == one else "0" for at in places) for one in places])


def pairs_of(pick: Mapping[str, Any]) -> Iterator[Pair]:
    """All pairs of values in a combination."""
    return combinations(pick.items(), 2)


def pairwise(factors: Mapping[str, Sequence[Any]]) -> list[Pick]:
    """Combinations in which any two values of two factors come together at least once.

    Greedy: each combination starts with a missing pair, and every further value is the one that
    adds the most missing pairs.
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
                gains = [_gain(pick, name, value, missing) for value in choices]
                pick[name] = choices[gains.index(max(gains))]
        ordered = {name: pick[name] for name in factors}
        missing.difference_update(pairs_of(ordered))
        found.append(ordered)
    return found


def _gain(pick: Pick, name: str, value: Any, missing: set[Pair]) -> int:
    """How many missing pairs a value would add."""
    return sum(
        ((one, there), (name, value)) in missing or ((name, value), (one, there)) in missing
        for one, there in pick.items()
    )
