"""Two of OpenSpiel's algorithms on a game of five towns: external-sampling MCCFR, and IS-MCTS.

    pip install 'elfen[openspiel]'
    python examples/rl/solve.py

The tree is small enough that exploitability is exact: how much a perfect opponent would win from a
policy. It falls towards 0.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

from elfen.adapters.openspiel import FIVE_TOWNS


def solved(game: pyspiel.Game, iterations: int, times: int) -> list[float]:
    """The exploitability of playing at random, then of MCCFR's average policy now and again."""
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    )
    found = [exploitability.exploitability(game, UniformRandomPolicy(game))]
    print(f"at random: {found[0]:.3f}")
    for n in range(1, times + 1):
        for _ in range(iterations):
            solver.iteration()
        found.append(exploitability.exploitability(game, solver.average_policy()))
        print(f"after {n * iterations} iterations: {found[-1]:.3f}")
    return found


def won(game: pyspiel.Game, games: int, simulations: int) -> float:
    """What IS-MCTS wins on average from a random player, in alternating seats: from -1 to 1."""
    numbers = np.random.RandomState(1)
    total = 0.0
    for number in range(games):
        seat = number % 2
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numbers),
            uct_c=1.0,
            max_simulations=simulations,
            random_state=numbers,
        )
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numbers.choice(outcomes, p=chances))
            elif state.current_player() == seat:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(numbers.choice(state.legal_actions()))
        total += state.returns()[seat]
    return total / games


def main() -> None:
    """Print how exploitability falls, and what a search wins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    game = pyspiel.load_game(FIVE_TOWNS)
    solved(game, given.iterations, given.times)
    print(f"IS-MCTS wins {won(game, given.games, 50):+.2f} a game from a random player")


if __name__ == "__main__":
    main()
