"""Strict reading of data files: no type is coerced, no unknown key is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import (
    BaseValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
    transform_error,
)
from cattrs.gen import make_dict_structure_fn

from elfen.errors import brief

T = TypeVar("T")


def strict_converter() -> Converter:
    """A converter that takes only numbers for numbers, lists for lists, and refuses unknown keys.

    It reads int, str, bool, lists, tuples (from lists), dicts with string keys, attrs classes
    (from dicts), any of these or None, and unions such as int | str.
    """
    converter = Converter()
    for plain in _NOUNS:
        converter.register_structure_hook(plain, _exactly)
    converter.register_structure_hook_func(
        _is_sequence,
        lambda value, wanted: _sequence(converter, value, wanted),
    )
    converter.register_structure_hook_func(
        _is_mapping,
        lambda value, wanted: _mapping(converter, value, wanted),
    )
    converter.register_structure_hook_func(_is_plain_union, _one_exactly)
    converter.register_structure_hook_factory(
        attrs.has, lambda wanted: _table(make_dict_structure_fn(wanted, converter, **_FORBID))
    )
    return converter


_FORBID: dict[str, Any] = {"_cattrs_forbid_extra_keys": True}
_NOUNS: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false"}
_MOST_FAULTS = 100


def _exactly(value: Any, wanted: type[T]) -> T:
    if type(value) is not wanted:
        raise TypeError(f"expected {_NOUNS[wanted]}, not {brief(value)}")
    exact: T = value
    return exact


def _is_plain_union(wanted: Any) -> bool:
    is_union = get_origin(wanted) in (UnionType, Union)
    return is_union and all(one is NoneType or one in _NOUNS for one in get_args(wanted))


def _one_exactly(value: Any, wanted: Any) -> Any:
    if type(value) not in get_args(wanted):
        nouns = [_NOUNS[one] for one in get_args(wanted) if one is not NoneType]
        raise TypeError(f"expected {' or '.join(nouns)}, not {brief(value)}")
    return value


def _is_sequence(wanted: Any) -> bool:
    origin: Any = get_origin(wanted)
    return origin is list or origin is tuple


def _is_mapping(wanted: Any) -> bool:
    origin: Any = get_origin(wanted)
    return origin is dict


def _sequence(converter: Converter, value: Any, wanted: Any) -> Any:
    """A list, or a tuple of any length or of a fixed number of items."""
    if type(value) is not list:
        raise TypeError(f"expected a list, not {brief(value)}")
    kind, of = get_origin(wanted), get_args(wanted)
    if kind is list or of[1:] == (...,):
        of = of[:1] * len(value)
    if len(value) != len(of):
        raise ValueError(f"expected {len(of)} items, not {len(value)}")
    items = _each(
        converter, wanted, ((n, *one) for n, one in enumerate(zip(value, of, strict=True)))
    )
    return kind(items) if kind is tuple else items


def _mapping(converter: Converter, value: Any, wanted: Any) -> Any:
    """A dict with keys that are texts."""
    if type(value) is not dict:
        raise TypeError("expected a table of keys and values")
    _, of = get_args(wanted)
    for key in value:
        _exactly(key, str)
    items = _each(converter, wanted, ((key, one, of) for key, one in value.items()))
    return dict(zip(value, items, strict=True))


def _each(
    converter: Converter, wanted: Any, parts: Iterable[tuple[int | str, Any, Any]]
) -> list[Any]:
    """The parts of a list or dict, each given by its place, its value and its type.

    It stops at many faults: a file that is wrong all through takes long to tell about.
    """
    items: list[Any] = []
    errors: list[Exception] = []
    found = 0
    for place, value, its in parts:
        try:
            if found >= _MOST_FAULTS:
                raise ValueError("this and what follows has not been looked at")
            items.append(converter.structure(value, its))
        except Exception as error:
            error.__notes__ = [
                *getattr(error, "__notes__", ()),
                IterableValidationNote(f"item {place}", place, its),
            ]
            errors.append(error)
            if found >= _MOST_FAULTS:
                break
            found += _faults_in(error)
    if errors:
        failed: Any = IterableValidationError  # its own arguments are not in its type
        raise failed("items", errors, wanted)
    return items


def _faults_in(error: BaseException) -> int:
    if isinstance(error, BaseValidationError):
        return sum(map(_faults_in, error.exceptions))
    return 1


def _table(structure: Callable[[Any, Any], T]) -> Callable[[Any, Any], T]:
    def read(value: Any, wanted: Any) -> T:
        if type(value) is not dict:
            raise TypeError(f"expected a table of keys and values, not {brief(value)}")
        return structure(value, wanted)

    return read


def faults(error: BaseValidationError) -> list[tuple[str, str]]:
    """The faults in an error: each place, such as `towns['x'].name`, and what is wrong there."""
    found = []
    for text in transform_error(error, format_exception=_in_words):
        what, _, where = text.rpartition(" @ ")
        found.append((where.removeprefix("$").removeprefix("."), what))
    return found


def complaints(error: BaseValidationError) -> str:
    """The faults as one line: `towns['x'].name: expected a text, not 3`."""
    return "; ".join(f"{where}: {what}" if where else what for where, what in faults(error))


def _in_words(error: BaseException, wanted: type | None) -> str:
    if isinstance(error, KeyError):
        return "the key is missing"
    if isinstance(error, ForbiddenExtraKeysError):
        return f"unknown keys: {', '.join(sorted(error.extra_fields))}"
    return str(error)
