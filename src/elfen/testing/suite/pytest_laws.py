"""Collecting and reporting the conformance run in pytest. Only `elfen_autoload` loads this."""

from __future__ import annotations

import os
import traceback
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from elfen.errors import ElfenError, RuleFailed, RulesetError
from elfen.testing.blaming.examples import VARIABLE
from elfen.testing.blaming.raised import causes
from elfen.testing.corners import Reached
from elfen.testing.suite import timing as costs
from elfen.testing.suite.running import Clock, Effort, Plan, Trial, plan

#: The properties of a report that hold the costs of its trial, and what it has reached.
_COSTS = "elfen_costs"
_REACHED = "elfen_reached"


class Laws:
    """The pytest plugin that is registered when expansions are to be tried.

    With `alone` the trials replace all other tests. `worker` is what to tell the workers of
    pytest-xdist.
    """

    def __init__(
        self, config: pytest.Config, names: list[str], alone: bool, worker: dict[str, Any]
    ) -> None:
        options: Any = config.option
        self._names = list(dict.fromkeys(names))
        self._alone, self._worker = alone, worker
        if options.elfen_budget < 1:
            raise pytest.UsageError("--elfen-budget: give a whole number from 1")
        self._least: float | None = options.elfen_reach
        if self._least is not None and not 0 <= self._least <= 100:
            raise pytest.UsageError("--elfen-reach: give a number from 0 to 100")
        self._effort = Effort(options.elfen_budget, options.elfen_seed)
        self._plans: dict[str, Plan] = {}
        self._reached: dict[str, Reached] = {}
        self.clock = Clock.started(self._effort)
        self.costs: costs.Costs | None = costs.Costs() if options.elfen_costs else None
        examples: str | None = options.elfen_examples
        if examples is not None:
            os.environ[VARIABLE] = str(Path(examples).absolute()) if examples else ""

    def plan(self, name: str) -> Plan:
        """The trials of an expansion; raises `ElfenError`."""
        if name not in self._plans:
            self._plans[name] = plan(name, self._effort)
        return self._plans[name]

    def reached(self, name: str) -> Reached:
        """What the trials of an expansion have reached; raises `ElfenError`."""
        if name not in self._reached:
            self._reached[name] = self.plan(name).reached()
        return self._reached[name]

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Collect the laws instead of the other tests, or after them."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            others = [] if self._alone else report.result
            laws = [Expansion.of(collector, name, self) for name in self._names]
            report.result = [*others, *laws]
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of pytest-xdist what it cannot find out by itself."""
        node.workerinput.update(self._worker)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what the laws cost and have reached, in whichever process they ran."""
        for name, value in report.user_properties if report.when == "call" else ():
            if name == _COSTS and self.costs is not None:
                for row in cast("list[costs.Row]", value):
                    self.costs.add(*row)
            elif name == _REACHED:
                expansion, data = cast("tuple[str, dict[str, Any]]", value)
                self.reached(expansion).add(data)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail if too few lines were reached."""
        if any(self._too_few(name) for name in self._names) and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _too_few(self, name: str) -> bool:
        return (
            self._least is not None
            and name in self._reached
            and 100 * self._reached[name].share < self._least
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Report what the laws cost, and which other expansions were left out and why."""
        lines = [] if self.costs is None else list(costs.table(self.costs))
        if lines:
            terminalreporter.section("what the laws cost")
        for line in lines:
            terminalreporter.line(line)
        for name in self._names:
            try:
                left_out = self.plan(name).left_out
            except ElfenError:  # already reported when collecting
                continue
            for other, reason in left_out.items():
                terminalreporter.line(f"{name} was not tried with {other}: {reason}")
            for line in self.reached(name).report():
                terminalreporter.line(line)
            if self._too_few(name):
                terminalreporter.line(
                    f"{name}: {100 * self.reached(name).share:.0f} % of its lines have run, but"
                    f" --elfen-reach asks for {self._least:g} %"
                )


class Expansion(pytest.Collector):
    """The collector of all trials of one expansion."""

    laws: Laws

    @classmethod
    def of(cls, session: pytest.Session, name: str, laws: Laws) -> Expansion:
        """The collector of an installed expansion."""
        made: Expansion = cls.from_parent(session, name=name, nodeid=f"elfen-expansion={name}")
        made.laws = laws
        return made

    def collect(self) -> Iterator[Tried]:
        """An item for each trial."""
        try:
            plan = self.laws.plan(self.name)
        except RulesetError as error:
            raise self.CollectError(str(error)) from error
        for trial in plan.trials:
            yield Tried.of(self, trial, self.laws)


class Tried(pytest.Item):
    """The test item of one trial."""

    trial: Trial
    laws: Laws

    @classmethod
    def of(cls, parent: Expansion, trial: Trial, laws: Laws) -> Tried:
        """The item of a trial."""
        made: Tried = cls.from_parent(parent, name=str(trial))
        made.trial, made.laws = trial, laws
        return made

    def runtest(self) -> None:
        """Try it, and report what it costs and reaches."""
        assert self.parent is not None
        plan = self.laws.plan(self.parent.name)
        reached, counted = plan.reached(), costs.Costs()
        with costs.counting(counted):
            result = self.laws.clock.try_it(self.trial, reached)
        if self.config.getoption("elfen_costs"):
            self.user_properties.append((_COSTS, counted.rows()))
        self.user_properties.append((_REACHED, (plan.name, reached.data())))
        if result.error is not None:
            raise result.error
        if result.left_out is not None:
            pytest.skip(result.left_out)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The place and the heading of a failure."""
        return self.path, None, f"{self.parent.name if self.parent else ''}: {self.name}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The messages of elfen's errors; anything else is shown with its traceback."""
        errors = list(_single(excinfo.value))
        if all(isinstance(error, ElfenError) for error in errors):
            return "\n\n".join("\n".join(_words(error)) for error in errors)
        return super().repr_failure(excinfo, style)


def _single(error: BaseException) -> Iterator[BaseException]:
    """The single errors of a group, which hypothesis raises for several failures."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _single(one)
    else:
        yield error


def _words(error: BaseException) -> Iterator[str]:
    yield str(error)
    rule = next((one for one in causes(error) if isinstance(one, RuleFailed)), None)
    if rule is not None and rule.__cause__ is not None:
        yield "what the rule raised:"
        yield from map(str.rstrip, traceback.format_tb(rule.__cause__.__traceback__)[-1:])
