"""The code behind whatever a plugin gives as a function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from inspect import getattr_static, isfunction, ismethod
from types import CodeType
from typing import Any

_Cached = type(cache(len))


def code_of(function: Any) -> CodeType | None:
    """The code that runs when the function is called; None if it is not Python's.

    It is that of what a partial function, a cache, a method or a callable object calls.
    """
    while not (isfunction(function) or ismethod(function)):
        if isinstance(function, partial):
            function = function.func
        elif isinstance(function, _Cached):
            function = function.__wrapped__
        else:
            function = getattr_static(type(function), "__call__", None)
            break
    code: CodeType | None = getattr(getattr(function, "__func__", function), "__code__", None)
    return code


def most_alike(functions: Iterable[Any]) -> str:
    """In words: of which code most of these functions are, and how many."""
    [(code, n)] = Counter(map(code_of, functions)).most_common(1)
    at = "none of Python's"
    if code is not None:
        file = code.co_filename.replace("\\", "/").rpartition("/")[2]
        at = f"{code.co_qualname} ({file}:{code.co_firstlineno})"
    return f"{n} are of {at}"
