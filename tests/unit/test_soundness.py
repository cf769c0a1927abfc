"""What is told of states whose parts do not exist in their rules."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from elfen import compile_ruleset
from elfen.declare import Ext

RULES = compile_ruleset()
STATE = RULES.new_game(3, 1).state
TOWNS, KINDS = len(RULES.board.towns), len(RULES.layout.kinds)
FIRST = RULES.board.routes[0].id


def on_the_first_route(*kinds: int) -> dict[str, Any]:
    return {"routes": (kinds, *STATE.routes[1:])}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"boots": (0, TOWNS, 0)},
            f"boot of seat 1 stands in town number {TOWNS}, which does not exist",
        ),
        ({"boots": (0, 0, -1)}, "boot of seat 2 stands in town number -1, which does not exist"),
        (on_the_first_route(0, KINDS), f"{FIRST}: kind numbers {(0, KINDS)} do not exist"),
        (on_the_first_route(1, 0), f"{FIRST}: kind numbers (1, 0) are not ascending"),
        ({"ext": Ext({"odd/slot": 1})}, f"slots ['odd/slot'] instead of {sorted(RULES.slots)}"),
    ],
)
def test_what_does_not_exist_is_told(changes: dict[str, Any], told: str) -> None:
    assert [*RULES.validate(STATE)] == []
    assert told in [*RULES.validate(evolve(STATE, **changes))]


def test_boots_may_stand_in_the_first_town_and_in_the_last() -> None:
    for town in (0, TOWNS - 1):
        boots = (town,) * 3
        assert not [one for one in RULES.validate(evolve(STATE, boots=boots)) if "stands" in one]
