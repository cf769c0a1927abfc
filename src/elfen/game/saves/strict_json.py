"""Reading JSON strictly: nothing is coerced, ignored or dropped, and everything is bounded.

No key may occur twice in an object, no number may be infinite or NaN, no text may contain half
a character (a lone surrogate). Size, depth, and the length of texts and numbers are checked
before they cost anything, so malicious texts are refused as fast as any other.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any

from elfen.declare import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_TEXT,
    MOST_VALUES,
    Refused,
    bare_text,
    fault_in,
)
from elfen.errors import Message, SaveError

__all__ = ["MOST_CHARACTERS", "MOST_DEPTH", "MOST_DIGITS", "MOST_TEXT", "MOST_VALUES", "read_json"]

#: A text, complete or cut off (possessive, so there is no backtracking), or a bracket.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
_MOST_SHOWN = 40


def read_json(text: str) -> Any:
    """The value of a JSON text; raises `SaveError` with the place of the first fault."""
    if not isinstance(text, str):
        raise SaveError(f"expected a text, not {type(text).__name__}")
    text = bare_text(text)
    if len(text) > MOST_CHARACTERS:
        told = "{n} characters; {most} are the most that are read"
        raise SaveError(Message("save/long", told, n=len(text), most=MOST_CHARACTERS))
    _check_depth(text)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = _place(error.lineno, error.colno)
        why = Message("save/json", f"{error.msg[:1].lower()}{error.msg[1:]}")
        raise SaveError(Message("save/no-json", "not JSON: {why}", why=why), place) from None
    _check_values(value)
    return value


def shown(value: object) -> str:
    """A value for an error message, cut short."""
    text = repr(value[: _MOST_SHOWN + 1]) if isinstance(value, str) else repr(value)
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."


def _check_depth(text: str) -> None:
    """Raise `SaveError` for lists too deep or too many to be decoded, with their place."""
    depth = opened = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            depth += 1
            opened += 1
            if depth > MOST_DEPTH:
                told = "lists in lists deeper than {most} are not read"
                raise _refusal(text, token, Message("save/deep", told, most=MOST_DEPTH))
            if opened > MOST_VALUES:
                told = "more than {most} values are not read"
                raise _refusal(text, token, Message("save/many", told, most=MOST_VALUES))
        elif first != '"':
            depth -= 1


def _refusal(text: str, token: re.Match[str], why: str) -> SaveError:
    line = text.count("\n", 0, token.start()) + 1
    column = token.start() - text.rfind("\n", 0, token.start())
    return SaveError(why, _place(line, column))


def _place(line: int, column: int) -> str:
    return Message("save/place", "line {line}, column {column}", line=line, column=column)


def _check_values(value: Any) -> None:
    """Raise `SaveError` with the place of the first value that is refused."""
    fault = fault_in(value)
    if fault is not None:
        where, why = fault
        raise SaveError(why, where)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Refused:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = Counter(key for key, _ in pairs)
    return Refused(f"the key {shown(keys.most_common(1)[0][0])} is there twice")


def _whole(digits: str) -> int | Refused:
    if len(digits) > MOST_DIGITS:
        return Refused(f"a number of {len(digits)} digits; {MOST_DIGITS} are the most")
    return int(digits)


def _fraction(digits: str) -> float | Refused:
    if len(digits) > MOST_DIGITS:
        return Refused(f"a number of {len(digits)} digits; {MOST_DIGITS} are the most")
    number = float(digits)
    return number if math.isfinite(number) else Refused(f"{digits} is too large a number")


def _constant(name: str) -> Refused:
    return Refused(f"{name} is not a number that can be saved")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_whole,
    parse_float=_fraction,
    parse_constant=_constant,
)
