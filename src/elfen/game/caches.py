"""Caches: what a ruleset remembers, and how much more it may.

Everything that is kept between games is in a `Memo` or `SameMemo`, which have limits. They are
found by following references, so nobody has to list them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from attrs import frozen

from elfen.declare import Memo, SameMemo


@frozen
class Cache:
    """All memos of one function: how many there are, what they keep, and what they may keep."""

    name: str
    memos: int
    kept: int
    most: int

    def __str__(self) -> str:
        return f"{self.name}: {self.kept} of {self.most} in {self.memos}"


def caches(root: object) -> tuple[Cache, ...]:
    """The memos that can be reached from an object, by their functions, fullest first."""
    found: dict[str, list[Memo[Any, Any] | SameMemo[Any, Any]]] = {}
    for memo in _memos(root):
        found.setdefault(_name(memo.make), []).append(memo)
    told = [
        Cache(name, len(some), sum(len(m.kept) for m in some), sum(m.most for m in some))
        for name, some in found.items()
    ]
    return tuple(sorted(told, key=lambda cache: (-cache.kept, cache.name)))


def _memos(root: object) -> Iterator[Memo[Any, Any] | SameMemo[Any, Any]]:
    seen = {id(root)}
    left = [root]
    while left:
        one = left.pop()
        if isinstance(one, (Memo, SameMemo)):
            yield one
        for other in _referents(one):
            if id(other) not in seen and gc.is_tracked(other):
                seen.add(id(other))
                left.append(other)


def _referents(one: object) -> list[Any]:
    """What an object refers to; of a function, only what it has bound, not its module."""
    if isinstance(one, (type, ModuleType, BuiltinFunctionType)):
        return []
    if isinstance(one, FunctionType):
        return [*(one.__closure__ or ()), one.__defaults__, one.__kwdefaults__]
    return gc.get_referents(one)


def _name(make: Any) -> str:
    """The function that fills a memo, without its arguments."""
    make = getattr(make, "func", make)  # a `partial`
    named = make if hasattr(make, "__qualname__") else type(make)
    return f"{named.__module__}.{named.__qualname__}".replace(".<locals>", "")
