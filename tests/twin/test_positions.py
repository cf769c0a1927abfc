"""Positions built by hand: engine and twin list and allow the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import compile_ruleset

from .pair import compare_actions
from .positions import DECISIONS, positions
from .reading import read
from .turns import ways_to_pay
from .world import printed_world

RULES = compile_ruleset(edition="rio-grande")
WORLD = printed_world(RULES.board)
EXAMPLES = settings().max_examples


@pytest.mark.alike(2)
@pytest.mark.parametrize("decision", DECISIONS)
@settings(max_examples=2 * EXAMPLES)
@given(data=st.data())
def test_in_any_position_the_legal_actions_are_the_twin_s(
    decision: str, data: st.DataObject
) -> None:
    state = data.draw(positions(RULES, WORLD, decision))
    compare_actions(RULES, WORLD, state, read(RULES.position(state)), Random(0))


def test_the_twin_pays_as_the_printed_examples_say() -> None:
    dragons, clouds = Counter(dragon=4), Counter({"magic-cloud": 4, "raft": 2})
    woods, river = "feodor-lapphalya-woods", "virst-ixara-river"
    assert ways_to_pay(WORLD, ["dragon", "obstacle"], woods, "feodor", dragons) == {
        ("dragon",) * 3,
        ("dragon",) * 4,
    }
    assert ways_to_pay(WORLD, ["magic-cloud"], "dagamura-kihromah-woods", "dagamura", clouds) == {
        ("magic-cloud",) * 2,
        ("magic-cloud",) * 3,
        ("magic-cloud", "magic-cloud", "raft"),
        ("magic-cloud", "raft", "raft"),
    }
    assert ways_to_pay(WORLD, [], river, "virst", clouds) == {("raft",)}
    assert ways_to_pay(WORLD, [], river, "ixara", clouds) == {("raft", "raft")}
    assert ways_to_pay(WORLD, [], woods, "feodor", dragons) == set()
