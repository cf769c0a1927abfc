"""How many iterations a second information-set MCTS makes, beside OpenSpiel's in Python.

Both run in turns in one process, by processor time. OpenSpiel's searches hearts, a game written in
C++ that can sample what a player does not see; it has about as many choices as Elfenland.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import elfen
from elfen.bots.ismcts import IsmctsPlayer

#: What is measured: the name, the expansions, and the settings.
OURS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "Elfenland, `rollout=planner`": ([], {"rollout": "planner", "prior": 0}),
    "Elfenland, `rollout=light`": ([], {"rollout": "light", "prior": 0}),
    "gold, `rollout=light`": (["gold"], {"rollout": "light", "prior": 0}),
    "sea, `rollout=light`": (["sea"], {"rollout": "light", "prior": 0}),
    "favor, `rollout=light`": (["favor"], {"rollout": "light", "prior": 0}),
}

Search = Callable[[int], None]


def ours(expansions: list[str], settings: dict[str, Any]) -> tuple[list[Search], str]:
    """Searches of so many iterations in positions on the way through a random game of four."""
    rules = elfen.compile_ruleset(expansions=expansions)
    chance, game = random.Random(1), rules.new_game(4, 1)
    views, choices = [], 0
    while not game.is_over:
        if len(game.legal_actions) > 1:
            choices += 1
            if choices % 40 == 1:
                views.append(game.view(game.seat))
        game = game.play(chance.choice(game.legal_actions))

    def search(view: elfen.View) -> Search:
        def run(iterations: int) -> None:
            IsmctsPlayer(rules, 1, iterations=iterations, **settings).choose(view)

        return run

    return [search(view) for view in views], f"{choices} choices"


def spiel() -> tuple[list[Search], str]:
    """The same of OpenSpiel's `ISMCTSBot` with random rollouts, in hearts."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = pyspiel.load_game("hearts")
    chance, state = random.Random(1), game.new_initial_state()
    states, choices = [], 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        actions = state.legal_actions()
        if len(actions) > 1:
            choices += 1
            if choices % 10 == 1:
                states.append(state.clone())
        state.apply_action(chance.choice(actions))

    def search(at: Any) -> Search:
        def run(iterations: int) -> None:
            rng = np.random.RandomState(1)
            evaluator = RandomRolloutEvaluator(1, rng)
            bot = ISMCTSBot(game, evaluator, 0.4, iterations, random_state=rng)
            bot.step(at)

        return run

    return [search(one) for one in states], f"{choices} choices"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", default="", help="those whose names begin so, such as sea")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    searches = {name: ours(*what) for name, what in OURS.items() if name.startswith(asked.rules)}
    try:
        searches["OpenSpiel, hearts (C++)"] = spiel()
    except ImportError:
        print("OpenSpiel is not installed", file=sys.stderr)
    rates: dict[str, list[float]] = {name: [] for name in searches}
    for number in range(asked.rounds):
        for name, (some, _) in searches.items():
            search = some[number % len(some)]
            begun = process_time()
            search(asked.iterations)
            rates[name].append(asked.iterations / (process_time() - begun))
    found = {name: round(median(rates[name])) for name in searches}
    if asked.json:
        print(json.dumps(found))
        return
    print("| | a game has | iterations a second |\n| --- | ---: | ---: |")
    for name, (_, size) in searches.items():
        print(f"| {name} | {size} | {found[name]:,} |")


if __name__ == "__main__":
    main()
