"""A remembered function as a dictionary: looking up is as fast as a dictionary can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """`memo[key]` is `make(key)`, kept. With `most` entries it forgets all and begins anew."""

    __slots__ = ("make", "most")

    def __init__(self, make: Callable[[K], V], most: int = 4096) -> None:
        super().__init__()
        self.make = make
        self.most = most

    def __missing__(self, key: K) -> V:
        value = self.make(key)
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value
