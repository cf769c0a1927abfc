"""Who decides by chance in a run: the functions that are given random numbers, or a dealer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from random import Random
from types import CodeType

from elfen.kernel import Dealer, Shuffler
from elfen.testing import patience
from elfen.testing.blaming.trails import Call, Line, Trail, follow

#: What random numbers come from, as trails tell it.
_SOURCES = frozenset(source.__name__ for source in (Random, Dealer, Shuffler))

#: How often a run is made again to see how often numbers come up.
_RUNS = 200
#: So many standard errors from the mean are too many.
_TOO_MANY = 6.0


def choosers(trail: Trail) -> list[tuple[Call, ...]]:
    """The calls that decide something by chance, in order: of calls within calls, the inner ones.

    After each come those within which it is, the nearest first.

    A function that only answers a number, or what gives numbers, is asked by another one, which
    decides.
    """
    return [calls for one in trail.calls for calls in _innermost(one)]


def uneven(
    run: Callable[[], object], watched: Callable[[CodeType], object], until: float
) -> list[Line]:
    """Functions that are asked for a number below a bound, all of them equally likely, and do not
    give such numbers, by their mean in many runs.

    Empty if a run is as the one before. It takes no more than half of the time that is left.
    """
    half = patience.deadline((until - patience.clock()) / 2)
    sums: dict[CodeType, tuple[float, float, int]] = {}
    before: list[tuple[CodeType, float, int]] = []
    for _ in range(_RUNS):
        if patience.is_over(half):
            break
        calls = [call for call in follow(run, watched, until).within() if _is_asked_below(call)]
        here = [(call.code, _away(call), call.last) for call in calls]
        if here == before:
            return []
        before = here
        for call, (code, away, line) in zip(calls, here, strict=True):
            sum_of_it, spread, _ = sums.get(code, (0.0, 0.0, 0))
            sums[code] = sum_of_it + away, spread + (1 - 1 / _bound(call) ** 2) / 12, line
    return [
        (code, line)
        for code, (away, spread, line) in sums.items()
        if abs(away) > _TOO_MANY * sqrt(spread)
    ]


def _is_asked_below(call: Call) -> bool:
    """Whether a function is given one whole number and a source of chance, and answers a smaller
    number.
    """
    bounds = [one for one in call.given if type(one) is int]
    if len(bounds) != 1 or not _is_number(call.answer) or not any(map(_is_source, call.given)):
        return False
    return 0 <= _number(call.answer) < bounds[0]


def _bound(call: Call) -> int:
    return next(one for one in call.given if type(one) is int)


def _away(call: Call) -> float:
    """How far an answer is from the mean of the numbers below the bound, as a part of that."""
    return (_number(call.answer) - (_bound(call) - 1) / 2) / _bound(call)


def _innermost(call: Call) -> Iterator[tuple[Call, ...]]:
    if _is_number(call.answer):
        return
    within = [step for step in call.steps if isinstance(step, Call)]
    found = [one for inner in within for one in _innermost(inner)]
    if found:
        yield from ((*calls, call) for calls in found)
    elif has_chance(call) and not _is_source(call.answer):
        yield (call,)


def _is_number(answer: object) -> bool:
    """Whether plain data is a number, perhaps with what gives the next one."""
    if isinstance(answer, tuple) and answer[:1] == ("tuple of 2",):
        return isinstance(answer[1], int) and _is_source(answer[2])
    return isinstance(answer, int)


def _number(answer: object) -> int:
    """The number in such plain data."""
    number = answer[1] if isinstance(answer, tuple) else answer
    assert isinstance(number, int)
    return number


def has_chance(call: Call) -> bool:
    """Whether a function is given a source of chance, or is a method of one."""
    return call.code.co_qualname.rpartition(".")[0] in _SOURCES or any(map(_is_source, call.given))


def _is_source(value: object) -> bool:
    """Whether plain data stands for what random numbers come from."""
    name = value[0] if isinstance(value, tuple) and value else value
    return isinstance(name, str) and name in _SOURCES
