"""Invariants: what is true of every state of Elfensea."""

from __future__ import annotations

from collections.abc import Iterator

from elfen.land import ROUTE_COUNTER
from elfen.plugin import Decide, Invariant, Position
from elfen_sea.bonus import CHOOSE
from elfen_sea.pieces import BONUS, BONUS_DRAWN


def invariants() -> list[Invariant]:
    """All invariants of Elfensea."""
    return [
        Invariant("sea/suited", unsuited, text="bonus counters lie only where they are suited"),
        Invariant("sea/one-counter", crowded, text="one counter per route, bonus ones included"),
        Invariant("sea/drawn", undecided, text="a seat that looks at bonus counters chooses"),
    ]


def unsuited(position: Position) -> Iterator[str]:
    """Bonus counters where they open no way; rafts and whales never do (S6)."""
    rules = position.rules
    for number, route in enumerate(rules.board.routes):
        for kind in position.lying(route.id, BONUS):
            if not rules.quotes.opens(number, rules.layout.kind_number[kind]):
                yield f"a {kind.name} counter is not suited to {route.terrain} ({route.id})"


def crowded(position: Position) -> Iterator[str]:
    """Two counters on one route (S6); what other plugins give a place of its own is no matter."""
    kinds = {*position.rules.layout.kinds_of(ROUTE_COUNTER)}
    for route in position.rules.board.routes:
        lying = [kind for kind in position.lying(route.id) if kind in kinds or kind.group is BONUS]
        if len(lying) > 1:
            yield f"{len(lying)} counters lie on {route.id}; there can be one"


def undecided(position: Position) -> Iterator[str]:
    """Bonus counters that a seat has drawn without a choice on the agenda."""
    choosing = {
        item.seat for item in position.agenda if isinstance(item, Decide) and item.name == CHOOSE
    }
    for seat in range(position.players):
        if position.size(BONUS_DRAWN.of(seat)) and seat not in choosing:
            yield f"seat {seat} has drawn bonus counters, but is not asked which to keep"
