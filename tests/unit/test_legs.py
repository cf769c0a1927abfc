"""The legs of a town, whose contents are looked up several at a time."""

from __future__ import annotations

from itertools import chain

import pytest

from elfen import compile_ruleset
from elfen.kernel.crossings import _AT_ONCE
from elfen.land import Moving


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
