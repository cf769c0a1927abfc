"""Data of files as objects: at once if they fit, and with all that is wrong with them if not.

Most data fit, and those that come with elfen always do. So cattrs, which can tell what is wrong,
is loaded for data that do not: it takes longer to load than all these data to read.
"""

from __future__ import annotations

from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

T = TypeVar("T")

_PLAIN = (int, str, bool, NoneType)


class Misfit(Exception):
    """Data do not fit: `faults` are the places, such as `towns['x'].name`, and what is wrong."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{where}: {what}" if where else what for where, what in faults))
        self.faults = faults


def structured(data: object, cls: type[T]) -> T:
    """The object of an attrs class that data are; they are read as by `strict_converter`.

    Raises `Misfit`, whose text lists all that is wrong.
    """
    try:
        made: T = _fitting(data, cls)
    except Exception:  # whatever it is: what else there is counts as well
        return _converted(data, cls)
    return made


def _converted(data: object, cls: type[T]) -> T:
    """The same by cattrs, for data that may not fit."""
    from cattrs import BaseValidationError

    from elfen.declare.strict_data import faults, strict_converter

    try:
        return strict_converter().structure(data, cls)
    except BaseValidationError as error:
        raise Misfit(faults(error)) from None


def _fitting(value: Any, wanted: Any) -> Any:
    """A value of a type, without any word if it does not fit: any exception says so."""
    if wanted is Any:
        return value
    kind, of = get_origin(wanted), get_args(wanted)
    if kind is None and has(wanted):
        return _object(value, wanted)
    if kind is dict and type(value) is dict:
        return {_fitting(key, str): _fitting(one, of[1]) for key, one in value.items()}
    if kind in (list, tuple) and type(value) is list:
        each = of[:1] * len(value) if kind is list or of[1:] == (...,) else of
        return kind(map(_fitting, value, each)) if len(value) == len(each) else _unfit()
    types = of if kind in (Union, UnionType) else (wanted,)
    return value if type(value) in types and type(value) in _PLAIN else _unfit()


def _object(value: Any, cls: Any) -> Any:
    if type(value) is not dict:
        _unfit()
    types = _types(cls)
    return cls(**{types[key][0]: _fitting(one, types[key][1]) for key, one in value.items()})


@lru_cache(64)
def _types(cls: Any) -> dict[str, tuple[str, Any]]:
    """The argument and the type of each field of a class that its constructor takes."""
    hints = get_type_hints(cls)
    return {one.name: (one.alias, hints[one.name]) for one in fields(cls) if one.init}


def _unfit() -> Any:
    raise TypeError
