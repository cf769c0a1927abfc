"""Invariants: what is true of every state of Elfenland."""

from __future__ import annotations

from collections.abc import Iterator

from elfen.land import towncards
from elfen.land.pieces import COUNTER, LAND, OBSTACLE, OPEN, ROUTE_COUNTER
from elfen.land.planning import Planning
from elfen.plugin import Invariant, Position, Ruleset


def invariants(rules: Ruleset) -> list[Invariant]:
    """All invariants of Elfenland."""
    row: int = rules.option("land.open_row")

    def long_row(position: Position) -> Iterator[str]:
        """More open counters than the row may have."""
        if position.size(OPEN) > row:
            yield f"{position.size(OPEN)} counters lie open; there are {row} at most"

    return [
        Invariant("land/suited", unsuited, text="counters lie only where they are suited"),
        Invariant("land/obstacles", lonely, text="an obstacle lies only where a counter lies"),
        Invariant("land/open-row", long_row, text=f"at most {row} counters lie open"),
        Invariant("land/start-player", nobody, text="the start player is one of the seats"),
        *towncards.invariants(rules),
    ]


def unsuited(position: Position) -> Iterator[str]:
    """Counters where they are not suited (RG 4)."""
    rules = position.rules
    counters = rules.layout.kinds_of(ROUTE_COUNTER)
    for number, route in enumerate(rules.board.routes):
        for kind in position.lying(route.id, COUNTER):
            if kind in counters and not rules.quotes.opens(number, rules.layout.kind_number[kind]):
                yield f"a {kind.name} counter is not suited to {route.terrain} ({route.id})"


def lonely(position: Position) -> Iterator[str]:
    """Obstacles on roads without a counter (RG 4)."""
    transports = position.rules.once(Planning).transports
    for number, route in enumerate(position.rules.board.routes):
        if position.lying(route.id, OBSTACLE) and transports.isdisjoint(position.routes[number]):
            yield f"an obstacle lies on {route.id}, where there is no counter"


def nobody(position: Position) -> Iterator[str]:
    """A start player who is not one of the seats."""
    start = position.ext[LAND].start_player
    if not 0 <= start < position.players:
        yield f"the start player is seat {start}, but {position.players} play"
