"""The legs of a town, whose contents are looked up several at a time."""

from __future__ import annotations

from itertools import chain

import pytest

from elfen import compile_ruleset
from elfen.crossings import _AT_ONCE
from elfen.land import HAND, MOVE, Moving
from elfen.plugin import Limit

from .tiny import manifest, plugin


@pytest.mark.parametrize("expansions", [(), ("sea",)])
def test_a_look_up_has_so_many_legs_on_which_something_opens_a_way(
    expansions: tuple[str, ...],
) -> None:
    rules = compile_ruleset(expansions=expansions)
    crossings, opens = rules.once(Moving).crossings, rules.quotes.opens
    sizes: list[int] = []
    for legs in rules.board.legs:
        routes = [route for route, _ in legs]
        parts = [routes[part] for part in crossings._together(routes)]
        assert [*chain(*parts)] == routes
        changing = [
            sum(any(opens(route, kind) for kind in rules.layout.priced) for route in part)
            for part in parts
        ]
        assert all(n == _AT_ONCE for n in changing[:-1])
        assert changing[-1] <= _AT_ONCE
        sizes += map(len, parts)
    assert max(sizes) > _AT_ONCE


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
