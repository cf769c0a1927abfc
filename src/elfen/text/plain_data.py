"""Plain data: frozen values in a form that JSON can hold, for people and programs to read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Any

import attrs

from elfen.declare import Kind, Pieces
from elfen.errors import ElfenError


def plain(value: object, where: str = "the value") -> Any:
    """The value as texts, numbers, lists and dicts; `where` names it in errors.

    Instances of attrs classes become dicts of their fields, sets become sorted lists, pieces
    dicts of counts, and a kind `group:kind`. Raises `ElfenError` for any other value.
    """
    cls: Any = type(value)
    if value is None or cls in (bool, int, str):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, (tuple, list)):
        return [plain(one, where) for one in value]
    if isinstance(value, Pieces):
        return value.counts
    if isinstance(value, Kind):
        return f"{value.group.name}:{value.id}"
    names = _fields(cls)
    if names is not None:
        return {name: plain(getattr(value, name), where) for name in names}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(one, where) for one in value), key=repr)
    if isinstance(value, Mapping):
        return {str(key): plain(one, where) for key, one in value.items()}
    if type(value) is float and value - value == 0:
        return value
    raise ElfenError(
        f"{where} has {value!r}, which has no form in JSON; use texts, numbers, tuples, frozensets,"
        " Pieces, or frozen classes of those"
    )


@lru_cache
def _fields(cls: type[Any]) -> tuple[str, ...] | None:
    """The field names of an attrs class that is neither a set nor a mapping; else None."""
    if not attrs.has(cls) or issubclass(cls, (set, frozenset, Mapping)):
        return None
    return tuple(field.name for field in attrs.fields(cls))
