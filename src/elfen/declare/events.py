"""Events: what happened in one step, as typed values, and how much of it each seat may see.

The core reports what its own primitives do; who may see which pieces moved follows from the
zones they moved between. A plugin declares its own events as `EventType`, and reports them with
`table.emit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import evolve, field, frozen

from elfen.declare.kinds import Pieces
from elfen.declare.meanings import Meanings
from elfen.declare.named_lists import Entry
from elfen.declare.values import Value
from elfen.errors import RulesetError, brief

if TYPE_CHECKING:
    from elfen.declare.given import Words

E = TypeVar("E")


@frozen(eq=False, repr=False)
class EventType(Entry, Generic[E]):
    """A type of event that plugins report with `table.emit(event)`.

    `type` is a frozen attrs class. `public(event)` is what everyone may see of an event: an event
    of a declared type, or None for nothing (`as_it_is` if it has no secrets). If `owner` names
    one of its fields, the seat in that field sees the whole event. `text` describes an event: a
    format of its fields, such as `"{seat} fell into the well of {town}"` (with names as `means`
    has it), or a function `text(event, words)`; see `Words`.

    An event that `reveals` tells a secret on purpose to those who see it, so that what follows
    may depend on that secret; see `elfen.testing.secrecy.noninterference`. Pieces that move from
    an unseen zone to where they can be seen always do so.

    `means` says what fields name, so that `text` can use the names: `{"town": Means.TOWN}`; see
    `Means`. Fields that are not listed are shown as they are, except that `seat` and `..._seat`
    mean seats. An entry that replaces another for the same class need not repeat it.
    """

    type: type[E] = field(kw_only=True)
    public: Callable[[E], object | None] = field(kw_only=True)
    text: str | Callable[[E, Words], str] = field(kw_only=True)
    owner: str | None = field(kw_only=True, default=None)
    reveals: bool = field(kw_only=True, default=False)
    means: Meanings = field(kw_only=True, factory=dict, hash=False)


@frozen(eq=False, repr=False)
class PiecesMoved(Value):
    """Pieces went from one zone to another; `*_seat` is None for a zone of the table.

    `draw` names the draw, if they were drawn from a seat's zone; otherwise it is None.
    """

    pieces: Pieces
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None
    draw: str | None = None


@frozen(eq=False, repr=False)
class PiecesMovedUnseen(Value):
    """`number` pieces went from one zone to another, and the observer can see into neither."""

    number: int
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None
    draw: str | None = None


@frozen(eq=False, repr=False)
class PutOnRoute(Value):
    """A piece now lies on a route."""

    kind: str
    route: str
    source: str
    seat: int | None


@frozen(eq=False, repr=False)
class TakenFromRoute(Value):
    """A piece left a route for a zone."""

    kind: str
    route: str
    target: str
    seat: int | None


@frozen(eq=False, repr=False)
class BootMoved(Value):
    """A seat's boot went to a town: along a route, or by other means (`route` is None)."""

    seat: int
    start: str
    end: str
    route: str | None


@frozen(eq=False, repr=False)
class BootsBegan(Value):
    """All boots stand in the town that was drawn as their start."""

    town: str


@frozen(eq=False, repr=False)
class TownVisited(Value):
    """A seat took its town piece."""

    seat: int
    town: str


@frozen(eq=False, repr=False)
class RoundBegan(Value):
    """A round began."""

    round: int


@frozen(eq=False, repr=False)
class GameEnded(Value):
    """The game is over."""

    ending: str


CoreEvent = (
    PiecesMoved
    | PiecesMovedUnseen
    | PutOnRoute
    | TakenFromRoute
    | BootMoved
    | BootsBegan
    | TownVisited
    | RoundBegan
    | GameEnded
)


def unseen(event: PiecesMoved) -> PiecesMovedUnseen:
    """What an observer who sees into neither zone sees of moving pieces."""
    return PiecesMovedUnseen(
        len(event.pieces),
        event.source,
        event.source_seat,
        event.target,
        event.target_seat,
        event.draw,
    )


def merged(events: Iterator[object]) -> Iterator[object]:
    """The events, with consecutive unseen moves between the same zones merged into one.

    A step may move pieces kind by kind; the number of portions would reveal something of the kinds.
    """
    last: PiecesMovedUnseen | None = None
    for event in events:
        if not isinstance(event, PiecesMovedUnseen):
            if last is not None:
                yield last
                last = None
            yield event
        elif last is not None and evolve(event, number=last.number) == last:
            last = evolve(last, number=last.number + event.number)
        else:
            if last is not None:
                yield last
            last = event
    if last is not None:
        yield last


def undeclared(event: object) -> RulesetError:
    """The error for an event of a type that no plugin declares."""
    cls: type[Any] = type(event)
    return RulesetError(
        f"{brief(event)} was emitted, but no plugin declares {cls.__name__}; return"
        f" EventType(..., type={cls.__name__}, ...) from elfen_events"
    )
