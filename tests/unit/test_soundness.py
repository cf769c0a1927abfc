"""What is told of states whose parts do not exist in their rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import pytest
from attrs import evolve

from elfen import State, compile_ruleset
from elfen.declare import Ext
from elfen.kernel.soundness import stock
from elfen.land import HAND, MOVE, PLAYED
from elfen.plugin import Invariant, Position

from .tiny import addon, compiled

RULES = compile_ruleset()
STATE = RULES.new_game(3, 1).state
TOWNS, KINDS = len(RULES.board.towns), len(RULES.layout.kinds)
CARDS = len(RULES.layout.kinds_of(HAND))
FIRST = RULES.board.routes[0].id


def on_the_first_route(*kinds: int) -> dict[str, Any]:
    return {"routes": (kinds, *STATE.routes[1:])}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"boots": (0, TOWNS, 0)},
            f"boot of seat 1 stands in town number {TOWNS}, which does not exist",
        ),
        ({"boots": (0, 0, -1)}, "boot of seat 2 stands in town number -1, which does not exist"),
        (on_the_first_route(0, KINDS), f"{FIRST}: kind numbers {(0, KINDS)} do not exist"),
        (on_the_first_route(1, 0), f"{FIRST}: kind numbers (1, 0) are not ascending"),
        ({"ext": Ext({"odd/slot": 1})}, f"slots ['odd/slot'] instead of {sorted(RULES.slots)}"),
    ],
)
def test_what_does_not_exist_is_told(changes: dict[str, Any], told: str) -> None:
    assert [*RULES.validate(STATE)] == []
    assert told in [*RULES.validate(evolve(STATE, **changes))]


def test_boots_may_stand_in_the_first_town_and_in_the_last() -> None:
    for town in (0, TOWNS - 1):
        boots = (town,) * 3
        assert not [one for one in RULES.validate(evolve(STATE, boots=boots)) if "stands" in one]


# Of the wrong size -------------------------------------------------------------------------

PLAYED_AT, HAND_AT = RULES.layout.index(PLAYED), RULES.layout.index(HAND, 1)


def with_zone(index: int, counts: tuple[int, ...]) -> dict[str, Any]:
    return {"zones": (*STATE.zones[:index], counts, *STATE.zones[index + 1 :])}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"zones": STATE.zones[:-1]},
            f"{len(STATE.zones) - 1} zones instead of {len(STATE.zones)}",
        ),
        (
            {"routes": STATE.routes[:-1]},
            f"{len(STATE.routes) - 1} routes instead of {len(STATE.routes)}",
        ),
        (
            {"routes": (*STATE.routes, ())},
            f"{len(STATE.routes) + 1} routes instead of {len(STATE.routes)}",
        ),
        (with_zone(PLAYED_AT, (0, 0)), f"{PLAYED.name}: 2 counts instead of {CARDS}"),
        (with_zone(HAND_AT, (0, 0)), f"{HAND.name} of seat 1: 2 counts instead of {CARDS}"),
        (
            with_zone(HAND_AT, (5, -1, *[0] * (CARDS - 2))),
            f"{HAND.name} of seat 1: a count below zero in {(5, -1, *[0] * (CARDS - 2))}",
        ),
    ],
)
def test_what_has_another_shape_than_its_rules_is_told_and_nothing_else(
    changes: dict[str, Any], told: str
) -> None:
    assert [*RULES.validate(evolve(STATE, **changes))] == [told]


# Pieces ------------------------------------------------------------------------------------

BUILT = RULES.build(3).at(MOVE, seat=0, round=1).zone(PLAYED, {"dragon": 1, "raft": 1}).state()
DRAGON = next(kind for kind in RULES.layout.kinds_of(PLAYED) if kind.id == "dragon")


def with_played(counts: dict[str, int]) -> State:
    """The same state with other cards on the table, out of nowhere."""
    zones = [*BUILT.zones]
    zones[PLAYED_AT] = RULES.layout.vector(PLAYED, counts)
    return evolve(BUILT, zones=tuple(zones))


def test_every_kind_of_which_there_are_more_or_fewer_is_told_and_no_other() -> None:
    assert [*RULES.validate(with_played({"dragon": 1, "raft": 1}))] == []
    group, every = DRAGON.group.name, stock(RULES, 3)
    dragons, rafts = every[f"{group}:dragon"], every[f"{group}:raft"]
    told = RULES.validate(with_played({"dragon": 2}))
    assert {one for one in told if "pieces instead of" in one} == {
        f"{dragons + 1} {group}:dragon pieces instead of {dragons}",
        f"{rafts - 1} {group}:raft pieces instead of {rafts}",
    }


def test_a_card_that_lies_on_a_route_is_told() -> None:
    lying = on_the_first_route(RULES.layout.kind_number[DRAGON])
    told = RULES.validate(evolve(with_played({"raft": 1}), **lying))
    assert [*told] == [f"{FIRST}: a {DRAGON.group.noun} cannot lie on a route"]


def test_an_invariant_that_never_stops_complaining_is_told_a_hundred_times() -> None:
    def endless(position: Position) -> Iterator[str]:
        return repeat("it is wrong")

    odd = addon(elfen_invariants=[Invariant("odd/x", endless, text="x")])
    rules = compiled(odd)
    found = rules.validate(rules.new_game(2, 1).state)
    assert found == ("it is wrong (odd/x)",) * 100
