"""Boards and saves with anything changed in them: used, or refused by an error of one short line.

Documents begin as valid ones; values, keys, depths and sizes are changed, in a few places at once.
"""

from __future__ import annotations

import copy
import datetime
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from elfen import Board, ElfenError, Game, compile_ruleset
from elfen.declare import board as boards
from elfen.declare import parse_board
from elfen.errors import SaveError
from elfen.plugin import Route, Town

from .mutating import Path, paths, put, value_at
from .samples import dump, samples

Data = dict[str, Any]

BOARD: Data = {
    "format": 1,
    "name": "island",
    "capital": "harbour",
    "size": [300, 200],
    "routes": [
        {"ends": ["harbour", "mill"], "terrain": "plains"},
        {"ends": ["mill", "spring"], "terrain": "woods", "source": "sourced", "id": "path"},
        {"ends": ["spring", "harbour"], "terrain": "lake", "water": "bay"},
    ],
    "towns": {
        "harbour": {"name": "Harbour", "at": [40, 160]},
        "mill": {"name": "Mühle", "at": [150, 90], "source": "reconstructed"},
        "spring": {"name": "Spring", "at": [260, 40]},
    },
    "extra": {"land": {"boatmen": ["bay"]}, "letters": {"post": ["mill", 1.5, True]}},
}


def nested(kind: type, depth: int) -> Any:
    found: Any = 0
    for _ in range(depth):
        found = [found] if kind is list else {"a": found}
    return found


sizes = st.sampled_from([0, 1, 2, 39, 40, 41, 100, 301, 1_001, 20_001])
numbers = st.sampled_from([0, -1, 1 << 63, 10**299, 10**300, -(10**299), 10**4_000, 1 << 16_000])
texts = st.one_of(
    st.text(max_size=9),
    st.sampled_from(
        ["", " ", "mill", "harbour", "land", "\n", "\x1b[2J", "\u2028", "a.b", "x\x00"]
    ),
    st.builds(
        lambda n, c: c * n, sizes, st.sampled_from(["x", "\n", "\U0001f600", "'", '"', "\\"])
    ),
)
halves = st.sampled_from(["\ud800", "a\udfff", "\ud83d" * 400])
plain = st.one_of(
    st.none(), st.booleans(), numbers, st.integers(-9, 400), st.floats(), texts, halves
)
dates = st.sampled_from([datetime.date(1998, 10, 1), datetime.time(7), datetime.datetime.max])
values = st.one_of(
    plain,
    dates,
    st.builds(nested, st.sampled_from([list, dict]), st.sampled_from([1, 35, 36, 37, 38, 41, 90])),
    st.builds(lambda one, n: [one] * n, st.one_of(st.integers(0, 9), texts), sizes),
    st.builds(lambda one, n: {f"k{i}": one for i in range(n)}, st.integers(0, 9), sizes),
    st.dictionaries(texts, plain, max_size=3),
)


@st.composite
def changed(draw: st.DrawFn, document: Data) -> Any:
    """The document with a few things changed in it."""
    found: Any = document
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([*paths(found)]))
        found = put(found, path, draw(changes(found, path)))
    return found


def changes(document: Any, path: Path) -> st.SearchStrategy[Any]:
    """What may take the place of a value: anything, something from elsewhere, a variant of it."""
    old = value_at(document, path)
    found = [values, st.sampled_from([*paths(document)]).map(lambda at: value_at(document, at))]
    if isinstance(old, dict) and old:
        found += [
            st.sampled_from([*old]).map(lambda key: {k: v for k, v in old.items() if k != key}),
            st.builds(lambda key, value: {**old, key: value}, texts, values),
            st.builds(
                lambda key, new: {new if k == key else k: v for k, v in old.items()},
                st.sampled_from([*old]),
                texts,
            ),
            st.builds(
                lambda n, v: {**old, **{f"k{i}": copy.deepcopy(v) for i in range(n)}},
                sizes.filter(lambda n: n < 9_999),
                st.sampled_from([*old.values()]),
            ),
        ]
    elif isinstance(old, list) and old:
        found += [
            st.permutations(old),
            st.sampled_from([0, 2, 101, 1_001]).map(lambda n: old * n),
            st.builds(lambda value: [*old, value], values),
        ]
    elif isinstance(old, str):
        found += [texts.map(lambda more: old + more), texts.map(lambda more: more + old)]
    elif isinstance(old, int):
        found += [st.integers(-2, 2).map(lambda more: old + more)]
    return st.one_of(found)


# What is handed in -------------------------------------------------------------------------


def in_toml(value: Any) -> str:
    """TOML for a value, with everything in one line; None, which it has not, is a text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {in_toml(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(in_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return hex(value) if value >= 10**4_000 else str(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return repr(value) if isinstance(value, float) else quoted(str(value))


def quoted(text: str) -> str:
    """A text in TOML; half characters cannot be escaped there, so they stay as they are."""
    said = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    return said


def toml(document: Any) -> str:
    if not isinstance(document, dict):
        return in_toml(document)
    return "\n".join(f"{quoted(key)} = {in_toml(value)}" for key, value in document.items())


class Unsafe(AssertionError):
    """Something that was handed in was answered by anything but an error of one short line."""


def answered(ask: Callable[[], Any]) -> Any:
    """What an entry returns, or None if it refuses properly."""
    try:
        return ask()
    except ElfenError as error:
        if len(str(error)) > 300 or not str(error).isprintable():
            raise Unsafe(f"not one short line: {error}") from error
        for problem in getattr(error, "problems", ()):
            if len(problem) > 300 or not problem.isprintable():
                raise Unsafe(f"not one short line: {problem}") from error
        return None
    except Exception as error:
        raise Unsafe(f"{type(error).__name__}: {error}"[:200]) from error


def used(board: Board | None) -> None:
    """Play on a board that was accepted: what the library writes it can read."""
    rules = answered(lambda: compile_ruleset(board=board)) if board is not None else None
    if rules is None:
        return
    game = rules.new_game(2, 1)
    game = game.play(game.legal_actions[0])
    try:
        again = Game.from_json(game.to_json())
    except SaveError as error:
        raise Unsafe(f"written, but not read: {error}") from error
    if again.state != game.state or again.rules.fingerprint != rules.fingerprint:
        raise Unsafe("written, but read as another game")
    assert game.redacted(0)


def by_hand(document: Any) -> Board:
    """A board made in Python of what a file would say."""
    towns = [
        Town(id, town["name"], *town["at"], town.get("source"))
        for id, town in document["towns"].items()
    ]
    routes = [
        Route(
            route.get("id", f"r{n}"),
            tuple(route["ends"]),
            route["terrain"],
            route.get("water"),
            route.get("source"),
        )
        for n, route in enumerate(document["routes"])
    ]
    name, capital, extra = document["name"], document["capital"], document["extra"]
    return Board(name, capital, *document["size"], towns, routes, extra)


# The promise -------------------------------------------------------------------------------


def test_the_documents_are_valid() -> None:
    for board in (parse_board(toml(BOARD)), by_hand(BOARD)):
        used(board)
        assert board.extra == BOARD["extra"]
    assert len([*paths(BOARD)]) > 50


@given(changed(BOARD))
def test_a_board_file_is_read_or_refused(document: Any) -> None:
    used(answered(lambda: parse_board(toml(document), "board.toml")))


@given(st.data())
def test_a_board_file_with_other_characters_is_read_or_refused(data: st.DataObject) -> None:
    text = toml(BOARD)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 9)))
    new = data.draw(st.one_of(texts, st.sampled_from(["[" * 999, "a." * 999, "{a=" * 999, "'''"])))
    used(answered(lambda: parse_board(text[:start] + new + text[end:], "board.toml")))


@given(changed(BOARD))
def test_a_board_made_by_hand_is_used_or_refused(document: Any) -> None:
    try:
        board = answered(lambda: by_hand(document))
    except Unsafe as error:
        if isinstance(error.__cause__, KeyError | AttributeError | TypeError):
            return  # the document is none that a board can be made of
        raise
    used(board)


@pytest.mark.parametrize("name", ["tiny", "land, built", "land, own board", "land, rolled"])
@given(data=st.data())
def test_a_save_is_loaded_or_refused(name: str, data: st.DataObject) -> None:
    sample = samples()[name]
    document = json.loads(sample.game.to_json(data.draw(st.booleans())))
    mutant = data.draw(changed(document))
    text = written(mutant, data.draw(st.booleans()))
    rules = data.draw(st.sampled_from([sample.rules, None]))
    game = answered(lambda: Game.from_json(text, rules, sample.plugins))
    if game is not None:
        assert answered(lambda: Game.from_json(game.to_json(), rules, sample.plugins)) is not None


def written(document: Any, whole: bool) -> str:
    """JSON for a changed save, with nan, dates as texts, and numbers of any length."""
    try:
        return dump(document, whole)
    except (TypeError, ValueError):
        digits = "9" * 5_000
        return json.dumps(in_json(document)).replace('"huge"', digits)


def in_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): in_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [in_json(one) for one in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return "huge" if isinstance(value, int) and abs(value) >= 10**4_000 else value


@given(st.sampled_from(["options", "players", "seed", "view", "at", "edition", "board"]), values)
def test_an_argument_is_used_or_refused(entry: str, value: Any) -> None:
    rules = samples()["land"].rules
    game = samples()["land"].game
    asked: dict[str, Callable[[], object]] = {
        "options": lambda: compile_ruleset(options={"rounds": value}),
        "players": lambda: rules.new_game(players=value),
        "seed": lambda: rules.new_game(2, seed=value).to_json(),
        "view": lambda: game.view(value),
        "at": lambda: game.at(value),
        "edition": lambda: compile_ruleset(edition=value),
        "board": lambda: compile_ruleset(board=value),
    }
    answered(asked[entry])


# Faults that it finds ----------------------------------------------------------------------


def unchecked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(boards, "_unfit", lambda board: [])


def unbounded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(boards, "fault_in", lambda *_: None)


def long_lines(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("elfen.errors.in_one_line", lambda text: text)
    patch.setattr(boards, "brief", repr)


FAULTY: dict[Callable[[pytest.MonkeyPatch], None], Any] = {
    unchecked: {**BOARD, "size": [1 << 16_000, 200]},
    unbounded: {**BOARD, "extra": {"letters": math.nan}},
    long_lines: {**BOARD, "name": "x" * 400},
}


@pytest.mark.parametrize("fault", FAULTY, ids=lambda fault: fault.__name__)
def test_a_fault_is_found_out(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = FAULTY[fault]
    answered(lambda: by_hand(document))
    fault(monkeypatch)
    with pytest.raises(Unsafe):
        used(answered(lambda: by_hand({**document, "capital": "nowhere"})) or by_hand(document))


@pytest.mark.parametrize("fault", [unchecked, unbounded], ids=lambda fault: fault.__name__)
def test_the_search_finds_a_fault(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    @settings(
        max_examples=1_000,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(BOARD))
    def search(document: Any) -> None:
        used(answered(lambda: parse_board(toml(document))))

    fault(monkeypatch)
    with pytest.raises(Unsafe):
        search()
