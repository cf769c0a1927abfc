"""What is the deluxe edition's: three rounds, and its two variants."""

from __future__ import annotations

import pytest

from elfen.land import HAND, KEEP, MOVE, TOWN_CARDS
from playing import asked, on_until, to_the_end

from .situations import build, elfenland, game_from

pytestmark = pytest.mark.editions("deluxe")


def test_dx_three_rounds_are_the_rule() -> None:
    game = to_the_end(elfenland().new_game(3, seed=1))
    assert game.state.round == 3
    assert game.pending.ending == "land/last-round"  # type: ignore[union-attr]


def test_dx_variant_1_four_rounds_and_the_early_win_with_them() -> None:
    rules = elfenland(rounds=4)
    assert to_the_end(rules.new_game(3, seed=1)).state.round == 4
    towns = [town.id for town in rules.board.towns if town.id != "elvenhold"]
    situation = rules.build(2).at(MOVE, seat=1, round=1).visited(0, *towns)
    game = game_from(situation, rules).play("stop")
    assert game.pending.ending == "land/all-pieces"  # type: ignore[union-attr]


def test_dx_variant_2_example_5_17_towns_and_one_away_from_jaccaranda_score_16() -> None:
    rules = elfenland(town_cards=True)
    towns = [t.id for t in rules.board.towns if t.id not in ("elvenhold", "jaccaranda")]
    situation = rules.build(2).at(MOVE, seat=0, round=3).boot(0, "throtmanni")
    situation.visited(0, *towns[:17]).zone(TOWN_CARDS.of(0), {"jaccaranda": 1})
    rows = game_from(situation, rules).standings
    assert next(row.total for row in rows if row.seat == 0) == 16


def test_dx_without_variant_2_there_are_no_town_cards() -> None:
    assert "land/town-card" not in elfenland().layout.zones
    assert [line.entry.name for line in elfenland().score_lines] == ["land/town-pieces"]


def test_dx_counters_go_back_when_the_round_is_finished() -> None:
    game = on_until(elfenland().new_game(2, seed=2), KEEP)
    assert game.state.round == 1
    assert [game.position.size(HAND.of(seat)) <= 4 for seat in (0, 1)] == [True, True]


def test_dx_both_lakes_take_two_rafts() -> None:
    for town, ferry in (("grangor", "grangor-yttar-lake"), ("virst", "elvenhold-virst-lake")):
        situation = build(2).at(MOVE, seat=0, round=1).boot(0, town)
        game = game_from(situation.zone(HAND.of(0), {"raft": 3, "dragon": 3}))
        assert asked(game) == (MOVE, 0)
        moves = {str(a) for a in game.legal_actions if ferry in str(a)}
        assert moves == {f"move {ferry} raft*2"}
