"""The layout: which number each kind, zone and seat's zone has in a state.

Zones of the table come first, then one block of seat zones per seat, so that numbers do not
depend on the number of players.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement, product
from typing import TypeVar

from elfen.declare.kinds import Group, Kind, Pieces
from elfen.declare.memo import Memo
from elfen.declare.zones import MOST_SEATS, RouteZone, SeatZone, TableZone, Zone
from elfen.errors import PositionError, brief

Z = TypeVar("Z", bound=Zone)

#: How many pieces lie in a zone, for each kind that it can hold, in the layout's order.
Counts = tuple[int, ...]
#: The kind numbers of what lies on a route, ascending.
Contents = tuple[int, ...]


class Layout:
    """Numbers of kinds and zones. Its attributes are for reading only.

    `kinds` has all kinds, each at its number, and `kind_number` the number of each kind. `zones`
    has all zones by name; `table_zones`, `seat_zones` and `route_zones` are those of each sort, in
    the order that states use. `zone_indexes` gives, by a zone's name, its place in `state.zones`
    for each seat; that of a zone of the table is the same for all seats.
    """

    def __init__(
        self,
        kinds: Sequence[Kind],
        zones: Sequence[Zone],
        room: Mapping[str, int] | None = None,
        grounds: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self.kinds = tuple(kinds)
        self.kind_number = {kind: n for n, kind in enumerate(self.kinds)}
        #: The contents of a route with a single piece, by its kind number: always the same tuple
        #: objects, because route contents are looked up all the time.
        self.alone: tuple[Contents, ...] = tuple([(n,) for n in range(len(self.kinds))])
        self.zones = {zone.name: zone for zone in zones}
        self.table_zones = tuple(z for z in zones if isinstance(z, TableZone))
        self.seat_zones = tuple(z for z in zones if isinstance(z, SeatZone))
        self.route_zones = tuple(z for z in zones if isinstance(z, RouteZone))
        self.zone_indexes = {
            zone.name: (n,) * MOST_SEATS for n, zone in enumerate(self.table_zones)
        }
        self._groups = {
            name: tuple(kind for kind in self.kinds if kind.group.name == name)
            for name in {kind.group.name for kind in self.kinds}
        }
        self._numbers = {
            name: frozenset(self.kind_number[kind] for kind in kinds)
            for name, kinds in self._groups.items()
        }
        #: How many pieces each route zone has room for, by name.
        self.room = {zone.name: zone.at_most for zone in self.route_zones} | dict(room or {})
        #: The ids of the terrains on which route zones are, by name, of those that are not on all.
        self.grounds = dict(grounds or {})
        apart = {kind for zone in self.route_zones for kind in zone.kinds}
        self._kinds_of = {
            zone.name: tuple(
                kind
                for group in zone.holds
                for kind in self.kinds_in(group)
                if not isinstance(zone, RouteZone)
                or (kind in zone.kinds if zone.kinds else kind not in apart)
            )
            for zone in zones
        }
        self._places_of = {
            zone: {self.kind_number[kind]: n for n, kind in enumerate(kinds)}
            for zone, kinds in self._kinds_of.items()
        }
        #: The numbers of the kinds on a route that cost terms may see.
        self.priced = frozenset(
            number for zone in self.route_zones if zone.priced for number in self.places_of(zone)
        )
        #: By the name of a group: a route's contents without its pieces.
        self.besides = {name: Memo(partial(_besides, g)) for name, g in self._numbers.items()}
        block, first = len(self.seat_zones), len(self.table_zones)
        for n, zone in enumerate(self.seat_zones):
            self.zone_indexes[zone.name] = tuple(first + s * block + n for s in range(MOST_SEATS))

    def kinds_in(self, group: Group) -> tuple[Kind, ...]:
        """All kinds of a group."""
        return self._groups.get(group.name, ())

    def numbers_in(self, group: Group) -> frozenset[int]:
        """The kind numbers of a group."""
        return self._numbers.get(group.name, frozenset())

    def places_of(self, zone: Zone) -> Mapping[int, int]:
        """The index of each kind number in a zone's counts."""
        return self._places_of[zone.name]

    def kind(self, id: str, group: Group) -> Kind:
        """The kind with that id in a group; raises `PositionError` if there is none."""
        for kind in self.kinds_in(group):
            if kind.id == id:
                return kind
        known = ", ".join(kind.id for kind in self.kinds_in(group))
        raise PositionError(f"no {group.noun} is called {id!r}; there are: {known}")

    def called(self, id: str, group: Group) -> Kind | str:
        """The kind with that id in a group, for messages; an id that none has stays as it is."""
        return next((kind for kind in self.kinds_in(group) if kind.id == id), id)

    def kinds_of(self, zone: Zone) -> tuple[Kind, ...]:
        """The kinds that a zone's counts count, in order."""
        return self._kinds_of[zone.name]

    def index(self, zone: TableZone | SeatZone, seat: int = 0) -> int:
        """The index of this zone (of this seat) in `state.zones`."""
        return self.zone_indexes[zone.name][seat]

    def indexes(self, zone: TableZone | SeatZone) -> tuple[int, ...]:
        """The index of a zone in `state.zones`, by seat."""
        return self.zone_indexes[zone.name]

    def vector(self, zone: Zone, counts: Mapping[str, int]) -> Counts:
        """The zone's counts from counts by kind id; raises `PositionError` for other kinds."""
        ids = [kind.id for kind in self.kinds_of(zone)]
        for id in counts:
            if id not in ids:
                raise PositionError(f"{zone.name} holds no {brief(id)}; it holds: {', '.join(ids)}")
        return tuple(counts.get(id, 0) for id in ids)

    def pieces(self, zone: Zone, counts: Counts) -> Pieces:
        """A zone's counts as pieces."""
        return Pieces.of({k.id: n for k, n in zip(self.kinds_of(zone), counts, strict=True)})

    def zone_at(self, index: int) -> tuple[TableZone | SeatZone, int | None]:
        """The zone of `state.zones[index]`, and its seat or None."""
        first = len(self.table_zones)
        if index < first:
            return self.table_zones[index], None
        seat, n = divmod(index - first, len(self.seat_zones))
        return self.seat_zones[n], seat

    def room_on(self, zone: RouteZone, terrain: str) -> int:
        """How many pieces a zone has room for on each route of a terrain."""
        grounds = self.grounds.get(zone.name)
        return self.room[zone.name] if grounds is None or terrain in grounds else 0

    @property
    def possible_contents(self) -> tuple[Contents, ...]:
        """Everything that may lie on one route at the same time, by the route zones."""
        return self.contents_of(range(len(self.kinds)))

    def contents_of(
        self, kinds: Collection[int], terrain: str | None = None
    ) -> tuple[Contents, ...]:
        """Those of `possible_contents` that have only these kinds, by number; or on one terrain."""
        options: list[list[Contents]] = []
        for zone in self.route_zones:
            numbers = sorted(kind for kind in self.places_of(zone) if kind in kinds)
            room = self.room[zone.name] if terrain is None else self.room_on(zone, terrain)
            options.append(
                [
                    some
                    for n in range(room + 1)
                    for some in combinations_with_replacement(numbers, n)
                ]
            )
        found = {tuple(sorted(chain.from_iterable(choice))) for choice in product(*options)}
        return tuple(sorted(found))

    def size(self, players: int) -> int:
        """How many zones a state with this number of players has."""
        return len(self.table_zones) + players * len(self.seat_zones)


def _besides(group: frozenset[int], contents: Contents) -> Contents:
    return tuple([kind for kind in contents if kind not in group])
