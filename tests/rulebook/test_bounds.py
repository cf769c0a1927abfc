"""How often anything can be asked in a game at most, by the clauses that say how often."""

from __future__ import annotations

import pytest

from elfen.land import DISCARD, DRAW, KEEP, LAND, MOVE, PLAN, LandState
from elfen.plugin import Within
from playing import asked, on_until

from .situations import build, elfenland

TABLES = pytest.mark.parametrize("players", [2, 6])
CARDS, COUNTERS = 72, 48


@TABLES
def test_a_turn_is_a_round_a_player_and_counter_chosen(players: int) -> None:
    rules = elfenland()
    turns = rules.most_rounds * players
    assert rules.at_most(DRAW, players) == turns * 3
    assert rules.at_most(KEEP, players) == turns * 1
    assert elfenland(counters_kept=2).at_most(KEEP, players) == turns * 2


@TABLES
def test_planning_ends_when_all_pieces_lie_and_all_have_passed(players: int) -> None:
    rules = elfenland()
    pieces = COUNTERS + players
    assert rules.at_most(PLAN, players) == rules.most_rounds * players * (pieces + 1)


@TABLES
def test_nobody_can_play_or_discard_more_cards_than_there_are(players: int) -> None:
    rules = elfenland()
    turns = rules.most_rounds * players
    assert rules.at_most(MOVE, players) == turns * (CARDS + 1)
    assert rules.at_most(DISCARD, players) == turns * CARDS // 4


@TABLES
def test_as_many_passes_in_a_row_can_come_up_as_the_question_says_and_no_others(
    players: int,
) -> None:
    rules = elfenland()
    (bounds,) = (one.entry.bounds for one in rules.decisions if one.entry.name == PLAN)
    assert bounds is not None
    game, passes = on_until(rules.new_game(players, seed=1), PLAN), set()
    while not game.is_over and asked(game)[0] == PLAN:
        passes.add(game.pending.data[0])
        game = game.play("pass")
    within = bounds(rules, players)["passes"]
    assert isinstance(within, Within)
    assert passes == {*range(within.least, within.most + 1)}


@pytest.mark.parametrize("seat", [-1, 2])
def test_the_start_player_is_one_of_those_who_play(seat: int) -> None:
    scene = build(2).slot(LAND, LandState(seat)).draft()
    assert f"the start player is seat {seat}, but 2 play" in "".join(elfenland().validate(scene))
    assert elfenland().validate(build(2).slot(LAND, LandState(1)).draft()) == ()
