"""The game for study: one round of Elfenland for two, with a handful of pieces."""

from __future__ import annotations

import pytest

import elfen.boards
from elfen import Game, Over, Ruleset, compile_ruleset
from elfen.land import HAND, MOVE, OBSTACLES, OPEN, PILE, PLAN, SECRET, SHOWN, STACK, study
from playing import asked, on_until, quietly


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    board = elfen.boards.board("five-towns")
    return compile_ruleset(expansions=[study], options=study.OPTIONS, board=board)


def dealt(rules: Ruleset) -> Game:
    """A game whose cards and counters have been dealt."""
    return on_until(rules.new_game(2, seed=1), PLAN)


def test_it_has_four_cards_and_two_counters(rules: Ruleset) -> None:
    position = rules.position(rules.start(2))
    assert position.counts(STACK) == {"giant-pig": 2, "troll-wagon": 1, "raft": 1}
    assert position.counts(PILE) == {"giant-pig": 1, "troll-wagon": 1}


def test_everyone_gets_two_cards_and_a_secret_counter_and_nothing_else(rules: Ruleset) -> None:
    position = dealt(rules).position
    for seat in (0, 1):
        assert position.size(HAND.of(seat)) == 2
        assert position.size(SECRET.of(seat)) == 1
        assert position.size(SHOWN.of(seat)) == position.size(OBSTACLES.of(seat)) == 0
    assert position.size(STACK) == position.size(PILE) == position.size(OPEN) == 0


def test_it_is_over_after_the_only_round_and_nothing_is_kept_or_discarded(rules: Ruleset) -> None:
    game, questions = dealt(rules), set()
    while not game.is_over:
        questions.add(asked(game)[0])
        game = quietly(game)
    assert questions == {PLAN, MOVE}
    assert game.state.round == rules.most_rounds == 1
    assert game.pending == Over("study/last-round")
