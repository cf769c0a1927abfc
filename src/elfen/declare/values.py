"""What values have in common: how they are shown, compared and hashed, by their fields.

attrs writes, and Python compiles, methods of its own for each class whenever a program starts. The
classes here have one of each for all of them, which do the same: good for what is declared once,
while what a game compares all the time is better off with its own.
"""

from __future__ import annotations

from reprlib import recursive_repr
from typing import Any

from attrs import fields


class Shown:
    """Base of attrs classes with `repr=False` that are nevertheless shown as by attrs.

    Fields are called as those who make such an object call them.
    """

    __slots__ = ()

    @recursive_repr("...")
    def __repr__(self) -> str:
        cls: Any = type(self)
        told = [f"{one.alias}={getattr(self, one.name)!r}" for one in fields(cls) if one.repr]
        return f"{cls.__qualname__.rpartition('>.')[2]}({', '.join(told)})"


class Value(Shown):
    """Base of frozen attrs classes with `eq=False` that are nevertheless compared as by attrs."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        cls: Any = type(self)
        names = (one.name for one in fields(cls) if one.eq)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        cls: Any = type(self)
        hashed = [one.name for one in fields(cls) if (one.eq if one.hash is None else one.hash)]
        return hash((cls, *(getattr(self, name) for name in hashed)))
