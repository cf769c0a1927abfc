"""Boards and saves with anything changed in them: used, or refused by an error in a line."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from elfen import Board, Game, compile_ruleset
from elfen.declare import board as boards
from elfen.declare import parse_board
from elfen.errors import SaveError
from elfen.plugin import Route, Town

from .handed_in import BOARD, Unsafe, answered, changed, texts, toml, values, written
from .mutating import paths
from .samples import samples


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
    text = toml(document)  # writing it takes its own time
    used(answered(lambda: parse_board(text, "board.toml")))


@given(st.data())
def test_a_board_file_with_other_characters_is_read_or_refused(data: st.DataObject) -> None:
    text = toml(BOARD)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 9)))
    new = data.draw(st.one_of(texts, st.sampled_from(["[" * 999, "a." * 999, "{a=" * 999, "'''"])))
    given = text[:start] + new + text[end:]
    used(answered(lambda: parse_board(given, "board.toml")))


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
