"""How much longer random games take with statistics than alone, in processor time of one run.

The same games are played both ways in turns, and each way is first as often as the other: the
second finds what the first has made the rules remember. The result is the ratio of the sums. Games
before that have filled what a ruleset remembers.
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Sequence
from time import process_time

import elfen
from elfen.bots import simulate
from elfen.stats import Following, Statistics

GAMES = {"Elfenland": (), "gold": ("gold",), "sea": ("sea",), "favor": ("favor",)}
AT_ONCE = 10


def ratio(rules: elfen.Ruleset, games: int, warm_up: int) -> float:
    """How many times as long games with statistics take."""
    spent = [0.0, 0.0]
    found = Statistics(rules, 4)
    for record in simulate(rules, ["random"], 4, warm_up, "warm", watch=Following):
        found.add(record.kept)
    gc.collect()
    gc.freeze()
    for seed in range(games // AT_ONCE):
        for way in (seed % 2, 1 - seed % 2):
            start = process_time()
            watch = Following if way else None
            for record in simulate(rules, ["random"], 4, AT_ONCE, seed, watch=watch):
                if way:
                    found.add(record.kept)
            spent[way] += process_time() - start
    gc.unfreeze()
    return spent[1] / spent[0]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=300, help="each way (default: 300)")
    parser.add_argument("--warm-up", type=int, default=300, help="games before (default: 300)")
    parser.add_argument("--rules", action="append", choices=[*GAMES], help="only these")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args(arguments)
    ratios = {
        name: ratio(elfen.compile_ruleset(expansions=GAMES[name]), given.games, given.warm_up)
        for name in given.rules or GAMES
    }
    if given.json:
        print(json.dumps({"times_the_games_alone": ratios}))
        return
    print("| random games of four with statistics | times the games alone |")
    print("| --- | ---: |")
    for name, times in ratios.items():
        print(f"| {name} | {times:.2f} |")


if __name__ == "__main__":
    main()
