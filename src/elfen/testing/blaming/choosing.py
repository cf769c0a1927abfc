"""Who decides by chance in a run: the functions that are given random numbers, or a dealer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from elfen.kernel import Dealer, Shuffler
from elfen.testing.blaming.trails import Call, Trail

#: What random numbers come from, as trails tell it.
_SOURCES = frozenset(source.__name__ for source in (Random, Dealer, Shuffler))


def choosers(trail: Trail) -> list[tuple[Call, ...]]:
    """The calls that decide something by chance, in order: of calls within calls, the inner ones.

    After each come those within which it is, the nearest first.

    A function that only answers a number, or what gives numbers, is asked by another one, which
    decides.
    """
    return [calls for one in trail.calls for calls in _innermost(one)]


def _innermost(call: Call) -> Iterator[tuple[Call, ...]]:
    if _is_number(call.answer):
        return
    within = [step for step in call.steps if isinstance(step, Call)]
    found = [one for inner in within for one in _innermost(inner)]
    if found:
        yield from ((*calls, call) for calls in found)
    elif _has_chance(call) and not _is_source(call.answer):
        yield (call,)


def _is_number(answer: object) -> bool:
    """Whether plain data is a number, perhaps with what gives the next one."""
    if isinstance(answer, tuple) and answer[:1] == ("tuple of 2",):
        return isinstance(answer[1], int) and _is_source(answer[2])
    return isinstance(answer, int)


def _has_chance(call: Call) -> bool:
    """Whether a function is given a source of chance, or is a method of one."""
    return call.code.co_qualname.rpartition(".")[0] in _SOURCES or any(map(_is_source, call.given))


def _is_source(value: object) -> bool:
    """Whether plain data stands for what random numbers come from."""
    name = value[0] if isinstance(value, tuple) and value else value
    return isinstance(name, str) and name in _SOURCES
