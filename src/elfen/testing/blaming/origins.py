"""Where a wrong value came from: a function that was asked for it, or the maker of an attribute.

The line at which something goes wrong often only hands on what it got. Values are compared as
plain data (see `trails.plainly`), so that a value is found again within a list or an item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import CodeType

from elfen.declare import Memo
from elfen.testing.blaming.attributes import reads, setters
from elfen.testing.blaming.trails import Call, Line, Suspect, plainly

#: Values that are everywhere, and so tell nothing of where they come from.
_COMMON: tuple[object, ...] = (None, True, False, 0, 1, -1, "", ())


def sources(
    suspect: Suspect, values: Sequence[object], watched: Callable[[CodeType], object]
) -> Iterator[Line]:
    """Who gave a function one of these values, or a part of it: those of the whole value first.

    That is the last function called that answered it, or whoever made an attribute that holds it.
    The values are plain data.
    """
    wanted = [*values]
    found: list[Line] = []
    while wanted:
        found += _helpers(suspect.call, wanted)
        if not found:
            found += _makers(suspect, wanted, watched)
        parts = [part for one in wanted if isinstance(one, tuple) for part in one[1:]]
        wanted = [part for part in parts if not _is_common(part)]
    yield from dict.fromkeys(found)


def _is_common(value: object) -> bool:
    return any(value == one and type(value) is type(one) for one in _COMMON)


def _helpers(call: Call, wanted: list[object]) -> Iterator[Line]:
    """The last function that the suspect called and that answered it."""
    for step in reversed(call.steps):
        if isinstance(step, Call) and any(_has(step.answer, one) for one in wanted):
            inner = [*_helpers(step, wanted)]
            yield from inner or [(step.code, step.last)]
            return


def _makers(
    suspect: Suspect, wanted: list[object], watched: Callable[[CodeType], object]
) -> Iterator[Line]:
    """The functions that set an attribute which the suspect reads and which holds it."""
    for name in reads(suspect.line[0]):
        for owner in suspect.names.values():
            if name not in _own(owner):
                continue
            kept = getattr(owner, name)
            kept = plainly(dict(kept.kept) if isinstance(kept, Memo) else kept, 5)
            found = setters(type(owner), name, watched)
            if found and any(_has(kept, one) for one in wanted):
                yield from found
                return


def _own(value: object) -> set[str]:
    """The names of the attributes of an object itself."""
    slots = [vars(cls).get("__slots__", ()) for cls in type(value).__mro__]
    names = {name for some in slots for name in ([some] if isinstance(some, str) else some)}
    return {*getattr(value, "__dict__", ()), *(name for name in names if hasattr(value, name))}


def _has(tree: object, value: object) -> bool:
    """As `holds`, but a value that is everywhere has to be within another."""
    return holds(tree, value) and (tree != value or not _is_common(value))


def leaves(tree: object) -> list[object]:
    """The values in plain data that have no parts and are not everywhere."""
    if isinstance(tree, tuple):
        return [leaf for part in tree[1:] for leaf in leaves(part)]
    return [] if _is_common(tree) else [tree]


def holds(tree: object, value: object) -> bool:
    """Whether plain data is a value, or has it within it."""
    if type(tree) is type(value) and tree == value:
        return True
    return isinstance(tree, tuple) and any(holds(part, value) for part in tree[1:])


def holds_as_far(tree: object, value: object) -> bool:
    """Whether plain data is a value, or has it within it, as far as both go down into their parts:
    of what lies deeper there is only the name of its class.
    """
    if _alike_as_far(tree, value):
        return True
    return isinstance(tree, tuple) and any(holds_as_far(part, value) for part in tree[1:])


def _alike_as_far(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike_as_far, one, other))
    for name, parts in ((one, other), (other, one)):
        if isinstance(parts, tuple):
            return bool(parts) and str(parts[0]).partition(" of ")[0] == name
    return type(one) is type(other) and one == other


def condition(suspect: Suspect) -> Line | None:
    """The last function that was asked for a yes or no before the line, which may hang on it."""
    for step in reversed(suspect.call.steps):
        if isinstance(step, Call) and isinstance(step.answer, bool):
            return step.code, step.last
    return None
