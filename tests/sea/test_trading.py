"""S6: a bonus counter is given back for a travel card, at some moments and not at others."""

from __future__ import annotations

import pytest

from elfen import Decide
from elfen.kernel.builder import Builder
from elfen.land import DISCARD, DRAW, HAND, KEEP, MOVE, OPEN, PILE, PLAN, PLAYED, SHOWN, STACK
from elfen.testing import check_state
from elfen_sea import BONUS_HELD, BONUS_PILE, CHOOSE, TradeBonus
from playing import asked, why_not, written

from .situations import build, elfensea, game_from, traveller

HELD = {"raft": 1, "unicorn": 2}
TRADE = "trade bonus unicorn"


def at(decision: str) -> Builder:
    """Seat 0 is asked, and holds bonus counters."""
    return build(3).at(decision, seat=0, round=1).zone(BONUS_HELD.of(0), HELD)


@pytest.mark.parametrize("decision", [DRAW, PLAN, MOVE])
def test_s6_a_trade_is_allowed_at_draws_plans_and_moves(decision: str) -> None:
    game = game_from(at(decision).zone(HAND.of(0), {"whale": 2}).zone(SHOWN.of(0), {"dragon": 1}))
    assert written(game, TradeBonus) == {"trade bonus raft", "trade bonus unicorn"}
    after = game.play(TRADE)
    assert after.pending == game.pending
    assert after.position.counts(BONUS_HELD.of(0)) == {"raft": 1, "unicorn": 1}
    assert after.position.size(BONUS_PILE) == game.position.size(BONUS_PILE) + 1
    assert after.position.size(HAND.of(0)) == 3
    assert after.position.size(STACK) == game.position.size(STACK) - 1
    check_state(elfensea(), after.state)


def test_s6_no_trade_while_cutting_the_hand() -> None:
    situation = at(MOVE).zone(HAND.of(0), {"whale": 6})
    game = game_from(situation).play("stop")
    assert asked(game) == (DISCARD, 0)
    assert "seat 0 is asked: cut the hand to the limit" in why_not(game, TRADE)


def test_s6_no_trade_while_keeping_a_counter() -> None:
    game = game_from(at(KEEP).zone(SHOWN.of(0), {"dragon": 1, "unicorn": 1}))
    assert asked(game) == (KEEP, 0)
    assert "seat 0 is asked: keep a transportation counter" in why_not(game, TRADE)


def test_s6_no_trade_while_choosing_bonus_counters() -> None:
    situation = traveller("wolfsboro", {"whale": 1}).zone(BONUS_HELD.of(0), HELD)
    game = game_from(situation).play("move gordonshaven-wolfsboro-sea whale")
    assert asked(game) == (CHOOSE, 0)
    assert "seat 0 is asked: choose which bonus counters to keep" in why_not(game, TRADE)


@pytest.mark.parametrize("decision", [DRAW, PLAN, MOVE])
def test_s6_no_trade_at_the_decision_of_another(decision: str) -> None:
    game = game_from(at(decision).zone(BONUS_HELD.of(0), {}).zone(BONUS_HELD.of(1), HELD))
    assert written(game, TradeBonus) == set()
    assert "you have no unicorn bonus counter" in why_not(game, TRADE)


def test_s6_a_trade_uses_no_turn_and_does_not_break_the_row_of_passes() -> None:
    situation = build(3).at(PLAN, seat=0).zone(BONUS_HELD.of(2), HELD)
    for seat in range(3):
        situation = situation.zone(SHOWN.of(seat), {"dragon": 1})
    game = game_from(situation).play("pass").play("pass")
    assert asked(game) == (PLAN, 2)
    game = game.play(TRADE).play("trade bonus raft")
    assert asked(game) == (PLAN, 2)
    assert asked(game.play("pass"))[0] == MOVE


def test_s6_the_card_can_be_played_at_once() -> None:
    situation = at(MOVE).boot(0, "wolfsboro").zone(HAND.of(0), {})
    cards = {"dragon": 10, "giant-pig": 10, "magic-cloud": 10, "unicorn": 10, "raft": 12}
    game = game_from(situation.zone(HAND.of(1), {**cards, "whale": 11}))
    game = game.play(TRADE)
    assert game.position.counts(HAND.of(0)) == {"whale": 1}
    assert game.play("move gordonshaven-wolfsboro-sea whale").position.town(0) == "gordonshaven"
    assert game.position.size(STACK) == 0


def test_s6_with_an_empty_stack_the_played_cards_are_shuffled() -> None:
    cards = {"dragon": 10, "giant-pig": 10, "magic-cloud": 10, "unicorn": 10, "raft": 12}
    situation = at(MOVE).zone(HAND.of(0), {}).zone(HAND.of(1), cards).zone(PLAYED, {"whale": 12})
    game = game_from(situation).play(TRADE)
    assert game.position.counts(HAND.of(0)) == {"whale": 1}
    assert game.position.size(PLAYED) == 0
    assert game.position.size(STACK) == 11


def test_s6_while_the_stack_has_any_card_played_ones_stay_where_they_are() -> None:
    cards = {"dragon": 10, "giant-pig": 10, "magic-cloud": 10, "unicorn": 10, "raft": 12}
    situation = at(MOVE).zone(HAND.of(0), {}).zone(HAND.of(1), cards).zone(PLAYED, {"whale": 3})
    game = game_from(situation).play(TRADE)
    assert game.position.counts(HAND.of(0)) == {"whale": 1}
    assert game.position.size(PLAYED) == 3
    assert game.position.size(STACK) == 8


def test_s6_cards_of_one_kind_in_the_stack_or_played_are_enough() -> None:
    cards = {"dragon": 10, "giant-pig": 10, "magic-cloud": 10, "unicorn": 10, "raft": 12}
    for played in ({}, {"whale": 12}):
        situation = at(MOVE).zone(HAND.of(0), {}).zone(HAND.of(1), cards).zone(PLAYED, played)
        assert TRADE in written(game_from(situation), TradeBonus)


def test_s6_whoever_has_some_bonus_counters_may_be_asked_for_a_trade_and_nobody_else() -> None:
    rules = elfensea()
    (offered,) = (t.entry.offered for t in rules.action_types if t.entry.name == "sea/trade")
    position = rules.position(at(MOVE).state())
    zone, there_is_a_card = offered
    assert there_is_a_card(position, 0)
    assert [position.size(zone.of(seat)) for seat in range(3)] == [3, 0, 0]


def test_s6_with_counters_of_one_kind_left_to_draw_one_may_trade() -> None:
    counters = dict.fromkeys(("dragon", "giant-pig", "magic-cloud", "unicorn"), 10)
    kept = counters | {"dragon": 7}
    game = game_from(at(DRAW).zone(SHOWN.of(1), kept).zone(OPEN, {}))
    assert game.position.size(PILE) == 3
    assert TRADE in written(game, TradeBonus)
    game = game_from(at(DRAW).zone(SHOWN.of(1), kept).zone(OPEN, {"dragon": 3}))
    assert game.position.size(PILE) == 0
    assert TRADE in written(game, TradeBonus)


def test_s6_without_any_card_left_it_is_not_offered() -> None:
    cards = {"dragon": 10, "giant-pig": 10, "magic-cloud": 10, "unicorn": 10, "raft": 12}
    situation = at(MOVE).zone(HAND.of(0), {}).zone(HAND.of(1), {**cards, "whale": 12})
    game = game_from(situation)
    assert "no travel card left" in why_not(game, TRADE)
    plan = at(PLAN).zone(HAND.of(0), {}).zone(HAND.of(1), {**cards, "whale": 12})
    planning = game_from(plan.zone(BONUS_HELD.of(0), {"raft": 1}).zone(SHOWN.of(0), {"dragon": 1}))
    assert written(planning, TradeBonus) == set()


def test_s6_with_no_counter_left_to_draw_nobody_is_asked_to_draw() -> None:
    counters = dict.fromkeys(("dragon", "giant-pig", "magic-cloud", "unicorn"), 10)
    state = at(DRAW).zone(SHOWN.of(1), counters).state()
    rules = elfensea()
    assert rules.position(state).size(PILE) == rules.position(state).size(OPEN) == 0
    assert rules.legal_actions(state) == []
    reason = rules.check(state, TradeBonus("raft"))
    assert reason is not None
    assert "no counter left to draw" in reason.text


def test_s6_with_no_counter_left_to_draw_one_may_trade_while_moving() -> None:
    counters = dict.fromkeys(("dragon", "giant-pig", "magic-cloud", "unicorn"), 10)
    game = game_from(at(MOVE).zone(SHOWN.of(1), counters))
    assert game.position.size(PILE) == game.position.size(OPEN) == 0
    assert TRADE in written(game, TradeBonus)


def test_s6_trades_are_part_of_the_bounds_of_a_game() -> None:
    rules = elfensea()
    data = rules.board.extra["sea"]
    kept = 3 * (len(data["two"]) + 2 * len(data["four"]))
    for decision in (DRAW, PLAN, MOVE):
        name = rules.decide(decision, 0, ()).name
        own = next(o.entry for o in rules.decisions if o.entry.name == name)
        assert rules.at_most(decision, 3) == own.at_most(rules, 3) + 2 * kept
    assert rules.longest(3) == sum(rules.at_most(o.entry.name, 3) for o in rules.decisions)


def test_s6_a_trade_names_a_kind_that_one_has() -> None:
    game = game_from(at(MOVE))
    assert "you have no dragon bonus counter" in why_not(game, "trade bonus dragon")
    assert "you have no yak counter" in why_not(game, "trade bonus yak")
    assert isinstance(game.pending, Decide)
