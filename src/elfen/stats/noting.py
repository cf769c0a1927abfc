"""A table that notes in numbers what happens on it: the statistics' side of a game that is over."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, sub
from typing import Any

from elfen.declare import Counts, Group, Kind, Place, SeatPlace
from elfen.kernel import State, Table

#: A piece that goes from one zone to another, as one number: the garbage collector does not look at
#: numbers. `flow_of` makes it, and `parts_of` takes it apart.
Flow = int

#: The number of the zone of what lies on routes.
ROUTE = 1023


def flow_of(source: int, target: int, at: int = 0) -> Flow:
    """A piece that goes from zone to zone; `at` is its place in the counts of the zones."""
    return source << 30 | target << 20 | at


def parts_of(flow: Flow) -> tuple[int, int, int]:
    """What `flow_of` was given: the zones, and the place in their counts."""
    return flow >> 30, flow >> 20 & 1023, flow & 0xFFFFF


#: What is told of each event of a plugin when it is reported, if anything is.
Hear = Callable[[object], None] | None


class NotingTable(Table):
    """A table on which a whole game is played again, without a ledger: what can be known of pieces
    has no part in the rules.

    `flows` has each piece that moved alone, and `together` counts by kind those that moved with
    others, by the `Flow` of the first kind. `hops` has each step of a boot as (town, route),
    `taken` the towns of town pieces and `laid` each (route, kind), in order, and `events` those of
    plugins, by class. `acting` is the seat whose action is carried out.
    """

    __slots__ = (
        "acting",
        "events",  # pyright: ignore[reportIncompatibleVariableOverride]
        "flows",
        "hear",
        "hops",
        "laid",
        "taken",
        "together",
    )

    acting: int | None
    events: dict[type[Any], list[Any]]  # type: ignore[assignment]
    flows: list[Flow]
    hear: Hear
    hops: list[tuple[int, int | None]]
    laid: list[tuple[int, int]]
    taken: list[int]
    together: dict[Flow, Counts]

    @classmethod
    def on(cls, rules: Any, state: State, hear: Hear) -> NotingTable:
        """A table in this state, on which nothing has happened yet."""
        table: NotingTable = cls()  # pyright: ignore[reportCallIssue]
        table.rules = rules
        for name in ("boots", "visited", "routes", "round", "ext", "ledger"):
            setattr(table, name, getattr(state, name))
        table.zones, table.agenda = [*state.zones], [*state.agenda]
        table.acting, table.hear = None, hear
        table.flows, table.hops, table.laid, table.taken = [], [], [], []
        table.events, table.together = {}, {}
        return table

    def move(self, kind: Kind, source: Place, target: Place, n: int = 1) -> None:
        """See `Table.move`."""
        Table.move(self, kind, source, target, n)
        zone = source.zone if isinstance(source, SeatPlace) else source
        counts = self.rules.layout.vector(zone, {kind.id: n})
        self._many(self._index(source), self._index(target), counts)

    def shift(self, source: int, target: int, counts: Counts, left: Counts | None = None) -> None:
        """See `Table.shift`."""
        zones = self.zones
        zones[source] = left or tuple(map(sub, zones[source], counts))
        zones[target] = tuple(map(add, zones[target], counts))
        self._many(source, target, counts)

    def _many(self, source: int, target: int, counts: Counts) -> None:
        """Note pieces that move together; most of their counts are new, so they are added up."""
        together, flow = self.together, source << 30 | target << 20
        before = together.get(flow)
        together[flow] = tuple(map(add, before, counts)) if before else counts

    def shift_one(self, source: int, target: int, kind: int) -> None:
        """See `Table.shift_one`."""
        zones = self.zones
        counts = [*zones[source]]
        counts[kind] -= 1
        zones[source] = tuple(counts)
        counts = [*zones[target]]
        counts[kind] += 1
        zones[target] = tuple(counts)
        self.flows.append(source << 30 | target << 20 | kind)

    def shift_singly(self, source: int, target: int, counts: Counts, draw: str) -> None:
        """See `Table.shift_singly`."""
        self.shift(source, target, counts)

    def lay(self, route: int, kind: int, source: int, at: int) -> None:
        """See `Table.lay`."""
        zones, routes = self.zones, [*self.routes]
        counts = [*zones[source]]
        counts[at] -= 1
        zones[source] = tuple(counts)
        old = routes[route]
        routes[route] = tuple(sorted((*old, kind))) if old else self.rules.layout.alone[kind]
        self.routes = tuple(routes)
        self.flows.append(source << 30 | ROUTE << 20 | at)
        self.laid.append((route, kind))

    def _note(self, kind: Kind, n: int, source: int, target: int) -> None:
        """Nothing: there is no ledger."""

    def take_off(self, route: str, kind: Kind, target: Place) -> None:
        """See `Table.take_off`."""
        index = self._index(target)
        before = self.zones[index]
        Table.take_off(self, route, kind, target)
        self._came(index, before)

    def sweep(self, group: Group, target: Place) -> None:
        """See `Table.sweep`."""
        index = self._index(target)
        before = self.zones[index]
        Table.sweep(self, group, target)
        self._came(index, before)

    def _came(self, index: int, before: Counts) -> None:
        after = self.zones[index]
        if after is not before:
            self._many(ROUTE, index, tuple(map(sub, after, before)))

    def set_boot(self, seat: int, town: int, route: int | None = None) -> None:
        """See `Table.set_boot`."""
        Table.set_boot(self, seat, town, route)
        self.hops.append((town, route))

    def visit(self, seat: int, town: int) -> bool:
        """See `Table.visit`."""
        taken: bool = Table.visit(self, seat, town)
        if taken:
            self.taken.append(town)
        return taken

    def emit(self, event: object) -> None:
        """See `Table.emit`; raises `RulesetError` for an event of an undeclared type."""
        alike = self.events.get(type(event))
        if alike is None:
            self.rules.event_type(event)
            alike = self.events[type(event)] = []
        alike.append(event)
        if self.hear is not None:
            self.hear(event)
