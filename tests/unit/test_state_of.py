"""`state_of` is `State(...)`, and `state_after` is `evolve`: the same value, as frozen."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from attrs import evolve, fields
from attrs.exceptions import FrozenInstanceError

from elfen import compile_ruleset
from elfen.plugin import Decide, State, state_after, state_of

START = compile_ruleset().start(3)
NAMES = [one.name for one in fields(State)]


def parts() -> dict[str, Any]:
    return {name: getattr(START, name) for name in NAMES}


def test_it_takes_all_fields_of_a_state_in_their_order() -> None:
    made = state_of(*parts().values())
    assert type(made) is State
    assert made == State(**parts()) == START
    assert made.players == 3


def test_hash_repr_and_pickle_are_those_of_a_state() -> None:
    made, plain = state_of(**parts()), State(**parts())
    assert hash(made) == hash(plain)
    assert {made: 1}[plain] == 1
    assert repr(made) == repr(plain)
    assert pickle.loads(pickle.dumps(made)) == plain
    assert type(pickle.loads(pickle.dumps(made))) is State


@pytest.mark.parametrize("name", NAMES)
def test_each_field_counts(name: str) -> None:
    other: dict[str, Any] = {**parts(), name: 7 if name == "round" else ()}
    assert state_of(**other) != START
    assert state_of(**other) == evolve(START, **{name: other[name]})


@pytest.mark.parametrize("name", [*NAMES, "rules", "weather"])
def test_it_is_frozen(name: str) -> None:
    made = state_of(**parts())
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(made, name, ())
    with pytest.raises((FrozenInstanceError, AttributeError)):
        delattr(made, name)
    assert made == START


def test_it_has_room_for_nothing_else() -> None:
    assert not hasattr(state_of(**parts()), "__dict__")


def test_a_state_after_has_other_zones_and_another_agenda_and_nothing_else() -> None:
    zones, agenda = START.zones[::-1], (Decide("land/plan", 1, (0,)),)
    after = state_after(START, zones, agenda)
    assert type(after) is State
    assert after == evolve(START, zones=zones, agenda=agenda) != START
    with pytest.raises((FrozenInstanceError, AttributeError)):
        after.round = 7  # type: ignore[misc]
