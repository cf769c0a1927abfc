"""Placing counters in phase 4, from one of a seat's zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from typing import TYPE_CHECKING, Any

from elfen.land.vacant_roads import RouteNumbers
from elfen.plugin import (
    ROUTES,
    Action,
    Decide,
    Fields,
    Kind,
    Laid,
    Memo,
    Message,
    Reason,
    Route,
    SeatZone,
    State,
    Table,
    state_of,
)

if TYPE_CHECKING:
    from elfen.land.planning import Planning

#: Procedure: a seat has placed a counter on a road by the rules of `Planning`; the data is the
#: route number and the counter's kind number. Then the next seat is asked, unless a third item,
#: `BESIDES`, says that it was placed outside a turn of planning.
LAID = "land/laid"

#: The third item of the data of `LAID` outside a turn of planning.
BESIDES = "besides"

#: Which of a seat's counters it has none of.
OPEN_ONE = Message("land/open-one", "open")
SECRET_ONE = Message("land/secret-one", "secret")

#: Actions, and the route number of each.
Suited = tuple[tuple[Action, ...], RouteNumbers]


class Placing:
    """Placing counters from one of a seat's zones."""

    def __init__(
        self,
        planning: Planning,
        cls: Callable[[str, str], Action],
        zone: SeatZone,
        which: str,
        besides: bool,
    ) -> None:
        layout = planning.rules.layout
        self.planning = planning
        self.vacancy = planning.vacancy
        self.cls = cls
        self.which = which if isinstance(which, Message) else Message(which, which)
        self.besides = (BESIDES,) if besides else ()
        self.zones = layout.indexes(zone)
        self.counters = layout.kinds_of(zone)
        self.alone = layout.alone
        self.kind_numbers = tuple(layout.kind_number[kind] for kind in self.counters)
        self.by_kinds = Memo(self.open_with)
        self.by_stock: Memo[tuple[int, ...], Suited] = Memo(
            lambda counts: self.by_kinds[tuple([kind for kind, n in enumerate(counts) if n])]
        )
        #: By route number, an action for each suited counter kind, created in listing order:
        #: neighbours in a list are neighbours in memory.
        self.on = Memo(self.actions_on)
        self.routes = range(len(planning.rules.board.routes))
        self.known = Memo(self.known_of)
        kinds = range(len(self.counters))
        #: No counters, as counts of the zone.
        self.none = (0,) * len(self.counters)
        #: A single counter of each kind, as counts of the zone.
        self.ones = tuple(tuple(int(kind == one) for kind in kinds) for one in kinds)
        #: By seat, how placing one of its counters changes the ledger.
        self.changes = tuple(planning.rules.changes[zone][ROUTES] for zone in self.zones)

    def actions_on(self, number: int) -> dict[int, Action]:
        """The actions of placing counters on a route, by the kind's place in the zone's counts."""
        route, suited = self.planning.rules.board.routes[number].id, self.planning.suited
        return {
            kind: self.cls(counter.id, route)
            for kind, counter in enumerate(self.counters)
            if number in suited.get(self.kind_numbers[kind], ())
        }

    def domain(self) -> list[Action]:
        """Every counter on every route that it suits."""
        rows = [self.on[number] for number in self.routes]
        return [row[kind] for kind in range(len(self.counters)) for row in rows if kind in row]

    def open_with(self, kinds: tuple[int, ...]) -> Suited:
        """The actions with these kinds in stock, in the order of roads, and the road of each."""
        rows = [(number, self.on[number]) for number in self.routes]
        there = [(row[kind], number) for number, row in rows for kind in kinds if kind in row]
        return tuple([action for action, _ in there]), self.vacancy.numbers([n for _, n in there])

    def known_of(self, counter: str) -> dict[str, tuple[int, int, int]]:
        """By each route that a counter suits, the numbers needed to place it there.

        These are the counter's place in the zone's counts, its kind number, and the route
        number. Empty for anything that is not a counter.
        """
        routes = self.planning.rules.board.routes
        return {
            routes[route].id: (kind, self.kind_numbers[kind], route)
            for kind, known in enumerate(self.counters)
            if known.id == counter
            for route in self.routes
            if kind in self.on[route]
        }

    def legal(self, position: Fields, seat: int) -> Iterable[Action]:
        """Each kind in stock on all roads that it suits, except those with a counter."""
        counts = position.zones[self.zones[seat]]
        try:
            actions, roads = self.by_stock.kept[counts]
        except KeyError:
            actions, roads = self.by_stock.learn(counts)
        if not actions:
            return ()
        seen, vacant, _ = self.vacancy.last
        if seen is not position.routes:
            _, vacant, _ = self.vacancy.of(position.routes)
        return compress(actions, roads.translate(vacant))

    def hold(self, position: Fields, seat: int) -> tuple[Any, ...]:
        """A ticket for each kind in stock on each road that it suits."""
        counts = position.zones[self.zones[seat]]
        try:
            actions, roads = self.by_stock.kept[counts]
        except KeyError:
            actions, roads = self.by_stock.learn(counts)
        seen, vacant, _ = self.vacancy.last
        if seen is not position.routes:
            _, vacant, _ = self.vacancy.of(position.routes)
        return len(actions), actions, roads, vacant

    def check(self, position: Fields, seat: int, action: Any) -> Reason | None:
        """Whether the counter is in stock and suited, and the road is vacant."""
        found = self.known[action.counter].get(action.route)
        if found is None:
            return self.unsuited(action)
        kind, _, number = found
        if not position.zones[self.zones[seat]][kind]:
            text, counter = "you have no {which} {kind} counter", self.counters[kind]
            return Reason.of(
                "land/place", "land/no-such-counter", text, which=self.which, kind=counter
            )
        if not self.vacancy.vacant(position.routes[number]):
            route = self.planning.rules.board.routes[number]
            text = "a transportation counter lies on {route} already"
            return Reason.of("land/place", "land/taken", text, route=route)
        return None

    def lays(self, position: Fields, seat: int, action: Any) -> list[Laid]:
        """The counter, on its road."""
        kind, _, _ = self.known[action.counter][action.route]
        return [Laid(action.route, self.counters[kind])]

    def unsuited(self, action: Action) -> Reason:
        """Why this counter cannot lie on this route."""
        counter, route = action.values()
        rules = self.planning.rules
        number = rules.board.route_number.get(route)
        if number is None:
            return no_route(route)
        kind: Kind | None = next((k for k in self.counters if k.id == counter), None)
        if kind is None:
            known = ", ".join(k.id for k in self.counters)
            text = "no counter is called {name}; there are: {known}"
            return Reason.of(
                "land/place", "land/unknown-counter", text, name=repr(counter), known=known
            )
        way = rules.board.routes[number]
        return Reason.of(
            "land/place",
            "land/unsuited",
            "a {kind} counter is not suited to {terrain} ({route:ends})",
            kind=kind,
            terrain=rules.terrains[way.terrain],
            route=way,
        )

    def place(self, table: Table, item: Decide, action: Any) -> None:
        """The counter goes on the road; then `LAID` runs."""
        kind, piece, route = self.known[action.counter][action.route]
        seat, before = item.seat, table.routes
        table.lay(route, piece, self.zones[seat], kind)
        self.vacancy.carry_on(before, route, table.routes)
        table.run(LAID, seat, route, piece, *self.besides)

    def place_at_once(self, state: State, action: Any) -> State:
        """The counter goes on the road, and the next seat is asked if it has anything to place."""
        try:
            kind, piece, route = self.known.kept[action.counter][action.route]
        except KeyError:
            kind, piece, route = self.known[action.counter][action.route]
        planning, zones, before = self.planning, [*state.zones], state.routes
        agenda = [*state.agenda]
        asked: Any = agenda.pop()
        seat = asked.seat
        turn = planning.turns[len(state.boots)][seat]
        ledger, source = state.ledger, self.zones[seat]
        change = self.changes[seat]
        if change is not None:
            ledger = change(ledger, zones, source, ROUTES, self.ones[kind])
        counts = [*zones[source]]
        counts[kind] -= 1
        zones[source] = tuple(counts)
        agenda.append(turn)
        contents, there = [*before], before[route]
        contents[route] = tuple(sorted((*there, piece))) if there else self.alone[piece]
        routes = tuple(contents)
        self.vacancy.carry_on(before, route, routes)
        after = state_of(
            tuple(zones),
            state.boots,
            state.visited,
            routes,
            state.round,
            tuple(agenda),
            state.ext,
            ledger,
        )
        if zones[self.zones[turn.seat]] != self.none or planning.rules.asks(turn, zones):
            return after
        return planning.rules.settled(after)


def drawn(held: tuple[Any, ...], ticket: int) -> Action | None:
    """The action of a ticket; a blank if a counter lies on the road."""
    _, actions, roads, vacant = held
    return actions[ticket] if vacant[roads[ticket]] else None


def no_route(route: str) -> Reason:
    """The reason for a route that the board does not have."""
    text = "no route is called {name}"
    return Reason.of("land/route", "land/unknown-route", text, name=repr(route))


def no_counter(route: Route) -> Message:
    """No counter lies on a route."""
    return Message("land/no-counter", "no transportation counter lies on {route}", route=route)
