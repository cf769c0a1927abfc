"""An engine's state and actions as plain data, read through public names alone."""

from __future__ import annotations

from collections import Counter

from elfen.land import (
    HAND,
    LAND,
    OBSTACLES,
    OPEN,
    PILE,
    PLAYED,
    SECRET,
    SHOWN,
    STACK,
)
from elfen.plugin import Action as EngineAction
from elfen.plugin import Pieces, Position

from .turns import Action, Table


def read(position: Position) -> Table:
    """The table as the twin has it."""
    seats = range(position.players)
    towns = [town.id for town in position.rules.board.towns]
    lying = {
        route.id: [piece.id for piece in position.lying(route.id)]
        for route in position.rules.board.routes
        if position.lying(route.id)
    }
    return {
        "round": position.round,
        "start": position.ext[LAND].start_player,
        "stack": Counter(position.counts(STACK)),
        "played": Counter(position.counts(PLAYED)),
        "pile": Counter(position.counts(PILE)),
        "open": Counter(position.counts(OPEN)),
        "hands": [Counter(position.counts(HAND.of(seat))) for seat in seats],
        "secret": [Counter(position.counts(SECRET.of(seat))) for seat in seats],
        "shown": [Counter(position.counts(SHOWN.of(seat))) for seat in seats],
        "obstacles": [position.size(OBSTACLES.of(seat)) for seat in seats],
        "lying": lying,
        "boots": [position.town(seat) for seat in seats],
        "visited": [{town for town in towns if position.has_visited(s, town)} for s in seats],
    }


def plain(action: EngineAction) -> Action:
    """An action as a tuple of its verb and what it names."""
    values = action.values()
    return (action.verb, *(tuple(sorted(v)) if isinstance(v, Pieces) else v for v in values))
