"""What a dealer's draws give over all the numbers that it may come upon."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pytest

from elfen.kernel import dealer

T = TypeVar("T")


def over_every_number(draw: Callable[[], T]) -> dict[T, Fraction]:
    """The probability of everything that `draw()` gives, each number being as likely."""
    found: dict[T, Fraction] = {}
    pending: list[list[int]] = [[]]
    while pending:
        script = pending.pop()
        asked: list[int] = []

        def below(
            self: object, n: int, script: list[int] = script, asked: list[int] = asked
        ) -> int:
            asked.append(n)
            return script[len(asked) - 1] if len(asked) <= len(script) else 0

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(dealer.Shuffler, "below", below)
            drawn = draw()
        if len(asked) > len(script):
            pending += [[*script, number] for number in range(asked[len(script)])]
        else:
            found[drawn] = found.get(drawn, Fraction(0)) + Fraction(1, math.prod(asked))
    return found
