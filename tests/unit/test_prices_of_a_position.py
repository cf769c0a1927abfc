"""Prices are worked out once for each position, however often a restriction asks for them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from attrs import evolve

from elfen import Ruleset, State, compile_ruleset
from elfen.kernel import crossings, open_table
from elfen.land import HAND, MOVE, Move, Moving
from elfen.plugin import CostTerm, Crossing, Manifest, Price, Surcharge, hookimpl

ROAD = "feodor-lapphalya-woods"


class LateToll:
    """From round 2 on, every step costs one more card."""

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
        return int(crossing.position.round > 1)


RULES = compile_ruleset(expansions=[LateToll()], options={"strict_caravan": True})
ROUTE = RULES.board.route_number[ROAD]


def about_to_move() -> State:
    scene = RULES.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, "dragon")
    return scene.zone(HAND.of(0), {"dragon": 1, "unicorn": 1, "giant-pig": 2}).state()


def test_they_are_worked_out_once_for_each_leg(monkeypatch: pytest.MonkeyPatch) -> None:
    state = about_to_move()
    asked: list[str] = []
    quote = crossings.quote

    def counting(terms: Any, crossing: Crossing) -> tuple[Price, ...]:
        asked.append(crossing.route.id)
        return quote(terms, crossing)

    monkeypatch.setattr(crossings, "quote", counting)
    position, number = RULES.position(state), RULES.once(Moving).crossings
    for _ in range(3):
        for route, _ in RULES.board.legs[state.boots[0]]:
            number.prices(position, 0, route)
    assert len(asked) == len(set(asked)) == len(RULES.board.legs[state.boots[0]])
    asked.clear()
    moves = [action for action in RULES.legal_actions(state) if isinstance(action, Move)]
    assert len(moves) > 2
    assert max(Counter(asked).values()) <= 2  # once for the list, and once for the restriction


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
