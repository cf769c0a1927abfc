"""How long a plan takes, measured in random games.

Plans for positions with many counters on the board and a large hand alternate with random
four-player games. The result is the median time of a plan divided by the median time of a game.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any

import elfen
from elfen.land import COUNTERS, HAND, MOVE, TRANSPORTS

#: Counters on the board: a usual round of four players, one of six, and nearly the maximum.
COUNTED = (16, 24, 30)


def position(rules: elfen.Ruleset, chance: random.Random, counters: int, cards: int) -> elfen.View:
    """A seat about to move, with a random hand, among random counters."""
    table = rules.build(rules.most_players).at(MOVE, seat=0, round=1)
    deck = [kind for kind, transport in TRANSPORTS.items() for _ in range(transport.cards)]
    hand = chance.sample(deck, cards)
    table.zone(HAND.of(0), {kind: hand.count(kind) for kind in hand})
    left = {kind: TRANSPORTS[kind.id].counters for kind in COUNTERS}
    roads = [r for r in rules.board.routes if rules.terrains[r.terrain].road]
    for road in chance.sample(roads, counters):
        suited = [k for k in COUNTERS if road.terrain in TRANSPORTS[k.id].chart and left[k]]
        if suited:
            kind = chance.choice(suited)
            left[kind] -= 1
            table.lay(road.id, kind.id)
    table.boot(0, chance.choice(rules.board.towns).id)
    return rules.game_from(table.state(), seed=1).view(0)


def play(rules: elfen.Ruleset, seed: int) -> None:
    """Play a random four-player game."""
    chance = random.Random(seed)
    game = rules.new_game(4, seed)
    while not game.is_over:
        game = game.play(chance.choice(game.legal_actions))


def seconds(call: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """The processor time of a call, the fastest of several, and the call's result."""
    spent = []
    for _ in range(times):
        start = process_time()
        answer = call()
        spent.append(process_time() - start)
    return min(spent), answer


def measured(rules: elfen.Ruleset, counters: int, cards: int, positions: int) -> dict[str, Any]:
    """The figures for a number of counters: each plan is timed next to a random game."""
    chance = random.Random(counters)
    plans, games, nodes = [], [], []
    for seed in range(positions):
        view = position(rules, chance, counters, cards)
        spent, plan = seconds(lambda view=view: elfen.plan(view))  # type: ignore[misc]
        assert plan.complete
        plans.append(spent)
        nodes.append(plan.nodes)
        games.append(seconds(lambda seed=seed: play(rules, seed))[0])  # type: ignore[misc]
    game = median(games)
    return {
        "counters": counters,
        "nodes": median(nodes),
        "most_nodes": max(nodes),
        "times_a_game": median(plans) / game,
        "longest_times_a_game": max(plans) / game,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=60, help="of each sort (default: 60)")
    parser.add_argument("--cards", type=int, default=12, help="in hand (default: 12)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    rules = elfen.compile_ruleset()
    play(rules, 0)
    rows = [measured(rules, counters, given.cards, given.positions) for counters in COUNTED]
    if given.json:
        print(json.dumps({"plans": rows}))
        return
    print("| counters on the board | situations | most | in random games | longest |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for row in rows:
        print(
            f"| {row['counters']} | {row['nodes']:,.0f} | {row['most_nodes']:,} |"
            f" {row['times_a_game']:.2f} | {row['longest_times_a_game']:.2f} |"
        )


if __name__ == "__main__":
    main()
