"""Values that fit nowhere, though some answer to much of what they are asked: for every entry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any
from unittest import mock

HUGE = 10**5_000
HEXADECIMAL = int("f" * 4_000, 16)
HALF = "\ud800"


def deep(depth: int = 100_000) -> Any:
    nest: Any = []
    for _ in range(depth):
        nest = [nest]
    return nest


def fails(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("on purpose")


def unlike(kind: type, *methods: str) -> Any:
    """A type of its own whose objects fail at these methods."""
    return type("Odd", (kind,), dict.fromkeys(methods, fails))


OF_TEXT = ("__len__", "__iter__", "__getitem__", "__contains__", "split", "rpartition", "encode")
OF_TABLE = ("__len__", "__iter__", "__getitem__", "keys", "items", "get")


class Ending:
    """It ends the program when it is shown."""

    def __repr__(self) -> str:
        raise SystemExit(3)


class Array:
    """It is compared with each of its values, as one of numpy is, so it is neither true nor not."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")

    def __index__(self) -> int:
        raise TypeError("only an array of one value is a number")


class Endless:
    """It says that it has three values, and never stops giving them."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return 0

    def __iter__(self) -> Iterator[int]:
        return repeat(0)


ODD: dict[str, Any] = {
    "a text that is not shown": unlike(str, "__repr__", "__str__", "__format__")("game"),
    "a text whose methods fail": unlike(str, *OF_TEXT)("game"),
    "a number that is not shown": unlike(int, "__repr__", "__str__", "__format__")(2),
    "a table whose methods fail": unlike(dict, *OF_TABLE)(rounds=3),
    "a list whose methods fail": unlike(list, *OF_TEXT)("ab"),
    "an option by a text that fails": {unlike(str, *OF_TEXT)("rounds"): 3},
    "a path that fails": unlike(object, "__fspath__")(),
    "what ends the program": Ending(),
    "what never ends": Endless(),
    "what cannot be compared": unlike(object, "__eq__", "__hash__")(),
    "a stand-in": mock.Mock(),
    "a stand-in for anything": mock.MagicMock(),
}

VALUES: dict[str, Any] = {
    "a huge number": HUGE,
    "a huge number below 0": -HUGE,
    "a number of 4,000 hexadecimal digits": HEXADECIMAL,
    "half a character": HALF,
    "half characters": HALF * 1_000,
    "a long text": "x" * 1_000_000,
    "lines": "a\nb\rc\x1b[2J\u2028" * 100,
    "a deep list": deep(),
    "a deep table": {"a": deep()},
    "a long list": [0] * 100_000,
    "a huge number in a list": [HUGE],
    "nan": float("nan"),
    "a fraction": 2.5,
    "nothing": None,
    "an object": object(),
    "bytes": b"\xff",
    "a path": "../../..",
    "a text": "game",
    "a text without end": repeat("random"),
    "yes": True,
    "an array": Array(),
    **ODD,
}
