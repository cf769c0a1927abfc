"""Laying one of the counters found, at once and by the usual rules (F3, F4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from elfen.land import COUNTER, PILE
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Kind,
    Position,
    Reason,
    Ruleset,
    Table,
    as_it_is,
    frozen,
)
from elfen_favor.effects import LAY_FOUND
from elfen_favor.pieces import FOUND
from elfen_favor.using import most_offers


@frozen(cache_hash=True)
class LayFound(Action):
    """Lay one of the counters found on a road, face up; the rest goes back."""

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
        self.rules = rules
        self.found = rules.layout.indexes(FOUND)
        self.kinds = rules.layout.kinds_of(FOUND)
        self.by_id = {kind.id: kind for kind in self.kinds}
        self.lying = {rules.layout.kind_number[kind] for kind in rules.layout.kinds_in(COUNTER)}

    def decision(self) -> Decision:
        """The choice of a counter and a road."""
        return Decision(LAY_FOUND, text="lay one of the counters found", at_most=most_offers)

    def types(self) -> list[ActionType[Any]]:
        """To lay one, or none."""
        return [
            ActionType(
                "favor/lay-found",
                type=LayFound,
                at=(LAY_FOUND,),
                legal=self.legal,
                check=self.check,
                apply=self.lay,
                domain=lambda: [action for row in self.actions.values() for action in row.values()],
                public=as_it_is,
                text="lay one of the counters found on a road",
            ),
            ActionType(
                "favor/put-back",
                type=PutBack,
                at=(LAY_FOUND,),
                legal=(PutBack(),),
                check=lambda position, seat, action: None,
                apply=lambda table, item, action: table.move_all(FOUND.of(item.seat), PILE),
                domain=lambda: (PutBack(),),
                public=as_it_is,
                text="put all counters found back",
            ),
        ]

    @cached_property
    def actions(self) -> dict[Kind, dict[int, LayFound]]:
        """For each kind the action of laying it on each route that it suits, by route number.

        A counter suits a road if lying there it opens a way to travel; so spells, obstacles and
        whatever else may be among the counters cannot be laid.
        """
        opens, number = self.rules.quotes.opens, self.rules.layout.kind_number
        return {
            kind: {
                at: LayFound(kind.id, route.id)
                for at, route in enumerate(self.rules.board.routes)
                if opens(at, number[kind])
            }
            for kind in self.kinds
        }

    def legal(self, position: Position, seat: int) -> Sequence[LayFound]:
        """Each kind found on every road that it suits and that has no counter."""
        routes = position.routes
        return [
            action
            for kind, n in zip(self.kinds, position.zones[self.found[seat]], strict=True)
            if n
            for at, action in self.actions[kind].items()
            if self.lying.isdisjoint(routes[at])
        ]

    def check(self, position: Position, seat: int, action: LayFound) -> Reason | None:
        """Whether the counter was found, suits the road, and the road is vacant."""
        number = self.rules.board.route_number.get(action.route)
        if number is None:
            return Reason("favor/lay-found", f"no route is called {action.route!r}")
        kind = self.by_id.get(action.counter)
        if kind is None or not position.count(FOUND.of(seat), kind):
            return Reason("favor/lay-found", f"you have not found a {action.counter} counter")
        if number not in self.actions[kind]:
            return Reason("favor/lay-found", f"a {kind.name} is not suited to {action.route}")
        if not self.lying.isdisjoint(position.routes[number]):
            text = f"a transportation counter lies on {action.route} already"
            return Reason("favor/lay-found", text)
        return None

    def lay(self, table: Table, item: Decide, action: LayFound) -> None:
        """The counter goes on the road, the rest back into the pile, unseen (F4)."""
        table.put(action.route, self.by_id[action.counter], FOUND.of(item.seat))
        table.move_all(FOUND.of(item.seat), PILE)
