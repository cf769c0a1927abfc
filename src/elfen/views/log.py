"""The log: actions and outcomes of chance, in full or as one seat may see them.

`Entry` is a line of a game's own log, which hides nothing. `SeenEntry` is a line as a seat (or
the public) may see it, and a `Log` is a sequence of those, made when they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from attrs import frozen

from elfen.declare import Action, Chance, Drawn, Outcome
from elfen.errors import ElfenError, brief
from elfen.kernel import DrawnUnseen, Unseen


@frozen
class Entry:
    """A line of the log: a seat's action, or an outcome of chance, whose `seat` is None.

    `chance` is the agenda item that an outcome resolves.
    """

    seat: int | None
    move: Action | Outcome
    chance: Chance | None = None

    def __str__(self) -> str:
        who = "chance" if self.seat is None else f"seat {self.seat}"
        return f"{who}: {self.move}"


@frozen(cache_hash=True)
class SeenEntry:
    """A line of the log as an observer may see it.

    An action may be in its public form; an outcome may be reduced to the fact that it came.
    """

    seat: int | None
    move: Action | Outcome | Unseen
    chance: Chance | None = None

    def __str__(self) -> str:
        if self.chance is None:
            return f"seat {self.seat}: {self.move}"
        whose = "" if self.chance.seat is None else f", seat {self.chance.seat}"
        giver = "" if self.source is None else f", from seat {self.source}"
        return f"{self.chance.name}{whose}{giver}: {self.move}"

    @property
    def source(self) -> int | None:
        """The seat from whose zone pieces were drawn; None for anything else."""
        drawn = isinstance(self.move, (Drawn, DrawnUnseen))
        return self.chance.source if drawn and self.chance is not None else None

    def to_data(self) -> dict[str, Any]:
        """The line as plain data: `{"seat", "move"}` or `{"chance": {"name", "seat"}, "move"}`.

        For a draw from a seat's zone, `chance` also has that seat as `source`.
        """
        move = str(self.move)
        if self.chance is None:
            return {"seat": self.seat, "move": move}
        chance: dict[str, Any] = {"name": self.chance.name, "seat": self.chance.seat}
        if self.source is not None:
            chance["source"] = self.source
        return {"chance": chance, "move": move}


#: What a `SeenEntry` is made of.
Line = tuple[int | None, Action | Outcome | Unseen, Chance | None]
Lines = tuple[Line, ...]


class Log(Sequence[SeenEntry]):
    """What an observer may see of a game's log: an immutable sequence, oldest entry first.

    A log extends the log of the previous decision, so a view at every turn costs no more than
    the new entries. Logs are equal if their entries are.
    """

    __slots__ = ("_before", "_length", "_new", "_steps")

    _before: Log | None
    _length: int
    _new: Sequence[Lines]
    _steps: int

    def __init__(self, entries: Iterable[SeenEntry] = ()) -> None:
        lines = tuple([(one.seat, one.move, one.chance) for one in entries])
        self._before = None
        self._new = (lines,)
        self._length = len(lines)
        self._steps = [chance for _, _, chance in lines].count(None)

    @classmethod
    def going_on(cls, before: Log | None, new: Sequence[Lines], steps: int) -> Log:
        """A log with new lines after those of another, with so many decisions altogether."""
        log = cls.__new__(cls)
        log._before = before
        log._new = new
        log._length = sum(map(len, new)) + (0 if before is None else before._length)
        log._steps = steps
        return log

    @property
    def steps(self) -> int:
        """The number of decisions in it, of all seats together."""
        return self._steps

    def plus(self, entries: Iterable[SeenEntry]) -> Log:
        """A log with these entries appended."""
        after = Log(entries)
        return Log.going_on(self, after._new, self._steps + after._steps)

    def since(self, number: int) -> tuple[SeenEntry, ...]:
        """All entries but the first `number`: what is new to a reader who has seen those."""
        return _entries(self._lines(number))

    def _lines(self, number: int) -> list[Line]:
        parts: list[Sequence[Lines]] = []
        log: Log | None = self
        while log is not None and log._length > number:
            parts.append(log._new)
            log = log._before
        known = number - (log._length if log is not None else 0)
        return _flat(parts)[max(known, 0) :]

    def after(self, step: int) -> tuple[SeenEntry, ...]:
        """The entries after the first `step` decisions and the chance that followed them.

        These are new to a reader who has seen the view of that `step`; after step 0, everything
        but the deal at the start. Raises `ElfenError` for a step that is not in the log.
        """
        if type(step) is not int or not 0 <= step <= self.steps:
            raise ElfenError(f"no step {brief(step)}: the log has those from 0 to {self.steps}")
        parts: list[Sequence[Lines]] = []
        log: Log | None = self
        while log is not None and log.steps > step:
            parts.append(log._new)
            log = log._before
        lines = _flat(parts)
        number = log.steps if log is not None else 0
        for at, (_, _, chance) in enumerate(lines):
            number += chance is None
            if number > step:
                return _entries(lines[at:])
        return ()

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[SeenEntry]:
        return iter(self.since(0))

    @overload
    def __getitem__(self, index: int) -> SeenEntry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[SeenEntry, ...]: ...

    def __getitem__(self, index: int | slice) -> SeenEntry | tuple[SeenEntry, ...]:
        return self.since(0)[index]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Log):
            return NotImplemented
        return self._length == other._length and self._lines(0) == other._lines(0)

    def __hash__(self) -> int:
        return hash(tuple(self._lines(0)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Log, (self.since(0),))

    def __repr__(self) -> str:
        return f"<Log: {self._length} entries>"

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def _flat(parts: list[Sequence[Lines]]) -> list[Line]:
    """All lines of these parts, the last part of which comes first."""
    return [line for part in reversed(parts) for lines in part for line in lines]


def _entries(lines: Iterable[Line]) -> tuple[SeenEntry, ...]:
    return tuple([SeenEntry(*line) for line in lines])
