"""Who reads and sets the attributes of an object, by the instructions of its methods."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from types import CodeType, FunctionType, ModuleType
from typing import Any

from elfen.testing.blaming.trails import Line, Trail

#: Whether code is looked at.
Watched = Callable[[CodeType], object]

#: The lines of code that do something with an attribute of a name.
Setting = Callable[[CodeType, str], Iterator[int]]

_READS = ("LOAD_ATTR", "LOAD_METHOD")

#: Methods that put something into a list, a set or a dictionary.
_FILLING = frozenset(("add", "append", "extend", "insert", "setdefault", "update"))


def steps_of(code: CodeType) -> Iterator[tuple[dis.Instruction, int]]:
    """The instructions of a function, each with its line."""
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        yield step, line


def reads(code: CodeType) -> list[str]:
    """The attributes that a function reads of anything, by name."""
    return [*dict.fromkeys(step.argval for step, _ in steps_of(code) if step.opname in _READS)]


def own_reads(code: CodeType, line: int | None = None) -> list[str]:
    """The attributes that a method reads of its own object, by name; also in functions within.

    With `line`, only those that this line reads.
    """
    found: dict[str, None] = {}
    before: object = None
    for step, at in steps_of(code):
        if line in (None, at) and step.opname in _READS and before == "self":
            found[step.argval] = None
        if isinstance(step.argval, CodeType):
            found.update(dict.fromkeys(own_reads(step.argval, line)))
        before = step.argval
    return [*found]


def texts(code: CodeType) -> set[str]:
    """The texts that a function has: written in it, or under a name of its module."""
    named = [getattr(_module_of(code), name, None) for name in code.co_names]
    return {one for one in (*code.co_consts, *named) if isinstance(one, str)}


def lines_that_set(code: CodeType, name: str) -> Iterator[int]:
    """The lines of a function that set an attribute of this name."""
    for step, line in steps_of(code):
        if step.opname == "STORE_ATTR" and step.argval == name:
            yield line


def lines_that_fill(code: CodeType, name: str) -> Iterator[int]:
    """The lines of a function that put something into an attribute of this name."""
    looked_at = 0  # the line in which the attribute was last looked at
    before = ""
    for step, line in steps_of(code):
        is_read = step.opname in _READS
        if is_read and step.argval == name:
            looked_at = line
        elif looked_at == line and (
            step.opname == "STORE_SUBSCR"
            or (is_read and step.argval in _FILLING and before == name)
        ):
            yield line
        before = str(step.argval)


def setters(
    cls: type[Any], name: str, watched: Watched, lines: Setting = lines_that_set
) -> list[Line]:
    """The lines in functions of a class that set an attribute; those of `__init__` last."""
    found: list[Line] = []
    for one in cls.__mro__:
        for function in vars(one).values():
            if isinstance(function, FunctionType) and watched(code := function.__code__):
                found += [(code, line) for line in lines(code, name)]
    return sorted(found, key=lambda line: line[0].co_name == "__init__")


def writers(line: Line, watched: Watched) -> Iterator[Line]:
    """Who sets what a function reads of its object, or puts something into it, but for that
    function and `__init__`.
    """
    code = line[0]
    for name in own_reads(code):
        for lines in (lines_that_set, lines_that_fill):
            for setter in setters(_class_of(code), name, watched, lines):
                if setter[0] is not code and setter[0].co_name != "__init__":
                    yield setter


def lines_that_keep(code: CodeType, name: str) -> Iterator[int]:
    """The lines of a function that set an attribute of this name, or put something into it."""
    yield from lines_that_set(code, name)
    yield from lines_that_fill(code, name)


def keepers(trail: Trail, lines: Setting = lines_that_set) -> Iterator[Line]:
    """The functions that ran and set an attribute that they read too, as what remembers does."""
    for code in dict.fromkeys(call.code for call in trail.within()):
        names = own_reads(code) if code.co_name != "__init__" else ()
        found = [line for name in names for line in lines(code, name)]
        if found:
            yield code, found[0]


def looked_up(line: Line, watched: Watched) -> Iterator[Line]:
    """Who made what a line looks up in attributes of its object.

    That is the function that is called where the attribute is set, or else whoever sets it.
    """
    code, number = line
    for name in own_reads(code, number):
        for setter in setters(_class_of(code), name, watched):
            yield from [*_called(setter, watched)] or [setter]


def makers(code: CodeType, watched: Watched) -> Iterator[Line]:
    """Who sets what a function reads of its object when that is made, at the first such line."""
    found: dict[CodeType, int] = {}
    for name in own_reads(code):
        for setter, line in setters(_class_of(code), name, watched):
            if setter.co_name == "__init__":
                found[setter] = min(line, found.get(setter, line))
    yield from found.items()


def made_by(code: CodeType, watched: Watched) -> list[Line]:
    """Who sets what a function reads of its object, other than that function; `__init__` last."""
    found = [one for name in own_reads(code) for one in setters(_class_of(code), name, watched)]
    found = [line for line in found if line[0] is not code]
    return sorted(found, key=lambda line: line[0].co_name == "__init__")


def _called(line: Line, watched: Watched) -> Iterator[Line]:
    """The functions that the statement at a line names; of a cache, the function within.

    They are those of its module, and methods of its own object.
    """
    code, _ = line
    module, cls = _module_of(code), _class_of(code)
    before: object = None
    for step in _statement(line):
        named: object = None
        if step.opname == "LOAD_GLOBAL":
            named = getattr(module, step.argval, None)
        elif step.opname in _READS and before == "self":
            named = getattr(cls, step.argval, None)
        before = step.argval
        function = getattr(named, "__wrapped__", named)
        if isinstance(function, FunctionType) and watched(function.__code__):
            yield function.__code__, _first_line(function.__code__)


def _statement(line: Line) -> list[dis.Instruction]:
    """The instructions of a statement that sets an attribute, and of functions written in it."""
    code, number = line
    steps: list[dis.Instruction] = []
    for step, at in steps_of(code):
        if step.opname == "STORE_ATTR" and at == number:
            break
        if at >= number:
            steps.append(step)
    inner = [step.argval for step in steps if isinstance(step.argval, CodeType)]
    return [*steps, *(step for one in inner for step, _ in steps_of(one))]


def _first_line(code: CodeType) -> int:
    """The first line within a function, after decorators and arguments."""
    lines = [line for _, _, line in code.co_lines() if line and line > code.co_firstlineno]
    return min(lines, default=code.co_firstlineno)


def _module_of(code: CodeType) -> ModuleType | None:
    modules = [*sys.modules.values()]
    return next((m for m in modules if getattr(m, "__file__", None) == code.co_filename), None)


def _class_of(code: CodeType) -> type:
    """The class in whose body a function is written; `object` if that is not one of a module."""
    *names, _ = code.co_qualname.split(".<locals>")[0].split(".")
    found: object = _module_of(code)
    found = reduce(lambda at, name: getattr(at, name, None), names, found)
    return found if isinstance(found, type) else object
