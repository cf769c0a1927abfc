"""Strict reading of data files: no type is coerced, no unknown key is passed over."""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import Attribute, fields
from cattrs import BaseValidationError, Converter, transform_error

T = TypeVar("T")


def strict_converter() -> Converter:
    """A converter that takes numbers for numbers, text for text, and refuses unknown keys."""
    converter = Converter(forbid_extra_keys=True)
    for plain in (int, str, bool):
        converter.register_structure_hook_func(
            lambda wanted, plain=plain: wanted is plain,  # type: ignore[misc]
            _exactly,
        )
    return converter


def _exactly(value: Any, wanted: type[T]) -> T:
    if type(value) is not wanted:
        raise TypeError(f"expected {_NOUNS[wanted]}, not {value!r}")
    return value  # type: ignore[no-any-return]


_NOUNS = {int: "a whole number", str: "a text", bool: "true or false"}


def complaints(error: BaseValidationError) -> str:
    """What a failed structuring says, as one line: `expected a text, not 3 @ towns['x'].name`."""
    return "; ".join(text.replace(" @ $.", " @ ") for text in transform_error(error))


def field_names(cls: type[Any]) -> tuple[str, ...]:
    """Names of an attrs class's fields, in order."""
    attributes: tuple[Attribute[Any], ...] = fields(cls)
    return tuple(attribute.name for attribute in attributes)
