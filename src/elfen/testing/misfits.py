"""Values that are not of the type that is declared for them, however deep they lie."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs


def misfits(value: Any, wanted: Any) -> Iterator[object]:
    """The innermost parts of a value that do not fit a type, as slots have them."""
    origin, of = get_origin(wanted), get_args(wanted)
    if wanted is Any:
        return
    if origin in (Union, UnionType):
        fitting = [[*misfits(value, one)] for one in of]
        yield from min(fitting, key=len)
    elif origin is Literal:
        yield from () if value in of else [value]
    elif origin in (tuple, frozenset):
        if type(value) is not origin:
            yield value
            return
        many = origin is frozenset or of[-1:] == (Ellipsis,)
        for part, one in zip(value, of[:1] * len(value) if many else of, strict=False):
            yield from misfits(part, one)
    elif attrs.has(wanted) and type(value) is wanted:
        for name, hint in get_type_hints(wanted).items():
            yield from misfits(getattr(value, name, None), hint)
    elif isinstance(wanted, type):
        plain = wanted in (int, bool, str, float)  # True is no whole number
        fits = type(value) is wanted if plain else isinstance(value, wanted)
        yield from () if fits else [value]
