"""Where the time of a random game goes: each kernel call's share, by what is decided.

Some games are played and every call is noted; then all calls of one sort are repeated in a
row, and the fastest of several repetitions counts.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time
from typing import Any

import elfen

Calls = dict[tuple[str, str], list[Callable[[], Any]]]


def calls_of(rules: elfen.Ruleset, games: int, players: int) -> Calls:
    """The calls of so many random games, by kernel function and by decision or draw."""
    chance = random.Random(1)
    calls: Calls = defaultdict(list)
    for seed in range(games):
        dealer = elfen.Dealer.seeded(seed)
        calls["start", ""].append(partial(rules.start, players))
        state = rules.start(players)
        while not isinstance(item := rules.pending(state), elfen.Over):
            move: Any
            if isinstance(item, elfen.Decide):
                calls["legal_actions", item.name].append(partial(rules.legal_actions, state))
                move = chance.choice(rules.legal_actions(state))
            else:
                calls["sample", item.name].append(partial(rules.sample, state, dealer))
                move, dealer = rules.sample(state, dealer)
            calls["advance", item.name].append(partial(rules.advance, state, move))
            state = rules.advance(state, move)
    return calls


def seconds(calls: Sequence[Callable[[], Any]], repetitions: int) -> float:
    """The shortest time that all these calls took."""
    times = []
    for _ in range(repetitions):
        start = process_time()
        for call in calls:
            call()
        times.append(process_time() - start)
    return min(times)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=60, help="random games (default: 60)")
    parser.add_argument("--repetitions", type=int, default=7, help="the fastest counts")
    given = parser.parse_args(arguments)
    calls = calls_of(elfen.compile_ruleset(), given.games, players=4)
    times = {key: seconds(some, given.repetitions) for key, some in calls.items()}
    whole = sum(times.values())
    print("| call | at | calls a game | share |\n| --- | --- | ---: | ---: |")
    for (call, at), spent in sorted(times.items(), key=lambda row: -row[1]):
        often = len(calls[call, at]) / given.games
        print(f"| `{call}` | {at and f'`{at}`'} | {often:.1f} | {100 * spent / whole:.1f} % |")


if __name__ == "__main__":
    main()
