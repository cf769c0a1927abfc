"""Phase 4: in turn, everyone lays a counter or the obstacle on a road, or passes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from attrs import frozen

from elfen.land.drawing import in_order
from elfen.land.pieces import COUNTER, OBSTACLE, OBSTACLES, SECRET, SHOWN, THE_OBSTACLE
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Kind,
    Memo,
    Position,
    Reason,
    Ruleset,
    SeatZone,
    Table,
    as_it_is,
)

PLAN = "land/plan"

Lying = tuple[int, ...]


@frozen(cache_hash=True)
class Place(Action):
    """Lay one of one's open counters on a road."""

    verb = "place"
    counter: str
    route: str


@frozen(cache_hash=True)
class PlaceSecret(Action):
    """Lay one of one's secret counters on a road, face up."""

    verb = "place secret"
    counter: str
    route: str


@frozen(cache_hash=True)
class PlaceObstacle(Action):
    """Lay the obstacle on a road that has a counter."""

    verb = "place obstacle"
    route: str


@frozen(cache_hash=True)
class Pass(Action):
    """Lay nothing this turn."""

    verb = "pass"


def decision() -> Decision:
    """The turn of phase 4."""
    return Decision(PLAN, text="plan the travel routes", at_most=most_turns, forced=Pass())


def most_turns(rules: Ruleset, players: int) -> int:
    """Every piece that can lie on a route may be laid, each followed by passes of all others."""
    groups = {group for zone in rules.layout.route_zones for group in zone.holds}
    pieces = sum(
        owned.entry.count * (players if isinstance(owned.entry.zone, SeatZone) else 1)
        for owned in rules.stock
        for kind in owned.entry.kinds
        if kind.group in groups
    )
    return rules.most_rounds * players * (pieces + 1)


def plan(table: Table) -> None:
    """The start player begins; it ends when all have passed in a row."""
    table.ask(PLAN, in_order(table)[0], 0)


class Planning:
    """The actions of phase 4, with what may lie where worked out once."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        layout = rules.layout
        self.obstacles = layout.indexes(OBSTACLES)
        self.counters = layout.kinds_of(SHOWN)
        self.kind_numbers = tuple(layout.kind_number[kind] for kind in self.counters)
        self.counter_numbers = {layout.kind_number[k] for k in layout.kinds_in(COUNTER)}
        self.obstacle_numbers = {layout.kind_number[k] for k in layout.kinds_in(OBSTACLE)}
        self.vacant = Memo[Lying, bool](lambda lying: self.counter_numbers.isdisjoint(lying))
        self.numbers = range(len(rules.board.routes))
        self.last_seen: tuple[Sequence[Lying], list[int]] = ((), [])
        self.blockable = Memo[Lying, bool](
            lambda lying: (
                not self.counter_numbers.isdisjoint(lying)
                and self.obstacle_numbers.isdisjoint(lying)
            )
        )
        self.obstacle_on = tuple(PlaceObstacle(route.id) for route in rules.board.routes)
        self.passing = (Pass(),)

    def types(self) -> list[ActionType[Any]]:
        """The four action types."""
        return [
            self.placing("land/place", Place, SHOWN, "lay an open counter on a road"),
            self.placing(
                "land/place-secret", PlaceSecret, SECRET, "lay a secret counter on a road"
            ),
            ActionType(
                "land/place-obstacle",
                type=PlaceObstacle,
                at=(PLAN,),
                legal=self.legal_obstacle,
                check=self.check_obstacle,
                apply=self.place_obstacle,
                offered=OBSTACLES,
                domain=self.obstacles_somewhere,
                public=as_it_is,
                text="lay the obstacle on a road with a counter",
            ),
            ActionType(
                "land/pass",
                type=Pass,
                at=(PLAN,),
                legal=self.passing,
                check=lambda position, seat, action: None,
                apply=self.pass_on,
                domain=lambda: self.passing,
                public=as_it_is,
                text="lay nothing this turn",
            ),
        ]

    def placing(
        self,
        name: str,
        cls: type[Place] | type[PlaceSecret],
        zone: SeatZone,
        text: str,
    ) -> ActionType[Any]:
        """The action type of laying counters from one of a seat's two zones."""
        placing = Placing(self, cls, self.rules.layout.indexes(zone))
        return ActionType(
            name,
            type=cls,
            at=(PLAN,),
            legal=placing.legal,
            check=placing.check,
            apply=placing.place,
            offered=zone,
            domain=lambda: [action for row in placing.rows for action in row],
            public=as_it_is,
            text=text,
        )

    @cached_property
    def suited(self) -> tuple[tuple[int, ...], ...]:
        """For each counter kind the route numbers where it may be laid.

        A counter suits a road if lying there it opens a way to travel that is not open
        without it, by the base layer of the move cost.
        """
        return tuple(
            tuple(
                number
                for number in range(len(self.rules.board.routes))
                if self.rules.quotes.opens(number, self.rules.layout.kind_number[kind])
            )
            for kind in self.counters
        )

    def obstacles_somewhere(self) -> list[PlaceObstacle]:
        """An obstacle on every route that some counter is suited to."""
        roads = {route for numbers in self.suited for route in numbers}
        return [self.obstacle_on[route] for route in sorted(roads)]

    def taken(self, routes: Sequence[Lying]) -> list[int]:
        """The numbers of the routes where a counter lies, from the last to the first.

        The last answer is remembered, and carried on by `Placing.place`.
        """
        vacant = self.vacant
        taken = [n for n in compress(self.numbers, routes) if not vacant[routes[n]]]
        taken.reverse()
        self.last_seen = (routes, taken)
        return taken

    def legal_obstacle(self, position: Position, seat: int) -> Sequence[PlaceObstacle]:
        """Every road with a counter and no obstacle (RG 4)."""
        if not any(position.state.zones[self.obstacles[seat]]):
            return ()
        routes, blockable = position.state.routes, self.blockable
        seen, taken = self.last_seen
        if seen is not routes:
            taken = self.taken(routes)
        return [self.obstacle_on[n] for n in taken if blockable[routes[n]]]

    def check_obstacle(self, position: Position, seat: int, action: PlaceObstacle) -> Reason | None:
        """Whether the seat has its obstacle and the road can take it."""
        if not any(position.zones[self.obstacles[seat]]):
            return Reason("land/place-obstacle", "you have no obstacle left")
        number = self.rules.board.route_number.get(action.route)
        if number is None:
            return no_route(action.route)
        contents = position.routes[number]
        if self.counter_numbers.isdisjoint(contents):
            return Reason(
                "land/place-obstacle",
                f"no transportation counter lies on {action.route}: an obstacle needs one",
            )
        if not self.obstacle_numbers.isdisjoint(contents):
            return Reason("land/place-obstacle", f"an obstacle lies on {action.route} already")
        return None

    def place_obstacle(self, table: Table, item: Decide, action: PlaceObstacle) -> None:
        """The obstacle goes on the road, and the next seat is asked."""
        table.put(action.route, THE_OBSTACLE, OBSTACLES.of(item.seat))
        table.ask(PLAN, (item.seat + 1) % len(table.boots), 0)

    def pass_on(self, table: Table, item: Decide, action: Pass) -> None:
        """The next seat's turn, unless all have passed in a row, whoever laid last included."""
        passes = int(item.data[0]) + 1
        if passes < table.players:
            table.ask(PLAN, (item.seat + 1) % table.players, passes)


class Placing:
    """Laying counters from one zone of a seat."""

    def __init__(
        self, planning: Planning, cls: type[Place] | type[PlaceSecret], zones: tuple[int, ...]
    ) -> None:
        self.planning = planning
        self.cls = cls
        self.zones = zones
        self.stocks: Memo[tuple[int, ...], tuple[list[Action], list[slice | None]]] = Memo(
            self.open_with
        )

    @cached_property
    def rows(self) -> tuple[tuple[Action, ...], ...]:
        """For each counter kind an action for each route it suits."""
        routes = self.planning.rules.board.routes
        return tuple(
            tuple(self.cls(kind.id, routes[number].id) for number in numbers)
            for kind, numbers in zip(self.planning.counters, self.planning.suited, strict=True)
        )

    @cached_property
    def by_kind(self) -> tuple[dict[int, Action], ...]:
        """For each counter kind its actions by route number."""
        return tuple(
            dict(zip(numbers, row, strict=True))
            for numbers, row in zip(self.planning.suited, self.rows, strict=True)
        )

    @cached_property
    def known(self) -> dict[Action, tuple[int, int]]:
        """The counter's place in the zone's counts, and the route number, of each action."""
        return {
            action: (kind, number)
            for kind, row in enumerate(self.rows)
            for action, number in zip(row, self.planning.suited[kind], strict=True)
        }

    def open_with(self, counts: tuple[int, ...]) -> tuple[list[Action], list[slice | None]]:
        """With these counters in stock: all actions by route, and where each route's stand."""
        held = [kind for kind, n in enumerate(counts) if n]
        actions: list[Action] = []
        stands: list[slice | None] = []
        for route in self.planning.numbers:
            here = [self.by_kind[kind][route] for kind in held if route in self.by_kind[kind]]
            stands.append(slice(len(actions), len(actions) + len(here)) if here else None)
            actions += here
        return actions, stands

    def legal(self, position: Position, seat: int) -> Sequence[Action]:
        """All actions, less those on routes where a counter lies."""
        state = position.state
        actions, stands = self.stocks[state.zones[self.zones[seat]]]
        if not actions:
            return ()
        seen, taken = self.planning.last_seen
        if seen is not state.routes:
            taken = self.planning.taken(state.routes)
        out = actions.copy()
        for route in taken:
            stand = stands[route]
            if stand is not None:
                del out[stand]
        return out

    def check(self, position: Position, seat: int, action: Action) -> Reason | None:
        """Whether the counter is in stock, suited, and the road vacant."""
        found = self.known.get(action)
        if found is None:
            return self.unsuited(action)
        kind, number = found
        if not position.zones[self.zones[seat]][kind]:
            which = "secret" if self.cls is PlaceSecret else "open"
            name = self.planning.counters[kind].name
            return Reason("land/place", f"you have no {which} {name} counter")
        if not self.planning.vacant[position.routes[number]]:
            route = self.planning.rules.board.routes[number].id
            return Reason("land/place", f"a transportation counter lies on {route} already")
        return None

    def unsuited(self, action: Action) -> Reason:
        """Why this counter cannot lie on this route."""
        counter, route = action.values()
        rules = self.planning.rules
        number = rules.board.route_number.get(route)
        if number is None:
            return no_route(route)
        kind: Kind | None = next((k for k in self.planning.counters if k.id == counter), None)
        if kind is None:
            known = ", ".join(k.id for k in self.planning.counters)
            return Reason("land/place", f"no counter is called {counter!r}; there are: {known}")
        terrain = rules.terrains[rules.board.routes[number].terrain].name
        return Reason("land/place", f"a {kind.name} counter is not suited to {terrain} ({route})")

    def place(self, table: Table, item: Decide, action: Action) -> None:
        """The counter goes on the road, and the next seat is asked."""
        kind, number = self.known[action]
        planning = self.planning
        seen, taken = planning.last_seen
        known = seen is table.routes
        table.lay(number, planning.kind_numbers[kind], self.zones[item.seat], kind)
        if known:
            planning.last_seen = (table.routes, sorted([*taken, number], reverse=True))
        table.ask(PLAN, (item.seat + 1) % len(table.boots), 0)


def no_route(route: str) -> Reason:
    """The reason for a route that the board does not have."""
    return Reason("land/route", f"no route is called {route!r}")
