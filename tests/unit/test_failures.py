"""Whose function a frame runs: methods of several objects, and closures, share one code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CellType, FrameType, FunctionType
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


def made_with_two(first: object, second: object) -> Callable[[object], FrameType]:
    def do(table: object) -> FrameType:
        assert first
        assert second
        return sys._getframe()

    return do


def made_before_it_has_all() -> Callable[[object], FrameType]:
    def made_of(later: object) -> FunctionType:
        def do(table: object) -> FrameType:
            assert not table or later
            return sys._getframe()

        assert isinstance(do, FunctionType)
        return do

    return FunctionType(made_of(None).__code__, globals(), closure=(CellType(),))


def owners(*functions: Callable[[Any], FrameType]) -> list[list[bool]]:
    return [[_runs(function("table"), other) for other in functions] for function in functions]


def test_a_frame_belongs_to_the_very_function_that_runs_in_it() -> None:
    only_its_own = [[True, False], [False, True]]
    assert owners(Deed().do, Deed().do) == only_its_own
    assert owners(made([1]), made([2])) == only_its_own


def test_functions_that_share_some_of_what_they_keep_are_told_apart() -> None:
    shared, one, other = [0], [1], [2]
    only_its_own = [[True, False], [False, True]]
    assert owners(made_with_two(shared, one), made_with_two(shared, other)) == only_its_own
    assert owners(made_with_two(one, shared), made_with_two(other, shared)) == only_its_own


def test_a_function_that_keeps_nothing_or_nothing_yet_owns_its_frame() -> None:
    def plain(table: object) -> FrameType:
        return sys._getframe()

    early = made_before_it_has_all()
    assert _runs(plain("table"), plain)
    assert _runs(early(""), early)
