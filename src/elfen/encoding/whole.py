"""The layout of all that any seat may know, and where in it each seat's numbers are.

What all seats see alike is there once, with seats counted from seat 0 on; what is different for
each seat is there once for each. So the numbers of a seat are a choice of these.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from elfen.declare import OWNER, SeatZone, Slot, TableZone
from elfen.encoding.codes import Write, seats
from elfen.encoding.layout import Field, Layout

#: The attribute of a slot's value ("": the value itself), its offset, or one for each seat if each
#: sees its own, whether that is so, and how it is written.
PlacedField = tuple[str, list[int], bool, Write]

_SEAT = re.compile(r"(?<=\.)seat\+(\d+)(?=\.|$)")


class Whole(Layout):
    """The fields of everything that a seat may know in games with so many players.

    `zones` has, by the number of a zone, the offsets of its counts (None if no seat sees them), of
    its size (None if all see the counts), and of what is known to be there (None if all see it).
    `mixings` has for each family of pieces the offset of `fresh`, those of `unseen` by seat, and
    the end; `slots` has every slot with its fields. `of_seats` is the layout of a seat.
    """

    def __init__(self, layout: Layout) -> None:
        self.of_seats = layout
        super().__init__(layout.rules, layout.players, public=False)

    @cached_property
    def orders(self) -> tuple[list[int], ...]:
        """By seat, and by the place of a number in its layout, the place of that number here."""
        return tuple([self._order(seat) for seat in range(self.players)])

    def _order(self, seat: int) -> list[int]:
        fields = {(field.name, field.seat): field for field in self.fields}
        found: list[int] = []
        for field in self.of_seats.fields:
            name = _SEAT.sub(lambda at: f"seat+{self._turned(int(at[1]), seat)}", field.name)
            owner = None if field.seat is None else self._turned(field.seat, seat)
            here = fields.get((name, owner)) or fields[name, seat]
            found += [here.offset + n for n in self._inside(field, seat)]
        return found

    def _turned(self, number: int, seat: int) -> int:
        return (number + seat) % self.players

    def _inside(self, field: Field, seat: int) -> list[int]:
        """In a field with a number for each seat, they are in another order."""
        alike = len(field.labels) - self.players
        if alike < 0 or field.labels[alike:] != seats(self.players):
            return [*range(field.length)]
        turned = [alike + self._turned(n, seat) for n in range(self.players)]
        return [*range(alike), *turned]

    def _in_zones(self) -> None:
        places = self.rules.layout
        counted = {zone for family in self.rules.knowledge.families for zone in family.zones}
        self.zones: list[tuple[int | None, int | None, int | None]] = []
        for number in range(places.size(self.players)):
            zone, owner = places.zone_at(number)
            sees = [self._into(zone, owner, seat) for seat in range(self.players)]
            kinds, name = len(places.kinds_of(zone)), f"zone/{zone.name}"
            counts = self._add(name, owner, kinds, 0, 0) if any(sees) else None
            size = None if all(sees) else self._add(f"{name}.size", owner, 1, 0, 0)
            known = self._add(f"{name}.known", owner, kinds, 0, 0) if number in counted else None
            self.zones.append((counts, size, known))

    def _into(self, zone: TableZone | SeatZone, owner: int | None, seat: int) -> bool:
        return self.rules.sight.into(zone.name, owner, seat)

    def _mixed(self) -> None:
        self.mixings: list[tuple[int, list[int], int]] = []
        of_seats = {field.offset: field for field in self.of_seats.fields}
        for fresh, unseen, _ in self.of_seats._mixings:
            kinds = of_seats[fresh].length
            at = self._add(of_seats[fresh].name, None, kinds, 0, 0)
            name = of_seats[unseen].name
            by_seat = [self._add(name, seat, kinds, 0, 0) for seat in range(self.players)]
            self.mixings.append((at, by_seat, by_seat[-1] + kinds))

    def _in_slots(self) -> None:
        self.slots: list[tuple[Slot[Any], list[PlacedField]]] = []
        for name, slot in sorted(self.rules.slots.items()):
            codes = self._slot_codes(name, slot)
            fields: list[PlacedField] = []
            for attribute, visibility in self.rules.sight.fields(name):
                field = attribute or "value"
                if field in codes:
                    whose = range(self.players) if visibility is OWNER else (None,)
                    whole = f"slot/{name}.{field}"
                    places = [self._add_code(whole, codes[field], seat) for seat in whose]
                    fields.append((attribute, places, visibility is OWNER, codes[field].write))
            self.slots.append((slot, fields))
