"""What a state promises to a seat: those who stay and those who go are judged alike."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import Ruleset, compile_ruleset
from elfen.bots.prospects import Prospect, Tours
from elfen.kernel import State
from elfen.land import HAND, MOVE


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset()


def last_round(rules: Ruleset, cards: tuple[int, int]) -> State:
    """Nothing lies on the roads, so that nobody can go anywhere; seats hold some dragons."""
    build = rules.build(2).at(MOVE, seat=0, round=rules.most_rounds)
    for owner, number in enumerate(cards):
        build = build.zone(HAND.of(owner), {"dragon": number})
    return build.state()


@pytest.mark.parametrize("cards", [0, 1, 4])
def test_who_stops_is_to_expect_what_its_best_tour_was_if_that_was_to_stay(
    rules: Ruleset, cards: int
) -> None:
    state, tours = last_round(rules, (cards, 2)), Tours(rules)
    assert tours.expected(state, 0, moves=True) == tours.expected(state, 0, moves=False)


@pytest.mark.parametrize(("cards", "share"), [((3, 2), 1.0), ((2, 2), 0.5), ((1, 2), 0.0)])
def test_who_has_made_its_last_moves_is_beaten_or_not(
    rules: Ruleset, cards: tuple[int, int], share: float
) -> None:
    state = last_round(rules, cards)
    assert {item.seat for item in state.agenda} == {None, 0}
    assert Prospect(rules, 0, Tours(rules)).reward(state) == share


def test_who_has_still_to_move_is_perhaps_beaten(rules: Ruleset) -> None:
    game = rules.new_game(2, seed=1)
    while (game.state.round, game.decision.name) != (rules.most_rounds, MOVE):
        game = game.play(game.legal_actions[-1])
    assert 0 < Prospect(rules, game.seat, Tours(rules)).reward(game.state) < 1


def test_no_number_of_pieces_kept_is_worth_a_point_at_the_end(rules: Ruleset) -> None:
    few, many = (last_round(rules, (cards, 2)) for cards in (0, 8))
    few = evolve(few, visited=(many.visited[0] | 1 << rules.board.town_number["virst"], 0))
    tours = Tours(rules)
    assert tours.expected(few, 0, moves=False) > tours.expected(many, 0, moves=False)
