"""Gleanings: another deal, in which cards are taken from what lies open."""

from __future__ import annotations

from functools import cache

import gleanings
from gleanings import FIELD, GLEAN, Glean

from elfen import Ruleset, compile_ruleset
from elfen.land import DRAW, HAND


@cache
def with_gleanings() -> Ruleset:
    return compile_ruleset(expansions=[gleanings])


def test_nothing_is_dealt_and_two_cards_a_player_lie_open() -> None:
    game = with_gleanings().new_game(3, seed=1)
    assert [game.position.size(HAND.of(seat)) for seat in range(3)] == [0, 0, 0]
    assert game.position.size(FIELD) == 6
    assert game.pending == with_gleanings().decide(GLEAN, 0, ())
    assert {str(action) for action in game.legal_actions} == {
        f"glean {card}" for card in game.position.counts(FIELD)
    }


def test_it_goes_round_and_back_until_all_hands_are_full() -> None:
    rules = with_gleanings()
    game = rules.new_game(3, seed=1)
    asked = []
    while game.pending.name == GLEAN:  # type: ignore[union-attr]
        asked.append(game.pending.seat)  # type: ignore[union-attr]
        game = game.play(game.legal_actions[-1])
    assert asked == [0, 1, 2, 2, 1, 0] * 4
    assert [game.position.size(HAND.of(seat)) for seat in range(3)] == [8, 8, 8]
    assert game.position.size(FIELD) == 0
    assert game.pending.name == DRAW  # type: ignore[union-attr]


def test_a_card_that_does_not_lie_there_cannot_be_taken() -> None:
    rules = with_gleanings()
    build = rules.build(players=2).at(GLEAN, seat=0, round=1).zone(FIELD, {"raft": 1, "dragon": 1})
    state = build.state()
    reason = rules.check(state, Glean("unicorn"))
    assert reason is not None
    assert reason.text == "no unicorn card lies open"
    after = rules.position(rules.apply(state, Glean("raft")))
    assert after.counts(HAND.of(0)) == {"raft": 1}
    assert after.counts(FIELD) == {"dragon": 1}


def test_everyone_sees_what_is_taken() -> None:
    game = with_gleanings().new_game(2, seed=3)
    card = str(game.legal_actions[0])
    after = game.play(game.legal_actions[0])
    assert card in str(after.view(1).log[-1])
