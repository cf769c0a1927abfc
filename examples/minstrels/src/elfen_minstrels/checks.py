"""What is true of every state with minstrels."""

from __future__ import annotations

from collections.abc import Iterator

from elfen.plugin import Decide, Invariant, Position
from elfen_minstrels.learning import LEARNING, MOST_KNOWN
from elfen_minstrels.pieces import HEARD, KNOWN, SUNG, UNSUNG


def invariants() -> list[Invariant]:
    """The laws of this expansion that the core does not know of."""
    return [
        Invariant("minstrels/few-songs", too_many, text="nobody knows more than three songs"),
        Invariant("minstrels/an-evening", too_often, text="nobody sings twice in an evening"),
        Invariant("minstrels/heard", forgotten, text="who has heard songs is to keep one"),
    ]


def too_many(position: Position) -> Iterator[str]:
    """Seats that know more songs than one can, or have shown more at the end."""
    for seat in range(position.players):
        known = position.size(KNOWN.of(seat)) + position.size(UNSUNG.of(seat))
        if known > MOST_KNOWN:
            yield f"seat {seat} knows {known} songs"


def too_often(position: Position) -> Iterator[str]:
    """Seats that have sung more songs than there were evenings."""
    for seat in range(position.players):
        sung = position.size(SUNG.of(seat))
        if sung > position.round:
            yield f"seat {seat} has sung {sung} songs in {position.round} rounds"


def forgotten(position: Position) -> Iterator[str]:
    """Seats that have heard songs and will not be asked about them."""
    asked = {
        item.seat for item in position.agenda if isinstance(item, Decide) and item.name == LEARNING
    }
    for seat in range(position.players):
        if position.size(HEARD.of(seat)) and seat not in asked:
            yield f"seat {seat} has heard songs and is not asked which to keep"
