"""How much memory games and views leave behind: megabytes on top of the imported program.

Each ruleset has a process of its own. What is measured is what the process holds after garbage
has been collected: after compiling, after more and more games that are over and let go of, and
with so many views that are kept, as a server of many games may have them.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

RULES = {
    "Elfenland": "",
    "gold": "gold",
    "sea": "sea",
    "favor": "favor",
    "gold with favor": "gold,favor",
}


def megabytes() -> float:
    """What this process holds in memory now, in 2**20 bytes (Linux)."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return float(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)


def measure(expansions: Sequence[str], games: Sequence[int], views: int) -> list[float]:
    """The megabytes at each point, by one process."""
    import elfen

    empty = megabytes()
    rules = elfen.compile_ruleset(expansions=expansions)
    found = [megabytes() - empty]
    done = 0
    for number in games:
        for seed in range(done, number):
            play(rules, seed)
        done = number
        found.append(megabytes() - empty)
    before, kept, seed = megabytes(), [], 0
    while len(kept) < views:
        kept += play(rules, seed)
        seed += 1
    found.append(megabytes() - before)
    return found


def play(rules: object, seed: int) -> list[object]:
    """A random game of four; all views that were asked for."""
    game, chance = rules.new_game(4, seed), random.Random(seed)  # type: ignore[attr-defined]
    views: list[object] = []
    while not game.is_over:
        view = game.view(game.seat)
        views.append(view)
        actions = view.legal_actions
        game = game.play(actions[int(chance.random() * len(actions))])
    return views


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--games", type=int, nargs="+", default=[100, 300, 1000], help="measure after so many games"
    )
    parser.add_argument("--views", type=int, default=10_000, help="views that are kept")
    parser.add_argument("--of", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.of is not None:
        names = [name for name in given.of.split(",") if name]
        print(json.dumps(measure(names, given.games, given.views)))
        return
    heads = ["compiled", *[f"{n} games" for n in given.games], f"{given.views} views more"]
    print("| | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(heads))
    numbers = [*map(str, given.games)]
    for name, expansions in RULES.items():
        command = [sys.executable, __file__, "--of", expansions, "--views", str(given.views)]
        done = subprocess.run(
            [*command, "--games", *numbers], stdout=subprocess.PIPE, text=True, check=True
        )
        told = [f"{one:.1f}" for one in json.loads(done.stdout)]
        print(f"| {name} | " + " | ".join(told) + " |", flush=True)


if __name__ == "__main__":
    main()
