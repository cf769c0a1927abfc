"""Loading a whole game takes a small multiple of the work of playing it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from elfen import Game, compile_ruleset
from elfen.game.saves.replay import Replay
from elfen.testing import play_out

RULES = compile_ruleset()
MOST = 4


def calls(work: Callable[[], object]) -> int:
    """How many functions some work calls: the same on every machine."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    work()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def ratio() -> float:
    """Calls of loading a game of four, for each call of playing it."""
    game = play_out(RULES, 4, seed=3)
    text = game.to_json()
    actions = [page.action for page in game.page.history[1:]]

    def play() -> None:
        again = RULES.new_game(4, seed=3)
        for action in actions:
            assert action in again.legal_actions
            again = again.play(action)
        assert again.state == game.state

    return calls(lambda: Game.from_json(text, RULES)) / calls(play)


def test_a_game_is_loaded_with_little_more_work_than_it_is_played() -> None:
    assert ratio() < MOST


def test_a_loader_that_goes_back_to_the_start_for_each_line_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Replay.line

    def slow(self: Replay, number: int, line: Any) -> None:
        made(self, number, line)
        state = self.start
        for page in self._pages:
            for move in (page[1], *page[2]):
                state = state if move is None else self.rules.advance(state, move)

    monkeypatch.setattr(Replay, "line", slow)
    assert ratio() > MOST
