"""What cannot be when a position is built: each is refused in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from elfen import BoardError, PositionError, compile_ruleset
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE, PLAYED, STACK

RULES = compile_ruleset()

Build = Callable[[Builder], object]


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda built: built.zone(HAND, {}), r"say whose land/hand: land/hand\.of\(seat\)"),
        (lambda built: built.zone(HAND.of(2), {}), "there is no seat 2: 2 play"),
        (lambda built: built.zone(HAND.of(0), {"dragon": -1}), "-1 dragon: a count is never neg"),
        (lambda built: built.known(HAND.of(2), {"dragon": 1}), "there is no seat 2: 2 play"),
        (lambda built: built.known(PLAYED, {"dragon": 1}), "is open to all: nothing can be known"),
        (lambda built: built.known(STACK, {"dragon": 1}), "is mixed: nothing can be known"),
        (lambda built: built.lay("feodor-lapphalya-woods", *["dragon"] * 9), "no dragon is left"),
        (lambda built: built.boot(0, "atlantis"), "has no town .atlantis."),
        (lambda built: built.visited(0, "atlantis"), "has no town .atlantis."),
    ],
)
def test_what_cannot_lie_anywhere_is_refused(build: Build, words: str) -> None:
    with pytest.raises((PositionError, BoardError), match=words):
        build(RULES.build(players=2).at(MOVE, seat=0, round=1))
