"""Elfensea keeps the laws, whatever is decided and whatever chance brings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from elfen import Decide, Game, State
from elfen.land import DRAW, HAND, STACK
from elfen.testing import agreement, check_game, check_rules, check_state, play_out, states_of
from elfen.testing.strategies import games, states

from .situations import elfensea, quietly, to_the_end

PLAYERS = range(2, 7)


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(elfensea())


@pytest.mark.parametrize("players", PLAYERS)
def test_every_state_keeps_the_laws(players: int) -> None:
    @settings(max_examples=max(2, settings().max_examples // 5))
    @given(states(elfensea(), players))
    def holds(state: State) -> None:
        check_state(elfensea(), state)

    holds()


@pytest.mark.alike(4)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_keeps_the_laws(players: int) -> None:
    @settings(max_examples=max(2, settings().max_examples // 20))
    @given(games(elfensea(), players))
    def holds(game: Game) -> None:
        check_game(game, every=6)

    holds()


@pytest.mark.alike(4)
@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(elfensea(), players, seed=players)
    assert game.is_over
    check_game(game, every=20)


def test_the_laws_hold_when_six_players_make_the_deal_short() -> None:
    rules = elfensea()
    game, short = rules.new_game(6, seed=1), 0
    while not game.is_over:
        game = quietly(game)
        first = rules.decide(DRAW, game.state.round - 1, ())
        if game.pending == first and game.state.round > 1:
            sizes = {game.position.size(HAND.of(seat)) for seat in range(6)}
            short += sizes == {10} and game.position.size(STACK) < 6
            check_state(rules, game.state)
    assert short >= 3


def test_the_whole_domain_agrees_with_the_list_at_every_decision() -> None:
    rules = elfensea()
    tried: set[str] = set()
    quiet = to_the_end(rules.new_game(3, seed=1))
    for game in (quiet, play_out(rules, 3, seed=1), play_out(rules, 3, seed=2)):
        for state, _ in states_of(game):
            item = rules.pending(state)
            if isinstance(item, Decide) and item.name not in tried:
                tried.add(item.name)
                agreement(rules, state, breadth=None)
    assert tried == {owned.entry.name for owned in rules.decisions}


def test_a_game_is_bounded() -> None:
    rules = elfensea()
    assert len(rules.actions) < 20_000
    longest = [rules.longest(players) for players in PLAYERS]
    assert longest == sorted(longest)
    games = [play_out(rules, 6, seed=seed) for seed in range(3)]
    assert all(game.steps <= rules.longest(6) for game in games)
