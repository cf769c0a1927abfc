"""A table that notes what happens on it, as typed events. `Ruleset.trace` plays on one."""

from __future__ import annotations

from elfen.declare import (
    BootMoved,
    BootsBegan,
    Counts,
    Group,
    Kind,
    PiecesMoved,
    Place,
    PutOnRoute,
    RoundBegan,
    SeatPlace,
    SeatZone,
    TableZone,
    TakenFromRoute,
    TownVisited,
)
from elfen.kernel.table import Table


class TracedTable(Table):
    """A table whose `events` record all that happened on it, in order.

    It has one field more than a state, so it is frozen by copying.
    """

    __slots__ = ("events",)  # pyright: ignore[reportIncompatibleVariableOverride]

    events: list[object]

    # Pieces ----------------------------------------------------------------------------

    def move(self, kind: Kind, source: Place, target: Place, n: int = 1) -> None:
        """See `Table.move`."""
        super().move(kind, source, target, n)
        if n:
            zone, _ = _parted(source)
            counts = self.rules.layout.vector(zone, {kind.id: n})
            self._moved(self._index(source), self._index(target), counts)

    def shift(self, source: int, target: int, counts: Counts, left: Counts | None = None) -> None:
        """See `Table.shift`."""
        super().shift(source, target, counts, left)
        self._moved(source, target, counts)

    def shift_one(self, source: int, target: int, kind: int) -> None:
        """See `Table.shift_one`."""
        super().shift_one(source, target, kind)
        self._moved(source, target, tuple(int(n == kind) for n in range(len(self.zones[source]))))

    def shift_singly(self, source: int, target: int, counts: Counts, draw: str) -> None:
        """See `Table.shift_singly`."""
        super().shift_singly(source, target, counts, draw)
        self._moved(source, target, counts, draw)

    def _moved(self, source: int, target: int, counts: Counts, draw: str | None = None) -> None:
        layout = self.rules.layout
        a, a_seat = layout.zone_at(source)
        b, b_seat = layout.zone_at(target)
        pieces = layout.pieces(a, counts)
        self.events.append(PiecesMoved(pieces, a.name, a_seat, b.name, b_seat, draw))

    def lay(self, route: int, kind: int, source: int, at: int) -> None:
        """See `Table.lay`."""
        super().lay(route, kind, source, at)
        zone, seat = self.rules.layout.zone_at(source)
        self.events.append(PutOnRoute(self._kind(kind), self._route(route), zone.name, seat))

    def take_off(self, route: str, kind: Kind, target: Place) -> None:
        """See `Table.take_off`."""
        super().take_off(route, kind, target)
        zone, seat = _parted(target)
        self.events.append(TakenFromRoute(kind.id, route, zone.name, seat))

    def sweep(self, group: Group, target: Place) -> None:
        """See `Table.sweep`."""
        zone, seat = _parted(target)
        numbers = self.rules.layout.numbers_in(group)
        for route, contents in enumerate(self.routes):
            self.events.extend(
                TakenFromRoute(self._kind(kind), self._route(route), zone.name, seat)
                for kind in contents
                if kind in numbers
            )
        super().sweep(group, target)

    # Boots and towns -------------------------------------------------------------------

    def set_boot(self, seat: int, town: int, route: int | None = None) -> None:
        """See `Table.set_boot`."""
        start = self.boots[seat]
        super().set_boot(seat, town, route)
        along = None if route is None else self._route(route)
        self.events.append(BootMoved(seat, self._town(start), self._town(town), along))

    def visit(self, seat: int, town: int) -> bool:
        """See `Table.visit`."""
        taken = super().visit(seat, town)
        if taken:
            self.events.append(TownVisited(seat, self._town(town)))
        return taken

    def begin_in(self, town: str) -> None:
        """See `Table.begin_in`."""
        super().begin_in(town)
        self.events.append(BootsBegan(town))

    # What happens ----------------------------------------------------------------------

    def begin_round(self) -> None:
        """See `Table.begin_round`."""
        super().begin_round()
        self.events.append(RoundBegan(self.round))

    def emit(self, event: object) -> None:
        """See `Table.emit`; raises `RulesetError` for an event of an undeclared type."""
        self.rules.event_type(event)
        self.events.append(event)

    # Numbers by name -------------------------------------------------------------------

    def _kind(self, number: int) -> str:
        return self.rules.layout.kinds[number].id

    def _route(self, number: int) -> str:
        return self.rules.board.routes[number].id

    def _town(self, number: int) -> str:
        return self.rules.board.towns[number].id


def _parted(place: Place) -> tuple[TableZone | SeatZone, int | None]:
    """The zone of a place, and its seat if it has one."""
    if isinstance(place, SeatPlace):
        return place.zone, place.seat
    return place, None
