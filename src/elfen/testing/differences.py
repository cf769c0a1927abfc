"""Two answers to one question: what they are, and where they differ."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import Any, TypeVar

import attrs
from attrs import frozen

from elfen.testing.broken import LawBroken

T = TypeVar("T")

_AROUND = 60


@frozen
class Raised:
    """An exception in the place of an answer."""

    error: str


def settled(ask: Callable[[], T]) -> T | Raised:
    """The answer, or the exception that it raised."""
    try:
        return ask()
    except LawBroken:
        raise
    except Exception as error:
        return Raised(f"{type(error).__name__}: {error}")


def same(one: object, other: object) -> bool:
    """Whether two answers are the same, also to the letter."""
    return (
        one is other
        or _of_the_same(one, other)
        or (one == other and in_full(one) == in_full(other))
    )


def _of_the_same(one: object, other: object) -> bool:
    """Whether two tuples or two lists hold the very same objects, which spares comparing these."""
    if (type(one) is tuple and type(other) is tuple) or (type(one) is list and type(other) is list):
        return len(one) == len(other) and all(map(is_, one, other))
    return False


def in_full(value: Any) -> str:
    """A value as text with all that is in it; the repr of a state, say, tells but a little."""
    cls: Any = type(value)
    text = repr(value)
    if "<" not in text:  # so begin those that tell but a little
        return text
    if cls is list:
        return f"[{', '.join(map(in_full, value))}]"
    if cls is tuple:
        return f"({', '.join(map(in_full, value))}{',' * (len(value) == 1)})"
    names = _fields(cls)
    if names is None:
        return text
    told = [f"{name}={in_full(getattr(value, name))}" for name in names]
    return f"{cls.__name__}({', '.join(told)})"


@lru_cache
def _fields(cls: type[Any]) -> tuple[str, ...] | None:
    """The names of the fields that a class is told by if attrs made it."""
    if not attrs.has(cls):
        return None
    return tuple([field.name for field in attrs.fields(cls) if field.repr])


def difference(one: object, other: object) -> tuple[str, str]:
    """Two answers that are not the same, as far as they differ, as short texts."""
    first, second = map(in_full, narrowed(one, other))
    at = 0
    while at < min(len(first), len(second)) and first[at] == second[at]:
        at += 1
    return _around(first, at), _around(second, at)


def narrowed(one: Any, other: Any) -> tuple[Any, Any]:
    """Of two tuples or lists the first items that differ, however deep.

    Of those of different lengths, what is left without what they begin and end with alike.
    """
    if not (isinstance(one, (tuple, list)) and type(one) is type(other)):
        return one, other
    start = 0
    while start < min(len(one), len(other)) and same(one[start], other[start]):
        start += 1
    if len(one) == len(other):
        return narrowed(one[start], other[start])
    end = 0
    while end < min(len(one), len(other)) - start and same(one[-1 - end], other[-1 - end]):
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]


def _around(text: str, at: int) -> str:
    start, end = max(0, at - _AROUND), at + _AROUND
    return "..." * (start > 0) + text[start:end] + "..." * (len(text) > end)
