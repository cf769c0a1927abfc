"""Memoized functions: looking up is nearly as fast as in a dictionary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(Generic[K, V]):
    """`memo[key]` is what the function `make` gives for the key, remembered.

    When it has `most` entries, it forgets all of them and begins anew.

    `kept` has the entries so far: a plain dictionary, always the same object, for loops that look
    up in it directly and let the memo `learn` missing keys.
    """

    # A subclass of `dict` with `__missing__` would take twice as long for keys that are there:
    # Python makes a method call for the subscript of any subclass.
    __slots__ = ("kept", "make", "most")

    def __init__(self, make: Callable[[K], V], most: int = 4096) -> None:
        self.kept: dict[K, V] = {}
        self.make = make
        self.most = most

    def __getitem__(self, key: K) -> V:
        try:
            return self.kept[key]
        except KeyError:
            pass
        return self.learn(key)

    def learn(self, key: K) -> V:
        """`memo[key]` for a key that is not in `kept`."""
        value = self.make(key)
        if len(self.kept) >= self.most:
            self.kept.clear()
        self.kept[key] = value
        return value

    def of(self, keys: Sequence[K]) -> list[V]:
        """The values of these keys."""
        try:
            return [*map(self.kept.__getitem__, keys)]
        except KeyError:
            return [self[key] for key in keys]


class SameMemo(Generic[K, V]):
    """Like `Memo`, but by the identity of the key: for keys whose hash costs more than `make`.

    An equal key that is another object is a key of its own. Each entry holds its key, so that no
    other object can get the same `id`.
    """

    __slots__ = ("kept", "make", "most")

    def __init__(self, make: Callable[[K], V], most: int = 256) -> None:
        self.kept: dict[int, tuple[K, V]] = {}
        self.make = make
        self.most = most

    def __getitem__(self, key: K) -> V:
        found = self.kept.get(id(key))
        return self._learn(key) if found is None else found[1]

    def _learn(self, key: K) -> V:
        value = self.make(key)
        if len(self.kept) >= self.most:
            self.kept.clear()
        self.kept[id(key)] = key, value
        return value
