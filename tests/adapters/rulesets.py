"""The rulesets that the suites of other libraries are run for, with numbers of players."""

from __future__ import annotations

import os

#: By name: the parameters of an environment. `views.dreams` is an expansion of somebody else, with
#: secrets of every sort.
RULESETS: dict[str, dict[str, object]] = {
    "rio-grande": {"players": 2},
    "white-wind": {"edition": "white-wind", "players": 6},
    "deluxe": {"edition": "deluxe", "players": 3},
    "gold": {"expansions": "gold", "players": 2},
    "sea": {"expansions": "sea", "players": 4},
    "favor": {"expansions": "favor", "players": 5},
    "gold+favor": {"expansions": "gold+favor", "players": 2},
    "outside": {"expansions": "module:views.dreams", "players": 3},
}

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
SEEDS = range(100 if LONG else 1)


def parameters() -> list[dict[str, object]]:
    """Those to try: with every number of players in a long run."""
    if not LONG:
        return [*RULESETS.values()]
    return [{**given, "players": n} for given in RULESETS.values() for n in range(2, 7)]


def name(given: dict[str, object]) -> str:
    """A short name for a test."""
    return "-".join(str(value) for value in given.values())


def in_text(given: dict[str, object], **more: object) -> str:
    """The game string of OpenSpiel."""
    inside = ",".join(f"{key}={value}" for key, value in {**given, **more}.items())
    return f"elfen({inside})"
