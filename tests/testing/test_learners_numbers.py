"""The law that learners get the same numbers in each way: what it finds, and whom it names."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.encoding import Layout, Observer
from elfen.encoding.onlookers import Onlookers
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.agreeing.numbers import numbers_agree
from elfen.views import eyes_of

from .in_the_core import blamed, in_place_of

pytest.importorskip("numpy", reason="the extra rl is not installed")


def ask(rules: Ruleset) -> None:
    """Ask for the numbers of a game, of each state, the next one, and the first of them again."""
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    pairs = [states[n : n + 2] for n in range(0, len(states), 5)]
    numbers_agree(rules, [one for pair in pairs for one in (*pair, pair[0])], Random(0))


@pytest.mark.parametrize("expansions", [[], ["sea"], ["gold", "favor"]], ids=str)
def test_they_are_the_same_in_each_way(expansions: list[str]) -> None:
    ask(compile_ruleset(expansions=expansions))


def _look(self: Any, state: Any) -> None:
    """A fault on purpose: what has been written before is taken for what is there."""
    written = self._zones
    LOOK(self, state)
    self._looked, self._zones = state.zones, written


LOOK = Observer._look


def _most(self: Any, zone: Any) -> list[int]:
    """A fault on purpose: what each seat has in stock counts once."""
    return [n // self.players for n in MOST(self, zone)]


MOST = Layout._most


def _write_unseen(self: Any, seat: int) -> None:
    """A fault on purpose: what seat 0 did not see is what nobody saw."""
    right, self._recall = self._recall, self._recall[:1] * len(self._recall)
    self._unseen[seat] = None
    WRITE_UNSEEN(self, seat)
    self._recall = right


WRITE_UNSEEN = Onlookers._write_unseen


def _numbers(self: Any, state: Any, seat: int) -> Any:
    """A fault on purpose: each seat gets the same array each time."""
    found = NUMBERS(self, state, seat)
    given = self.__dict__.setdefault("_given", {})
    given.setdefault(seat, found)[:] = found
    return given[seat]


NUMBERS = Onlookers._numbers


@pytest.mark.parametrize(
    ("cls", "wrong", "told"),
    [
        (Observer, _look, "if an observer .*, but .* in a view"),
        (Layout, _most, r"gets \d+ in 'zone/.*', which goes from 0 to \d+"),
        (Onlookers, _write_unseen, "if onlookers look at it, but .* in a view"),
        (Onlookers, _numbers, "has changed when they gave another one"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_who_gives_other_numbers_is_named(
    cls: type[Any], wrong: Any, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = wrong.__name__
    monkeypatch.setattr(cls, name, in_place_of(getattr(cls, name), wrong))
    rules = compile_ruleset("deluxe")
    with pytest.raises(LawBroken, match=told) as caught:
        ask(rules)
    assert caught.value.law == "agreement"
    assert f"{cls.__name__}.{name}" in blamed(caught.value, rules)


def test_the_public_sees_with_its_own_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Observer.__init__

    def init(self: Any, layout: Any, seat: int | None) -> None:
        right(self, layout, seat)
        self._eyes = eyes_of(layout.rules, layout.players, seat or 0)

    monkeypatch.setattr(Observer, "__init__", init)
    with pytest.raises(LawBroken, match=r"the public gets .* if an observer looks at it, but"):
        ask(compile_ruleset())
