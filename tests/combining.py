"""Combinations of Elfenland's options that cover every pair of values of two options."""

from __future__ import annotations

from typing import Any

from elfen.land.editions import EDITIONS, OPTIONS, TABLE
from elfen.testing.suite.pairwise import Pick, pairs_of, pairwise, telling

__all__ = ["Pick", "factors", "pairs_of", "pairwise", "spelled", "split", "values"]


def values(name: str) -> tuple[Any, ...]:
    """Two or three representative values of an option of Elfenland."""
    return telling(next(option for option in OPTIONS if option.name == name))


def factors() -> dict[str, tuple[Any, ...]]:
    """The edition, the number of players and every option, each with its values to combine.

    An option's value `None` leaves it to the edition.
    """
    free = {
        name: (None, *values(name)) if len(set(TABLE[name])) > 1 else values(name) for name in TABLE
    }
    return {"edition": tuple(EDITIONS), "players": (2, 3, 4, 5, 6), **free}


def spelled(pick: Pick) -> str:
    """A combination as the name of a test."""
    return "-".join(str(value) for value in pick.values())


def split(pick: Pick) -> tuple[str, int, Pick]:
    """A combination as edition, number of players, and the options given."""
    options = {
        name: value
        for name, value in pick.items()
        if name not in ("edition", "players") and value is not None
    }
    return pick["edition"], pick["players"], options
