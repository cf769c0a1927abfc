"""Laying counters in phase 4, from one zone of a seat's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from operator import getitem
from typing import TYPE_CHECKING, Any

from elfen.plugin import (
    ROUTES,
    Action,
    Decide,
    Fields,
    Kind,
    Memo,
    Reason,
    SeatZone,
    State,
    Table,
    state_of,
)

if TYPE_CHECKING:
    from elfen.land.planning import Planning

#: Procedure: a seat has laid a counter on a road by the rules of `Planning`; the data is the
#: route's number and the counter's kind number. Then the next seat is asked.
LAID = "land/laid"

#: For each block of roads the actions there by the bit set of those that are taken, as memos
#: and as what these have kept.
Blocks = tuple[list[Memo[int, tuple[Action, ...]]], list[dict[int, tuple[Action, ...]]]]


class Placing:
    """Laying counters from one zone of a seat."""

    def __init__(
        self,
        planning: Planning,
        cls: Callable[[str, str], Action],
        zone: SeatZone,
        which: str,
    ) -> None:
        layout = planning.rules.layout
        self.planning = planning
        self.cls = cls
        self.which = which
        self.zones = layout.indexes(zone)
        self.counters = layout.kinds_of(zone)
        self.kind_numbers = tuple(layout.kind_number[kind] for kind in self.counters)
        self.by_stock: Memo[tuple[int, ...], Blocks] = Memo(
            lambda counts: self.by_kinds[tuple(kind for kind, n in enumerate(counts) if n)]
        )
        self.by_kinds = Memo(self.open_with)
        #: For each counter kind an action for each route number it suits.
        self.rows = Memo(self.row_of)
        self.known = Memo(self.known_of)
        kinds = range(len(self.counters))
        #: A single counter of each kind, as counts of the zone.
        self.ones = tuple(tuple(int(kind == one) for kind in kinds) for one in kinds)
        #: By seat, what laying one of its counters changes in the ledger.
        self.changes = tuple(planning.rules.changes[zone][ROUTES] for zone in self.zones)

    def row_of(self, kind: int) -> dict[int, Action]:
        """For one kind, by its place in the zone's counts."""
        routes, suited = self.planning.rules.board.routes, self.planning.suited
        counter = self.counters[kind].id
        numbers = suited.get(self.kind_numbers[kind], ())
        return {number: self.cls(counter, routes[number].id) for number in numbers}

    def domain(self) -> list[Action]:
        """Every counter on every route that it suits."""
        return [action for kind in range(len(self.counters)) for action in self.rows[kind].values()]

    def open_with(self, kinds: tuple[int, ...]) -> Blocks:
        """With these kinds in stock: for each block the actions there by the roads taken."""
        rows = [self.rows[kind] for kind in kinds]

        def on(roads: tuple[tuple[int, list[Action]], ...], taken: int) -> tuple[Action, ...]:
            return tuple([a for bit, actions in roads if not taken & bit for a in actions])

        blocks = [
            tuple(
                (1 << n, [row[route] for row in rows if route in row])
                for n, route in enumerate(block)
            )
            for block in self.planning.blocks
        ]
        memos = [Memo(partial(on, roads)) for roads in blocks] if rows else []
        return memos, [memo.kept for memo in memos]

    def known_of(self, counter: str) -> dict[str, tuple[int, int, int, int, int]]:
        """By the routes that a counter suits, what laying it there comes down to.

        That is the counter's place in the zone's counts, its kind number, the route's number,
        its block, and the bit there. Nothing for what is no counter.
        """
        planning = self.planning
        routes, place_of = planning.rules.board.routes, planning.place_of
        return {
            routes[route].id: (kind, self.kind_numbers[kind], route, *place_of[route])
            for kind, known in enumerate(self.counters)
            if known.id == counter
            for route in self.rows[kind]
        }

    def legal(self, position: Fields, seat: int) -> Sequence[Action]:
        """Each kind in stock on all roads it suits, less those where a counter lies."""
        blocks, kept = self.by_stock[position.zones[self.zones[seat]]]
        if not blocks:
            return ()
        routes = position.routes
        seen, taken, _ = self.planning.last_seen
        if seen is not routes:
            taken = self.planning.taken(routes)
        out: list[Action] = []
        try:
            for actions in map(getitem, kept, taken):
                out += actions
        except KeyError:
            return [*chain.from_iterable(map(getitem, blocks, taken))]
        return out

    def check(self, position: Fields, seat: int, action: Any) -> Reason | None:
        """Whether the counter is in stock, suited, and the road vacant."""
        found = self.known[action.counter].get(action.route)
        if found is None:
            return self.unsuited(action)
        kind, _, number, _, _ = found
        if not position.zones[self.zones[seat]][kind]:
            name = self.counters[kind].name
            return Reason("land/place", f"you have no {self.which} {name} counter")
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
        kind: Kind | None = next((k for k in self.counters if k.id == counter), None)
        if kind is None:
            known = ", ".join(k.id for k in self.counters)
            return Reason("land/place", f"no counter is called {counter!r}; there are: {known}")
        terrain = rules.terrains[rules.board.routes[number].terrain].name
        return Reason("land/place", f"a {kind.name} counter is not suited to {terrain} ({route})")

    def place(self, table: Table, item: Decide, action: Any) -> None:
        """The counter goes on the road; what follows is in `LAID`."""
        kind, piece, route, block, bit = self.known[action.counter][action.route]
        seat, planning, before = item.seat, self.planning, table.routes
        table.lay(route, piece, self.zones[seat], kind)
        seen, taken, clear = planning.last_seen
        if seen is before:
            taken = [*taken]
            taken[block] |= bit
            planning.last_seen = (table.routes, taken, clear)
        table.run(LAID, seat, route, piece)

    def place_at_once(self, state: State, action: Any) -> State | None:
        """The counter goes on the road, and the next seat is asked if it has anything to lay."""
        kind, piece, route, block, bit = self.known[action.counter][action.route]
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
        if not any(zones[self.zones[turn.seat]]) and not planning.rules.asks(turn, zones):
            return None
        agenda.append(turn)
        contents, there = [*before], before[route]
        contents[route] = tuple(sorted((*there, piece))) if there else (piece,)
        routes = tuple(contents)
        seen, taken, clear = planning.last_seen
        if seen is before:
            taken = [*taken]
            taken[block] |= bit
            planning.last_seen = (routes, taken, clear)
        return state_of(
            tuple(zones),
            state.boots,
            state.visited,
            routes,
            state.round,
            tuple(agenda),
            state.ext,
            ledger,
        )


def no_route(route: str) -> Reason:
    """The reason for a route that the board does not have."""
    return Reason("land/route", f"no route is called {route!r}")
