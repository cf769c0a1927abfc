"""Where a wrong value came from: a function that was asked for it, or the maker of an attribute.

The line at which something goes wrong often only hands on what it got. Values are compared as
plain data (see `trails.plainly`), so that a value is found again within a list or an item.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from types import CodeType, FunctionType
from typing import Any

from elfen.declare import Memo
from elfen.testing.blaming.trails import Call, Line, Suspect, Trail, plainly

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
    for name in dict.fromkeys(_attributes(suspect.line[0])):
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


def _attributes(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            yield step.argval


def own_reads(code: CodeType) -> list[str]:
    """The attributes that a method reads of its own object, by name; also in functions within."""
    found: dict[str, None] = {}
    before = None
    for step in dis.get_instructions(code):
        reads = step.opname in ("LOAD_ATTR", "LOAD_METHOD")
        if reads and before is not None and before.argval == "self":
            found[step.argval] = None
        if isinstance(step.argval, CodeType):
            found.update(dict.fromkeys(own_reads(step.argval)))
        before = step
    return [*found]


def setters(cls: type[Any], name: str, watched: Callable[[CodeType], object]) -> list[Line]:
    """The lines in functions of a class that set an attribute; those of `__init__` last."""
    found: list[Line] = []
    for one in cls.__mro__:
        for function in vars(one).values():
            if isinstance(function, FunctionType) and watched(code := function.__code__):
                found += [(code, line) for line in lines_that_set(code, name)]
    return sorted(found, key=lambda line: line[0].co_name == "__init__")


def keepers(trail: Trail) -> Iterator[Line]:
    """The functions that ran and set an attribute that they read too, as what remembers does."""
    for code in dict.fromkeys(call.code for call in trail.within()):
        names = own_reads(code) if code.co_name != "__init__" else ()
        lines = [line for name in names for line in lines_that_set(code, name)]
        if lines:
            yield code, lines[0]


def writers(line: Line, watched: Callable[[CodeType], object]) -> Iterator[Line]:
    """Who sets what a function reads of its object, but for that function and `__init__`."""
    code = line[0]
    cls = _class_of(code) or object
    for name in own_reads(code):
        for setter in setters(cls, name, watched):
            if setter[0] is not code and setter[0].co_name != "__init__":
                yield setter


def _class_of(code: CodeType) -> type | None:
    """The class in whose body a function is written; None if that is not a class of a module."""
    *names, _ = code.co_qualname.split(".<locals>")[0].split(".")
    for module in [*sys.modules.values()]:
        if names and getattr(module, "__file__", None) == code.co_filename:
            found = reduce(lambda at, name: getattr(at, name, None), names, module)  # type: ignore[arg-type,return-value]
            return found if isinstance(found, type) else None
    return None


def lines_that_set(code: CodeType, name: str) -> Iterator[int]:
    """The lines of a function that set an attribute of this name."""
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.starts_line or line
        if step.opname == "STORE_ATTR" and step.argval == name:
            yield line


def _has(tree: object, value: object) -> bool:
    """As `holds`, but a value that is everywhere has to be within another."""
    return holds(tree, value) and (tree != value or not _is_common(value))


def leaves(tree: object) -> list[object]:
    """The values in plain data that have no parts and are not everywhere."""
    if isinstance(tree, tuple):
        return [leaf for part in tree for leaf in leaves(part)]
    return [] if _is_common(tree) else [tree]


def holds(tree: object, value: object) -> bool:
    """Whether plain data is a value, or has it within it."""
    if type(tree) is type(value) and tree == value:
        return True
    return isinstance(tree, tuple) and any(holds(part, value) for part in tree[1:])


def condition(suspect: Suspect) -> Line | None:
    """The last function that was asked for a yes or no before the line, which may hang on it."""
    for step in reversed(suspect.call.steps):
        if isinstance(step, Call) and isinstance(step.answer, bool):
            return step.code, step.last
    return None
