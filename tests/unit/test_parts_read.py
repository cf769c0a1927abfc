"""What a position notes of what is read, and answers remembered by that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from elfen import compile_ruleset
from elfen.kernel import PartsRead, Remembered
from elfen.kernel.position import Position
from elfen.land import COUNTER, HAND, LAND, PILE
from elfen.plugin import Slot

RULES = compile_ruleset()
STATE = RULES.build(3).boot(1, "feodor").lay("feodor-lapphalya-woods", "dragon").state()
HERE = RULES.position(STATE)
ELVENHOLD, FEODOR = (RULES.board.town_number[town] for town in ("elvenhold", "feodor"))

#: What can be asked of a position, by name.
ASKED: dict[str, Callable[[Position], object]] = {
    "a size": lambda position: position.size(HAND.of(1)),
    "counts": lambda position: position.counts(HAND.of(1)),
    "a count": lambda position: position.count(PILE, RULES.layout.kinds_of(PILE)[0]),
    "a town": lambda position: position.town(1),
    "a visit": lambda position: position.has_visited(1, "feodor"),
    "visits": lambda position: position.pieces_taken(1),
    "a route": lambda position: position.lying("feodor-lapphalya-woods", COUNTER),
    "a slot": lambda position: position.ext[LAND],
    "all slots": lambda position: [*position.ext.items()],
    "slots alike": lambda position: (position.ext == STATE.ext, hash(position.ext)),
    "another slot": lambda position: position.ext.with_value(LAND, None)[LAND],
    "zones": lambda position: position.zones[3:5],
    "boots": lambda position: position.boots,
    "visited": lambda position: position.visited[0],
    "routes": lambda position: [*position.routes],
    "the round": lambda position: position.round,
    "the agenda": lambda position: position.agenda,
    "the ending": lambda position: position.ending,
    "piece towns": lambda position: position.piece_towns,
    "the start": lambda position: position.start_town,
    "seats": lambda position: (position.players, position.seats_from(2)),
    "all": repr,
}


@pytest.mark.parametrize("name", ASKED)
def test_it_says_what_any_position_says(name: str) -> None:
    told = ASKED[name](PartsRead(HERE))
    expected = ASKED[name](HERE)
    assert str(told).replace("PartsRead", "StatePosition") == str(expected)


def test_all_that_a_position_has_is_asked() -> None:
    lambdas = [one for one in ASKED.values() if one is not repr]
    asked = {name for one in lambdas for name in one.__code__.co_names}
    has = {name for name in dir(Position) if not name.startswith("_")}
    assert has | {*Position.__annotations__} == (asked | {"rules"}) & {
        *has,
        *Position.__annotations__,
    }


def other_states() -> dict[str, Any]:
    """States that differ from the one above in one thing."""
    full = RULES.new_game(3, seed=1).state
    return {
        "zones": evolve(STATE, zones=full.zones),
        "boots": evolve(STATE, boots=(FEODOR, FEODOR, ELVENHOLD)),
        "boot": evolve(STATE, boots=(ELVENHOLD, ELVENHOLD, ELVENHOLD)),
        "visited": evolve(STATE, visited=(1, 1 << FEODOR, 3)),
        "routes": evolve(STATE, routes=((),) * len(STATE.routes)),
        "round": evolve(STATE, round=3),
        "agenda": evolve(STATE, agenda=full.agenda[:1]),
        "ext": evolve(STATE, ext=STATE.ext.with_value(LAND, "another")),
    }


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("other", other_states())
def test_what_is_remembered_of_a_state_is_true_of_every_other_it_is_told_for(
    name: str, other: str
) -> None:
    known, read = Remembered[str, str](8), PartsRead(HERE)
    known.keep(name, read, str(ASKED[name](read)))
    there = RULES.position(other_states()[other])
    assert known.find(name, HERE) == str(ASKED[name](PartsRead(HERE)))
    found = known.find(name, there)
    assert found in (None, str(ASKED[name](PartsRead(there))))


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("a size", {"boots", "boot", "visited", "routes", "round", "agenda", "ext"}),
        ("a town", {"zones", "boots", "visited", "routes", "round", "agenda", "ext"}),
        ("a visit", {"zones", "boots", "boot", "routes", "round", "agenda", "ext"}),
        ("a slot", {"zones", "boots", "boot", "visited", "routes", "round", "agenda"}),
        ("the round", {"zones", "boots", "boot", "visited", "routes", "agenda", "ext"}),
        ("seats", {*other_states()}),
        ("all slots", {"zones", "boots", "boot", "visited", "routes", "round", "agenda"}),
    ],
)
def test_it_is_told_for_all_states_that_differ_in_something_else(
    name: str, others: set[str]
) -> None:
    known, read = Remembered[str, str](8), PartsRead(HERE)
    known.keep(name, read, str(ASKED[name](read)))
    states = other_states()
    assert {one for one in states if known.find(name, RULES.position(states[one]))} == others


def test_answers_may_come_about_in_several_ways() -> None:
    def dear(position: Position) -> bool:
        return position.round > 2 or bool(position.visited[0])

    known = Remembered[str, str](8)
    early, late = HERE, RULES.position(evolve(STATE, round=3))
    been = RULES.position(evolve(STATE, visited=(1, 0, 0)))
    for position in (early, late, been):
        read = PartsRead(position)
        known.keep("dear", read, str(dear(read)))
    assert [known.find("dear", one) for one in (early, late, been)] == ["False", "True", "True"]
    later = RULES.position(evolve(STATE, round=3, visited=(7, 7, 7)))
    assert known.find("dear", later) == "True"
    assert known.find("dear", RULES.position(evolve(STATE, round=4))) is None
    assert known.find("cheap", early) is None


def test_many_routes_are_read_as_all_of_them() -> None:
    known = Remembered[str, str](8)
    for name, number in (("some", 4), ("many", 40)):
        read = PartsRead(HERE)
        for route in RULES.board.routes[:number]:
            read.lying(route.id)
        known.keep(name, read, name)
        assert len(read.rests_on) == (4 if name == "some" else 1)
    assert [known.find(name, HERE) for name in ("some", "many")] == ["some", "many"]
    far = RULES.position(evolve(STATE, routes=(*STATE.routes[:-1], (1,))))
    assert [known.find(name, far) for name in ("some", "many")] == ["some", None]


def test_what_is_too_much_is_forgotten() -> None:
    known = Remembered[int, str](3)
    for number in range(4):
        known.keep(number, PartsRead(HERE), "answer")
    assert [known.find(number, HERE) for number in range(4)] == [None, None, None, "answer"]
    ways = Remembered[str, str](99)
    for number in range(20):
        read = PartsRead(HERE)
        for at in range(number):
            read.size(HAND.of(0)) if at == 0 else read.lying(RULES.board.routes[at].id)
        ways.keep("key", read, f"by {number} parts")
    assert ways.find("key", HERE) == "by 0 parts"
    assert len(ways._ways["key"]) == 6


def test_a_slot_that_holds_what_cannot_be_compared_is_asked_each_time() -> None:
    listed = RULES.position(evolve(STATE, ext=STATE.ext.with_value(LAND, ["a list"])))
    known, read = Remembered[str, str](8), PartsRead(listed)
    assert isinstance(LAND, Slot)
    known.keep("slot", read, str(read.ext[LAND]))
    assert known.find("slot", listed) is None


def test_it_is_known_whether_boots_were_looked_at() -> None:
    looks = set()
    for name, ask in ASKED.items():
        ask(read := PartsRead(HERE))
        if read.looks_at_boots:
            looks.add(name)
    assert looks == {"a town", "boots"}
