"""Elfenland keeps the laws, whatever is decided and whatever chance brings."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Game, Ruleset, State, compile_ruleset
from elfen.testing import agreement, check_game, check_rules, check_state, play_out, same_seed
from elfen.testing.strategies import actions, games, states

PLAYERS = range(2, 7)


@cache
def elfenland(**options: int | str) -> Ruleset:
    return compile_ruleset(options=options)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_state_keeps_the_laws(players: int) -> None:
    rules = elfenland()

    @settings(max_examples=settings().max_examples // 2)
    @given(states(rules, players))
    def holds(state: State) -> None:
        check_state(rules, state)

    holds()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_keeps_the_laws(players: int) -> None:
    rules = elfenland()

    @settings(max_examples=max(2, settings().max_examples // 10))
    @given(games(rules, players))
    def holds(game: Game) -> None:
        check_game(game, every=2)

    holds()


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(elfenland(), players, seed=players)
    assert game.is_over
    check_game(game, every=3)


@pytest.mark.parametrize(
    "options", [{}, {"rounds": 3}, {"start_player": "random"}], ids=lambda o: str(o or "usual")
)
def test_every_option_keeps_the_laws_of_a_ruleset(options: dict[str, int | str]) -> None:
    rules = elfenland(**options)
    check_rules(rules)
    check_game(play_out(rules, 2, seed=5), every=5)


def test_a_game_that_was_set_up_by_hand_keeps_the_laws() -> None:
    rules = elfenland()
    state = rules.build(players=2).at("land/move", seat=0, round=2).boot(0, "feodor").state()
    game = Game(rules, state, rules.new_game(2, seed=1)._dealer)
    for _ in range(20):
        game = game.play(game.legal_actions[-1])
    check_game(game)


@given(st.data())
def test_all_that_a_list_leaves_out_is_refused(data: st.DataObject) -> None:
    rules = elfenland()
    state = data.draw(states(rules))
    action = data.draw(actions(rules))
    listed = action in rules.legal_actions(state)
    assert (rules.check(state, action) is None) == listed


def test_the_whole_domain_agrees_with_the_list_at_every_decision() -> None:
    rules = elfenland()
    game = rules.new_game(3, seed=8)
    tried = set()
    while not game.is_over:
        if game.pending.name not in tried:  # type: ignore[union-attr]
            tried.add(game.pending.name)  # type: ignore[union-attr]
            agreement(rules, game.state, breadth=None)
        game = game.play(game.legal_actions[-1])
    assert {"land/draw", "land/plan", "land/move", "land/keep"} <= tried


@given(st.integers(0, 10**6), st.lists(st.integers(0, 10**6), max_size=60), st.integers(2, 6))
@settings(max_examples=5)
def test_a_seed_and_decisions_make_one_game(seed: int, decisions: list[int], players: int) -> None:
    same_seed(elfenland(), players, seed, decisions)


TOLD = """
import elfen
from elfen.testing import play_out
game = play_out(elfen.compile_ruleset(), 4, seed=11)
print(game.rules.fingerprint, *game.log, game.standings, game.view(2), sep="\\n")
"""


def test_another_process_with_other_hashes_plays_the_same_game() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", TOLD],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert len(next(iter(told)).splitlines()) > 100


def test_the_laws_need_neither_hypothesis_nor_pytest() -> None:
    script = (
        "import sys; sys.modules['hypothesis'] = sys.modules['pytest'] = None;"
        "import elfen, elfen.testing as t; r = elfen.compile_ruleset(options={'rounds': 3});"
        "t.check_game(t.play_out(r, 2, 3), every=20); print('held')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "held", done.stderr
