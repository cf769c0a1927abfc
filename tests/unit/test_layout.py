"""The layout: kinds and zones by number, and what can lie on a route at the same time."""

from __future__ import annotations

from typing import Any

import pytest

from elfen.declare import Layout
from elfen.errors import PositionError
from elfen.plugin import OWNER, PUBLIC, Group, Kind, RouteZone, SeatZone, TableZone, Zone

TILE, COIN = Group("tile", noun="road tile"), Group("coin", noun="coin")
SAND, MUD, ROCK = (Kind(id, TILE, name=id) for id in ("sand", "mud", "rock"))
PENNY = Kind("penny", COIN, name="penny")
KINDS = (SAND, MUD, ROCK, PENNY)
PILE = TableZone("odd/pile", holds=(TILE, COIN), visibility=PUBLIC)
HAND = SeatZone("odd/hand", holds=(TILE,), visibility=OWNER)
PAVED = RouteZone("odd/paved", holds=(TILE,), at_most=1)
BLOCKED = RouteZone("odd/blocked", holds=(TILE,), kinds=(ROCK,), at_most=2)


def layout(*zones: Zone, room: dict[str, int] | None = None, **grounds: str) -> Layout:
    """A layout, in which zones may be on one terrain alone, by the end of their names."""
    on = {f"odd/{name}": frozenset({terrain}) for name, terrain in grounds.items()}
    return Layout(KINDS, (PILE, HAND, *zones), room, on)


def contents(found: Any) -> set[tuple[str, ...]]:
    """Contents of a route by ids of kinds."""
    return {tuple(KINDS[number].id for number in some) for some in found}


def test_zones_of_the_table_come_first_and_then_those_of_seat_after_seat() -> None:
    bag = SeatZone("odd/bag", holds=(TILE,), visibility=OWNER)
    made = layout(bag)
    order = [(PILE, None), (HAND, 0), (bag, 0), (HAND, 1), (bag, 1)]
    assert [made.zone_at(n) for n in range(made.size(2))] == order
    assert [made.index(HAND, seat) for seat in (0, 1)] == [1, 3]
    assert made.index(HAND) == made.index(HAND, 0)


def test_a_kind_that_lies_in_a_place_of_its_own_on_routes_lies_in_no_other_there() -> None:
    made = layout(PAVED, BLOCKED)
    assert made.kinds_of(BLOCKED) == (ROCK,)
    assert made.kinds_of(PAVED) == (SAND, MUD)
    assert made.kinds_of(PILE) == KINDS
    assert layout(PAVED).kinds_of(PAVED) == (SAND, MUD, ROCK)


def test_what_can_lie_on_a_route_is_all_that_its_zones_have_room_for_together() -> None:
    paved = {(), ("sand",), ("mud",)}
    assert contents(layout(PAVED, BLOCKED).possible_contents) == {
        *paved,
        *((*some, "rock") for some in paved),
        *((*some, "rock", "rock") for some in paved),
    }
    assert contents(layout().possible_contents) == {()}


def test_with_more_room_more_can_lie_on_a_route() -> None:
    found = contents(layout(PAVED, room={PAVED.name: 2}).possible_contents)
    assert ("sand", "rock") in found
    assert ("mud", "mud") in found
    assert max(map(len, found)) == 2


def test_what_can_lie_on_a_route_is_asked_of_some_kinds_alone() -> None:
    made = layout(PAVED, BLOCKED)
    some = {made.kind_number[SAND], made.kind_number[ROCK]}
    assert contents(made.contents_of(some)) == {
        *[(), ("sand",), ("rock",), ("rock", "rock")],
        *[("sand", "rock"), ("sand", "rock", "rock")],
    }


def test_a_zone_of_some_terrains_has_no_room_on_others() -> None:
    made = layout(PAVED, BLOCKED, blocked="swamp")
    kinds = range(len(KINDS))
    dry = {(), ("sand",), ("mud",)}
    assert [made.room_on(BLOCKED, terrain) for terrain in ("swamp", "desert")] == [2, 0]
    assert [made.room_on(PAVED, terrain) for terrain in ("swamp", "desert")] == [1, 1]
    assert contents(made.contents_of(kinds, "desert")) == dry
    assert made.contents_of(kinds, "swamp") == made.possible_contents
    assert dry < contents(made.possible_contents)


def test_a_kind_that_a_group_does_not_have_is_refused_and_those_it_has_are_told() -> None:
    made = layout()
    assert made.kind("mud", TILE) is MUD
    with pytest.raises(PositionError) as caught:
        made.kind("penny", TILE)
    assert str(caught.value) == "no road tile is called 'penny'; there are: sand, mud, rock"


def test_counts_of_kinds_that_a_zone_does_not_hold_are_refused_and_those_it_holds_are_told() -> (
    None
):
    made = layout()
    assert made.vector(HAND, {"rock": 2, "sand": 1}) == (1, 0, 2)
    with pytest.raises(PositionError) as caught:
        made.vector(HAND, {"sand": 1, "penny": 1})
    assert str(caught.value) == "odd/hand holds no 'penny'; it holds: sand, mud, rock"
