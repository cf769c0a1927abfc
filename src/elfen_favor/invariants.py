"""Invariants: what is true of every state with favors."""

from __future__ import annotations

from collections.abc import Iterator

from elfen.plugin import Decide, Invariant, Position
from elfen_favor.effects import LAY_FOUND
from elfen_favor.pieces import FOUND
from elfen_favor.town_tiles import SMALL, open_tile
from elfen_favor.using import USE


def invariants() -> list[Invariant]:
    """Counters are looked at only while deciding about them; favors are those of the town (F2)."""
    return [
        Invariant("favor/found", forgotten, text="a seat that looks at counters is asked"),
        Invariant("favor/offer", elsewhere, text="a seat is offered the favor of its town"),
    ]


def forgotten(position: Position) -> Iterator[str]:
    """Counters that a seat looks at without a decision about them on the agenda."""
    asked = {
        item.seat for item in position.agenda if isinstance(item, Decide) and item.name == LAY_FOUND
    }
    for seat in range(position.players):
        if seat not in asked and position.size(FOUND.of(seat)):
            yield f"seat {seat} looks at {position.size(FOUND.of(seat))} counters and is not asked"


def elsewhere(position: Position) -> Iterator[str]:
    """A favor on the agenda of a town where its seat is not, or that has none to use (F2)."""
    rules = position.rules
    for item in position.agenda:
        if isinstance(item, Decide) and item.name == USE:
            seat, town = item.seat, rules.board.town_number.get(str(item.data[0]))
            if town is None:
                yield f"seat {seat} is offered the favor of a town that is not on the board"
            elif town != position.boots[seat]:
                yield f"seat {seat} is offered the favor of {item.data[0]}, where its boot is not"
            elif not _has_tile(position, town):
                yield f"seat {seat} is offered the favor of {item.data[0]}, which has none"


def _has_tile(position: Position, town: int) -> bool:
    """Whether a town has a tile, which lies open if it is a small favor."""
    rules = position.rules
    if not rules.piece_towns_of(position) >> town & 1:
        return False
    return rules.option("favor.variant") != SMALL or bool(open_tile(position, town))
