"""The strategies draw whole games and all kinds of states, and shrink to quiet ones."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, find, given, settings

from elfen import Decide, Game, Over, State, compile_ruleset
from elfen.land import DrawBlind, Place
from elfen.testing import states_of
from elfen.testing.strategies import actions, games, states

RULES = compile_ruleset(options={"rounds": 3})
FIXED = settings(
    derandomize=True, max_examples=60, database=None, suppress_health_check=list(HealthCheck)
)


def loud(game: Game) -> list[str]:
    """The decisions in which something else than the last of the list was chosen."""
    rules = game.rules
    return [
        str(move)
        for state, move in states_of(game)
        if move is not None
        and isinstance(rules.pending(state), Decide)
        and move != rules.legal_actions(state)[-1]
    ]


def test_a_game_shrinks_to_the_one_decision_that_matters() -> None:
    def has_a_counter_on_a_road(game: Game) -> bool:
        return any(isinstance(entry.move, Place) for entry in game.log)

    game = find(games(RULES, players=2), has_a_counter_on_a_road, settings=FIXED)
    assert len(loud(game)) == 1
    assert loud(game)[0].startswith("place ")
    assert game.undo().pending.name == "land/plan"  # type: ignore[union-attr]


def test_a_state_shrinks_to_the_first_that_will_do() -> None:
    def waits_for_a_decision(state: State) -> bool:
        return isinstance(RULES.pending(state), Decide)

    state = find(states(RULES, moves=90), waits_for_a_decision, settings=FIXED)
    assert state.players == RULES.fewest_players
    first = RULES.new_game(RULES.fewest_players, seed=0).state
    assert RULES.pending(state) == RULES.pending(first)


def test_states_are_of_all_kinds() -> None:
    seen: Counter[str] = Counter()

    # What is drawn depends on the modules that are loaded, so there are enough for any order.
    @settings(FIXED, max_examples=250)
    @given(states(RULES))
    def look(state: State) -> None:
        assert RULES.validate(state) == ()
        item = RULES.pending(state)
        seen["over" if isinstance(item, Over) else item.name] += 1

    look()
    assert {"land/draw", "land/plan", "land/move", "land/deal"} <= set(seen)


def test_states_are_of_all_numbers_of_players() -> None:
    for players in range(2, 7):
        found = find(states(RULES, moves=2), lambda state, n=players: state.players == n)
        assert found.players == players


def test_how_far_a_game_or_state_goes_can_be_bounded() -> None:
    @FIXED
    @given(games(RULES, players=3, decisions=4), states(RULES, players=3, moves=4))
    def bounded(game: Game, state: State) -> None:
        assert sum(entry.seat is not None for entry in game.log) <= 4
        assert game.players == state.players == 3
        assert state.round <= 1

    bounded()


def test_actions_are_those_of_the_domain() -> None:
    @FIXED
    @given(actions(RULES))
    def known(action: object) -> None:
        assert action in RULES.actions

    known()
    assert DrawBlind() in RULES.actions
