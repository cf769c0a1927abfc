"""How much faster two processes simulate games than one, by the clock on the wall.

Simulations of the same games take turns, so many with one process and so many with several; the
result is the median of the ratios. It needs as many idle cores as processes.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from statistics import median
from time import perf_counter

import elfen
from elfen.bots import simulate


def seconds(rules: elfen.Ruleset, games: int, seed: int, jobs: int) -> float:
    """The time from the call to the last game."""
    start = perf_counter()
    for _ in simulate(rules, ["random"], 4, games, seed, jobs):
        pass
    return perf_counter() - start


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="of random players (default: 1000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--rounds", type=int, default=5, help="ratios (default: 5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a sentence")
    given = parser.parse_args(arguments)
    rules = elfen.compile_ruleset()
    ratios = [
        seconds(rules, given.games, seed, 1) / seconds(rules, given.games, seed, given.jobs)
        for seed in range(given.rounds)
    ]
    if given.json:
        print(json.dumps({"jobs": given.jobs, "cores": os.cpu_count(), "ratios": ratios}))
    else:
        print(
            f"{given.jobs} processes on {os.cpu_count()} cores simulate {given.games} games"
            f" {median(ratios):.2f} times as fast as one."
        )


if __name__ == "__main__":
    main()
