"""Validators for fields of declarations, which say in one line what a field has to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import Attribute

from elfen.errors import brief

Validator = Callable[[Any, "Attribute[Any]", Any], None]


def has_to_be(what: str, *types: type) -> Validator:
    """The value is of one of these types, which `what` says in words; raises `TypeError`."""

    def check(instance: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, types):
            raise TypeError(f"{attribute.name}={brief(value)} has to be {what}")

    return check


def has_to_be_tuple_of(what: str, *types: type) -> Validator:
    """The value is a tuple, and all in it is of one of these types, if any; raises `TypeError`."""

    def check(instance: object, attribute: Attribute[Any], value: object) -> None:
        told = f"{attribute.name}={brief(value)} has to be a tuple of {what}"
        if not isinstance(value, tuple):
            raise TypeError(f"{told}; a single one is written (x,)")
        if types and not all(isinstance(one, types) for one in value):
            raise TypeError(told)

    return check


#: The value is a text.
is_text = has_to_be("a text", str)


def is_text_of_at_most(letters: int) -> Validator:
    """The value is a text of at most so many letters; raises `TypeError` or `ValueError`."""

    def check(instance: object, attribute: Attribute[Any], value: str) -> None:
        is_text(instance, attribute, value)
        if len(value) > letters:
            raise ValueError(
                f"{attribute.name}={brief(value)} has {len(value)} letters; it may have {letters}"
            )

    return check
