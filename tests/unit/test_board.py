"""Boards: what a file has to say, and the place of what is wrong in it."""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfen import Board, BoardError, RulesetError, compile_ruleset, load_board
from elfen.declare.board import Route, Town, parse_board

TEXT = """\
format = 1
name = "small"
capital = "a"
size = [100, 80]
routes = [
  { ends = ["a", "b"], terrain = "plains" },
  { ends = ["b", "c"], terrain = "river", id = "stream", source = "sourced" },
  { ends = ["c", "a"], terrain = "lake", water = "the lake" },
]

[towns]
a = { name = "A", at = [1, 2] }
b = { name = "B", at = [100, 80] }
c = { name = "C", at = [0, 0] }

[extra.gold]
values = [1, 2, 3]
"""
ROUTE = '{ ends = ["a", "b"], terrain = "plains" }'
TOWN = '{ name = "A", at = [1, 2] }'


def swapped(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def refusal(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        parse_board(text, "board.toml")
    message = str(caught.value)
    assert message.startswith("board.toml: ")
    assert "\n" not in message
    return message.removeprefix("board.toml: ")


def test_a_board_is_what_its_file_says() -> None:
    board = parse_board(TEXT)
    assert (board.name, board.capital, board.width, board.height) == ("small", "a", 100, 80)
    assert board.towns == (Town("a", "A", 1, 2), Town("b", "B", 100, 80), Town("c", "C", 0, 0))
    assert board.routes == (
        Route("a-b-plains", ("a", "b"), "plains"),
        Route("c-a-lake", ("c", "a"), "lake", water="the lake"),
        Route("stream", ("b", "c"), "river", source="sourced"),
    )
    assert board.extra == {"gold": {"values": [1, 2, 3]}}


def test_a_board_finds_towns_routes_and_distances() -> None:
    board = parse_board(TEXT)
    assert board.town("b").name == "B"
    assert board.route("stream").other("b") == "c"
    assert board.route("stream").other("c") == "b"
    assert board.town_number == {"a": 0, "b": 1, "c": 2}
    assert board.route_number == {"a-b-plains": 0, "c-a-lake": 1, "stream": 2}
    assert board.legs == (((0, 1), (1, 2)), ((0, 0), (2, 2)), ((1, 0), (2, 1)))
    assert [board.distance("a", town) for town in "abc"] == [0, 1, 1]
    with pytest.raises(BoardError, match="'small' has no town 'z'"):
        board.town("z")
    with pytest.raises(BoardError, match="'small' has no route 'z'"):
        board.route("z")


def test_two_routes_may_join_two_towns() -> None:
    board = parse_board(swapped(ROUTE, f"{ROUTE}, {ROUTE.replace('plains', 'woods')}"))
    assert [route.id for route in board.routes][:2] == ["a-b-plains", "a-b-woods"]
    assert parse_board(swapped(ROUTE, ROUTE + ", " + ROUTE.replace('"a", "b"', '"b", "a"')))


# What is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["format", "name", "capital", "size", "routes", "towns"])
def test_a_missing_key_is_named(key: str) -> None:
    lines = TEXT.replace("[towns]\n", "").splitlines(keepends=True)
    if key == "towns":
        text = TEXT.partition("[towns]")[0]
    elif key == "routes":
        text = TEXT[: TEXT.index("routes")] + TEXT[TEXT.index("[towns]") :]
    else:
        kept = [line for line in lines if not line.startswith(f"{key} =")]
        text = "".join(kept).replace("]\n\na =", "]\n\n[towns]\na =")
    assert refusal(text) == f"{key}: the key is missing"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("format = 1", "format = 2", "format is 2; this version reads format = 1"),
        ("format = 1", 'format = "1"', "format is '1'; this version reads"),
        ("format = 1", "format = true", "format: expected a whole number, not True"),
        ("format = 1", "format = 1.0", "format: expected a whole number, not 1.0"),
        ('"small"', "3", "name: expected a text, not 3"),
        ('"small"', '""', "the name is empty"),
        ('"small"', '" "', "the name is empty"),
        ('capital = "a"', 'capital = "z"', "the capital 'z' is not one of the towns"),
        ('capital = "a"', 'capital = ["a"]', "capital: expected a text, not ['a']"),
        ("[100, 80]", "100", "size: expected a list, not 100"),
        ("[100, 80]", "[100]", "size: expected 2 items, not 1"),
        ("[100, 80]", "[100, 80.0]", "size[1]: expected a whole number, not 80.0"),
        ("[100, 80]", "[0, 80]", "the size is 0 x 80: both have to be 1 or more"),
        ("[100, 80]", "[100, 0]", "the size is 100 x 0: both have to be 1 or more"),
        ("[100, 80]", "[-5, 80]", "the size is -5 x 80"),
        ("[100, 80]", "[99, 80]", "town 'b' lies outside the 99 x 80 board"),
        ("[100, 80]", "[100, 79]", "town 'b' lies outside the 100 x 79 board"),
        ("[1, 2]", "[-1, 2]", "town 'a' lies outside"),
        ("[1, 2]", "[1, -2]", "town 'a' lies outside"),
        ("[1, 2]", "[1.5, 2]", "towns['a'].at[0]: expected a whole number, not 1.5"),
        ("[1, 2]", '["1", 2]', "towns['a'].at[0]: expected a whole number, not '1'"),
        ("[1, 2]", "[true, 2]", "towns['a'].at[0]: expected a whole number, not True"),
        ("[1, 2]", "[1, 2, 3]", "towns['a'].at: expected 2 items, not 3"),
        ("[1, 2]", '"12"', "towns['a'].at: expected a list, not '12'"),
        ("[1, 2]", "{ x = 1, y = 2 }", "towns['a'].at: expected a list"),
        (TOWN, '{ name = "A" }', "towns['a'].at: the key is missing"),
        (TOWN, "{ at = [1, 2] }", "towns['a'].name: the key is missing"),
        (TOWN, '{ name = "A", at = [1, 2], gold = 3 }', "towns['a']: unknown keys: gold"),
        (TOWN, "3", "towns['a']: expected a table of keys and values, not 3"),
        ('name = "A"', "name = 3", "towns['a'].name: expected a text, not 3"),
        ('name = "A"', 'name = ""', "town 'a' has no name"),
        ("a = {", "A = {", "town id 'A': use lower-case letters, digits and _"),
        ("a = {", '"a b" = {', "town id 'a b': use lower-case letters"),
        ("a = {", '"ä" = {', "town id 'ä': use lower-case letters"),
        ("a = {", '"" = {', "town id '': use lower-case letters"),
        ("a = {", "1 = {", "town id '1': use lower-case letters"),
        ("b = {", "a = {", "not a TOML file"),
        ('["a", "b"]', '["a", "a"]', "route 'a-a-plains' leads from 'a' to itself"),
        ('["a", "b"]', '["a", "z"]', "route 'a-z-plains' ends in 'z', which is not one of the"),
        ('["a", "b"]', '["a"]', "routes[0].ends: expected 2 items, not 1"),
        ('["a", "b"]', '["a", "b", "c"]', "routes[0].ends: expected 2 items, not 3"),
        ('["a", "b"]', '"ab"', "routes[0].ends: expected a list, not 'ab'"),
        ('["a", "b"]', "[1, 2]", "routes[0].ends[0]: expected a text, not 1"),
        (ROUTE, f"{ROUTE}, {ROUTE}", "two routes are called 'a-b-plains'"),
        (ROUTE, '{ ends = ["a", "b"] }', "routes[0].terrain: the key is missing"),
        (ROUTE, '{ terrain = "plains" }', "routes[0].ends: the key is missing"),
        (ROUTE, '{ ends = ["a", "b"], terain = "x" }', "routes[0]: unknown keys: terain"),
        (ROUTE, "3", "routes[0]: expected a table of keys and values, not 3"),
        ('"plains"', "3", "routes[0].terrain: expected a text, not 3"),
        ('"plains"', '"Plains"', "route id 'a-b-Plains': use lower-case letters"),
        ('"stream"', '"the stream"', "route id 'the stream': use lower-case letters"),
        ('"stream"', '"-"', "route id '-': use lower-case letters"),
        ('"stream"', "3", "routes[1].id: expected a text, not 3"),
        ('"stream"', '""', "route id '': use lower-case letters"),
        ('"the lake"', "3", "routes[2].water: expected a text, not 3"),
        ('"sourced"', "[]", "routes[1].source: expected a text, not []"),
        ("[extra.gold]", "[gold]", "unknown keys: gold"),
        ("[extra.gold]\nvalues = [1, 2, 3]", "", None),
        ("[towns]", 'extra = "gold"\n[towns]', "not a TOML file"),
        (
            "[towns]\n",
            "[towns]\nd = { name = 'D', at = [5, 5] }\n",
            "no way leads from the capital",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, words: str | None) -> None:
    if words is None:
        assert parse_board(swapped(old, new)).extra == {}
    else:
        assert words in refusal(swapped(old, new))


def test_everything_that_is_wrong_is_told_at_once() -> None:
    message = refusal(TEXT.replace("[1, 2]", "[1, 2.0]").replace('"small"', "3"))
    assert (
        message
        == "name: expected a text, not 3; towns['a'].at[1]: expected a whole number, not 2.0"
    )
    message = refusal(TEXT.replace('capital = "a"', 'capital = "z"').replace("[1, 2]", "[1, 200]"))
    assert "town 'a' lies outside" in message
    assert "the capital 'z'" in message


def test_long_nonsense_is_told_in_short() -> None:
    assert len(refusal(swapped('"small"', str([*range(500)])))) < 120


@pytest.mark.parametrize("towns", ["towns = 3", "towns = []", "towns = [{a = 1}]"])
def test_towns_are_a_table(towns: str) -> None:
    text = TEXT.partition("[towns]")[0] + towns
    assert refusal(text) == "towns: expected a table of keys and values"


@pytest.mark.parametrize("routes", ["routes = {}", 'routes = "abc"', "routes = 3"])
def test_routes_are_a_list(routes: str) -> None:
    text = f"{TEXT[: TEXT.index('routes')]}{routes}\n{TEXT[TEXT.index('[towns]') :]}"
    assert refusal(text).startswith("routes: expected a list, not ")


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 10_000, "a = " + "9" * 10_000, "a = 2000-13-45", "\x00", "a", "a = \ud800"],
)
def test_what_is_no_toml_is_refused(text: str) -> None:
    assert refusal(text).startswith("not a ")


@given(st.integers(0, len(TEXT)))
def test_a_truncated_file_is_refused_or_has_lost_nothing_that_counts(at: int) -> None:
    try:
        board = parse_board(TEXT[:at])
    except BoardError:
        return
    assert at >= TEXT.index("\n\n[extra")
    assert board.routes == parse_board(TEXT).routes


@given(st.integers(0, len(TEXT) - 1), st.sampled_from('a1"[]{}=,.# \n\x00é'))
def test_a_file_with_a_wrong_character_never_raises_anything_else(at: int, character: str) -> None:
    try:
        parse_board(TEXT[:at] + character + TEXT[at + 1 :])
    except BoardError as error:
        message = str(error)
        assert "\n" not in message.replace(repr(TEXT), "")


# Files -----------------------------------------------------------------------------------


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    at = TEXT.index('"A"') + 1
    latin, cut = tmp_path / "latin.toml", tmp_path / "cut.toml"
    latin.write_bytes(TEXT.replace('"A"', '"Ä"').encode("latin-1"))
    cut.write_text(TEXT[:100])
    for path, words in (
        (tmp_path / "missing.toml", "No such file"),
        (tmp_path, "Is a directory"),
        (latin, f"not a text in UTF-8: byte {at} is 0xc4"),
        (cut, "not a TOML file"),
        ("a\0b", "cannot be a path"),
    ):
        for given_path in (path, str(path)):
            with pytest.raises(BoardError) as caught:
                load_board(given_path)
            assert words in str(caught.value)
            assert Path(str(path)).name.replace("\0", "\\x00") in str(caught.value)


def test_a_board_is_read_from_a_path_a_text_or_a_package(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("\ufeff" + TEXT.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert load_board(file) == load_board(str(file)) == parse_board(TEXT)
    assert len(load_board(files("elfen.land") / "data" / "elfenland.toml").towns) == 21


# Order and equality ----------------------------------------------------------------------


def shuffled(text: str, seed: int) -> str:
    """The same file with its routes and towns in another order."""
    dice = random.Random(seed)
    before, rest = text.split("routes = [\n")
    routes, rest = rest.split("]\n\n[towns]\n")
    towns, *extra = rest.split("\n\n")
    lines, places = routes.splitlines(), towns.splitlines()
    dice.shuffle(lines)
    dice.shuffle(places)
    lines[-1] = lines[-1].rstrip(",") + ","
    return "\n\n".join(
        ["\n".join([f"{before}routes = [", *lines, "]", "", "[towns]", *places]), *extra]
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_lines_does_not_matter(seed: int) -> None:
    board, again = parse_board(TEXT), parse_board(shuffled(TEXT, seed))
    assert again == board
    assert again.legs == board.legs
    assert hash(again) == hash(board)


def test_the_order_of_lines_does_not_matter_to_the_fingerprint() -> None:
    text = (files("elfen.land") / "data" / "elfenland.toml").read_text(encoding="utf-8")
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.lstrip().startswith("{ ends"))
    last = next(n for n, line in enumerate(lines) if n > first and line.startswith("]"))
    routes = [line for line in lines[first:last] if line.lstrip().startswith("{")]
    mixed = "\n".join([*lines[:first], *reversed(routes), *lines[last:]])
    assert mixed != text
    usual, other = compile_ruleset(), compile_ruleset(board=parse_board(mixed))
    assert other.fingerprint == usual.fingerprint
    assert other.new_game(3, 1).state == usual.new_game(3, 1).state


def board(**changes: Any) -> Board:
    arguments: dict[str, Any] = {
        "name": "made",
        "capital": "a",
        "width": 9,
        "height": 9,
        "towns": [Town("b", "B", 1, 1), Town("a", "A", 2, 2)],
        "routes": [Route("a-b", ("a", "b"), "plains")],
    }
    return Board(**{**arguments, **changes})


def test_a_board_can_be_made_in_any_order() -> None:
    made = board()
    assert [town.id for town in made.towns] == ["a", "b"]
    assert made.town_number == {"a": 0, "b": 1}
    other = [Route("b-a", ("b", "a"), "woods"), Route("a-b", ("a", "b"), "plains")]
    assert board(routes=other) == board(routes=other[::-1])


def test_a_made_board_is_checked_like_a_file() -> None:
    with pytest.raises(BoardError, match="board 'made': two towns are called 'a'"):
        board(towns=[Town("a", "A", 1, 1), Town("a", "A", 2, 2), Town("b", "B", 1, 1)])
    with pytest.raises(BoardError, match="board 'made': two routes are called 'a-b'"):
        board(routes=[Route("a-b", ("a", "b"), "plains")] * 2)
    with pytest.raises(BoardError, match="the capital 'a' is not one of the towns"):
        board(towns=(), routes=())
    with pytest.raises(BoardError, match="no way leads from the capital to b"):
        board(routes=())


@pytest.mark.parametrize(
    "parts",
    [
        {"towns": 3},
        {"towns": [3]},
        {"towns": ["a", "b"]},
        {"towns": [Town("a", "A", 1, 1), Town(3, "B", 2, 2)]},  # type: ignore[arg-type]
        {"routes": None},
        {"routes": ["a-b"]},
        {"routes": [("a-b", ("a", "b"), "plains")]},
    ],
)
def test_a_board_that_is_not_made_of_towns_and_routes_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(BoardError, match="a board is made of Town and Route objects"):
        board(**parts)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Town(3, "A", 1, 1), "towns[0].id: expected a text, not 3"),  # type: ignore[arg-type]
        (Town("a", 3, 1, 1), "towns[0].name: expected a text, not 3"),  # type: ignore[arg-type]
        (Town("a", "A", 1.5, 1), "towns[0].x: expected a whole number, not 1.5"),  # type: ignore[arg-type]
        (Town("a", "A", 1, True), "towns[0].y: expected a whole number, not True"),
        (Town("a", "A", 1, 1, 3), "towns[0].source: expected a text or None, not 3"),  # type: ignore[arg-type]
        (Route(3, ("a", "b"), "sand"), "routes[0].id: expected a text, not 3"),  # type: ignore[arg-type]
        (Route("r", ["a", "b"], "sand"), "routes[0].ends: expected two ids of towns, not"),  # type: ignore[arg-type]
        (Route("r", ("a",), "sand"), "routes[0].ends: expected two ids of towns, not"),  # type: ignore[arg-type]
        (Route("r", "ab", "sand"), "routes[0].ends: expected two ids of towns, not"),  # type: ignore[arg-type]
        (Route("r", ("a", 3), "sand"), "routes[0].ends: expected a text, not 3"),  # type: ignore[arg-type]
        (Route("r", ("a", "b"), None), "routes[0].terrain: expected a text, not None"),  # type: ignore[arg-type]
        (Route("r", ("a", "b"), "sand", 3), "routes[0].water: expected a text or None, not 3"),  # type: ignore[arg-type]
        (Route("r", ("a", "b"), "sand", source=3), "routes[0].source: expected a text or None"),  # type: ignore[arg-type]
    ],
    ids=lambda one: None if isinstance(one, str) else "",
)
def test_a_part_of_the_wrong_type_is_told_with_its_place(part: Town | Route, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        board(**{"towns" if isinstance(part, Town) else "routes": [part]})
    assert str(caught.value).startswith(f"board 'made': {words}")


def test_the_smallest_board_has_two_towns_in_its_corners() -> None:
    small = board(width=1, height=1, towns=[Town("a", "A", 0, 0), Town("b", "B", 1, 1)])
    assert (small.width, small.height) == (1, 1)


def test_a_board_of_one_town_will_do_if_no_action_crosses_a_route() -> None:
    alone = board(towns=[Town("a", "A", 0, 0)], routes=())
    assert alone.legs == ((),)
    with pytest.raises(RulesetError, match=r"^Move crosses a route, and board 'made' has none$"):
        compile_ruleset(board=alone)


def test_a_town_and_a_route_may_say_that_they_are_reconstructed() -> None:
    board = parse_board(
        swapped("at = [1, 2] }", 'at = [1, 2], source = "reconstructed" }').replace(
            '"sourced"', '"reconstructed"'
        )
    )
    assert board.town("a").source == "reconstructed"
    assert board.provenance == (
        "1 of 3 towns and 1 of 3 routes are reconstructed, not the printed ones"
    )
    assert parse_board(TEXT).provenance == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"sourced"', '"the map"', "route 'stream' has source 'the map': use 'sourced' or"),
        ("at = [1, 2] }", 'at = [1, 2], source = "?" }', "town 'a' has source '?': use"),
    ],
)
def test_any_other_source_is_refused(old: str, new: str, words: str) -> None:
    assert words in refusal(swapped(old, new))


def test_an_error_has_its_problems_one_by_one() -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(swapped('capital = "a"', 'capital = "z"').replace('"sourced"', '"x"'), "b.toml")
    assert len(caught.value.problems) == 2
    assert str(caught.value) == f"b.toml: board 'small': {'; '.join(caught.value.problems)}"
