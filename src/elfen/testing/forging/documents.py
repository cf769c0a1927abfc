"""Places in JSON values, such as those of a save: finding them, and putting something there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any


def places(value: Any, is_it: Callable[[Any], bool]) -> Iterator[tuple[Any, ...]]:
    """The places of all such values in JSON values."""
    if is_it(value):
        yield ()
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    for key, part in parts:
        for place in places(part, is_it):
            yield (key, *place)


def at_path(value: Any, path: Sequence[Any]) -> Any:
    """What stands there. Raises `LookupError`, or `TypeError`, if there is no such place."""
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: Sequence[Any], new: Any, all_alike: bool) -> Any:
    """The value with another one at a path, and in all items beside it if they are to be alike."""
    if not path:
        return new
    if isinstance(value, list):
        here = range(len(value)) if all_alike and len(path) == 1 else (path[0],)
        return [
            put(item, path[1:], new, all_alike) if n in here else item
            for n, item in enumerate(value)
        ]
    return {**value, path[0]: put(value[path[0]], path[1:], new, all_alike)}
