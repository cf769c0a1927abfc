"""Where the time of a random game goes: each kernel call's share, by decision or action.

Every call is made twice in a row and timed both times. The first call, as in a normal game, waits
for data that other calls have pushed out of the processor's caches; the second finds it there.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Any

import elfen

PLAYERS = 4


@dataclass
class Times:
    """The number of calls, and their nanoseconds in total: of the first calls, and repeated."""

    count: int = 0
    first: int = 0
    again: int = 0


class Stopwatch:
    """Calls functions, and records how long each sort of call took."""

    def __init__(self) -> None:
        self.times: defaultdict[tuple[str, str], Times] = defaultdict(Times)
        self.own = min(-perf_counter_ns() + perf_counter_ns() for _ in range(1000))

    def call(self, name: str, at: str, function: Callable[..., Any], *given: Any) -> Any:
        """The result of `function(*given)`, which is called twice."""
        start = perf_counter_ns()
        function(*given)
        between = perf_counter_ns()
        answer = function(*given)
        end = perf_counter_ns()
        times = self.times[name, at]
        times.count += 1
        times.first += between - start - self.own
        times.again += end - between - self.own
        return answer


def play(rules: elfen.Ruleset, chance: random.Random, watch: Stopwatch) -> None:
    """Play one random game."""
    state = watch.call("start", "", rules.start, PLAYERS)
    dealer = elfen.Dealer.seeded(chance.getrandbits(64))
    while not isinstance(item := rules.pending(state), elfen.Over):
        if isinstance(item, elfen.Decide):
            actions = watch.call("legal_actions", item.name, rules.legal_actions, state)
            action = actions[int(chance.random() * len(actions))]
            state = watch.call("advance", str(action.verb), rules.advance, state, action)
        else:
            state, dealer, *_ = watch.call("deal", item.name, rules.deal, state, dealer)


def table(times: dict[tuple[str, str], Times], games: int, nanoseconds: bool) -> str:
    """The calls as a Markdown table, the slowest in total first."""
    whole = sum(row.first for row in times.values())
    head = ["call", "of", "calls a game", "share", "again"]
    lines = [head, ["---", "---", "---:", "---:", "---:"]]
    for (call, at), row in sorted(times.items(), key=lambda item: -item[1].first):
        line = [
            f"`{call}`",
            at and f"`{at}`",
            f"{row.count / games:.1f}",
            f"{100 * row.first / whole:.1f} %",
            f"{row.again / row.first:.2f}",
        ]
        lines.append(line)
        if nanoseconds:
            line += [f"{row.first / row.count:.0f}", f"{row.again / row.count:.0f}"]
    if nanoseconds:
        head += ["ns", "ns again"]
        lines[1] += ["---:", "---:"]
    again = sum(row.again for row in times.values())
    lines.append(["all", "", "", "100 %", f"{again / whole:.2f}"])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=600, help="random games (default: 600)")
    parser.add_argument("--warm-up", type=int, default=600, help="games before that (default: 600)")
    parser.add_argument(
        "--with", dest="expansions", action="append", default=[], help="with this expansion"
    )
    parser.add_argument("--nanoseconds", action="store_true", help="also how long calls took")
    given = parser.parse_args(arguments)
    rules = elfen.compile_ruleset(expansions=given.expansions)
    chance = random.Random(1)
    for _ in range(given.warm_up):
        play(rules, chance, Stopwatch())
    gc.collect()
    gc.freeze()
    watch = Stopwatch()
    for _ in range(given.games):
        play(rules, chance, watch)
    print(table(watch.times, given.games, given.nanoseconds))


if __name__ == "__main__":
    main()
