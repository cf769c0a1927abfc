"""What callers hand in: lists and tables, read once and as far as can be meant, numbers, names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from itertools import islice
from math import inf, isfinite
from operator import index
from typing import Any, TypeVar

from elfen.errors import FAULTS, ElfenError, NoSuchName, brief, did_you_mean, raised

T = TypeVar("T")
S = TypeVar("S", bound=Sized)


def listed(what: str, given: object, most: int = 10_000) -> tuple[Any, ...]:
    """The values of anything that gives some, such as a list or a generator.

    Raises `ElfenError`, which calls it `what`, if that gives no values or fails, or if it gives
    more than `most`: no more are read, as there may be no end of them.
    """
    if not isinstance(given, Iterable):
        raise ElfenError(f"{what} has to be a list, not {brief(given)}")
    return _read(what, "a list", given, most, lambda: tuple(islice(given, most + 1)))


def tabled(what: str, given: object, most: int = 10_000) -> dict[Any, Any]:
    """The values of any mapping by key, read once.

    Raises `ElfenError`, which calls it `what`, for anything else, or if it has more than `most`
    keys or fails.
    """
    if not isinstance(given, Mapping):
        raise ElfenError(f"{what} has to be a table, not {brief(given)}")
    return _read(what, "a table", given, most, lambda: dict(islice(given.items(), most + 1)))


def _read(what: str, sort: str, given: object, most: int, read: Callable[[], S]) -> S:
    """What is read of a list or table. Raises `ElfenError` if it fails or is longer than `most`."""
    try:
        found = read()
    except ElfenError:
        raise
    except FAULTS as error:
        told = f"{what} has to be {sort}, but {brief(given)} gives none: {raised(error)}"
        raise ElfenError(told) from error
    if len(found) > most:
        raise ElfenError(f"{what} has more than {most} entries: {brief(given)}")
    return found


def bare_text(text: str) -> str:
    """A text alone, whatever methods a class of its own gives it, such as an enumeration."""
    return str.__str__(text)


def whole(value: object, what: str, least: int | None = None) -> int:
    """A whole number of Python or of any library, such as numpy; it is `least` or more.

    Raises `ElfenError`, which calls it `what`, for anything else.
    """
    from_least = "" if least is None else f" from {least} on"
    try:
        found = index(value)  # type: ignore[arg-type]
        if least is None or found >= least:
            return found
    except FAULTS:
        pass
    raise ElfenError(f"{what} has to be a whole number{from_least}, not {brief(value)}")


def number(value: object, what: str, least: float = -inf) -> float:
    """A finite number of Python or of any library, such as numpy; it is `least` or more.

    Raises `ElfenError`, which calls it `what`, for anything else.
    """
    from numbers import Real  # loaded when a number is given

    from_least = "" if least == -inf else f" from {least:g} on"
    try:
        if isinstance(value, Real) and isfinite(found := float(value)) and found >= least:
            return found
    except FAULTS:  # of the number's own code, and of those that are too large
        pass
    raise ElfenError(f"{what} has to be a number{from_least}, not {brief(value)}")


def yes_or_no(value: object, what: str) -> bool:
    """Whether a value is true.

    Raises `ElfenError`, which calls it `what`, for one that does not say so, as an array does not.
    """
    try:
        return bool(value)
    except FAULTS:
        raise ElfenError(f"{what} has to be True or False, not {brief(value)}") from None


def named(what: str, name: object, known: Mapping[str, T]) -> T:
    """What has that name; raises `NoSuchName`, a `KeyError`, which says that it is no `what`."""
    if isinstance(name, str):
        name = bare_text(name)
    try:
        return known[name]  # type: ignore[index]
    except FAULTS:
        hint = did_you_mean(name, known) if isinstance(name, str) else ""
        raise NoSuchName(f"{brief(name)} is no {what}; {hint}".rstrip("; ")) from None
