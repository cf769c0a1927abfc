"""What the laws cost: how often each was checked, and the processor time that it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec

P = ParamSpec("P")
Row = tuple[str, str, int, float]

#: What a law can be checked on. `_ALL_ELSE` is the rest: playing, searching, compiling.
STATE, GAME, RULESET = "state", "game", "ruleset"
_ALL_ELSE = ("all else", "trial")
_HEADS = ("law", "asked of", "cases", "processor ms a case", "share")
_LINE = "{:17}{:10}{:>7}{:>22}{:>8}"


class Costs:
    """The cases and total seconds of each law, by what it was checked on."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], tuple[int, float]] = {}

    def add(self, law: str, of: str, cases: int, seconds: float) -> None:
        """Add cases and the seconds they took."""
        before = self._taken.get((law, of), (0, 0.0))
        self._taken[law, of] = before[0] + cases, before[1] + seconds

    def rows(self) -> list[Row]:
        """Rows of law, what it was checked on, cases and seconds; the slowest first."""
        rows = [(*asked, *taken) for asked, taken in self._taken.items()]
        return sorted(rows, key=lambda row: row[3], reverse=True)

    @property
    def seconds(self) -> float:
        """The total seconds."""
        return sum(seconds for _, seconds in self._taken.values())


_COUNTED: ContextVar[Costs | None] = ContextVar("_COUNTED", default=None)


@contextmanager
def counting(costs: Costs) -> Iterator[None]:
    """Count what the laws cost in this block, one trial; its remaining time is "all else"."""
    before, began = costs.seconds, time.process_time()
    token = _COUNTED.set(costs)
    try:
        yield
    finally:
        _COUNTED.reset(token)
        laws = costs.seconds - before
        costs.add(*_ALL_ELSE, 1, time.process_time() - began - laws)


def asked(law: str, of: str, ask: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Check a law on one case, and record its cost inside `counting`.

    Laws that are asked meanwhile are counted by themselves, and not once more here.
    """
    costs = _COUNTED.get()
    if costs is None:
        ask(*args, **kwargs)
        return
    before, began = costs.seconds, time.process_time()
    try:
        ask(*args, **kwargs)
    finally:
        others = costs.seconds - before
        costs.add(law, of, 1, time.process_time() - began - others)


def table(costs: Costs) -> Iterator[str]:
    """The costs as lines of text; none if nothing was counted."""
    whole = costs.seconds
    if whole:
        yield _LINE.format(*_HEADS)
    for law, of, cases, seconds in costs.rows() if whole else ():
        ms, share = f"{seconds / cases * 1000:.1f}", f"{seconds / whole:.0%}"
        yield _LINE.format(law, of, cases, ms, share)
