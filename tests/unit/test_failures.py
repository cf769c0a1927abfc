"""Whose function a frame runs: methods of several objects, and closures, share one code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from elfen.kernel.failures import _runs


class Deed:
    """What a plugin may have as a function, made twice."""

    def do(self, table: object) -> FrameType:
        return sys._getframe()


def made(amount: object) -> Callable[[object], FrameType]:
    def do(table: object) -> FrameType:
        assert amount
        return sys._getframe()

    return do


def owners(*functions: Callable[[Any], FrameType]) -> list[list[bool]]:
    return [[_runs(function("table"), other) for other in functions] for function in functions]


def test_a_frame_belongs_to_the_very_function_that_runs_in_it() -> None:
    only_its_own = [[True, False], [False, True]]
    assert owners(Deed().do, Deed().do) == only_its_own
    assert owners(made([1]), made([2])) == only_its_own
