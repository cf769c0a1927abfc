"""Trails: which lines of plugins ran in a call, and what their functions were given and gave.

A trail is followed with `sys.settrace`, which takes long, so it is done only after a law was
broken; it ends after some seconds of processor time, or when it becomes too long.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from fractions import Fraction
from inspect import CO_VARARGS
from random import Random
from types import CodeType, FrameType
from typing import Any

import attrs
from attrs import define, field

from elfen.kernel import Position, State, Table
from elfen.testing import patience

Line = tuple[CodeType, int]

_MOST_STEPS = 200_000
_MOST_ITEMS = 60
_DEPTH = 4
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_PLAIN = (int, str, bool, float, bytes, Fraction, type(None))


class Enough(BaseException):
    """A trail is too long. No rule catches this. `trail` is as much of it as there is."""

    trail: Trail | None = None


@define(eq=False)
class Told:
    """A call from watched code of code that is not watched, such as the table's methods."""

    line: int
    name: str
    given: tuple[object, ...]


@define(eq=False)
class Call:
    """A call of watched code: its lines, what it called in between, and its answer.

    `given` and `answer` are only as much of the arguments and the answer as is plain data;
    `line` is where it was called, if watched code called it.
    """

    code: CodeType
    given: tuple[object, ...]
    line: int | None = None
    steps: list[int | Call | Told] = field(factory=list)
    answer: object = None

    @property
    def lines(self) -> list[int]:
        """The lines that ran, in order."""
        return [step for step in self.steps if isinstance(step, int)]

    @property
    def last(self) -> int:
        """The last line that ran."""
        return (self.lines or [self.code.co_firstlineno])[-1]

    def within(self) -> Iterator[Call]:
        """This call and all calls that it made, each before those that it made."""
        yield self
        for step in self.steps:
            if isinstance(step, Call):
                yield from step.within()


@define(eq=False)
class Trail:
    """The calls of watched code by code that is not watched, and the answer of the whole."""

    calls: list[Call] = field(factory=list)
    answer: object = None

    def within(self) -> Iterator[Call]:
        """All calls of watched code, in order."""
        for call in self.calls:
            yield from call.within()


@define(eq=False)
class Suspect:
    """A line that ran, the call that it was in, and the values that names had there.

    `callers` are the lines from which it was called, the nearest first; `above` is the nearest call
    that made this one.
    """

    line: Line
    call: Call
    names: dict[str, object]
    callers: list[Line]
    above: Call | None = None


#: Called after each line of watched code, with the table on which it works, if any, and what makes
#: a suspect of the line.
After = Callable[["Table | None", Callable[[], Suspect]], None]

#: Called when watched code answers, with the answer and what makes a suspect of its last line.
Answered = Callable[[object, Callable[[], Suspect]], None]


def follow(
    run: Callable[[], object],
    watched: Callable[[CodeType], object],
    until: float,
    after: After | None = None,
    answered: Answered | None = None,
    depth: int = _DEPTH,
) -> Trail:
    """The trail of a call, which may raise an exception. Raises `Enough`.

    `until` is the deadline at which it has to end; `depth` says how far down into its parts a value
    is noted.
    """
    follower = _Follower(watched, until, after, answered, depth)
    before = sys.gettrace()
    sys.settrace(follower.called)
    try:
        answer = run()
    except Exception as error:
        answer = type(error).__name__
    except Enough as enough:
        enough.trail = follower.trail
        raise
    finally:
        sys.settrace(before)
    follower.trail.answer = plainly(answer)
    return follower.trail


class _Follower:
    def __init__(
        self,
        watched: Callable[[CodeType], object],
        until: float,
        after: After | None,
        answered: Answered | None,
        depth: int,
    ) -> None:
        self.trail = Trail()
        self._depth = depth
        self._watched, self._until = watched, until
        self._after, self._answered = after, answered
        self._stack: list[tuple[FrameType, Call]] = []
        self._steps = 0
        self._table: Table | None = None
        self._at: tuple[FrameType, Call, int] | None = None

    def called(self, frame: FrameType, event: str, arg: object) -> Any:
        """The trace function for calls."""
        code = frame.f_code
        frame_above, above = self._stack[-1] if self._stack else (None, None)
        if not self._watched(code):
            if above is not None and frame_above is not None and frame.f_back is frame_above:
                self._count()
                above.steps.append(Told(frame_above.f_lineno, code.co_qualname, self._given(frame)))
            return None
        self._count()
        call = Call(code, self._given(frame))
        if above is None or frame_above is None:
            self.trail.calls.append(call)
        else:
            call.line = frame_above.f_lineno
            above.steps.append(call)
        self._stack.append((frame, call))
        if self._after is not None:
            tables = [one for one in frame.f_locals.values() if isinstance(one, Table)]
            self._table = tables[0] if tables else self._table
            self._look()
            self._at = (frame, call, code.co_firstlineno)
        return self.within

    def within(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function for lines and returns of watched code."""
        if event == "line":
            self._count()
            call = self._stack[-1][1]
            call.steps.append(frame.f_lineno)
            self._look()
            self._at = (frame, call, frame.f_lineno)
        elif event == "exception" and arg[0] is GeneratorExit and not self._stack[-1][1].steps:
            self._drop_last()  # a generator is closed, of which nothing more is wanted
        elif event == "return":
            _, call = self._stack.pop()
            call.answer = plainly(_answer(frame, arg), self._depth)
            self._look()
            if self._answered is not None:
                self._answered(arg, lambda: self._suspect(frame, call, frame.f_lineno))
            if self._stack:
                caller, calling = self._stack[-1]
                self._at = (caller, calling, caller.f_lineno)
        return self.within

    def _drop_last(self) -> None:
        """Forget that the last call was made."""
        steps: list[Any] = self._stack[-2][1].steps if len(self._stack) > 1 else self.trail.calls
        steps[:] = [step for step in steps if step is not self._stack[-1][1]]

    def _look(self) -> None:
        if self._after is not None and self._at is not None:
            at = self._at
            self._after(self._table, lambda: self._suspect(*at))

    def _suspect(self, frame: FrameType, call: Call, line: int) -> Suspect:
        above = [(one.f_code, one.f_lineno) for one, _ in reversed(self._stack)]
        callers = [line for line in above if line[0] is not frame.f_code]
        above_it = next((one for _, one in reversed(self._stack) if one is not call), None)
        return Suspect((frame.f_code, line), call, dict(frame.f_locals), callers, above_it)

    def _given(self, frame: FrameType) -> tuple[object, ...]:
        return tuple([plainly(one, self._depth) for one in _arguments(frame)])

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS or (self._steps % 64 == 0 and patience.is_over(self._until)):
            raise Enough


def _arguments(frame: FrameType) -> list[object]:
    code = frame.f_code
    more = bool(code.co_flags & CO_VARARGS)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + more]
    given = frame.f_locals
    return [given.get(name) for name in names if name != "self"]


def _answer(frame: FrameType, answer: object) -> object:
    """What a function answers that can be compared; for `__init__`, what it has made of its object.

    An address is another one each time.
    """
    if type(answer) is int and "id" in frame.f_code.co_names:
        return "an address"
    if frame.f_code.co_name != "__init__":
        return answer
    return getattr(frame.f_locals.get("self"), "__dict__", None)


def _repr(value: object) -> str:
    return _ADDRESS.sub("", repr(value))


def plainly(value: Any, depth: int = _DEPTH) -> object:
    """As much of a value as is plain data and can be compared; else the name of its class.

    What has parts becomes a tuple of these after the name of its class.
    """
    cls = type(value)
    if cls in _PLAIN:
        return value[:300] if cls in (str, bytes) else value
    if isinstance(value, str):  # a message, say
        return str(value)[:300]
    if cls is bytearray:
        return bytes(value[:300])
    if isinstance(value, Random):  # who is given the same source is not given the same numbers
        return (cls.__name__, hash(value.getstate()[1]))
    if isinstance(value, Position):
        return Position.__name__  # a table is one too
    if depth and not isinstance(value, State):
        if isinstance(value, (tuple, list)):
            name = f"{cls.__name__} of {len(value)}"
            return (name, *(plainly(v, depth - 1) for v in value[:_MOST_ITEMS]))
        if isinstance(value, Set):
            name = f"{cls.__name__} of {len(value)}"
            return (name, *sorted(map(_repr, value))[:_MOST_ITEMS])
        if isinstance(value, Mapping):
            items = list(value.items())[:_MOST_ITEMS]
            return (
                cls.__name__,
                *(("item", plainly(k, 1), plainly(v, depth - 1)) for k, v in items),
            )
        if attrs.has(cls) and len(parts := attrs.fields(cls)) <= 8:
            names = [part.name for part in parts if part.eq]
            return (cls.__name__, *(plainly(getattr(value, n, None), depth - 1) for n in names))
    return cls.__name__
