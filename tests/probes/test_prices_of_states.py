"""Prices that depend on the state are worked out once for all states that look the same to them."""

from __future__ import annotations

from typing import Any

import lodgings
import pytest
import seasons
from attrs import evolve

from elfen import Ruleset, State, compile_ruleset
from elfen.declare import quote
from elfen.kernel import PartsRead, open_table
from elfen.land import HAND, MOVE, Move, Moving
from elfen.plugin import CostTerm, Crossing, Manifest, Price, Surcharge, hookimpl
from elfen.testing import play_out

ROAD = "feodor-lapphalya-woods"


class LateToll:
    """From round 2 on, every step costs one more card."""

    def __init__(self) -> None:
        self.asked = 0

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("late", rules_version=1, api=1, requires=("land",), help="A toll.")

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        return [
            Surcharge(
                "late/toll",
                "toll",
                self.toll,
                depends_on=("state",),
                could=lambda crossing, price: (0, 1),
                text="a toll",
            )
        ]

    def toll(self, crossing: Crossing, price: Price) -> int:
        self.asked += 1
        return int(crossing.position.round > 1)


RULES = compile_ruleset(expansions=[LateToll()], options={"strict_caravan": True})
ROUTE = RULES.board.route_number[ROAD]


def about_to_move() -> State:
    scene = RULES.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, "dragon")
    return scene.zone(HAND.of(0), {"dragon": 1, "unicorn": 1, "giant-pig": 2}).state()


def test_they_are_worked_out_once_for_all_states_in_which_terms_read_the_same() -> None:
    """A game has thousands of prices, but two sorts of rounds and few sorts of roads."""
    toll = LateToll()
    rules = compile_ruleset(expansions=[toll], options={"strict_caravan": True})
    game = play_out(rules, 4, seed=5)
    asked = toll.asked
    assert 0 < asked < 1000
    again = play_out(rules, 4, seed=5)
    assert again.state == game.state
    assert toll.asked - asked < asked / 2, "what was forgotten meanwhile is asked again"
    moves = sum(isinstance(move.move, Move) for move in game.log)
    assert moves > 20


@pytest.mark.parametrize(
    "plugin", [LateToll(), seasons, lodgings], ids=["late", "seasons", "lodgings"]
)
def test_they_are_those_that_terms_give_for_each_state(plugin: Any) -> None:
    rules = compile_ruleset(expansions=[plugin])
    assert rules.quotes.by_state
    assert not _wrong(rules)


def test_a_state_is_not_taken_for_another_whose_round_was_not_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PartsRead, "_read", lambda self, read, at: read(self.unnoted, at))
    assert _wrong(compile_ruleset(expansions=[LateToll()]))


def _wrong(rules: Ruleset) -> list[str]:
    """The states of two games in which a step from a boot's town costs another price than if its
    terms are asked about that state.
    """
    wrong = []
    for seed in range(2):
        game = play_out(rules, 3, seed)
        for step in range(game.steps + 1):
            state = game.at(step).state
            position = rules.position(state)
            for seat, town in enumerate(state.boots):
                for route, _ in rules.board.legs[town]:
                    at = route, town, state.routes[route], seat, position
                    right = quote(rules.cost_terms, rules.quotes.crossing(*at))
                    if rules.quotes.prices(*at) != right:
                        wrong.append(f"round {state.round}, {rules.board.routes[route].id}")
    return wrong


def test_they_are_worked_out_anew_for_another_position() -> None:
    state, prices = about_to_move(), RULES.once(Moving).crossings.prices
    now, later = RULES.position(state), RULES.position(evolve(state, round=2))
    assert [len(price.lines) for price in prices(now, 0, ROUTE)] == [1, 1]
    assert [len(price.lines) for price in prices(later, 0, ROUTE)] == [2, 2]
    assert [len(price.lines) for price in prices(now, 0, ROUTE)] == [1, 1]


def test_a_table_may_change_under_way() -> None:
    table, prices = open_table(RULES, about_to_move()), RULES.once(Moving).crossings.prices
    before = prices(table, 0, ROUTE)
    table.round = 2
    assert prices(table, 0, ROUTE) != before
