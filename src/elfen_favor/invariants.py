"""Invariants: what is true of every state with favors."""

from __future__ import annotations

from collections.abc import Iterator

from elfen.plugin import Decide, Invariant, Position
from elfen_favor.effects import LAY_FOUND
from elfen_favor.pieces import FOUND


def invariants() -> list[Invariant]:
    """The invariant that counters are looked at only while deciding about them."""
    return [
        Invariant("favor/found", forgotten, text="a seat that looks at counters is asked"),
    ]


def forgotten(position: Position) -> Iterator[str]:
    """Counters that a seat looks at without a decision about them on the agenda."""
    asked = {
        item.seat for item in position.agenda if isinstance(item, Decide) and item.name == LAY_FOUND
    }
    for seat in range(position.players):
        if seat not in asked and position.size(FOUND.of(seat)):
            yield f"seat {seat} looks at {position.size(FOUND.of(seat))} counters and is not asked"
