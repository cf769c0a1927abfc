"""A position that records who reads what an observer may not see, and where in the code."""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import CodeType, FrameType
from typing import Any

from attrs import fields, frozen, has

from elfen.declare import OWNER, PUBLIC, Counts, Slot
from elfen.game import Ruleset
from elfen.kernel import NotedZones, Noting, State

#: The rooms of the core; the base game is a plugin.
_CORE = (
    *(f"elfen.{room}" for room in ("compiler", "declare", "errors", "game", "kernel", "knowledge")),
    *("elfen.testing", "elfen.text", "elfen.views", "attr", "functools"),
)

#: What compares what a seat has with what a price takes, which a price of nothing need not.
_PAYING = ("elfen.kernel.crossings", "elfen.kernel.payments")

#: Who asks the questions, so that calls before it have read nothing.
_WATCHING = "elfen.testing.secrecy.hidden_reads"

_LAWS = "elfen.testing."

#: Functions of the core that answer what lies in a zone.
_ASKING = {"count", "counts", "of", "pieces"}

#: What asks a zone only for its size.
_SIZES = (any, sum, len, bool)


@frozen
class Read:
    """What was read, and by which function, in which file and line."""

    what: str
    function: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.function} reads {self.what} ({self.file}:{self.line})"


class Watched(Noting):
    """A position that records in `reads` what a seat (None: the public) may not see.

    Sizes may be read: by `size`, by `any` or `sum` of the counts, and by comparing them with an
    empty zone. Empty zones have nothing but a size.
    """

    __slots__ = ("_own_ext", "ledger", "reads", "seat")

    def __init__(self, rules: Ruleset, state: State, seat: int | None) -> None:
        super().__init__(rules, state)
        self.seat = seat
        self.ledger = state.ledger
        self.reads: list[Read] = []
        self._zones = _Zones(self, state.zones)
        self._own_ext = _Slots(self)

    @property
    def ext(self) -> Any:  # type: ignore[override]
        """The slots; reading a hidden part of one is recorded."""
        return self._own_ext

    def note(self, what: str) -> None:
        """Record that a plugin's function, or what it calls, reads something hidden."""
        frames = [*_frames(sys._getframe(1))]
        if frames and _module(frames[0]) in _PAYING:
            return
        frame = next((one for one in frames if not _is_core(one)), None)
        if frame is not None:
            code = frame.f_code
            name = getattr(code, "co_qualname", code.co_name)
            self.reads.append(Read(what, name, code.co_filename, frame.f_lineno))


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The calls that led to a read, the innermost first, as far as the law that watches it."""
    while frame is not None and _module(frame) != _WATCHING:
        if _module(frame) != __name__:
            yield frame
        frame = frame.f_back


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _is_core(frame: FrameType) -> bool:
    name = _module(frame)
    return name in _CORE or name.startswith(tuple(f"{room}." for room in _CORE))


class _Zones(NotedZones):
    """Zones of which the hidden ones record when they are read."""

    __slots__ = ("_of",)

    def __init__(self, position: Watched, zones: Sequence[Counts]) -> None:
        super().__init__(zones, position.contents)
        self._of = position

    def __getitem__(self, index: Any) -> Any:
        every = range(len(self.unnoted))[index]
        if isinstance(every, int):
            return self._seen(every)
        return tuple([self._seen(one) for one in every])

    def _seen(self, index: int) -> Counts:
        counts, position = self.unnoted[index], self._of
        if not any(counts):
            return counts
        zone, owner = position.rules.layout.zone_at(index)
        if position.rules.sight.into(zone.name, owner, position.seat):
            return counts
        hidden = Hidden(counts)
        whose = "" if owner is None else f" of seat {owner}"
        hidden.note = lambda: position.note(f"what lies in {zone.name!r}{whose}")
        return hidden


def looks_itself() -> bool:
    """Whether it is a plugin that reads, or the core because a plugin has asked what lies there."""
    frames = (one for one in _frames(sys._getframe(1)) if not _module(one).startswith(_LAWS))
    frame = next(frames, None)
    while frame is not None and frame.f_code.co_name in _ASKING and _is_core(frame):
        frame = next(frames, None)
    return frame is not None and not _is_core(frame)


class Hidden(tuple[int, ...]):
    """Counts of which `note` is told when they are read; their size may be."""

    note: Callable[[], None]

    def __iter__(self) -> Iterator[int]:
        if not _asks_for_size(sys._getframe(1)):
            self.note()
        return super().__iter__()

    def __getitem__(self, index: Any) -> Any:
        self.note()
        return super().__getitem__(index)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple) and any(other):
            self.note()
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        self.note()
        return super().__hash__()

    def __contains__(self, value: object) -> bool:
        self.note()
        return super().__contains__(value)

    def count(self, value: Any) -> int:
        """As for any tuple."""
        self.note()
        return super().count(value)

    def index(self, *args: Any) -> int:
        """As for any tuple."""
        self.note()
        return super().index(*args)


def _asks_for_size(frame: FrameType) -> bool:
    """Whether the code that is running asks only for the size of what it iterates over."""
    name = _called(frame.f_code, frame.f_lasti)
    found = frame.f_globals.get(name, getattr(builtins, name, None)) if name else None
    return any(found is one for one in _SIZES) and name not in frame.f_code.co_varnames


@cache
def _called(code: CodeType, at: int) -> str:
    """The name of the function that is called at a place in the code with one argument, or ""."""
    positions = [*code.co_positions()][at // 2]
    first, last, start, end = positions
    if None in positions or first is None or last is None:
        return ""
    lines = [linecache.getline(code.co_filename, n) for n in range(first, last + 1)]
    if not all(lines):
        return ""
    lines[-1] = lines[-1].encode()[:end].decode()
    lines[0] = lines[0].encode()[start:].decode()
    try:
        tree = ast.parse("".join(lines), mode="eval").body
    except SyntaxError:
        return ""
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return ""
    direct = len(tree.args) == 1 and not isinstance(tree.args[0], (ast.GeneratorExp, ast.Call))
    return tree.func.id if direct else ""


# Slots -----------------------------------------------------------------------------------


class _Slots:
    """The values of slots, whose hidden parts record when they are read."""

    def __init__(self, position: Watched) -> None:
        self._position = position

    def __getitem__(self, slot: Slot[Any]) -> Any:
        position = self._position
        value = position.state.ext[slot]
        hidden = [
            (name, visibility)
            for name, visibility in position.rules.sight.fields(slot.name)
            if visibility is not PUBLIC
        ]
        if not hidden:
            return value
        if hidden[0][0] == "" or not has(type(value)):
            position.note(f"the slot {slot.name!r}")
            return value
        return _watching(position, slot.name, value, dict(hidden))

    def items(self) -> Iterator[tuple[str, object]]:
        """As for all slots: whoever reads them all reads the hidden ones."""
        for name, slot in sorted(self._position.rules.slots.items()):
            yield name, self[slot]


def _watching(position: Watched, slot: str, value: Any, hidden: dict[str, Any]) -> Any:
    """A copy of a slot's value that records when its hidden fields are read."""
    cls = type(value)
    parts: dict[str, Any] = {"__slots__": ()}
    for name, visibility in hidden.items():
        parts[name] = property(_reading(position, slot, name, visibility, getattr(value, name)))
    copy: Any = object.__new__(type(cls.__name__, (cls,), parts))
    for field in fields(cls):
        if field.name not in hidden:
            object.__setattr__(copy, field.name, getattr(value, field.name))
    return copy


def _reading(
    position: Watched, slot: str, name: str, visibility: Any, value: Any
) -> Callable[[object], Any]:
    what = f"{name!r} of the slot {slot!r}"

    def read(self: object) -> Any:
        if visibility is OWNER and isinstance(value, tuple):
            return _Own(position, what, value)
        position.note(what)
        return value

    return read


class _Own(tuple[Any, ...]):
    """Values by seat of which only one may be read: that of the observer."""

    _of: tuple[Watched, str]

    def __new__(cls, position: Watched, what: str, values: tuple[Any, ...]) -> _Own:
        """The values, for the observer of a position."""
        made = super().__new__(cls, values)
        made._of = (position, what)
        return made

    def __getitem__(self, index: Any) -> Any:
        position, what = self._of
        if index != position.seat:
            position.note(what)
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[Any]:
        position, what = self._of
        position.note(what)
        return super().__iter__()
