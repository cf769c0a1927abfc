"""Bids, passes and open cards taken at once lead where they lead step by step."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.testing import play_out, states_of
from elfen_gold.bids import Bid, Defaulted, NoBid, Sold, Unsold
from elfen_gold.drafting import TakeCard


@pytest.mark.parametrize("overbidding", [True, False])
def test_every_way_in_which_a_tile_is_knocked_down(overbidding: bool) -> None:
    rules = compile_ruleset(expansions=["gold"], options={"gold.overbidding": overbidding})
    happened: set[type[object]] = set()
    for seed in range(3):
        for state, move in states_of(play_out(rules, 2 + seed, seed)):
            if isinstance(move, (Bid, NoBid, TakeCard)):
                traced = rules.trace(state, move)
                assert rules.advance(state, move) == traced.state, move
                happened |= {type(event) for event in traced.events}
    assert {Sold, Unsold} <= happened
    assert (Defaulted in happened) == overbidding


def test_they_are_taken_while_nobody_else_has_a_say() -> None:
    rules = compile_ruleset(expansions=["gold"])
    names = {"gold/bid", "gold/no-bid", "gold/take-card"}
    assert names <= {owned.entry.name for owned in rules.short_cuts}
    assert not any("_no_short_cut" in repr(rules._short[cls]) for cls in (Bid, NoBid, TakeCard))
