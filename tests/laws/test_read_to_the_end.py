"""All of a line of notation counts, and a log that is read in parts has each line once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfen import Game, compile_ruleset
from elfen.errors import NotationError
from elfen.kernel import notation
from elfen.land import KeepSecret, Pass, Stop
from elfen.testing import LawBroken, play_out
from elfen.testing.agreeing.written import read_to_the_end
from elfen.testing.secrecy.logs import log_as_declared
from elfen.views import log
from elfen.views.log import Entry
from elfen.views.visibility import Sight
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


def test_who_gave_each_thing_of_which_a_page_of_a_log_is_made_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Sight.action

    def action(self: Any, action: Any, actor: int, seat: int | None) -> Any:
        """The public sees all of what seat 0 does."""
        return right(self, action, actor, seat or 0)

    log_as_declared(_with_a_secret_kept())
    monkeypatch.setattr(Sight, "action", in_place_of(right, action))
    game = _with_a_secret_kept()  # of which nothing has been read before
    with pytest.raises(LawBroken, match="is all that it may see") as caught:
        log_as_declared(game)
    assert "Sight.action" in blamed(caught.value, game.rules)


def _with_a_secret_kept() -> Game:
    """A game in which seat 0 has kept its secret counter."""
    game = compile_ruleset("rio-grande").new_game(2, seed=1)
    while not _keeps_a_secret(game.log[-1]):
        actions = game.legal_actions
        quiet = [one for one in actions if isinstance(one, (KeepSecret, Pass, Stop))]
        game = game.play((quiet or actions)[0])
    return game


def _keeps_a_secret(entry: Entry) -> bool:
    return isinstance(entry.move, KeepSecret) and entry.seat == 0
