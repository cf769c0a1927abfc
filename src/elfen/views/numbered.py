"""From a view back to numbers: what a view says by names, as a state has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from elfen.declare import PUBLIC, Contents, Counts, Kind, Memo, Pieces, Slot
from elfen.knowledge import Family

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset


@frozen
class _Place:
    """A zone by its number: no pieces, and by id each kind's place and number."""

    none: Counts
    kinds: Mapping[str, tuple[int, int]]


class Numbered:
    """What is the same for all views of a ruleset; ask for it by `rules.once(Numbered)`."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        layout = self._layout = rules.layout
        self._places: Memo[int, tuple[_Place, ...]] = Memo(self._places_of)
        self._stock: Memo[int, tuple[int, ...]] = Memo(self._stock_of)
        self.towns: Mapping[str, int] = rules.board.town_number
        self._bits = {town: 1 << n for town, n in self.towns.items()}
        self._routes = rules.board.route_number
        self._empty: tuple[Contents, ...] = ((),) * len(rules.board.routes)
        self._kinds = layout.kind_number
        #: By slot, what makes its value of the fields in a view; None if something is hidden.
        self.slots: dict[str, tuple[Slot[object], tuple[tuple[str, str], ...] | None]] = {
            name: (slot, self._fields(name, slot)) for name, slot in rules.slots.items()
        }
        families = [layout.zone_at(family.zones[0])[0] for family in rules.knowledge.families]
        #: By family: the numbers of its kinds, and by id the place of each, as its counts have it.
        self._of_family = [tuple(layout.places_of(zone)) for zone in families]
        self._at = [{k.id: at for at, k in enumerate(layout.kinds_of(z))} for z in families]

    def zones(self, view: Observation) -> tuple[list[Counts], list[int], list[int]]:
        """All zones as far as the view shows them, empty otherwise; the numbers of the hidden ones;
        and how many pieces of each kind, by number, lie neither there nor on the routes.
        """
        places, left = self._places[view.players], [*self._stock[view.players]]
        zones, hidden = [], []
        for zone, (place, holding) in enumerate(zip(places, view.holdings, strict=True)):
            pieces = holding.pieces
            counts = place.none
            if pieces is None:
                hidden.append(zone)
            elif pieces.items:
                found = [*counts]
                kinds = place.kinds
                for id, n in pieces.items:
                    if id not in kinds:
                        self._refused(zone, pieces)
                    at, kind = kinds[id]
                    found[at] = n
                    left[kind] -= n
                counts = tuple(found)
            zones.append(counts)
        return zones, hidden, left

    def routes(self, view: Observation, left: list[int]) -> tuple[Contents, ...]:
        """What lies on each route; it is taken away from what is `left`."""
        if not view.lying:
            return self._empty
        routes, numbers, kinds = [*self._empty], self._routes, self._kinds
        alone = self._layout.alone
        for route, lying in view.lying:
            if len(lying) == 1:
                kind = kinds[lying[0]]
                left[kind] -= 1
                routes[numbers[route]] = alone[kind]
            else:
                routes[numbers[route]] = self._contents(lying, left)
        return tuple(routes)

    def _contents(self, lying: Iterable[Kind], left: list[int]) -> Contents:
        contents = sorted([self._kinds[kind] for kind in lying])
        for kind in contents:
            left[kind] -= 1
        return tuple(contents)

    def bits(self, towns: Iterable[str]) -> int:
        """A set of towns as a bit set."""
        return sum([self._bits[town] for town in towns])

    def zone(self, name: str, seat: int | None) -> int:
        """The number of a zone."""
        return self._layout.zone_indexes[name][seat or 0]

    def of_family(self, family: Family, left: list[int]) -> Counts:
        """What is left of a family, in counts by its kinds."""
        return tuple([left[kind] for kind in self._of_family[family.number]])

    def counts(self, family: Family, pieces: Pieces) -> Counts:
        """Pieces as counts of a family; raises `PositionError` for those of another."""
        if not pieces.items:
            return family.none
        at, found = self._at[family.number], [*family.none]
        for id, n in pieces.items:
            if id not in at:
                return self._refused(family.zones[0], pieces)
            found[at[id]] = n
        return tuple(found)

    def _refused(self, zone: int, pieces: Pieces) -> Counts:
        """The error that says which of the pieces a zone does not hold."""
        return self._layout.vector(self._layout.zone_at(zone)[0], pieces.counts)

    def _places_of(self, players: int) -> tuple[_Place, ...]:
        places = []
        for n in range(self._layout.size(players)):
            zone, _ = self._layout.zone_at(n)
            kinds = self._layout.kinds_of(zone)
            numbers = {kind.id: (at, self._kinds[kind]) for at, kind in enumerate(kinds)}
            places.append(_Place((0,) * len(kinds), numbers))
        return tuple(places)

    def _stock_of(self, players: int) -> tuple[int, ...]:
        stock = [0] * len(self._layout.kinds)
        for zone, counts in enumerate(self._rules.stocked(players)):
            for kind, at in self._layout.places_of(self._layout.zone_at(zone)[0]).items():
                stock[kind] += counts[at]
        return tuple(stock)

    def _fields(self, name: str, slot: Slot[object]) -> tuple[tuple[str, str], ...] | None:
        if any(shown is not PUBLIC for _, shown in self._rules.sight.fields(name)):
            return None
        if slot.visibility is PUBLIC:
            return ()
        return tuple([(one.alias, one.name) for one in attrs.fields(slot.type)])
