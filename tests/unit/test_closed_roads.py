"""What is said of a move along a road where another plugin allows no price."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.land import HAND, MOVE
from elfen.plugin import Limit

from .tiny import manifest, plugin


@pytest.mark.parametrize(
    ("counters", "why"),
    [
        ((), "no transportation counter lies on {}"),
        (("dragon",), "nothing can travel on {}"),
    ],
)
def test_a_closed_road_is_told_from_one_without_a_counter(
    counters: tuple[str, ...], why: str
) -> None:
    road = "feodor-lapphalya-woods"
    closed = Limit("mine/closed", lambda crossing, price: crossing.route.id != road, text="closed")
    mine = plugin(elfen_manifest=manifest("mine", requires=("land",)), elfen_move_cost=[closed])
    rules = compile_ruleset(expansions=[mine])
    builder = rules.build(players=2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    builder.zone(HAND.of(0), {"dragon": 4})
    for counter in counters:
        builder.lay(road, counter)
    reason = rules.check(builder.draft(), rules.parse(f"move {road} dragon*2"))
    assert reason is not None
    assert reason.text == why.format(road)
