"""Isles: a plugin brings its own board, kinds and numbers, and Elfenland plays on."""

from __future__ import annotations

from functools import cache

import isles
import pytest
from isles import HAND_LIMIT, HAND_SIZE, ROUNDS

from elfen import Decide, Ruleset, RulesetError, State, compile_ruleset
from elfen.land import (
    DRAW,
    HAND,
    MOVE,
    OBSTACLES,
    OPEN,
    PILE,
    STACK,
    TOWN_DECK,
    Move,
    PlaceObstacle,
)
from elfen.testing import check_game, check_rules, check_state, play_out, states_of


@cache
def on_the_isles() -> Ruleset:
    return compile_ruleset(expansions=[isles])


def payments(state: State, route: str) -> set[str]:
    return {
        str(a.cards)
        for a in on_the_isles().legal_actions(state)
        if isinstance(a, Move) and a.route == route
    }


def test_board_and_terrains_are_the_plugin_s() -> None:
    rules = on_the_isles()
    assert [town.id for town in rules.board.towns] == ["cairn", "cove", "glacier", "harbour"]
    assert rules.board.capital == "harbour"
    assert rules.piece_towns.bit_count() == 3
    assert rules.score_bounds == (0, 3)


def test_pieces_are_the_plugin_s() -> None:
    game = on_the_isles().new_game(3, seed=1)
    cards = {**game.position.counts(STACK)}
    for seat in range(3):
        assert game.position.counts(OBSTACLES.of(seat)) == {"obstacle": 2}
        for kind, n in game.position.counts(HAND.of(seat)).items():
            cards[kind] = cards.get(kind, 0) + n
    assert cards == {"yak": 11, "sled": 11, "balloon": 11}


def test_hands_and_open_row_have_their_own_sizes() -> None:
    position = on_the_isles().new_game(5, seed=2).position
    assert [position.size(HAND.of(seat)) for seat in range(5)] == [HAND_SIZE] * 5
    assert position.size(OPEN) == 3
    assert position.size(OPEN) + position.size(PILE) == 27 - 5


@pytest.mark.parametrize("players", [2, 6])
def test_players_are_three_to_five(players: int) -> None:
    with pytest.raises(RulesetError, match="3 to 5"):
        on_the_isles().new_game(players)


def test_the_chart_is_the_plugin_s() -> None:
    rules = on_the_isles()
    build = rules.build(players=3).at(MOVE, seat=0, round=1).boot(0, "glacier")
    build = build.zone(HAND.of(0), {"yak": 3, "sled": 1, "balloon": 2})
    state = build.lay("glacier-harbour-ice", "yak").lay("cove-glacier-ice", "sled", "obstacle")
    assert payments(state.state(), "glacier-harbour-ice") == {
        "yak*2",
        "yak*3",
        "sled yak*2",
        "balloon yak*2",
        "balloon sled yak",
        "balloon*2 yak",
        "balloon*2 sled",
    }
    assert payments(state.state(), "cove-glacier-ice") == {
        "sled yak*3",
        "balloon yak*3",
        "balloon sled yak*2",
        "balloon*2 sled yak",
        "balloon*2 yak*2",
    }
    check_state(rules, state.state(), breadth=None)


def test_a_sled_counter_is_suited_to_ice_alone() -> None:
    rules = on_the_isles()
    suited = {a.route for a in rules.actions if str(a).startswith("place sled ")}
    assert suited == {"cairn-glacier-ice", "cove-glacier-ice", "glacier-harbour-ice"}


def test_four_counters_are_chosen_each_round_and_the_hand_is_cut_to_two() -> None:
    rules = on_the_isles()
    game = play_out(rules, 3, seed=4)
    assert game.is_over
    asked = [rules.pending(state) for state, _ in states_of(game)]
    drawing = [item for item in asked if isinstance(item, Decide) and item.name == DRAW]
    assert len(drawing) == ROUNDS * 4 * 3
    assert game.state.round == ROUNDS
    assert all(game.position.size(HAND.of(seat)) <= HAND_LIMIT for seat in range(3))


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(on_the_isles(), players, seed=players)
    check_game(game, every=8)


def test_three_counters_lie_open_all_the_time() -> None:
    rules = on_the_isles()
    game = play_out(rules, 4, seed=9)
    for state, _ in states_of(game):
        item = rules.pending(state)
        if isinstance(item, Decide) and item.name == DRAW:
            assert sum(state.zones[rules.layout.index(OPEN)]) == 3


def test_both_obstacles_can_be_laid() -> None:
    games = [play_out(on_the_isles(), 3, seed=seed) for seed in range(10)]
    laid = [
        sum(entry.seat == 0 and isinstance(entry.move, PlaceObstacle) for entry in game.log)
        for game in games
    ]
    assert 2 in laid


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(on_the_isles())


def test_whoever_plays_may_still_choose_otherwise() -> None:
    rules = compile_ruleset(expansions=[isles], options={"hand_size": 6, "early_win": "any-round"})
    position = rules.new_game(3, seed=1).position
    assert [position.size(HAND.of(seat)) for seat in range(3)] == [6] * 3
    assert rules.option("land.early_win") == "any-round"
    assert rules.option("land.open_row") == 3


@pytest.mark.parametrize("edition", ["white-wind", "deluxe"])
def test_the_isles_can_be_played_in_every_edition(edition: str) -> None:
    rules = compile_ruleset(edition, expansions=[isles])
    assert rules.option("land.hand_size") == HAND_SIZE
    game = play_out(rules, 5, seed=6)
    assert game.state.round == ROUNDS
    check_game(game, every=5)


def test_on_a_board_with_few_towns_town_cards_are_there_more_than_once() -> None:
    rules = compile_ruleset("white-wind", expansions=[isles])
    cards = rules.position(rules.start(5)).counts(TOWN_DECK)
    assert cards == {"cove": 2, "cairn": 2, "glacier": 2}


def test_it_changes_the_game() -> None:
    plain = compile_ruleset()
    assert plain.fingerprint != on_the_isles().fingerprint
    assert plain.board is not on_the_isles().board
    assert on_the_isles().longest(3) != plain.longest(3)
