"""Which lines of a plugin's functions have run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

#: The lines of one file, by its path.
ByFile = dict[str, set[int]]


class Lines:
    """The lines of functions in some files, and those of them that have run while `watching`."""

    def __init__(self, files: Iterable[str]) -> None:
        self.possible: ByFile = {file: lines_in(file) for file in files}
        self.seen: ByFile = {file: set() for file in self.possible}

    @property
    def number(self) -> int:
        """How many lines have run."""
        return sum(map(len, self.seen.values()))

    @property
    def missed(self) -> ByFile:
        """The lines that have not run."""
        return {file: lines - self.seen[file] for file, lines in self.possible.items()}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note the lines that run in this block."""
        with _monitored(self) if sys.version_info >= (3, 12) else _traced(self):
            yield


@contextmanager
def _traced(lines: Lines) -> Iterator[None]:
    """Another tracer, such as a debugger's, keeps its place; then no lines are seen."""
    if sys.gettrace() is not None:
        yield
        return
    left: dict[int, tuple[CodeType, set[int]]] = {}  # by id, for the hash of code takes long

    def called(frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        seen = lines.seen.get(code.co_filename)
        if seen is None:
            return None
        if id(code) not in left:
            left[id(code)] = code, _lines_of(code) - seen
        return ran if left[id(code)][1] else None

    def ran(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            lines.seen[frame.f_code.co_filename].add(frame.f_lineno)
            left[id(frame.f_code)][1].discard(frame.f_lineno)
        return ran

    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(None)


@contextmanager
def _monitored(lines: Lines) -> Iterator[None]:
    """As `_traced`, at hardly any cost: each line is told once. It needs Python 3.12."""
    monitoring: Any = getattr(sys, "monitoring")  # noqa: B009
    tool = next((n for n in range(6) if monitoring.get_tool(n) is None), None)
    if tool is None:
        yield
        return

    def ran(code: CodeType, line: int) -> Any:
        seen = lines.seen.get(code.co_filename)
        if seen is not None:
            seen.add(line)
        return monitoring.DISABLE

    monitoring.use_tool_id(tool, "elfen")
    monitoring.register_callback(tool, monitoring.events.LINE, ran)
    monitoring.set_events(tool, monitoring.events.LINE)
    monitoring.restart_events()
    try:
        yield
    finally:
        monitoring.set_events(tool, 0)
        monitoring.register_callback(tool, monitoring.events.LINE, None)
        monitoring.free_tool_id(tool)


def lines_in(file: str) -> set[int]:
    """The lines of all functions in a Python file; none if it cannot be read."""
    try:
        whole = compile(Path(file).read_bytes(), file, "exec")
    except (OSError, SyntaxError, ValueError):
        return set()
    return {line for code in _functions(whole) for line in _lines_of(code)}


def files_of(module: object) -> tuple[str, ...]:
    """The Python files of a plugin: its module, and the package that the module belongs to."""
    file, package = getattr(module, "__file__", None), getattr(module, "__package__", None)
    if file is None:
        return ()
    own = Path(file)
    return tuple(map(str, sorted(own.parent.rglob("*.py")))) if package else (str(own),)


def told(lines: set[int]) -> str:
    """Line numbers as text: "3, 7-9"."""
    runs: list[list[int]] = []
    for line in sorted(lines):
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs)


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions inside; the bodies of a module and of classes are left out."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_flags & CO_OPTIMIZED:  # not the body of a class
                yield const
            yield from _functions(const)


def _lines_of(code: CodeType) -> set[int]:
    """The lines of a function itself, without its first one, which is its head."""
    lines = {line for _, _, line in code.co_lines() if line is not None}
    return lines - {code.co_firstlineno} if code.co_name != "<lambda>" else lines
