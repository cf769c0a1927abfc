"""What strangers may hand in, and how it has to be answered.

Documents begin as valid ones; values, keys, depths and sizes are changed, in a few places at once.
"""

from __future__ import annotations

import copy
import datetime
import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from elfen import ElfenError
from elfen.errors import raised
from paced import slowness

from .mutating import Path, paths, put, value_at
from .samples import dump

Data = dict[str, Any]

#: What is promised of every answer: characters, seconds of a usual machine's processor, bytes.
MOST_SAID = 300
MOST_SECONDS = 2.0
MOST_MEMORY = 500 << 20

BOARD: Data = {
    "format": 1,
    "name": "island",
    "capital": "harbour",
    "size": [300, 200],
    "routes": [
        {"ends": ["harbour", "mill"], "terrain": "plains"},
        {"ends": ["mill", "spring"], "terrain": "woods", "source": "sourced", "id": "path"},
        {"ends": ["spring", "harbour"], "terrain": "lake", "water": "bay"},
    ],
    "towns": {
        "harbour": {"name": "Harbour", "at": [40, 160]},
        "mill": {"name": "Mühle", "at": [150, 90], "source": "reconstructed"},
        "spring": {"name": "Spring", "at": [260, 40]},
    },
    "extra": {"land": {"boatmen": ["bay"]}, "letters": {"post": ["mill", 1.5, True]}},
}


def nested(kind: type, depth: int) -> Any:
    found: Any = 0
    for _ in range(depth):
        found = [found] if kind is list else {"a": found}
    return found


def repeated(one: Any, times: int) -> list[Any]:
    """A list with the same in it so many times, as far as it has no more than a million letters."""
    return [one] * min(times, 1_000_000 // len(repr(one)))


sizes = st.sampled_from([0, 1, 2, 39, 40, 41, 100, 301, 1_001, 20_001])
numbers = st.sampled_from([0, -1, 1 << 63, 10**299, 10**300, -(10**299), 10**4_000, 1 << 16_000])
texts = st.one_of(
    st.text(max_size=9),
    st.sampled_from(
        ["", " ", "mill", "harbour", "land", "\n", "\x1b[2J", "\u2028", "a.b", "x\x00"]
    ),
    st.builds(
        lambda n, c: c * n, sizes, st.sampled_from(["x", "\n", "\U0001f600", "'", '"', "\\"])
    ),
)
halves = st.sampled_from(["\ud800", "a\udfff", "\ud83d" * 400])
plain = st.one_of(
    st.none(), st.booleans(), numbers, st.integers(-9, 400), st.floats(), texts, halves
)
dates = st.sampled_from([datetime.date(1998, 10, 1), datetime.time(7), datetime.datetime.max])
values = st.one_of(
    plain,
    dates,
    st.builds(nested, st.sampled_from([list, dict]), st.sampled_from([1, 35, 36, 37, 38, 41, 90])),
    st.builds(repeated, st.one_of(st.integers(0, 9), texts), sizes),
    st.builds(lambda one, n: {f"k{i}": one for i in range(n)}, st.integers(0, 9), sizes),
    st.dictionaries(texts, plain, max_size=3),
)


@st.composite
def changed(draw: st.DrawFn, document: Data) -> Any:
    """The document with a few things changed in it."""
    found: Any = document
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([*paths(found)]))
        found = put(found, path, draw(changes(found, path)))
    return found


def changes(document: Any, path: Path) -> st.SearchStrategy[Any]:
    """What may take the place of a value: anything, something from elsewhere, a variant of it."""
    old = value_at(document, path)
    found = [values, st.sampled_from([*paths(document)]).map(lambda at: value_at(document, at))]
    if isinstance(old, dict) and old:
        found += [
            st.sampled_from([*old]).map(lambda key: {k: v for k, v in old.items() if k != key}),
            st.builds(lambda key, value: {**old, key: value}, texts, values),
            st.builds(
                lambda key, new: {new if k == key else k: v for k, v in old.items()},
                st.sampled_from([*old]),
                texts,
            ),
            st.builds(
                lambda n, v: {**old, **{f"k{i}": copy.deepcopy(v) for i in range(n)}},
                sizes.filter(lambda n: n < 9_999),
                st.sampled_from([*old.values()]),
            ),
        ]
    elif isinstance(old, list) and old:
        found += [
            st.permutations(old),
            st.sampled_from([0, 2, 101, 1_001]).map(lambda n: old * n),
            st.builds(lambda value: [*old, value], values),
        ]
    elif isinstance(old, str):
        found += [texts.map(lambda more: old + more), texts.map(lambda more: more + old)]
    elif isinstance(old, int):
        found += [st.integers(-2, 2).map(lambda more: old + more)]
    return st.one_of(found)


# What is handed in -------------------------------------------------------------------------


def in_toml(value: Any) -> str:
    """TOML for a value, with everything in one line; None, which it has not, is a text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {in_toml(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(in_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return hex(value) if value >= 10**4_000 else str(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return repr(value) if isinstance(value, float) else quoted(str(value))


def quoted(text: str) -> str:
    """A text in TOML; half characters cannot be escaped there, so they stay as they are."""
    said = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    return said


def toml(document: Any) -> str:
    if not isinstance(document, dict):
        return in_toml(document)
    return "\n".join(f"{quoted(key)} = {in_toml(value)}" for key, value in document.items())


class Unsafe(AssertionError):
    """Something that was handed in was answered by anything but an error of one short line."""


def answered(ask: Callable[[], Any]) -> Any:
    """What an entry returns, or None if it refuses properly: soon, in little memory, in a line."""
    before, start = _peak(), time.process_time()
    try:
        found = ask()
    except ElfenError as error:
        for said in (str(error), *getattr(error, "problems", ())):
            if len(said) > MOST_SAID or not said.isprintable():
                raise Unsafe(f"not one short line: {said[:999]!r}") from error
        found = None
    except Exception as error:
        raise Unsafe(raised(error)[:200]) from error
    took, more = time.process_time() - start, _peak() - before
    if took > MOST_SECONDS and (took := took / slowness()) > MOST_SECONDS:
        raise Unsafe(f"it took {took:.1f} s")
    if more > MOST_MEMORY:
        raise Unsafe(f"it took {more >> 20} MB")
    return found


def _peak() -> int:
    """The most memory that this process has had, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10


def written(document: Any, whole: bool) -> str:
    """JSON for a changed save, with nan, dates as texts, and numbers of any length."""
    try:
        return dump(document, whole)
    except (TypeError, ValueError):
        digits = "9" * 5_000
        return json.dumps(in_json(document)).replace('"huge"', digits)


def in_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): in_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [in_json(one) for one in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return "huge" if isinstance(value, int) and abs(value) >= 10**4_000 else value
