"""E1, the other way: with `strict_caravan` a caravan is only for who lacks the right cards."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Ruleset, State, compile_ruleset, plan
from elfen.land import HAND, MOVE, Move
from elfen.testing import check_game, check_rules, check_state, noninterference, play_out
from elfen.text.explanation import explain
from elfen_gold import PURSE
from planner.positions import moving
from planner.twin import best_by_trying_all, goodness
from playing import payments, why_not

from .situations import elfenland, game_from

sys.path.append(str(Path(__file__).parents[1] / "probes"))

import letters

pytestmark = pytest.mark.editions("rio-grande")

WOODS, PLAINS = "feodor-lapphalya-woods", "lapphalya-virst-plains"


def strict(*expansions: object, **options: int | bool) -> Ruleset:
    return compile_ruleset(expansions=expansions, options={"strict_caravan": True, **options})


STRICT = strict()


def paying(
    hand: dict[str, int], *lying: str, rules: Ruleset = STRICT, road: str = WOODS
) -> set[str]:
    """What seat 0, in Feodor with this hand, can pay for a road on which this lies."""
    scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").zone(HAND.of(0), hand)
    return payments(game_from(scene.lay(road, *lying), rules), road)


def test_e01_option_with_the_right_cards_in_hand_there_is_no_caravan() -> None:
    hand = {"dragon": 2, "unicorn": 1, "giant-pig": 1, "elfcycle": 1}
    assert paying(hand, "dragon") == {"dragon*2"}
    scene = STRICT.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").zone(HAND.of(0), hand)
    game = game_from(scene.lay(WOODS, "dragon"), STRICT)
    assert why_not(game, f"move {WOODS} dragon giant-pig unicorn") == (
        f"you hold the right cards: play 2 dragon along {WOODS}, not a caravan"
    )


def test_e01_option_with_a_right_card_too_few_there_is_a_caravan() -> None:
    hand = {"dragon": 1, "unicorn": 1, "giant-pig": 1}
    assert paying(hand, "dragon") == {"dragon giant-pig unicorn"}


def test_e01_option_an_obstacle_counts_for_the_right_cards_and_for_the_caravan() -> None:
    hand = {"dragon": 2, "unicorn": 1, "giant-pig": 1}
    assert paying(hand, "dragon", "obstacle") == {"dragon*2 giant-pig unicorn"}
    assert paying({**hand, "dragon": 3}, "dragon", "obstacle") == {"dragon*3"}


def test_e01_option_cards_that_are_the_right_ones_are_no_caravan() -> None:
    rules = strict(caravan=2)
    assert paying({"dragon": 2, "unicorn": 1}, "dragon", rules=rules) == {"dragon*2"}


def test_e01_option_it_is_for_each_road_by_itself() -> None:
    scene = STRICT.build(2).at(MOVE, seat=0, round=1).boot(0, "lapphalya")
    scene = scene.zone(HAND.of(0), {"elfcycle": 1, "raft": 2})
    game = game_from(scene.lay(PLAINS, "elfcycle").lay(WOODS, "dragon"), STRICT)
    assert payments(game, PLAINS) == {"elfcycle"}
    assert payments(game, WOODS) == {"elfcycle raft*2"}


def test_e01_option_boatmen_are_no_caravan() -> None:
    rules = strict(boatmen=True)
    ferry = next(r for r in rules.board.routes if r.water == "mare-nebulae")
    scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, ferry.ends[0])
    game = game_from(scene.zone(HAND.of(0), {"raft": 1, "dragon": 2}), rules)
    assert payments(game, ferry.id) == {"raft", "dragon*2 raft"}


def test_e01_option_of_two_transports_either_is_right() -> None:
    rules = strict("gold")
    two = ("elfcycle", "dragon", "double")
    assert paying({"elfcycle": 1, "unicorn": 2}, *two, rules=rules) == {"elfcycle"}
    assert paying({"dragon": 2, "unicorn": 2}, *two, rules=rules) == {"dragon*2"}
    assert paying({"dragon": 1, "unicorn": 2}, *two, rules=rules) == {"dragon unicorn*2"}


def test_e01_option_nobody_has_to_ask_for_help_before_he_forms_a_caravan() -> None:
    rules = strict("gold", witches=True)
    scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    scene = scene.zone(HAND.of(0), {"dragon": 2, "witch": 1, "raft": 1})
    scene = scene.zone(PURSE.of(0), {"gold-coin": 3}).lay(WOODS, "dragon", "tree")
    found = payments(game_from(scene, rules), WOODS)
    assert "dragon*2 raft witch" in found
    assert any("gold-coin" in one for one in found)
    helped = strict(letters)
    assert "dragon letter" in paying({"dragon": 1, "raft": 2}, "dragon", rules=helped)
    assert "dragon raft*2" in paying({"dragon": 1, "raft": 2}, "dragon", rules=helped)
    assert "raft*2 letter" not in paying({"dragon": 2, "raft": 2}, "dragon", rules=helped)


@pytest.mark.editions("rio-grande", "white-wind", "deluxe")
def test_e01_option_no_edition_has_it() -> None:
    assert elfenland().option("strict_caravan") is False
    assert not elfenland().restrictions


def test_e01_option_is_explained() -> None:
    assert "a caravan is for who does not hold the right cards" in str(explain(STRICT))


# Secrets, plans and laws ---------------------------------------------------------------------


def test_what_a_step_costs_does_not_tell_who_holds_the_right_cards() -> None:
    views = []
    for hand in ({"dragon": 2, "raft": 2}, {"unicorn": 2, "raft": 2}):
        scene = STRICT.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").boot(1, "feodor")
        game = game_from(scene.zone(HAND.of(0), hand).lay(WOODS, "dragon"), STRICT)
        noninterference(STRICT, game.state)
        views.append((game.view(1).to_json(), str(game.view(1).quote(WOODS))))
        assert [str(price) for price in game.view(0).quote(WOODS)] == ["2 dragon", "any 3"]
    assert views[0] == views[1]


@settings(max_examples=max(10, settings().max_examples // 2))
@given(moving(STRICT, cards=5))
def test_plans_are_the_best_there_is_or_say_that_they_may_not_be(state: State) -> None:
    check_state(STRICT, state)
    found = plan(STRICT.observe(state, 0))
    best = best_by_trying_all(STRICT, state, Move)
    if found.complete:
        assert (found.total, found.kept) == best
    after = state
    for action in found.actions:
        assert STRICT.check(after, action) is None
        after = STRICT.advance(after, action)
    assert goodness(STRICT, after, 0) == (found.total, found.kept) <= best


def test_the_ruleset_keeps_its_laws() -> None:
    check_rules(STRICT)
    check_rules(strict("gold", witches=True))


@settings(max_examples=max(1, min(5, settings().max_examples // 10)))
@given(st.integers(0, 9))
def test_games_of_the_strict_caravan_keep_the_laws(seed: int) -> None:
    check_game(play_out(STRICT, 3, seed), every=40)
