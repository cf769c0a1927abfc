"""A plugin can be there when a town piece is taken, and draw single cards by others' rules."""

from __future__ import annotations

from functools import cache

import clover
import feasts
import pytest
from clover import LOOKED

from elfen import Game, Ruleset, compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.land import HAND, MOVE, PLAYED, STACK, Move
from elfen.testing import check_game, check_rules, play_out

ROAD = "feodor-lapphalya-woods"
STEP = Move(ROAD, Pieces.of(["unicorn"]))


@cache
def rules(*more: object) -> Ruleset:
    return compile_ruleset(expansions=[feasts, *more])


def travelling(chosen: Ruleset, stack: int = 60, played: int = 0) -> Game:
    """Seat 0 is in Feodor and has two unicorns; so many rafts lie in the stack and played."""
    build = chosen.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, "unicorn")
    if stack < 60:
        start = chosen.start(2)
        cards = chosen.layout.pieces(STACK, start.zones[chosen.layout.index(STACK)]).counts
        cards["unicorn"] -= 2
        cards["raft"] -= stack + played
        build = build.zone(HAND.of(1), cards).zone(PLAYED, {"raft": played})
    return chosen.game_from(build.zone(HAND.of(0), {"unicorn": 2}).state(), seed=1)


def test_a_piece_is_taken_once_and_brings_a_card_once() -> None:
    game = travelling(rules()).play(STEP)
    assert game.position.has_visited(0, "lapphalya")
    assert game.position.size(HAND.of(0)) == 2
    there = game.position.pieces_taken(0)
    game = game.play(STEP)
    assert (game.position.town(0), game.position.pieces_taken(0)) == ("feodor", there + 1)
    assert game.position.size(HAND.of(0)) == 2


def test_coming_again_brings_nothing() -> None:
    build = rules().build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").visited(0, "lapphalya")
    build = build.lay(ROAD, "unicorn").zone(HAND.of(0), {"unicorn": 2})
    game = rules().game_from(build.state(), seed=1).play(STEP)
    assert game.position.size(HAND.of(0)) == 1


def test_an_empty_stack_is_made_of_the_played_cards() -> None:
    game = travelling(rules(), stack=0, played=5).play(STEP)
    assert game.position.size(HAND.of(0)) == 2
    assert (game.position.size(STACK), game.position.size(PLAYED)) == (5, 0)


def test_another_plugin_can_say_what_happens_before_a_card_is_drawn() -> None:
    game = travelling(rules(clover), stack=3, played=5).play(STEP)
    assert game.state.ext[LOOKED].times == 1
    assert (game.position.size(STACK), game.position.size(PLAYED)) == (8, 0)


def test_a_slot_is_told_in_its_own_words_if_there_is_something_to_tell() -> None:
    game = travelling(rules(clover))
    assert "clover" not in str(game.view(1))
    told = str(game.play(STEP).view(1))
    assert "\nlooked: a travel card by clover\n" in told
    assert "\nSeat 0 is the start player.\n" in told


@pytest.mark.alike(2)
@pytest.mark.parametrize("more", [(), (clover,)], ids=["alone", "clover"])
def test_both_keep_the_laws(more: tuple[object, ...]) -> None:
    check_rules(rules(*more))
    check_game(play_out(rules(*more), 4, seed=2), every=20)


def test_elfenland_itself_is_as_it_was_without_them() -> None:
    plain = compile_ruleset()
    assert [str(e) for e in play_out(plain, 3, seed=4).log] != [
        str(e) for e in play_out(rules(), 3, seed=4).log
    ]
