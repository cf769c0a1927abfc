"""Compare two answers to one question, and show where they differ."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import Any, TypeVar

import attrs
from attrs import frozen

from elfen.testing.law_broken import LawBroken

T = TypeVar("T")

_AROUND = 60


@frozen
class Raised:
    """An exception in place of an answer."""

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
    """Whether two answers are equal, and their full text is too."""
    return (
        one is other
        or _of_the_same(one, other)
        or (one == other and in_full(one) == in_full(other))
    )


def _of_the_same(one: object, other: object) -> bool:
    """Whether two tuples or two lists hold identical objects, which need no comparison."""
    if (type(one) is tuple and type(other) is tuple) or (type(one) is list and type(other) is list):
        return len(one) == len(other) and all(map(is_, one, other))
    return False


def in_full(value: Any) -> str:
    """A value as text with everything in it; the repr of a state, for one, is only a summary."""
    cls: Any = type(value)
    text = repr(value)
    if "<" not in text:  # a repr with "<" is only a summary
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
    """The names of the fields in the repr of an attrs class; None for any other class."""
    if not attrs.has(cls):
        return None
    return tuple([field.name for field in attrs.fields(cls) if field.repr])


def difference(one: object, other: object) -> tuple[str, str]:
    """Short texts of two different answers, around the first difference."""
    first, second = map(in_full, narrowed(one, other))
    at = 0
    while at < min(len(first), len(second)) and first[at] == second[at]:
        at += 1
    return _around(first, at), _around(second, at)


def narrowed(one: Any, other: Any) -> tuple[Any, Any]:
    """The first items, however deep, in which two tuples or lists differ.

    If their lengths differ, what remains of each without the common beginning and end.
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
