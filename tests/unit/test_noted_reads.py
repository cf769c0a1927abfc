"""What a position notes that is read of it, and that it reads like any other."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.kernel import Noting
from elfen.land import HAND

RULES = compile_ruleset()
STATE = RULES.new_game(3, 1).state
PARTS = ("boots", "visited", "routes", "round", "agenda", "ext")


def test_nothing_is_noted_before_anything_is_read() -> None:
    noting = Noting(RULES, STATE)
    assert (noting.parts, noting.contents, noting.sizes) == (set(), set(), set())


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_read_is_noted_and_is_that_of_the_state(part: str) -> None:
    noting = Noting(RULES, STATE)
    assert getattr(noting, part) == getattr(STATE, part)
    assert noting.parts == {part}
    assert not noting.contents


def test_of_zones_it_is_noted_whether_their_contents_were_read_or_their_size() -> None:
    hand = RULES.layout.index(HAND, 1)
    noting = Noting(RULES, STATE)
    assert noting.size(HAND.of(1)) == sum(STATE.zones[hand])
    assert (noting.sizes, noting.contents) == ({hand}, set())
    assert noting.zones[hand] == STATE.zones[hand]
    assert noting.contents == {hand}
    assert noting.zones[1:3] == STATE.zones[1:3]
    assert noting.contents == {hand, 1, 2}
    assert len(noting.zones) == len(STATE.zones)
    assert (*noting.zones,) == STATE.zones
    assert noting.contents == {*range(len(STATE.zones))}
