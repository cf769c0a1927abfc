"""Which tests run which lines of the rule modules, and how long they take."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import coverage as package
import pytest
from attrs import frozen
from coverage import Coverage

LONG = 1.5  #: seconds; a test that takes longer while it is watched is stopped and not used
LATER = 0.01
IMPORT = ""  #: the lines that run while tests are collected

_COVERAGE = Path(package.__file__).parent

Lines = dict[str, dict[str, list[str]]]


@frozen
class Covering:
    """Seconds by test; by file and line (as text), the tests that run it."""

    seconds: dict[str, float]
    lines: Lines

    def tests(self, file: str, lines: Sequence[range]) -> list[str]:
        """The tests that run the first of these lines that any test runs, the fastest first.

        For lines that run when the file is imported: the tests that run any line of it.
        """
        of_file = self.lines.get(file, {})
        for some in lines:
            found = {test for line in some for test in of_file.get(str(line), ())}
            if IMPORT in found:
                found = {test for tests in of_file.values() for test in tests}
            if found:
                return sorted(found - {IMPORT}, key=lambda test: (self.seconds[test], test))
        return []

    def at_import(self, file: str, lines: range) -> bool:
        """Whether one of these lines runs while tests are collected."""
        of_file = self.lines.get(file, {})
        return any(IMPORT in of_file.get(str(line), ()) for line in lines)


class TooLong(BaseException):
    """A test is stopped."""


def stop(number: int, frame: FrameType | None) -> None:
    """Stop the test that runs, but not while coverage holds a lock: nothing would release it."""
    above = frame
    while above is not None:
        if _COVERAGE in Path(above.f_code.co_filename).parents:
            signal.setitimer(signal.ITIMER_VIRTUAL, LATER)
            return
        above = above.f_back
    raise TooLong


class Watch:
    """A plugin of pytest that records the lines and the time of every test."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}
        signal.signal(signal.SIGVTALRM, stop)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        started = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONG)
        try:
            yield
            self.seconds[item.nodeid] = time.process_time() - started
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def record(items: Sequence[Any], coverage: Coverage, to: Path) -> None:
    """Run these tests and record what they cover."""
    watch = Watch(coverage)
    items[0].config.pluginmanager.register(watch)
    for item in items:
        if sys.gettrace() is None:  # Python has given up tracing: too deep a recursion does that
            coverage.stop()
            coverage.start()
        coverage.switch_context(item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    coverage.stop()
    used = {IMPORT, *watch.seconds}
    data = coverage.get_data()
    lines: Lines = {
        os.path.relpath(file): {
            str(line): sorted(used.intersection(tests))
            for line, tests in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    to.parent.mkdir(exist_ok=True)
    to.write_text(json.dumps([watch.seconds, lines]))


def recorded(path: Path) -> Covering:
    """The recorded coverage."""
    return Covering(*json.loads(path.read_text()))
