"""What a save cannot hold is refused with the board; whatever is written can be read again."""

from __future__ import annotations

import datetime
import math
from typing import Any

import pytest
from attrs import evolve

from elfen import Board, BoardError, Game, RulesetError, SaveError, compile_ruleset
from elfen.declare import board as boards
from elfen.declare import fault_in
from elfen.declare.bounds import DEPTH_OF_EXTRA, MOST_DIGITS, MOST_IN_EXTRA, MOST_TEXT
from elfen.game.saves import writing
from elfen.plugin import parse_board

from .samples import ISLAND, same

TEXT = """\
format = 1
name = "island"
capital = "harbour"
size = [300, 200]
routes = [{ ends = ["harbour", "mill"], terrain = "plains" }]
[towns]
harbour = { name = "Harbour", at = [40, 160] }
mill = { name = "Mill", at = [150, 90] }
[extra.letters]
"""


def nest(depth: int, of: Any = 0) -> Any:
    for _ in range(depth):
        of = [of]
    return of


circle: list[Any] = []
circle.append(circle)

#: Values in `extra` that cannot be saved, and what the error says of them.
UNFIT: dict[str, tuple[Any, str]] = {
    "a deep list": (nest(DEPTH_OF_EXTRA), "lists in lists deeper than"),
    "a very deep list": (nest(300), "lists in lists deeper than"),
    "a long list": ([0] * MOST_IN_EXTRA, "more than 50000 values"),
    "a long text": ("x" * (MOST_TEXT + 1), "a text of 20001 characters"),
    "long texts": (["x" * MOST_TEXT] * 53, " are the most"),
    "texts of smileys": (["\U0001f600" * 5_000] * 18, "characters in a save"),
    "a long key": ({"x" * (MOST_TEXT + 1): 1}, "a text of 20001 characters"),
    "a long number": (10**MOST_DIGITS, "digits are the most"),
    "a long number below 0": (-(10 ** (MOST_DIGITS - 1)), "digits are the most"),
    "a date": (datetime.date(1998, 10, 1), "a date cannot be saved"),
    "a time": (datetime.time(7, 32), "a time cannot be saved"),
    "nan": (math.nan, "nan is not a number that can be saved"),
    "infinity": (-math.inf, "-inf is not a number that can be saved"),
}

#: The same, for boards that are made by hand.
UNFIT_BY_HAND: dict[str, tuple[Any, str]] = {
    **UNFIT,
    "a number of 5,000 digits": (10**5_000, "digits are the most"),
    "half a character": ("\ud800", "half a character"),
    "half a character as a key": ({"\udfff": 1}, "half a character"),
    "a tuple": ((1, 2), "a tuple cannot be saved"),
    "a set": ({1, 2}, "a set cannot be saved"),
    "bytes": (b"1", "a bytes cannot be saved"),
    "a number as a key": ({1: 2}, "the key 1 is not a text"),
    "a circle": (circle, "lists in lists deeper than"),
    "an object": (object(), "a object cannot be saved"),
}

FIT: list[Any] = [
    nest(DEPTH_OF_EXTRA - 2),
    "x" * MOST_TEXT,
    ["x" * MOST_TEXT] * 50,
    [0] * (MOST_IN_EXTRA - 10),
    10**MOST_DIGITS - 1,
    1 - 10 ** (MOST_DIGITS - 1),
    [1.5, -0.0, 1e300, True],
]


def in_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {in_toml(one)}' for key, one in value.items()) + "}"
    if isinstance(value, list):
        depth = 0
        while isinstance(value, list) and len(value) == 1:
            value, depth = value[0], depth + 1
        many = ", ".join(map(in_toml, value)) if isinstance(value, list) else None
        inner = in_toml(value) if many is None else f"[{many}]"
        return "[" * depth + inner + "]" * depth
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return repr(value)


def one_line(error: BaseException) -> str:
    text = str(error)
    assert len(text) <= 300
    assert text.isprintable()
    return text


@pytest.mark.parametrize("name", UNFIT)
def test_what_a_save_cannot_hold_is_refused_in_a_board_file(name: str) -> None:
    value, words = UNFIT[name]
    with pytest.raises(BoardError) as caught:
        parse_board(f"{TEXT}x = {in_toml(value)}\n", "island.toml")
    assert one_line(caught.value).startswith("island.toml: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("name", UNFIT_BY_HAND)
def test_what_a_save_cannot_hold_is_refused_in_a_board_made_by_hand(name: str) -> None:
    value, words = UNFIT_BY_HAND[name]
    with pytest.raises(BoardError) as caught:
        evolve(ISLAND, extra={"letters": {"x": value}})
    assert words in one_line(caught.value)
    if not name.startswith("texts of") and not name.startswith("long texts"):
        assert "extra.letters" in str(caught.value)


@pytest.mark.parametrize("value", FIT, ids=lambda value: str(type(value)))
def test_what_is_within_the_bounds_is_saved_and_loaded(value: Any) -> None:
    by_hand = evolve(ISLAND, extra={"letters": {"x": value}})
    from_file = parse_board(f"{TEXT}x = {in_toml(value)}\n")
    assert from_file.extra == by_hand.extra
    for board in (by_hand, from_file):
        game = compile_ruleset(board=board).new_game(2, 1)
        assert same(Game.from_json(game.to_json()), game)
        assert game.redacted(0)


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "a long name": ({"name": "x" * (MOST_TEXT + 1)}, "name: a text of 20001 characters"),
    "a name with half a character": ({"name": "\ud800"}, "half a character"),
    "a huge board": ({"width": 10**MOST_DIGITS}, "width: "),
    "a board of more digits than Python writes": ({"width": 10**5000}, "digits are the most"),
    "a name that is none": ({"name": 3}, "name"),
    "a capital that is none": ({"capital": None}, "capital"),
    "a width that is none": ({"width": 3.5}, "width"),
    "extra that is none": ({"extra": []}, "extra"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_field_of_a_board_keeps_the_bounds(name: str) -> None:
    changes, words = CHANGES[name]
    with pytest.raises(BoardError) as caught:
        evolve(ISLAND, **changes)
    assert words in one_line(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "x" * (MOST_TEXT + 1)},
        {"name": "\ud800"},
        {"id": "x" * (MOST_TEXT + 1)},
        {"x": 10**5_000},
        {"y": -(10**5_000)},
        {"source": "\ud800" * 400},
        {"name": 3},
        {"x": "3"},
    ],
)
def test_every_town_keeps_the_bounds(changes: dict[str, Any]) -> None:
    first, *others = ISLAND.towns
    with pytest.raises(BoardError) as caught:
        evolve(ISLAND, towns=[evolve(first, **changes), *others])
    one_line(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "x" * (MOST_TEXT + 1)},
        {"terrain": "x" * (MOST_TEXT + 1)},
        {"water": "\ud800"},
        {"ends": ("harbour", "x" * 400)},
        {"ends": ("harbour",)},
        {"ends": (1, 2)},
        {"ends": 3},
        {"terrain": 3},
        {"water": 3},
    ],
)
def test_every_route_keeps_the_bounds(changes: dict[str, Any]) -> None:
    first, *others = ISLAND.routes
    with pytest.raises(BoardError) as caught:
        evolve(ISLAND, routes=[evolve(first, **changes), *others])
    one_line(caught.value)


def test_a_board_whose_data_are_changed_later_is_refused_when_it_is_saved() -> None:
    board = evolve(ISLAND, extra={"letters": {"x": 1}})
    game = compile_ruleset(board=board).new_game(2, 1)
    board.extra["letters"]["x"] = nest(50)
    with pytest.raises(SaveError, match="lists in lists deeper than 40"):
        game.to_json()
    board.extra["letters"]["x"] = "\ud800"
    with pytest.raises(SaveError, match="half a character"):
        game.to_json()


def test_a_text_option_that_a_save_cannot_hold_is_refused() -> None:
    from elfen.plugin import Option

    with pytest.raises(RulesetError, match="half a character"):
        Option("motto", "a", "a motto").accept("\ud800")
    with pytest.raises(RulesetError, match="digits are the most"):
        Option("hills", 1, "a number").accept(10**400)


# Without the bounds ------------------------------------------------------------------------


def test_a_board_that_is_not_checked_makes_games_that_cannot_be_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boards, "_unfit", lambda board: [])
    board = evolve(ISLAND, extra={"letters": {"x": nest(45)}})
    game = compile_ruleset(board=board).new_game(2, 1)
    with pytest.raises(SaveError, match="lists in lists deeper than 40"):
        game.to_json()
    monkeypatch.setattr(writing, "read_json", lambda text: None)
    with pytest.raises(SaveError, match="lists in lists deeper than 40"):
        Game.from_json(game.to_json())


def test_a_fault_has_its_place() -> None:
    assert fault_in({"a": [1, {"b": [0, math.nan]}]}) == (
        "a[1].b[1]",
        "nan is not a number that can be saved",
    )
    assert fault_in([[1, [2]], math.nan]) == ("[1]", "nan is not a number that can be saved")
    assert fault_in(math.nan) == ("", "nan is not a number that can be saved")
    assert fault_in([[], [{}], [[1]], "a"]) is None
    assert fault_in([[1]], depth=1) == ("[0]", "lists in lists deeper than 1 are not read")
    assert fault_in([1, 2], values=2) == ("[1]", "more than 2 values are not read")
    assert fault_in([1, 2], values=3) is None
    assert isinstance(ISLAND, Board)
