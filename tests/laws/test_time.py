"""Trials end when their time is over, and say what took it; a rule that never ends is named."""

from __future__ import annotations

import signal
from contextlib import nullcontext, suppress
from itertools import repeat

import pytest
from attrs import evolve
from faults import SMALL, WELL_BEHAVED, Expansion
from gallery import with_expansion

from elfen import compile_ruleset
from elfen.plugin import (
    CostTerm,
    Crossing,
    Do,
    Manifest,
    Price,
    Ruleset,
    Surcharge,
    Table,
    hookimpl,
)
from elfen.testing import LawBroken, check_state, play_out
from elfen.testing.corners import Reached
from elfen.testing.facts import facts
from elfen.testing.suite import running
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.limits import TooLong, limited
from elfen.testing.suite.running import Clock
from elfen.testing.suite.timing import asked
from elfen.testing.suite.trials import Effort, Trial

RINGS = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals stop a trial")


def ring() -> None:
    """The time of a block is over, as the processor's clock would tell it."""
    signal.raise_signal(signal.SIGPROF)


def in_two_calls() -> None:
    """It is over, and then that of the call of the rules in which it was over."""
    for _ in range(2):
        asked("progress", "state", ring)


class NeverEnds(Expansion):
    """The end of a turn does not come back."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        while True:
            signal.raise_signal(signal.SIGPROF)


@RINGS
def test_a_rule_that_does_not_come_back_is_named() -> None:
    rules = with_expansion(NeverEnds())
    with (
        pytest.raises(LawBroken, match=r"has not come back .* in NeverEnds.last_of_turn, line \d+"),
        limited(60, 12),
    ):
        play_out(rules, 2, 1)


class AsksLong:
    """A surcharge for which the time is over each time it is asked, as often as is left."""

    left = 0

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("long", rules_version=1, api=1, requires=("land",), help="takes long")

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        def extra(crossing: Crossing, price: Price) -> int:
            if self.left:
                self.left -= 1
                ring()
            return int(crossing.route.id == "")  # which route it is makes a difference

        return [Surcharge("long/extra", "long", extra, text="long")]


@RINGS
@pytest.mark.parametrize(("often", "stuck"), [(80, False), (81, True)])
def test_a_call_that_asks_functions_again_and_again_may_take_longer(
    often: int, stuck: bool
) -> None:
    plugin = AsksLong()
    rules = compile_ruleset(board=SMALL, expansions=[plugin])
    plugin.left = often
    told = r"has not come back after 48 seconds of processor time: it is in ring, line \d+"
    with pytest.raises(LawBroken, match=told) if stuck else nullcontext(), limited(60, 12):
        assert facts(rules).domain


@RINGS
def test_a_trial_that_only_takes_long_is_stopped() -> None:
    told = "stopped after 61 seconds of processor time, in the law of progress"
    with pytest.raises(TooLong, match=told), limited(60, 12):
        in_two_calls()


@RINGS
def test_a_call_that_comes_back_before_long_is_not_stuck() -> None:
    def calls() -> None:
        for _ in range(19):
            ring()

    with limited(60, 12):
        asked("progress", "state", calls)


@RINGS
def test_the_trial_that_runs_when_the_budget_is_over_is_stopped_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(table: object, reached: Reached) -> None:
        in_two_calls()

    monkeypatch.setattr(running, "SECONDS", 30.0)
    land = plan("land")
    trial = Trial("a trial", land.trials[0].table, run)
    clock = Clock.started(Effort())
    result = clock.try_it(trial, land.reached())
    assert result.left_out == "stopped: the 30 seconds of the budget are over"
    late = evolve(clock, since=clock.since - 30)
    assert late.try_it(trial, land.reached()).left_out == "the 30 seconds of the budget are over"


@RINGS
def test_a_block_that_swallows_its_end_is_stopped_once_more() -> None:
    """As Python does where something is raised in a finalizer."""

    def runs_on() -> None:
        with suppress(TooLong):
            any(nothing for nothing in repeat(0))
        any(nothing for nothing in repeat(0))

    with pytest.raises(TooLong), limited(0.05, 0.01):
        runs_on()


@RINGS
def test_the_processor_time_of_a_block_is_limited_and_none_after_it() -> None:
    rules = with_expansion(WELL_BEHAVED)
    before = signal.getsignal(signal.SIGPROF)
    states = repeat(rules.start(2))
    with pytest.raises((TooLong, LawBroken)), limited(0.05, 0.01):
        any(check_state(rules, state) for state in states)
    with limited(60, 12):
        assert 0 < signal.getitimer(signal.ITIMER_PROF)[0] < 61
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) is before
