"""What a save can hold: the same bounds for what is written into saves and for reading them.

A board is part of a save, so a board that breaks them is refused when it is made.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from attrs import frozen

from elfen.declare.values import Shown
from elfen.errors import brief

#: The longest save, and how deep its lists and tables may be in each other.
MOST_CHARACTERS = 1 << 22
MOST_DEPTH = 40
#: The most values in a save, whole lists and tables among them.
MOST_VALUES = 250_000
#: The longest text and the longest number; the sign of a number counts.
MOST_TEXT = 20_000
MOST_DIGITS = 300

#: The largest board. Whoever plays on it waits for every action, and a save has to be replayed.
MOST_TOWNS = 300
MOST_ROUTES = 1_000
#: The longest board file, and the most that a board may take up in a save: most of a save is for
#: the game. A save has the board's own data inside three other tables.
MOST_OF_BOARD = 1 << 20
DEPTH_OF_EXTRA = MOST_DEPTH - 3
MOST_IN_EXTRA = 50_000

_ABOVE_ALL = 10**MOST_DIGITS
_BELOW_ALL = -(10 ** (MOST_DIGITS - 1))
_HALF = re.compile("[\ud800-\udfff]")
_MOST_SHOWN = 40


@frozen(eq=False, repr=False)
class Refused(Shown):
    """Stands for a value that a reader refuses, until its place is known."""

    why: str


def fault_in(
    value: object, depth: int = MOST_DEPTH, values: int = MOST_VALUES
) -> tuple[str, str] | None:
    """The place of the first part of a value that no save can hold, and why; None if all can.

    A place is written as in `log[3].action`, and "" for the whole value.
    """
    path: list[str | int] = [""]
    levels: list[Iterator[tuple[str | int, object]]] = [iter([("", value)])]
    left = values
    while levels:
        found = next(levels[-1], None)
        if found is None:
            levels.pop()
            path.pop()
            continue
        path[-1], one = found
        left -= 1
        why = fault_of(one) if left >= 0 else f"more than {values} values are not read"
        if why is None and (type(one) is dict or type(one) is list):
            if len(levels) > depth:
                why = f"lists in lists deeper than {depth} are not read"
            else:
                levels.append(iter(one.items()) if type(one) is dict else iter(enumerate(one)))
                path.append("")
        if why is not None:
            return _place(path[1:]), why
    return None


def _place(path: list[str | int]) -> str:
    steps = [f"[{one}]" if type(one) is int else f".{str(one)[:_MOST_SHOWN]}" for one in path]
    return "".join(steps).removeprefix(".")


def fault_of(value: object) -> str | None:
    """Why no save can hold a value, its items aside; None if one can."""
    if type(value) is str:
        return _text_fault(value)
    if value is None or type(value) is bool or type(value) is list:
        return None
    if type(value) is int:
        fits = _BELOW_ALL < value < _ABOVE_ALL
        return None if fits else f"{brief(value)}; {MOST_DIGITS} digits are the most"
    if type(value) is float:
        return None if math.isfinite(value) else f"{value} is not a number that can be saved"
    if type(value) is dict:
        return next(filter(None, map(_key_fault, value)), None)
    if type(value) is Refused:
        return value.why
    return (
        f"a {type(value).__name__} cannot be saved: use texts, numbers, true and false, lists and"
        " tables"
    )


def _key_fault(key: object) -> str | None:
    return _text_fault(key) if type(key) is str else f"the key {brief(key)} is not a text"


def _text_fault(text: str) -> str | None:
    if len(text) > MOST_TEXT:
        return f"a text of {len(text)} characters; {MOST_TEXT} are the most that are read"
    if not text.isascii() and _HALF.search(text):
        return f"{brief(text)} has half a character in it"
    return None
