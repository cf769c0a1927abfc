"""How much faster two processes simulate games than one.

Simulations of the same games take turns, so many with one process and so many with several; the
results are medians. By the clock on the wall, it needs as many idle cores as processes. So it also
says how much processor time all of them take together, beside one process: on idle cores, they are
at most as many times as fast as there are of them, divided by that.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
from collections.abc import Sequence
from statistics import median
from time import perf_counter, process_time

import elfen
from elfen.bots import simulate


def seconds(rules: elfen.Ruleset, games: int, seed: int, jobs: int) -> tuple[float, float]:
    """The time from the call to the last game, and the processor time of all processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start, here = perf_counter(), process_time()
    for _ in simulate(rules, ["random"], 4, games, seed, jobs):
        pass
    taken, here = perf_counter() - start, process_time() - here
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, here + now.ru_utime - used.ru_utime + now.ru_stime - used.ru_stime


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="of random players (default: 1000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--rounds", type=int, default=5, help="ratios (default: 5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a sentence")
    given = parser.parse_args(arguments)
    rules = elfen.compile_ruleset()
    ratios, work = [], []
    for seed in range(given.rounds):
        alone, one = seconds(rules, given.games, seed, 1)
        together, all_of_them = seconds(rules, given.games, seed, given.jobs)
        ratios.append(alone / together)
        work.append(all_of_them / one)
    load, cores = os.getloadavg()[0], os.cpu_count()
    if given.json:
        told = {"jobs": given.jobs, "cores": cores, "ratios": ratios, "work": work, "load": load}
        print(json.dumps(told))
    else:
        print(
            f"{given.jobs} processes on {cores} cores simulate {given.games} games"
            f" {median(ratios):.2f} times as fast as one, with {median(work):.2f} times as much"
            f" processor time; at the end, {load:.1f} processes wanted to run."
        )


if __name__ == "__main__":
    main()
