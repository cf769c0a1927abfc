"""Trials in which hypothesis searches positions and games, and shrinks what it finds."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import seed as seeded

from elfen.game import Game
from elfen.kernel import State
from elfen.testing.corners import Reached, Visited, features
from elfen.testing.laws import check_game, check_state
from elfen.testing.strategies import games, states
from elfen.testing.suite.game_trials import STATES_OF_A_GAME
from elfen.testing.suite.tables import Table
from elfen.testing.suite.trials import Effort, Trial

_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
_STATES = 6
_GAMES = 1


def searches(table: Table, effort: Effort) -> list[Trial]:
    """Hypothesis searches over positions and games, for every number of players."""
    tables = [evolve(table, players=n) for n in table.rules.player_counts]
    searches = (("positions", _positions(effort)), ("games", _games(effort)))
    return [Trial(what, one, search) for one in tables for what, search in searches]


def _positions(effort: Effort) -> Callable[[Table, Reached], None]:
    def run(table: Table, reached: Reached) -> None:
        rules, visited = table.rules, Visited()

        @_searching(_STATES, effort)
        @given(states(rules, table.players))
        def holds(state: State) -> None:
            shown = features(rules, state, rules.legal_actions(state))
            target(visited.worth(shown), label="what has not been seen")
            visited.chosen(shown)
            check_state(rules, state, 3)

        holds()

    return run


def _games(effort: Effort) -> Callable[[Table, Reached], None]:
    def run(table: Table, reached: Reached) -> None:
        @_searching(_GAMES, effort)
        @given(games(table.rules, table.players))
        def holds(game: Game) -> None:
            check_game(game, every=max(1, len(game.log) // STATES_OF_A_GAME))

        holds()

    return run


def _searching(
    examples: int, effort: Effort
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """A search that is the same every time for one seed, and has no deadline."""
    limits = settings(
        max_examples=examples * effort.budget,
        deadline=None,
        database=None,
        derandomize=not effort.seed,
        print_blob=False,
        phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=_SLOW_IS_FINE,
    )

    def search(test: Callable[..., None]) -> Callable[[], None]:
        found = limits(test)
        return seeded(effort.seed)(found) if effort.seed else found

    return search
