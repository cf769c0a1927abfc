"""Elfenland keeps the laws, whatever is decided and whatever chance brings."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combining import Pick, factors, pairwise, spelled, split
from elfen import Game, Ruleset, State, compile_ruleset
from elfen.land import DRAW, PLAYED, STACK
from elfen.land.editions import EDITIONS
from elfen.testing import (
    agreement,
    check_game,
    check_rules,
    check_state,
    play_out,
    same_seed,
    states_of,
)
from elfen.testing.strategies import actions, games, states

TABLES = [(edition, players) for edition in EDITIONS for players in range(2, 7)]


@cache
def elfenland(edition: str = "rio-grande") -> Ruleset:
    return compile_ruleset(edition)


@pytest.mark.alike(3)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_state_keeps_the_laws(edition: str, players: int) -> None:
    rules = elfenland(edition)

    @settings(max_examples=max(2, settings().max_examples // 5))
    @given(states(rules, players))
    def holds(state: State) -> None:
        check_state(rules, state)

    holds()


@pytest.mark.alike(5)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_game_keeps_the_laws(edition: str, players: int) -> None:
    rules = elfenland(edition)

    @settings(max_examples=max(2, settings().max_examples // 20))
    @given(games(rules, players))
    def holds(game: Game) -> None:
        check_game(game, every=5)

    holds()


@pytest.mark.alike(4)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_keep_the_laws(edition: str, players: int) -> None:
    game = play_out(elfenland(edition), players, seed=players)
    assert game.is_over
    check_game(game, every=15)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_keeps_the_laws_of_a_ruleset(edition: str) -> None:
    check_rules(elfenland(edition))


@pytest.mark.alike(12)
@pytest.mark.parametrize("pick", pairwise(factors()), ids=spelled)
def test_options_in_pairs_keep_the_laws(pick: Pick) -> None:
    edition, players, options = split(pick)
    game = play_out(compile_ruleset(edition, options=options), players, seed=5)
    assert game.is_over
    check_game(game, every=75)


@pytest.mark.alike(2)
@pytest.mark.parametrize("pick", pairwise(factors())[::6], ids=spelled)
def test_some_of_these_keep_the_laws_of_a_ruleset(pick: Pick) -> None:
    edition, _, options = split(pick)
    check_rules(compile_ruleset(edition, options=options))


def test_the_laws_hold_when_six_players_exhaust_the_travel_cards() -> None:
    rules = elfenland("white-wind")
    game, empty = rules.new_game(6, seed=1), 0
    while not game.is_over:
        calm = [a for a in game.legal_actions if a.verb in ("pass", "stop")]
        game = game.play((calm or game.legal_actions)[0])
        if game.pending == rules.decide(DRAW, game.state.round - 1, ()):
            empty += game.position.size(STACK) == game.position.size(PLAYED) == 0
            check_state(rules, game.state)
    assert empty >= 3


def test_a_game_that_was_set_up_by_hand_keeps_the_laws() -> None:
    rules = elfenland()
    state = rules.build(players=2).at("land/move", seat=0, round=2).boot(0, "feodor").state()
    game = rules.game_from(state, seed=1)
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


@pytest.mark.alike(3)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_whole_domain_agrees_with_the_list_at_every_decision(edition: str) -> None:
    rules = elfenland(edition)
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


def test_a_game_that_was_begun_before_chance_keeps_the_laws() -> None:
    rules = elfenland()
    game = rules.new_game(2, seed=3)
    before_refill = rules.advance(game.state, game.parse("draw blind"))
    begun = rules.game_from(before_refill, seed=1)
    assert begun.beginning == before_refill
    assert begun.log
    assert next(states_of(begun))[0] == before_refill
    check_game(begun)
