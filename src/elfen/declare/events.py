"""Events: what happened in one step, as typed values, and what of them each seat may see.

The core reports what its own primitives do; who may see which pieces moved follows from the
zones they moved between. A plugin declares events of its own as `EventType`, and reports
them with `table.emit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import evolve, field, frozen

from elfen.declare.kinds import Pieces
from elfen.declare.meanings import Meanings
from elfen.declare.named_lists import Entry
from elfen.errors import RulesetError

if TYPE_CHECKING:
    from elfen.declare.given import Words

E = TypeVar("E")


@frozen
class EventType(Entry, Generic[E]):
    """A type of event that plugins report with `table.emit(event)`.

    `type` is a frozen attrs class. `public(event)` is what everyone may see of one: an event of
    a declared type, or None for nothing (`as_it_is` if it keeps no secret). If `owner` names
    one of its fields, the seat in that field sees the whole event. `text` gives its words: a
    format of its fields, such as `"{seat} fell into the well of {town}"` (what they name
    comes by its name, see `means`), or a function `text(event, words)`; see `Words`.

    An event that `reveals` tells a secret on purpose to those who see it, so that what follows
    it may depend on that secret; see `elfen.testing.noninterference`. Pieces that move from a
    zone that one cannot see into to where one can see them do so anyway.

    `means` says what fields name, so that `text` has their names: `{"town": Means.TOWN}`; see
    `Means`. A field that is not in it is told as it is, but `seat` and `..._seat` mean seats. An
    entry that takes another's place, for the same class, need not say it again.
    """

    type: type[E] = field(kw_only=True)
    public: Callable[[E], object | None] = field(kw_only=True)
    text: str | Callable[[E, Words], str] = field(kw_only=True)
    owner: str | None = field(kw_only=True, default=None)
    reveals: bool = field(kw_only=True, default=False)
    means: Meanings = field(kw_only=True, factory=dict, hash=False)


@frozen
class PiecesMoved:
    """Pieces went from one zone to another; `*_seat` is None for a zone of the table.

    `draw` names the draw from a seat's zone that brought them; None for anything else.
    """

    pieces: Pieces
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None
    draw: str | None = None


@frozen
class PiecesMovedUnseen:
    """So many pieces went from one zone to another, and one can see into neither."""

    number: int
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None
    draw: str | None = None


@frozen
class PutOnRoute:
    """A piece now lies on a route."""

    kind: str
    route: str
    source: str
    seat: int | None


@frozen
class TakenFromRoute:
    """A piece left a route for a zone."""

    kind: str
    route: str
    target: str
    seat: int | None


@frozen
class BootMoved:
    """A seat's boot went to a town: along a route, or by other means (None)."""

    seat: int
    start: str
    end: str
    route: str | None


@frozen
class BootsBegan:
    """All boots stand in the town that chance has drawn as their start."""

    town: str


@frozen
class TownVisited:
    """A seat took its town piece."""

    seat: int
    town: str


@frozen
class RoundBegan:
    """A round began."""

    round: int


@frozen
class GameEnded:
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
    """What those see of moving pieces who see into neither zone."""
    return PiecesMovedUnseen(
        len(event.pieces),
        event.source,
        event.source_seat,
        event.target,
        event.target_seat,
        event.draw,
    )


def merged(events: Iterator[object]) -> Iterator[object]:
    """The events, unseen moves of pieces between the same zones made one.

    A step may move pieces kind by kind; in how many portions would tell of the kinds.
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
    """The error about an event of a type that no plugin has declared."""
    cls: type[Any] = type(event)
    return RulesetError(
        f"{event!r} was emitted, but no plugin declares {cls.__name__}; return"
        f" EventType(..., type={cls.__name__}, ...) from elfen_events"
    )
