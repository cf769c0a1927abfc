"""What is compared to the letter is compared in full, though reprs are short."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from elfen import State, compile_ruleset
from elfen.testing.differences import difference, in_full, same

RULES = compile_ruleset()
STATE = RULES.new_game(players=2, seed=1).state


@frozen
class Holder:
    """A class of attrs that holds something with a short repr."""

    state: State
    name: str = "holder"


def with_a_letter_changed(state: State) -> State:
    """An equal state in which a number is written otherwise: True is 1."""
    first, *rest = state.zones
    at = first.index(1) if 1 in first else 0
    changed: Any = (*first[:at], bool(first[at]), *first[at + 1 :])
    return evolve(state, zones=(changed, *rest))


def one_card_left() -> State:
    state = STATE
    first, *rest = state.zones
    return evolve(state, zones=((1, *first[1:]), *rest))


@pytest.mark.parametrize("wrap", [lambda s: s, lambda s: (s,), lambda s: [s, 1], Holder])
def test_equal_states_that_differ_in_a_letter_are_not_the_same(wrap: Any) -> None:
    one = one_card_left()
    other = with_a_letter_changed(one)
    assert one == other
    assert repr(one) == repr(other)
    assert not same(wrap(one), wrap(other))
    assert same(wrap(one), wrap(evolve(one)))
    assert difference(wrap(one), wrap(other))[0] != difference(wrap(one), wrap(other))[1]


def test_the_text_in_full_is_that_of_python_where_reprs_are_long() -> None:
    assert in_full((1, "a")) == "(1, 'a')"
    assert in_full([(True,)]) == "[(True,)]"
    assert in_full(Holder(STATE)).startswith("Holder(state=State(zones=((")
    assert in_full((STATE,)).endswith("),)")
