"""Boards, terrains, kinds, zones, stock, slots and players: what cannot be right is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve, frozen

from elfen import BoardError, RulesetError, compile_ruleset
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Group,
    Kind,
    Remove,
    Route,
    RouteZone,
    SeatZone,
    Slot,
    Stock,
    TableZone,
    Terrain,
    shown,
)

from .tiny import (
    BLUE,
    CARD,
    HAND,
    PILE,
    PLAIN,
    RED,
    SPENT,
    TRIANGLE,
    addon,
    compiled,
    manifest,
    names,
    refusal,
    refused_with,
    tiny,
)

ODD = "plugin 'odd'"
OTHER = evolve(TRIANGLE, name="other")
STONE = Group("stone", noun="stone")
GREY = Kind("grey", STONE, name="grey stone")


def refused(hook: str, thing: object, *words: str, **more: Any) -> None:
    """Assert that an expansion that brings this thing is refused, with these words."""
    refused_with(*words, odd=addon("odd", **{hook: [thing]}, **more))


# Players ---------------------------------------------------------------------------------


def players(name: str, fewest: int, most: int) -> Any:
    return addon(name, {"players": (fewest, most)})


def test_a_terrain_is_a_road_without_a_stream_and_a_zone_of_routes_is_public() -> None:
    sand = Terrain("sand", name="sand")
    assert (sand.road, sand.directed) == (True, False)
    assert RouteZone("odd/on", holds=(CARD,), at_most=1).visibility is PUBLIC


def test_what_lies_on_the_table_is_told_unless_its_zone_says_that_nobody_minds() -> None:
    shelf = TableZone("odd/shelf", holds=(CARD,), visibility=PUBLIC)
    box = TableZone("odd/box", holds=(CARD,), visibility=PUBLIC, counted=False)
    rules = compiled(addon("odd", elfen_zones=[shelf, box]))
    told = str(rules.observe(rules.start(2), None)).splitlines()
    assert "table: pile 12; spent 0; shelf 0" in told


def test_a_zone_of_seats_is_shown_by_what_it_is_declared_with() -> None:
    for zone in (HAND, SeatZone("odd/open", holds=(), visibility=PUBLIC, paid="spent")):
        assert set(re.findall(r"(\w+)=", repr(evolve(zone, pays_into=None, holds=())))) == {
            *("name", "holds", "text", "visibility", "pays_into", "paid", "label"),
        }


def test_the_number_of_players_is_what_all_allow() -> None:
    rules = compiled(players("odd", 2, 6), players("even", 1, 2))
    assert (rules.fewest_players, rules.most_players) == (2, 2)


def test_somebody_says_how_many_can_play() -> None:
    refused_with("plugin 'tiny' needs players=(", base=tiny(elfen_manifest=manifest()))


def test_more_seats_than_there_can_be_are_refused() -> None:
    many = tiny(elfen_manifest=manifest(players=(1, 13)))
    refused_with("plugin 'tiny' is for 13 players; there can be 12 at most", base=many)
    assert compiled(base=tiny(elfen_manifest=manifest(players=(1, 12)))).start(12).players == 12


# Boards and terrains ---------------------------------------------------------------------


def test_the_board_of_a_plugin_that_requires_another_goes_before() -> None:
    assert compiled(addon("odd", elfen_board=OTHER)).board.name == "other"
    above = addon("above", {"requires": ("odd",)}, elfen_board=evolve(OTHER, name="third"))
    assert compiled(above, addon("odd", elfen_board=OTHER)).board.name == "third"


def test_two_boards_are_refused() -> None:
    ones = [addon(name, elfen_board=OTHER) for name in ("odd", "even")]
    message = refusal(*ones)
    assert message.startswith("plugins 'even' and 'odd' both bring a board; choose one of them")
    assert compiled(*ones, board=TRIANGLE).board.name == "triangle"


def test_no_board_is_refused() -> None:
    refused_with("no chosen plugin brings a board", "give board=", base=tiny(elfen_board=None))
    assert compiled(base=tiny(elfen_board=None), board=OTHER).board.name == "other"


def test_a_board_has_known_terrains() -> None:
    swamp = evolve(TRIANGLE, routes=(*TRIANGLE.routes, Route("c-a", ("c", "a"), "swamp")))
    refused_with(
        "board 'triangle': route 'c-a' has terrain 'swamp'; the chosen plugins know: plain",
        board=swamp,
    )
    added = addon("odd", elfen_terrains=[Terrain("swamp", name="swamp")])
    assert compiled(added, board=swamp).board == swamp
    refused_with("plugins know: none", base=tiny(elfen_terrains=[]))


def test_a_board_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    with pytest.raises(BoardError, match=r"board\.toml: No such file"):
        compile_ruleset(board=file)
    file.write_text("format = 1")
    with pytest.raises(BoardError, match=r"board\.toml: name: the key is missing"):
        compile_ruleset(board=str(file))
    file.write_text(
        'format = 1\nname = "line"\ncapital = "a"\nsize = [9, 9]\n'
        'routes = [{ ends = ["a", "b"], terrain = "plain" }]\n'
        '[towns]\na = { name = "A", at = [1, 1] }\nb = { name = "B", at = [2, 2] }\n'
    )
    assert compiled(board=file).board.name == "line"
    assert compiled(board=str(file)).board.name == "line"


@pytest.mark.parametrize("board", [3, b"board.toml", ["board.toml"], {"name": "x"}])
def test_a_board_is_a_board_or_a_path(board: Any) -> None:
    refused_with("has to be a Board or the path of a board file", board=board)


def test_two_terrains_of_one_name_are_refused_unless_equal() -> None:
    refused(
        "elfen_terrains",
        Terrain("plain", name="plains"),
        "plugins 'tiny' and 'odd' both add terrain 'plain'; rename one",
    )
    equal = addon("odd", elfen_terrains=[Terrain("plain", name="plain")])
    assert compiled(equal).terrains == {"plain": PLAIN}


@pytest.mark.parametrize("terrain", [Terrain("Deep sea", name="x"), Terrain(3, name="x")])  # type: ignore[arg-type]
def test_a_terrain_has_a_plain_id(terrain: Any) -> None:
    refused("elfen_terrains", terrain, ODD, f"terrain {terrain.id!r} has to be lower-case")


@pytest.mark.parametrize("value", [{}, "no", 1, None])
@pytest.mark.parametrize("what", ["road", "directed"])
def test_a_terrain_is_a_road_or_not_and_has_a_stream_or_not(what: str, value: Any) -> None:
    terrain = evolve(Terrain("swamp", name="swamp"), **{what: value})
    refused("elfen_terrains", terrain, ODD, f"'swamp': {what}={value!r} has to be True or False")


# Kinds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["Red", "two words", "red*2", "-", "", "a@b", "rot\n", "grün", 3])
def test_a_kind_has_an_id_that_notation_can_show(id: Any) -> None:
    refused("elfen_kinds", Kind(id, CARD, name="x"), ODD, f"kind {id!r} has to be lower-case")


def test_a_kind_has_a_group_and_a_name() -> None:
    refused("elfen_kinds", Kind("grey", "card", name="x"), ODD, "group='card' of kind 'grey'")  # type: ignore[arg-type]
    refused("elfen_kinds", Kind("grey", CARD, name=""), ODD, "kind 'grey' is called ''")
    refused("elfen_kinds", Kind("grey", CARD, name=3), ODD, "kind 'grey' is called 3, not a text")  # type: ignore[arg-type]
    refused("elfen_kinds", Kind("grey", Group("A B"), name="x"), ODD, "group 'A B' has to be")


def test_two_kinds_of_one_name_are_refused() -> None:
    refused(
        "elfen_kinds",
        Kind("red", CARD, name="another red card"),
        "plugins 'tiny' and 'odd' both add card 'red'; rename one",
    )
    twice = addon("odd", elfen_kinds=[GREY, evolve(GREY)])
    refused_with("plugin 'odd' adds stone 'grey' twice", odd=twice)


def test_two_groups_of_one_name_are_refused() -> None:
    grey = Kind("grey", Group("card", noun="playing card"), name="x")
    refused("elfen_kinds", grey, "plugins 'tiny' and 'odd' both add group 'card'")


def test_a_kind_goes_into_every_zone_that_holds_its_group() -> None:
    green = Kind("green", CARD, name="green card")
    rules = compiled(addon("odd", elfen_kinds=[green]))
    assert all(rules.layout.kinds_of(z) == (RED, BLUE, green) for z in (PILE, SPENT, HAND))


def test_a_zone_cannot_hold_two_kinds_of_one_id() -> None:
    both = TableZone("odd/both", holds=(CARD, STONE), visibility=PUBLIC)
    red = Kind("red", STONE, name="red stone")
    refused("elfen_zones", both, ODD, "'odd/both' holds two kinds called 'red'", elfen_kinds=[red])


# Zones -----------------------------------------------------------------------------------


def table_zone(**changes: Any) -> TableZone:
    return TableZone(**{"name": "odd/x", "holds": (CARD,), "visibility": PUBLIC, **changes})


def seat_zone(**changes: Any) -> SeatZone:
    return SeatZone(**{"name": "odd/x", "holds": (CARD,), "visibility": OWNER, **changes})


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        (table_zone(visibility=None), "visibility None has to be PUBLIC, OWNER or HIDDEN"),
        (table_zone(visibility="public"), "visibility 'public' has to be"),
        (seat_zone(visibility=True), "visibility True has to be"),
        (table_zone(visibility=OWNER), "lies on the table and has no owner"),
        (table_zone(holds=()), "holds=() has to have groups in it"),
        (table_zone(holds=(RED,)), "has to have groups in it"),
        (table_zone(holds=(CARD, RED)), "has to have groups in it, and only those"),
        (seat_zone(pays_into="tiny/spent"), "pays_into='tiny/spent' has to be a TableZone"),
        (seat_zone(pays_into=HAND), "has to be a TableZone"),
        (seat_zone(holds=(STONE,), pays_into=SPENT), "which does not hold the same groups"),
        (
            seat_zone(pays_into=table_zone()),
            "pays into 'odd/x', which is not the zone of that name",
        ),
        (seat_zone(pays_into=evolve(SPENT)), "pays into 'tiny/spent', which is not the zone"),
        (RouteZone("odd/x", holds=(CARD,), at_most=0), "at_most=0 has to be a whole number"),
        (RouteZone("odd/x", holds=(CARD,), at_most=True), "at_most=True has to be"),
    ],
)
def test_a_faulty_zone_is_refused(zone: Any, words: str) -> None:
    refused("elfen_zones", zone, "plugin 'odd': zone 'odd/x'", words)


@pytest.mark.parametrize("cls", [TableZone, SeatZone])
def test_a_zone_without_visibility_cannot_even_be_written(cls: Any) -> None:
    odd = addon("odd", elfen_zones=lambda rules: [cls("odd/x", holds=(CARD,))])
    refused_with(ODD, "elfen_zones raised TypeError", "'visibility'", odd=odd)


def test_what_a_zone_holds_is_a_tuple() -> None:
    odd = addon("odd", elfen_zones=lambda rules: [table_zone(holds=CARD)])
    refused_with(ODD, "elfen_zones raised TypeError: holds=", "a tuple of groups", odd=odd)


def test_two_zones_of_one_name_are_refused() -> None:
    odd = addon("odd", elfen_zones=[table_zone(), seat_zone()])
    refused_with("plugin 'odd' adds zone 'odd/x' twice; rename one of them", odd=odd)


def test_the_stricter_visibility_wins_in_any_order() -> None:
    one = addon("one", elfen_visibility={"tiny/spent": HIDDEN, "tiny/hand": HIDDEN})
    other = addon("other", elfen_visibility={"tiny/spent": PUBLIC, "tiny/hand": OWNER})
    for both in ((one, other), (other, one)):
        visibility = compiled(*both).visibility
        assert visibility["tiny/spent"] is HIDDEN
        assert visibility["tiny/hand"] is HIDDEN


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tiny/hands": HIDDEN}, "names 'tiny/hands'; it can be one of tiny/pile, tiny/spent"),
        ({"odd/roads": HIDDEN}, "no zone of the routes"),
        ({"tiny/hand": "hidden"}, "'tiny/hand': visibility 'hidden' has to be"),
        ({"tiny/spent": OWNER}, "'tiny/spent' lies on the table and has no owner"),
    ],
)
def test_a_wrong_visibility_is_refused(given: Any, words: str) -> None:
    roads = RouteZone("odd/roads", holds=(CARD,), at_most=1)
    odd = addon("odd", elfen_zones=[roads], elfen_visibility=given)
    refused_with("plugin 'odd', elfen_visibility", words, odd=odd)


# Stock -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "words"),
    [
        (Stock("odd/x", (GREY,), 1, PILE), "which no chosen plugin adds; return it from elfen_kin"),
        (Stock("odd/x", (RED,), -1, PILE), "count=-1 has to be a whole number from 0"),
        (Stock("odd/x", (RED,), 1.0, PILE), "count=1.0 has to be a whole number"),  # type: ignore[arg-type]
        (Stock("odd/x", (RED,), True, PILE), "count=True has to be a whole number"),
        (Stock("odd/x", (RED,), 100_001, PILE), "count=100001; 100000 of a kind are the most"),
        (Stock("odd/x", (RED,), 1, evolve(PILE)), "begins in 'tiny/pile', which is not the zone"),
        (Stock("odd/x", (RED,), 1, table_zone()), "begins in 'odd/x', which is not the zone"),
        (Stock("odd/x", (RED,), 1, "tiny/pile"), "begins in 'tiny/pile', which is not the zone"),  # type: ignore[arg-type]
        (Stock("odd/x", (RED,), 1, None), "begins in None, which is not the zone"),  # type: ignore[arg-type]
        (Stock("odd/x", ([RED],), 1, PILE), "which no chosen plugin adds"),  # type: ignore[arg-type]
        (Stock("odd/x", (RED,), 1, HAND.of(0)), "which is not the zone"),  # type: ignore[arg-type]
    ],
)
def test_faulty_stock_is_refused(stock: Stock, words: str) -> None:
    refused("elfen_components", stock, "plugin 'odd': 'odd/x'", words)


def test_a_stock_may_be_as_large_as_is_said() -> None:
    large = Stock("odd/x", (RED,), 100_000, PILE)
    assert large in [owned.entry for owned in compiled(addon(elfen_components=[large])).stock]


def test_stock_goes_where_its_group_is_held() -> None:
    refused(
        "elfen_components",
        Stock("odd/x", (GREY,), 1, PILE),
        "puts 'grey' into 'tiny/pile', which does not hold 'stone' but 'card'",
        elfen_kinds=[GREY],
    )


def test_stock_does_not_begin_on_the_routes() -> None:
    roads = RouteZone("odd/roads", holds=(CARD,), at_most=1)
    stock = Stock("odd/x", (RED,), 1, roads)
    refused("elfen_components", stock, "cannot begin on the routes", elfen_zones=[roads])


def test_the_kinds_of_stock_are_a_tuple() -> None:
    odd = addon("odd", elfen_components=lambda rules: [Stock("odd/x", RED, 1, PILE)])  # type: ignore[arg-type]
    refused_with(ODD, "elfen_components raised TypeError: kinds=", "a tuple of kinds", odd=odd)


def test_stock_may_be_replaced_and_removed() -> None:
    odd = addon(
        "odd",
        elfen_components=[Stock("odd/reds", (RED,), 9, PILE, replaces="tiny/reds")],
    )
    assert compiled(odd).stocked(1)[0] == (9, 6)
    assert compiled(addon("odd", elfen_components=[Remove("tiny/reds")])).stocked(1)[0] == (0, 6)
    assert names(compiled(odd).stock) == ["odd/reds", "tiny/blues"]


# Slots -----------------------------------------------------------------------------------


@frozen
class Good:
    purse: tuple[int, ...] = shown(OWNER)
    turn: int = shown(PUBLIC)


@frozen
class Bare:
    turn: int = shown(PUBLIC)
    secret: int = 0


@frozen
class WrongWord:
    turn: int = shown("public")  # type: ignore[arg-type]


@frozen
class Empty:
    """No fields at all."""


@define
class Thawed:
    turn: int = shown(PUBLIC)


@define(eq=False)
class ThawedAndSingle:
    turn: int = shown(PUBLIC)


@frozen(eq=False)
class Single:
    turn: int = shown(PUBLIC)


@frozen
class Listing:
    cards: list[int] = shown(PUBLIC)  # noqa: RUF009


class Plain:
    """No attrs class."""


class Child(Good):
    """Based on an attrs class, but not one itself."""


def slot(cls: Any, start: Any, **more: Any) -> Slot[Any]:
    return Slot("odd", cls, start=start, **more)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (slot(Bare, lambda players: Bare(0)), "field 'secret' has no visibility; declare it with"),
        (slot(WrongWord, lambda players: WrongWord(0)), "field 'turn' has no visibility"),
        (slot(Empty, lambda players: Empty()), "has no visibility, and no fields that have one"),
        (slot(Plain, lambda players: Plain()), "has no visibility"),
        (slot(Child, lambda players: Child((0,) * players, 0)), "has no visibility"),
        (slot(int, lambda players: 0), "has no visibility"),
        (slot("Good", lambda players: 0), "type='Good' has to be a class"),
        (slot(int, lambda players: 0, visibility="public"), "visibility='public' has to be"),
        (slot(int, lambda players: 0, visibility=OWNER), "use a class with fields, shown(OWNER)"),
        (slot(Thawed, lambda players: Thawed(0)), "class Thawed can be changed; write @frozen"),
        (slot(ThawedAndSingle, lambda players: ThawedAndSingle(0)), "can be changed"),
        (slot(Thawed, lambda players: Thawed(0), visibility=PUBLIC), "can be changed"),
        (slot(Single, lambda players: Single(0)), "two games start with different values"),
        (slot(Plain, lambda players: Plain(), visibility=PUBLIC), "two games start with different"),
        (slot(Listing, lambda players: Listing([])), "holds something that can be changed"),
        (slot(list, lambda players: [], visibility=PUBLIC), "holds something that can be changed"),
        (slot(dict, lambda players: {}, visibility=HIDDEN), "holds something that can be changed"),
        (slot(Good, lambda players: 3), "starts as 3, which is no Good"),
        (slot(Good, lambda players: None), "starts as None, which is no Good"),
        (slot(Good, lambda: Good((), 0)), "start: the function has to take 1 argument"),
        (slot(Good, Good((0,), 0)), "is not a function"),
        (
            slot(int, lambda players: 0, visibility=PUBLIC, text=lambda value: "x"),
            "text: the function has to take 2 arguments",
        ),
        (
            slot(int, lambda players: 0, visibility=PUBLIC, bounds=lambda rules: (0, 1)),
            "bounds: the function has to take 2 arguments",
        ),
        (
            slot(int, lambda players: 0, visibility=PUBLIC, worlds=lambda view: 0),
            "worlds: the function has to take 2 arguments",
        ),
        (slot(Good, lambda players: 1 // 0), "start raised ZeroDivisionError"),
        (slot(Good, lambda players: Good((0,), 0)), "field 'purse' is shown to its owner"),
        (slot(Good, lambda players: Good(0, 0)), "it has to be a tuple by seat, not 0"),
    ],
)
def test_a_faulty_slot_is_refused(made: Any, words: str) -> None:
    refused("elfen_slots", made, "plugin 'odd': slot 'odd'", words)


@pytest.mark.parametrize(
    "made",
    [
        slot(Good, lambda players: Good((0,) * players, 0)),
        slot(Bare, lambda players: Bare(0), visibility=HIDDEN),
        slot(int, lambda players: players, visibility=PUBLIC),
        slot(tuple, lambda players: (), visibility=HIDDEN),
    ],
)
def test_a_frozen_slot_that_says_what_is_seen_will_do(made: Any) -> None:
    rules = compiled(addon("odd", elfen_slots=[made]))
    assert rules.start(2).ext[made] == made.start(2)


def test_two_slots_of_one_name_are_refused() -> None:
    ones = [slot(int, lambda players: 0, visibility=PUBLIC) for _ in range(2)]
    refused_with("plugin 'odd' adds slot 'odd' twice", odd=addon("odd", elfen_slots=ones))


def test_a_slot_has_the_plugins_name() -> None:
    made = Slot("tiny", int, start=lambda players: 0, visibility=PUBLIC)
    refused("elfen_slots", made, ODD, "'tiny' has to begin with 'odd/'")


def test_a_ruleset_is_frozen() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        compiled().board = OTHER
    with pytest.raises(RulesetError, match="4 players"):
        compiled().start(4)
