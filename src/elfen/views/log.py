"""The log: actions and outcomes of chance, in full or as one seat may see them.

`Entry` is a line of a game's own log, which hides nothing. `SeenEntry` is a line as a seat (or
the public) may see it, and a `Log` is a sequence of those, made when they are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, overload

from attrs import frozen

from elfen.declare import Action, Chance, Drawn, Outcome, Value
from elfen.errors import ElfenError, brief
from elfen.kernel import DrawnUnseen, Unseen


@frozen(eq=False, repr=False)
class Entry(Value):
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


class SeenPage(NamedTuple):
    """What the public may see of one decision with the chance that followed, and what was before.

    Without an action it is chance alone. `length` and `steps` count the lines and the decisions
    up to here. All logs of a game share these, as what only one seat may see is not in them.
    """

    before: SeenPage | None
    seat: int | None
    action: Action | Unseen | None
    outcomes: tuple[Outcome | Unseen, ...]
    chances: tuple[Chance, ...]
    length: int
    steps: int


class OwnPage(NamedTuple):
    """What one seat sees of a page in full, other than the public; `length` is that of the page."""

    before: OwnPage | None
    length: int
    action: Action | Unseen | None
    outcomes: tuple[Outcome | Unseen, ...]


_seen_page: Callable[[tuple[Any, ...]], SeenPage] = partial(tuple.__new__, SeenPage)
#: Makes an `OwnPage` of the tuple of its fields.
own_page: Callable[[tuple[Any, ...]], OwnPage] = partial(tuple.__new__, OwnPage)


def seen_page(
    before: SeenPage | None,
    seat: int | None,
    action: Any,
    outcomes: tuple[Outcome | Unseen, ...],
    chances: tuple[Chance, ...],
) -> SeenPage:
    """The page after another, or the first one."""
    length, steps = (0, 0) if before is None else before[5:]
    length += len(outcomes)
    if action is not None:
        length, steps = length + 1, steps + 1
    return _seen_page((before, seat, action, outcomes, chances, length, steps))


class Log(Sequence[SeenEntry]):
    """What an observer may see of a game's log: an immutable sequence, oldest entry first.

    Logs of a game share their pages, so a view at every turn costs no more than the new ones. A log
    ends with its last page, and knows what the seat sees of some in full. Logs are equal if their
    entries are.
    """

    __slots__ = ("_own", "_page")

    _own: OwnPage | None
    _page: SeenPage | None

    def __init__(self, entries: Iterable[SeenEntry] = ()) -> None:
        self._page = _with_entries(None, entries)
        self._own = None

    @property
    def steps(self) -> int:
        """The number of decisions in it, of all seats together."""
        return 0 if self._page is None else self._page.steps

    def plus(self, entries: Iterable[SeenEntry]) -> Log:
        """A log with these entries appended."""
        log = Log()
        log._page, log._own = _with_entries(self._page, entries), self._own
        return log

    def since(self, number: int) -> tuple[SeenEntry, ...]:
        """All entries but the first `number`: what is new to a reader who has seen those."""
        return _entries(self._lines(number))

    def _lines(self, number: int) -> list[Line]:
        """All lines but the first `number`."""
        lines = self._pages(number, -1)
        known = number - len(self) + len(lines)
        return lines[known:] if known > 0 else lines

    def _pages(self, number: int, step: int) -> list[Line]:
        """The lines of the pages that end after so many lines, and after so many decisions."""
        found: list[tuple[Any, ...]] = []
        page, own = self._page, self._own
        while page is not None and page.length > number and page.steps > step:
            before, seat, action, outcomes, chances, length, _ = page
            if own is not None and own.length == length:
                own, _, action, outcomes = own
            found.append((seat, action, outcomes, chances))
            page = before
        lines: list[Line] = []
        for seat, action, outcomes, chances in reversed(found):
            if action is not None:
                lines.append((seat, action, None))
            if outcomes:
                lines += [
                    (None, outcome, item) for outcome, item in zip(outcomes, chances, strict=True)
                ]
        return lines

    def after(self, step: int) -> tuple[SeenEntry, ...]:
        """The entries after the first `step` decisions and the chance that followed them.

        These are new to a reader who has seen the view of that `step`; after step 0, everything
        but the deal at the start. Raises `ElfenError` for a step that is not in the log.
        """
        return _entries(self._told(step))

    def _told(self, step: int | None = None) -> list[Line]:
        """What all entries are made of, or those that `after` gives, under the same conditions."""
        if step is None:
            return self._pages(0, -1)
        if type(step) is not int or not 0 <= step <= self.steps:
            raise ElfenError(f"no step {brief(step)}: the log has those from 0 to {self.steps}")
        return self._pages(-1, step)

    def __len__(self) -> int:
        return 0 if self._page is None else self._page.length

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
        if self._page is other._page and self._own is other._own:
            return True
        return len(self) == len(other) and self._told() == other._lines(0)

    def __hash__(self) -> int:
        return hash(tuple(self._told()))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Log, (self.since(0),))

    def __repr__(self) -> str:
        return f"<Log: {len(self)} entries>"

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def _with_entries(page: SeenPage | None, entries: Iterable[SeenEntry]) -> SeenPage | None:
    """A page for each entry after this one."""
    for one in entries:
        if one.chance is None:
            page = seen_page(page, one.seat, one.move, (), ())
        else:
            page = seen_page(page, None, None, (one.move,), (one.chance,))  # type: ignore[arg-type]
    return page


def _entries(lines: Iterable[Line]) -> tuple[SeenEntry, ...]:
    return tuple([SeenEntry(*line) for line in lines])
