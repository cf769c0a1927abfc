"""Run the trials of an installed plugin one after the other, within a time.

This is all that a front end needs; the rest of `elfen.testing` that needs hypothesis stays inside.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from attrs import frozen

from elfen.testing.blaming.examples import VARIABLE
from elfen.testing.corners import Reached
from elfen.testing.garbage import garbage_waits
from elfen.testing.law_broken import LawBroken
from elfen.testing.suite.conformance import Plan, plan
from elfen.testing.suite.limits import TooLong, limited
from elfen.testing.suite.timing import Costs, counting, table
from elfen.testing.suite.trials import Effort, Trial

__all__ = [
    "VARIABLE",
    "Clock",
    "Costs",
    "Effort",
    "Plan",
    "Reached",
    "Result",
    "Trial",
    "plan",
    "results",
    "table",
]

#: The processor time of all trials together at a budget of 1, in seconds, that of a single one, and
#: that of a single call of the rules.
SECONDS = 180.0
SECONDS_OF_A_TRIAL = 45.0
SECONDS_OF_A_CALL = 9.0


def processor_time() -> float:
    """The seconds that this process has used, and those that it has begun and waited for."""
    return sum(os.times()[:4])


@frozen
class Result:
    """What came of a trial: the error if it failed, why it was left out or stopped, the seconds.

    A trial is left out if the time of the budget is over, and stopped if it takes too long.
    """

    trial: Trial
    seconds: float
    error: Exception | None = None
    left_out: str | None = None


@frozen
class Clock:
    """The processor time of a run, which began at `since`, in seconds of this process."""

    effort: Effort
    since: float

    @classmethod
    def started(cls, effort: Effort) -> Clock:
        """A clock that begins now."""
        return cls(effort, processor_time())

    def try_it(self, trial: Trial, reached: Reached) -> Result:
        """Run a trial while there is time."""
        began = processor_time()
        budget = self.effort.budget
        most, one = SECONDS * budget, SECONDS_OF_A_TRIAL * budget
        left = most - (began - self.since)
        over = f"the {most:.0f} seconds of the budget are over"
        if left <= 0:
            return Result(trial, 0.0, left_out=over)
        error: Exception | None = None
        stopped: str | None = None
        try:
            with garbage_waits(), limited(min(one, left), SECONDS_OF_A_CALL * budget):
                trial.run(reached)
        except TooLong as reason:
            stopped = str(reason) if one < left else f"stopped: {over}"
        except Exception as caught:
            error = _looked_into(caught)
        return Result(trial, processor_time() - began, error, stopped)


def _looked_into(error: Exception) -> Exception:
    """The error, its place and its test found; without them if that takes too long."""
    try:
        with limited(SECONDS_OF_A_TRIAL, SECONDS_OF_A_CALL):
            str(error)
    except (TooLong, LawBroken):
        if isinstance(error, LawBroken):
            return LawBroken(error.law, error.message, error.where, error.step, error.save)
    return error


def results(plan: Plan, reached: Reached, costs: Costs) -> Iterator[Result]:
    """Run all trials, in their order, and count what the laws cost."""
    clock = Clock.started(plan.effort)
    for trial in plan.trials:
        with counting(costs):
            result = clock.try_it(trial, reached)
        yield result
