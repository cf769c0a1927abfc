"""Where two runs part whose answers should be the same, by the trails that they left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from itertools import zip_longest
from types import CodeType

from attrs import frozen

from elfen.testing.blaming.trails import Call, Line, Told, Trail

#: Methods of a table that move pieces, which may be secret; by others, something is told.
_MOVES = frozenset(
    ("move", "move_all", "shift", "shift_one", "shift_singly", "lay", "put", "take_off", "sweep")
)


class Sign(IntEnum):
    """How two calls of one function differ; the most telling first."""

    LINES = 0  #: other lines run
    TOLD = 1  #: the table is told something else
    ANSWER = 2  #: the core gets another answer
    HELPED = 3  #: a function has another answer to the same question
    MOVED = 4  #: other pieces move, or other questions are asked


@frozen
class Parting:
    """A line at which two runs differ."""

    sign: Sign
    code: CodeType
    line: int


def partings(
    one: Trail, other: Trail, named: Collection[CodeType] = (), alike: bool = False
) -> list[Parting]:
    """How the first call of a plugin that matters differs in two runs, the most telling first.

    If calls of the functions `named` differ, the first of these comes before. Empty if the
    trails are the same, or if they begin with calls of different functions. If the runs are
    `alike`, with nothing hidden that differs, they are in the order in which they happen; and a
    function that is called with something else is not at fault, nor is what comes after it.
    """
    weak: list[Parting] = []
    strong: list[Parting] = []
    expected: list[Parting] = []
    for first, second in zip(one.calls, other.calls, strict=False):
        if first.code != second.code or (alike and first.given != second.given):
            break
        found = [*_parted(first, second)]
        if first.answer != second.answer:
            found.append(Parting(Sign.ANSWER, *decided(first)))
        if not alike:
            found.sort(key=lambda parting: parting.sign)
        if found and first.code in named:
            expected = expected or found
        if any(parting.sign <= (Sign.HELPED if alike else Sign.ANSWER) for parting in found):
            strong = strong or found
        weak = weak or found
    return [*expected, *(strong or weak)]


def astray(one: Trail, other: Trail) -> list[Line]:
    """Where a run is led astray by what was asked before it, and the other is not.

    That is the innermost function that is asked the same and answers otherwise; then those around
    it. Which lines run may differ by what is remembered rightly.
    """
    return _first_astray(one.calls, other.calls)


def _first_astray(some: Sequence[Call], others: Sequence[Call]) -> list[Line]:
    for one, other in zip(some, others, strict=False):
        if one.code != other.code:
            return []
        inner = _first_astray(_calls_of(one), _calls_of(other))
        if inner or (one.given == other.given and one.answer != other.answer):
            return [*inner, *_where_they_part(one, other, innermost=not inner)]
    return []


def otherwise(some: Sequence[Call], others: Sequence[Call]) -> Iterator[Line]:
    """Every innermost function that is asked the same in two runs and answers otherwise, as long as
    these run alike.
    """
    for one, other in zip(some, others, strict=False):
        if one.code != other.code:
            return
        inner = [*otherwise(_calls_of(one), _calls_of(other))]
        yield from inner
        if not inner and one.given == other.given and one.answer != other.answer:
            yield one.code, one.last


def _calls_of(call: Call) -> list[Call]:
    return [step for step in call.steps if isinstance(step, Call)]


def _where_they_part(one: Call, other: Call, innermost: bool) -> Iterator[Line]:
    """The line at which a function goes another way, and what it was asked before; its last line
    if there is none, or that of whose answer it hands on, unless it is the innermost: then it has
    given that something else.
    """
    parted = [part for part in _parted(one, other) if part.sign is Sign.LINES]
    own = [(part.code, part.line) for part in parted if part.code is one.code]
    yield from own[:1] or [(one.code, one.last) if innermost else decided(one)]
    yield from [(part.code, part.line) for part in parted if part.code is not one.code][:1]


def _parted(one: Call, other: Call) -> Iterator[Parting]:
    last, doubt = one.code.co_firstlineno, None
    for a, b in zip_longest(one.steps, other.steps):
        if isinstance(a, int) and a == b:
            last, doubt = a, None
        elif isinstance(a, Call) and isinstance(b, Call) and a.code == b.code:
            yield from _parted(a, b)
            if isinstance(a.answer, bool) and a.answer != b.answer:
                doubt = a
            if a.answer != b.answer and a.given == b.given:
                yield Parting(Sign.HELPED, *decided(a))
        elif isinstance(a, Told) and isinstance(b, Told) and a.name == b.name:
            if a.given != b.given:
                yield Parting(Sign.TOLD if _tells(a.name) else Sign.MOVED, one.code, a.line)
        else:
            yield Parting(Sign.LINES, one.code, last)
            if doubt is not None:  # what was asked last, and answered otherwise, led there
                yield Parting(Sign.LINES, *decided(doubt))
            return


def _tells(name: str) -> bool:
    cls, _, method = name.rpartition(".")
    return cls.endswith("Table") and method not in _MOVES


def decided(call: Call) -> Line:
    """The line that decided the answer of a call.

    This is its last line, or if that hands on the answer of a function, the last line of that.
    """
    return handed_on(call)[0]


def handed_on(call: Call) -> list[Line]:
    """The line that decided the answer of a call, and those that handed it on, up to the call."""
    return [(one.code, one.last) for one in _handing_on(call)]


def asked_for_it(call: Call) -> list[Line]:
    """Whoever was asked last where a call decided its answer: in that line, and for yes or no."""
    asked = [*_asked(_handing_on(call)[0])]
    there = [one for one in asked if one.line == call.last and one.code != call.code]
    conditions = [one for one in asked if isinstance(one.answer, bool)]
    return [*dict.fromkeys(map(decided, (*there[-1:], *conditions[-1:])))]


def _asked(call: Call) -> Iterator[Call]:
    """The calls that a function made; what it comprehends, it asks itself."""
    for step in call.steps:
        if isinstance(step, Call):
            if step.code.co_name.endswith(("comp>", "expr>")):
                yield from _asked(step)
            else:
                yield step


def _handing_on(call: Call) -> list[Call]:
    found: list[Call] = []
    while True:
        found.insert(0, call)
        tail: Call | None = None
        for step in call.steps:
            if isinstance(step, int):
                tail = tail if tail is not None and tail.line == step else None
            elif isinstance(step, Call) and step.line == call.last:
                tail = step
        if tail is None or tail.code == call.code or _within(tail.answer) != _within(call.answer):
            return found
        call = tail


def _within(answer: object) -> object:
    """An answer without its type: a tuple that is handed on as a named one is the same answer."""
    return answer[1:] if isinstance(answer, tuple) else answer
