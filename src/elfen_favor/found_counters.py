"""Placing one of the counters found, at once and by the usual rules (F3, F4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from elfen.land import COUNTER, PILE, Planning
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Message,
    Position,
    Reason,
    Ruleset,
    Table,
    always_legal,
    frozen,
)
from elfen_favor.effects import LAY_FOUND
from elfen_favor.pieces import FOUND
from elfen_favor.using import most_offers


@frozen(cache_hash=True)
class LayFound(Action):
    """Place one of the counters found on a road, face up; the rest goes back."""

    verb = "lay found"
    counter: str
    route: str


@frozen(cache_hash=True)
class PutBack(Action):
    """Put all counters found back into the pile."""

    verb = "put back"


class Found:
    """What may be done with the counters found."""

    def __init__(self, rules: Ruleset) -> None:
        self.layout = rules.layout
        self.found = rules.layout.indexes(FOUND)
        self.places = {kind.id: n for n, kind in enumerate(rules.layout.kinds_of(FOUND))}
        self.pile = rules.layout.index(PILE)
        #: Placing by Elfenland's rules; so spells, obstacles and any other counters that open no
        #: way to travel cannot be placed.
        self.laying = rules.once(Planning).placing(
            "favor/lay-found",
            LayFound,
            FOUND,
            Message("favor/found-one", "found"),
            "lay one of the counters found on a road",
            at=LAY_FOUND,
        )

    def decision(self) -> Decision:
        """The choice of a counter and a road."""
        return Decision(LAY_FOUND, text="lay one of the counters found", at_most=most_offers)

    def types(self) -> list[ActionType[Any]]:
        """The two action types: place one, or none."""
        return [
            evolve(self.laying, legal=self.legal, check=self.check, apply=self.lay),
            always_legal(
                "favor/put-back",
                PutBack(),
                at=LAY_FOUND,
                apply=lambda table, item, action: self.put_back(table, item.seat),
                text="put all counters found back",
            ),
        ]

    def legal(self, position: Position, seat: int) -> Sequence[LayFound]:
        """All legal placements, counter by counter."""
        assert callable(self.laying.legal)
        return sorted(self.laying.legal(position, seat), key=lambda a: self.places[a.counter])

    def check(self, position: Position, seat: int, action: LayFound) -> Reason | None:
        """Whether the counter was found, and may be placed there."""
        place = self.places.get(action.counter)
        if place is None or not position.zones[self.found[seat]][place]:
            kind = self.layout.called(action.counter, COUNTER)
            text = "you have not found a {kind} counter"
            return Reason.of("favor/lay-found", "favor/not-found", text, kind=kind)
        return self.laying.check(position, seat, action)

    def lay(self, table: Table, item: Decide, action: LayFound) -> None:
        """The counter goes on the road, the rest back into the pile, unseen (F4)."""
        self.laying.apply(table, item, action)
        self.put_back(table, item.seat)

    def put_back(self, table: Table, seat: int) -> None:
        """The remaining counters found go back into the pile."""
        found = self.found[seat]
        if any(table.zones[found]):
            table.shift(found, self.pile, table.zones[found])
