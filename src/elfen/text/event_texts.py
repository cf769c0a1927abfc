"""The texts of the core's own events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from elfen.declare import (
    BootMoved,
    BootsBegan,
    EventType,
    GameEnded,
    Meanings,
    Means,
    Pieces,
    PiecesMoved,
    PiecesMovedUnseen,
    PutOnRoute,
    RoundBegan,
    TakenFromRoute,
    TownVisited,
    as_it_is,
    unseen,
)
from elfen.errors import Seat

if TYPE_CHECKING:
    from elfen.declare.given import Words

E = TypeVar("E")


def core_events() -> list[EventType[Any]]:
    """The event types of the core, with their texts."""
    route, town = {"route": Means.ROUTE}, {"town": Means.TOWN}
    of_boot = {"start": Means.TOWN, "end": Means.TOWN, **route}
    took = "{seat} took the town piece of {town}"
    return [
        EventType("core/pieces-moved", type=PiecesMoved, public=unseen, text=_moved),
        _seen_by_all("core/pieces-moved-unseen", PiecesMovedUnseen, _moved),
        _seen_by_all("core/put-on-route", PutOnRoute, _put, route),
        _seen_by_all("core/taken-from-route", TakenFromRoute, _taken, route),
        _seen_by_all("core/boot-moved", BootMoved, _boot, of_boot),
        _seen_by_all("core/boots-began", BootsBegan, "all boots begin in {town}", town),
        _seen_by_all("core/town-visited", TownVisited, took, town),
        _seen_by_all("core/round-began", RoundBegan, "round {round} began"),
        _seen_by_all("core/game-ended", GameEnded, _ended),
    ]


def _seen_by_all(
    name: str, cls: type[E], text: str | Callable[[E, Words], str], means: Meanings | None = None
) -> EventType[E]:
    return EventType(name, type=cls, public=as_it_is, text=text, means=means or {})


def _moved(event: PiecesMoved | PiecesMovedUnseen, words: Words) -> str:
    return words.moved(event)


def _put(event: PutOnRoute, words: Words) -> str:
    what = words.pieces(Pieces.of([event.kind]), event.source)
    values = {"seat": _whose(event.seat), "what": what, "route": words.route(event.route)}
    if event.seat is None:
        return words.say("{what} was laid on {route}", **values)
    return words.say("{seat} laid {what} on {route}", **values)


def _taken(event: TakenFromRoute, words: Words) -> str:
    what = words.pieces(Pieces.of([event.kind]), event.target)
    values = {"seat": _whose(event.seat), "what": what, "route": words.route(event.route)}
    if event.seat is None:
        return words.say("{what} was taken off {route}", **values)
    return words.say("{seat} took {what} off {route}", **values)


def _whose(seat: int | None) -> Seat | None:
    return None if seat is None else Seat(seat)


def _boot(event: BootMoved, words: Words) -> str:
    values = {
        "seat": Seat(event.seat),
        "start": words.town(event.start),
        "end": words.town(event.end),
    }
    if event.route is not None:
        return words.say("{seat} moved from {start} to {end}", **values)
    return words.say("{seat} {seat:were|was} brought from {start} to {end}", **values)


def _ended(event: GameEnded, words: Words) -> str:
    return words.say("the game ended: {why}", why=words.ending(event.ending))
