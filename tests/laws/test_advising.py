"""Advice that rests on more than the view and the action is found."""

from __future__ import annotations

from random import Random

import pytest
from faults import Expansion, Whistle
from gallery import with_expansion

from elfen import Ruleset, State
from elfen.land import HAND
from elfen.plugin import Advice, View, hookimpl
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.advising import advice_on, advised


class Worth:
    """What a tune is worth: a point for each card in the hand, and for each seat before this."""

    def __init__(self, rules: Ruleset) -> None:
        self.first: View | None = None

    def now(self, view: View, action: Whistle) -> float:
        """By the view."""
        return sum(view.counts(HAND).values()) + (view.seat or 0)

    def at_first(self, view: View, action: Whistle) -> float:
        """By the view that came first, whatever comes later."""
        self.first = self.first or view
        return self.now(self.first, action)


class Advises(Expansion):
    """Advice on tunes."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(Worth).now)]


class AdvisesByTheFirstView(Advises):
    """All advice is on the view that came first."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(Worth).at_first)]


class Stumbles(Advises):
    """The advice fails."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        def value(view: View, action: Whistle) -> float:
            raise LookupError("no idea")

        return [Advice("fault/tune", type=Whistle, value=value)]


def check(expansion: Expansion) -> None:
    """Ask for advice wherever there may be whistling in a game; it was asked before, at its end."""
    rules = with_expansion(expansion)
    states = whistling(rules)
    advice_on(rules, states[-1], Whistle("high"))
    for state in states:
        advised(rules, state, None, Random(1))


def whistling(rules: Ruleset) -> list[State]:
    """The states of a game in which a tune may be whistled."""
    states = [state for state, _ in states_of(play_out(rules, 2, 1))][:-1]
    return [one for one in states if Whistle("high") in rules.legal_actions(one)]


def test_advice_that_depends_on_the_view_alone_is_fine() -> None:
    check(Advises())


def test_advice_that_remembers_an_earlier_view_is_found() -> None:
    with pytest.raises(LawBroken, match=r"advice 'fault/tune' on whistle \w+ .* afresh") as broken:
        check(AdvisesByTheFirstView())
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"


def test_advice_that_fails_is_found() -> None:
    with pytest.raises(LawBroken, match="raised LookupError: no idea"):
        check(Stumbles())


def test_of_most_states_no_advice_is_asked() -> None:
    rules = with_expansion(Stumbles())
    states = whistling(rules) * 4
    failed = 0
    for number, state in enumerate(states):
        try:
            advised(rules, state, 3, Random(number))
        except LawBroken:
            failed += 1
    assert 0 < failed < len(states) / 3
