"""Events: what happened in one step, as typed values.

The core reports what its own primitives do; who may see the contents follows from the
zones they name. A plugin adds events of its own with `table.emit`.
"""

from __future__ import annotations

from attrs import frozen

from elfen.kinds import Pieces


@frozen
class PiecesMoved:
    """Pieces went from one zone to another; `*_seat` is None for a zone of the table."""

    pieces: Pieces
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None


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
    PiecesMoved | PutOnRoute | TakenFromRoute | BootMoved | TownVisited | RoundBegan | GameEnded
)
