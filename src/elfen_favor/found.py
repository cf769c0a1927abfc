"""Laying one of the counters found, at once and by the usual rules (F3, F4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from elfen.land import COUNTER, PILE
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Means,
    Memo,
    Picker,
    Position,
    Reason,
    Ruleset,
    Table,
    as_it_is,
    frozen,
    picker,
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
        self.places = {kind.id: n for n, kind in enumerate(self.kinds)}
        self.numbers = tuple(rules.layout.kind_number[kind] for kind in self.kinds)
        self.pile = rules.layout.index(PILE)
        counters = rules.layout.numbers_in(COUNTER)
        self.vacant: Memo[tuple[int, ...], bool] = Memo(counters.isdisjoint)

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
                domain=lambda: [action for row in self.actions for action in row.values()],
                public=as_it_is,
                text="lay one of the counters found on a road",
                means={"counter": COUNTER, "route": Means.ROUTE},
            ),
            ActionType(
                "favor/put-back",
                type=PutBack,
                at=(LAY_FOUND,),
                legal=(PutBack(),),
                check=lambda position, seat, action: None,
                apply=lambda table, item, action: self.put_back(table, item.seat),
                domain=lambda: (PutBack(),),
                public=as_it_is,
                text="put all counters found back",
            ),
        ]

    @cached_property
    def actions(self) -> tuple[dict[int, LayFound], ...]:
        """For each kind the action of laying it on each route that it suits, by route number.

        A counter suits a road if lying there it opens a way to travel; so spells, obstacles and
        whatever else may be among the counters cannot be laid.
        """
        opens, routes = self.rules.quotes.opens, self.rules.board.routes
        return tuple(
            {at: LayFound(kind.id, route.id) for at, route in enumerate(routes) if opens(at, n)}
            for kind, n in zip(self.kinds, self.numbers, strict=True)
        )

    @cached_property
    def rows(self) -> tuple[tuple[Picker, tuple[LayFound, ...]], ...]:
        """For each kind what picks the routes that it suits, and the actions there."""
        return tuple((picker(tuple(row)), tuple(row.values())) for row in self.actions)

    def legal(self, position: Position, seat: int) -> Sequence[LayFound]:
        """Each kind found on every road that it suits and that has no counter."""
        routes, vacant = position.routes, self.vacant.__getitem__
        out: list[LayFound] = []
        for suited, actions in compress(self.rows, position.zones[self.found[seat]]):
            out += compress(actions, map(vacant, suited(routes)))
        return out

    def check(self, position: Position, seat: int, action: LayFound) -> Reason | None:
        """Whether the counter was found, suits the road, and the road is vacant."""
        number = self.rules.board.route_number.get(action.route)
        if number is None:
            return Reason("favor/lay-found", f"no route is called {action.route!r}")
        place = self.places.get(action.counter)
        if place is None or not position.zones[self.found[seat]][place]:
            return Reason("favor/lay-found", f"you have not found a {action.counter} counter")
        if number not in self.actions[place]:
            name = self.kinds[place].name
            return Reason("favor/lay-found", f"a {name} is not suited to {action.route}")
        if not self.vacant[position.routes[number]]:
            text = f"a transportation counter lies on {action.route} already"
            return Reason("favor/lay-found", text)
        return None

    def lay(self, table: Table, item: Decide, action: LayFound) -> None:
        """The counter goes on the road, the rest back into the pile, unseen (F4)."""
        place = self.places[action.counter]
        route = self.rules.board.route_number[action.route]
        table.lay(route, self.numbers[place], self.found[item.seat], place)
        self.put_back(table, item.seat)

    def put_back(self, table: Table, seat: int) -> None:
        """What is left of the counters found goes back into the pile."""
        found = self.found[seat]
        if any(table.zones[found]):
            table.shift(found, self.pile, table.zones[found])
