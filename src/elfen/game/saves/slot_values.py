"""The converter for plugins' values, which reads and writes them as a slot's type says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn

from elfen.declare import Kind, Pieces, strict_converter
from elfen.game.saves.strict_json import shown


def value_converter(kinds: Sequence[Kind]) -> Converter:
    """A strict converter that also supports pieces, these kinds, frozen sets and enumerations.

    Every field of an attrs class must be present, even if it has a default.
    """
    converter = strict_converter()
    known = {f"{kind.group.name}:{kind.id}": kind for kind in kinds}
    converter.register_structure_hook_func(_is_untyped, lambda value, _: _frozen(value))
    converter.register_structure_hook_func(
        _is_literal,
        lambda value, wanted: _one_of(value, {_key(one): one for one in get_args(wanted)}),
    )
    converter.register_structure_hook_func(
        _is_enum, lambda value, wanted: _one_of(value, _keys(wanted.__members__))
    )
    converter.register_unstructure_hook_func(_is_enum, lambda member: member.name)
    converter.register_structure_hook_func(
        _is_set, lambda value, wanted: _set(converter, value, wanted)
    )
    converter.register_unstructure_hook_func(
        _is_set, lambda value: sorted((converter.unstructure(one) for one in value), key=_key)
    )
    converter.register_structure_hook_factory(
        attrs.has, lambda wanted: _every_field(wanted, converter)
    )
    converter.register_structure_hook(float, lambda value, _: _float(value))
    converter.register_structure_hook(Pieces, lambda value, _: Pieces.parse(_text(value)))
    converter.register_unstructure_hook(Pieces, str)
    converter.register_structure_hook(Kind, lambda value, _: _one_of(value, _keys(known)))
    converter.register_unstructure_hook(Kind, lambda kind: f"{kind.group.name}:{kind.id}")
    return converter


def _is_untyped(wanted: object) -> bool:
    return wanted in (tuple, Any)


def _frozen(value: Any) -> Any:
    """A value without a declared type: a plain one, or tuples of plain ones."""
    if type(value) is list:
        return tuple(_frozen(one) for one in value)
    if type(value) is dict:
        raise TypeError(f"expected a value or a list, not {shown(value)}")
    return value


def _is_literal(wanted: Any) -> bool:
    origin: object = get_origin(wanted)
    return origin is Literal


def _is_enum(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, Enum)


def _is_set(wanted: Any) -> bool:
    return get_origin(wanted) is frozenset


def _key(value: Any) -> str:
    """A key that tells plain values apart, even 1 and true."""
    return json.dumps(value, sort_keys=True)


def _keys(known: Mapping[str, Any]) -> dict[str, Any]:
    return {_key(name): one for name, one in known.items()}


def _one_of(value: Any, known: Mapping[str, Any]) -> Any:
    if _key(value) not in known:
        raise ValueError(f"expected one of {', '.join(known)}, not {shown(value)}")
    return known[_key(value)]


def _set(converter: Converter, value: Any, wanted: Any) -> frozenset[Any]:
    (of,) = get_args(wanted)
    items: tuple[Any, ...] = converter.structure(value, tuple[of, ...])  # type: ignore[valid-type]
    if len({*items}) != len(items):
        raise ValueError(f"a value is there twice in {shown(value)}")
    return frozenset(items)


def _float(value: Any) -> float:
    if type(value) is not float:
        raise TypeError(f"expected a number with a point, not {shown(value)}")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"expected a text, not {shown(value)}")
    return value


def _every_field(wanted: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    structure = make_dict_structure_fn(wanted, converter, _cattrs_forbid_extra_keys=True)
    names = [field.name for field in attrs.fields(wanted) if field.init]

    def read(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise TypeError(f"expected a table of keys and values, not {shown(value)}")
        for name in names:
            if name not in value:
                raise ValueError(f"the key {name!r} is missing")
        return structure(value, wanted)

    return read
