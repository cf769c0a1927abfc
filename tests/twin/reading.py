"""The engine's state and actions as plain data, read through public names alone."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from elfen.land import (
    HAND,
    KEPT_SECRET,
    KEPT_SHOWN,
    LAND,
    OBSTACLES,
    OPEN,
    PILE,
    PLAYED,
    SECRET,
    SHOWN,
    STACK,
    TOWN_CARDS,
    TOWN_CARDS_SHOWN,
    TOWN_DECK,
)
from elfen.plugin import Action as EngineAction
from elfen.plugin import Pieces, Position, SeatZone

from .turns import Action, Table


def read(position: Position) -> Table:
    """The table in the twin's form."""
    seats = range(position.players)
    towns = [town.id for town in position.rules.board.towns]
    lying = {
        route.id: [piece.id for piece in pieces]
        for route in position.rules.board.routes
        if (pieces := position.lying(route.id))
    }
    cards = position.rules.option("land.town_cards")
    several = position.rules.option("land.counters_kept") > 1

    def of_seats(zone: SeatZone, there: bool = True) -> list[Counter[str]]:
        return [Counter(position.counts(zone.of(s))) if there else Counter() for s in seats]

    return {
        "round": position.round,
        "start": position.ext[LAND].start_player,
        "stack": Counter(position.counts(STACK)),
        "played": Counter(position.counts(PLAYED)),
        "pile": Counter(position.counts(PILE)),
        "open": Counter(position.counts(OPEN)),
        "deck": Counter(position.counts(TOWN_DECK)) if cards else Counter(),
        "hands": of_seats(HAND),
        "secret": of_seats(SECRET),
        "shown": of_seats(SHOWN),
        "kept_secret": of_seats(KEPT_SECRET, several),
        "kept_shown": of_seats(KEPT_SHOWN, several),
        "town": of_seats(TOWN_CARDS, cards),
        "town_shown": of_seats(TOWN_CARDS_SHOWN, cards),
        "obstacles": [position.size(OBSTACLES.of(seat)) for seat in seats],
        "lying": lying,
        "boots": [position.town(seat) for seat in seats],
        "visited": [{town for town in towns if position.has_visited(s, town)} for s in seats],
    }


@lru_cache(maxsize=1 << 16)
def plain(action: EngineAction) -> Action:
    """An action as a tuple of its verb and what it names."""
    values = action.values()
    return (action.verb, *(tuple(sorted(v)) if isinstance(v, Pieces) else v for v in values))
