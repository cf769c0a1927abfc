"""All of a line of notation counts, and a log that is read in parts has each line once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfen import compile_ruleset
from elfen.errors import NotationError
from elfen.kernel import notation
from elfen.testing import LawBroken, play_out
from elfen.testing.agreeing.written import read_to_the_end
from elfen.testing.secrecy.logs import log_as_declared
from elfen.views import log
from testing.in_the_core import blamed, in_place_of


def test_what_follows_an_action_is_read_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = notation._values

    def _values(cls: Any, words: list[str], text: str) -> list[Any]:
        try:
            return right(cls, words, text)
        except NotationError:
            if len(words) == 1 and not cls.__attrs_attrs__:
                return []  # what follows a bare verb is ignored
            raise

    rules = compile_ruleset(expansions=["sea"])
    read_to_the_end(rules, Random(1))
    monkeypatch.setattr(notation, "_values", in_place_of(right, _values))
    with pytest.raises(LawBroken, match=r"'\w+.* gibberish' is read as '\w+.*', as if") as caught:
        read_to_the_end(rules, Random(1))
    assert caught.value.law == "agreement"
    assert blamed(caught.value, rules)[0] == "_values"


def test_a_log_that_is_read_in_parts_has_each_line_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def _lines(self: Any, number: int) -> Any:
        return self._pages(number, -1)  # from the beginning of a page

    games = [play_out(compile_ruleset(), 2, seed) for seed in range(3)]
    any(map(log_as_declared, games))
    monkeypatch.setattr(log.Log, "_lines", in_place_of(log.Log._lines, _lines))
    with pytest.raises(LawBroken, match=r"gives \d+ lines as new; it should give \d+") as caught:
        any(map(log_as_declared, games))
    assert "Log._lines" in blamed(caught.value, games[0].rules)


def test_what_is_new_since_a_step_is_what_came_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    right = log.Log.after

    def after(self: Any, step: int) -> Any:
        return right(self, max(0, step - 1))

    monkeypatch.setattr(log.Log, "after", in_place_of(right, after))
    game = play_out(compile_ruleset(), 2, 1)
    with pytest.raises(LawBroken, match=r"who has seen all up to step \d+ the log of") as caught:
        log_as_declared(game)
    assert "Log.after" in blamed(caught.value, game.rules)
