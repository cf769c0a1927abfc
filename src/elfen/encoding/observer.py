"""Observers: they write what a seat sees into the same buffer, again and again.

Only what has changed since the last time is written: parts of a view that did not change are the
same objects as before.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, count, repeat
from operator import is_not
from typing import TYPE_CHECKING, Any

from elfen.declare import Counts
from elfen.encoding.layout import Layout
from elfen.encoding.writing import Writer, packed, packers, part
from elfen.errors import FAULTS, ElfenError, PositionError, brief
from elfen.views import eyes_of

if TYPE_CHECKING:
    from elfen.declare import Ext
    from elfen.declare.given import Observation, State
    from elfen.knowledge import Entries, Ledger
    from elfen.views import Recalled, SeenMixing, SeenSlots, SeenZone

#: The fields of a slot that was not seen before.
_NOTHING = repeat(("", object()))


class Observer(Writer):
    """The numbers of one `seat` (None: the public) in games with so many players.

    `layout` says what each number is. `cells` is a bytearray of 32-bit floats in the machine's
    order, always the same one; numpy reads it without a copy: `np.frombuffer(cells, "f4")`.
    """

    def __init__(self, layout: Layout, seat: int | None) -> None:
        super().__init__(layout, seat or 0)
        self.seat = seat
        self._eyes = eyes_of(layout.rules, layout.players, seat)
        self._place_zones()
        self.forget()

    def __copy__(self) -> Observer:
        """Another with the same numbers, in a buffer of its own."""
        made = object.__new__(Observer)
        made.__dict__.update(self.__dict__, _agendas={})
        made._write_in(bytearray(self.cells))
        return made

    def __deepcopy__(self, memo: object) -> Observer:
        return self.__copy__()

    def forget(self) -> None:
        """Begin anew: everything is written the next time."""
        super().forget()
        self._forget_state()
        self._zones: tuple[SeenZone | None, ...] = self._no_zones
        self._recalled: Recalled | None = None
        self._known: tuple[Counts | None, ...] = self._no_zones
        self._alone: Entries = ()
        self._mixings: tuple[SeenMixing | None, ...] = (None,) * len(self.layout._mixings)
        self._slots: tuple[Any, ...] = (None,) * len(self.layout._slots)

    def _forget_state(self) -> None:
        """What was seen last was not a state."""
        self._looked: tuple[Counts | None, ...] = self._no_zones
        self._ledger: Ledger | None = None
        self._ext: Ext | None = None

    def write(self, seen: Observation) -> None:
        """Let the buffer hold what this seat sees; `seen` has to be an observation of its own.

        Raises `PositionError` for anything else.
        """
        try:
            self._write(seen)
        except ElfenError:
            self.forget()
            raise
        except FAULTS as error:
            self.forget()
            raise PositionError(f"{brief(seen)} is no observation") from error

    def _write(self, seen: Observation) -> None:
        if seen.seat != self.seat:
            raise PositionError(f"an observation of seat {seen.seat}, not of seat {self.seat}")
        table = seen.table
        self._write_open(seen.round, seen.agenda, table.boots, table.visited, table.routes)
        zones = table.zones
        changed = compress(enumerate(zones), map(is_not, zones, self._zones))
        self._write_zones([*changed])
        self._zones = zones
        if table.recalled is not self._recalled:
            self._write_recalled(table.recalled)
        if seen.slots is not self._slots:
            self._write_slots(seen.slots)
        self._forget_state()

    def look(self, state: State) -> None:
        """Let the buffer hold what this seat may know of a state: faster than an observation.

        Raises `PositionError` for what is no state of these rules.
        """
        try:
            self._look(state)
        except FAULTS as error:
            self._refuse(state, error)

    def _look(self, state: State) -> None:
        eyes, zones = self._eyes, state.zones
        self._write_open(state.round, state.agenda, state.boots, state.visited, state.routes)
        if zones is not self._looked:
            self._write_zones(eyes.changed(zones, self._looked))
            self._looked = zones
            self._zones = self._no_zones
        if state.ledger is not self._ledger:
            self._write_recalled(eyes.recalled(state))
            self._ledger = state.ledger
        if state.ext is not self._ext:
            self._write_slots(eyes.slots(state))
            self._ext = state.ext

    # In zones --------------------------------------------------------------------------

    def _place_zones(self) -> None:
        """By the number of a zone: where it is, and where it is said what is known to be there."""
        layout = self.layout.rules.layout
        self._sizes: list[int] = []
        self._parts: list[tuple[slice, Callable[..., bytes]]] = []
        self._places: list[int | None] = []
        for number in range(layout.size(self.layout.players)):
            zone, owner = layout.zone_at(number)
            if owner is not None:
                number = layout.zone_indexes[zone.name][self._turned[owner]]
            offset, known = self.layout._zones[number]
            kinds = len(layout.kinds_of(zone))
            self._sizes.append(offset)
            self._parts.append((part(offset, offset + kinds), packers[kinds].pack))
            self._places.append(known)
        self._no_zones = (None,) * len(self._places)

    def _write_zones(self, changed: list[tuple[int, SeenZone]]) -> None:
        whole, numbers, parts = self._bytes, self._floats, self._parts
        for n, seen in changed:
            if type(seen) is int:
                numbers[self._sizes[n]] = seen
            else:
                place, pack = parts[n]
                whole[place] = pack(*seen)  # type: ignore[misc]

    def _write_recalled(self, recalled: Recalled) -> None:
        known, _, mixings, alone = recalled
        last, alone_before = self._known, self._alone
        if known is not last or alone != alone_before:
            changed = {*compress(count(), map(is_not, known, last))}
            if alone != alone_before:
                changed.update([entry.zone for entry in (*alone, *alone_before)])
            for number in changed:
                at = self._places[number]
                if at is not None:
                    self._put(at, self._known_there(number, known[number], alone))
            self._known, self._alone = known, alone
        if mixings is not self._mixings:
            for n in compress(count(), map(is_not, mixings, self._mixings)):
                self._write_mixing(self.layout._mixings[n], mixings[n], self._mixings[n])
            self._mixings = mixings
        self._recalled = recalled

    def _write_mixing(
        self, at: tuple[int, int, int], mixing: SeenMixing | None, before: SeenMixing | None
    ) -> None:
        fresh, unseen, end = at
        if mixing is None:
            self._clear(fresh, end)
            return
        if before is None or mixing.fresh is not before.fresh:
            self._put(fresh, packed(mixing.fresh))
        if before is None or mixing.unseen is not before.unseen:
            self._put(unseen, packed(mixing.unseen))

    def _known_there(self, number: int, known: Counts | None, alone: Any) -> bytes:
        """What everyone knows to be in a zone, and what the seat alone knows besides."""
        layout = self.layout.rules.layout
        counts = known or (0,) * len(layout.kinds_of(layout.zone_at(number)[0]))
        for entry in alone:
            if entry.zone == number:
                counts = tuple(map(int.__add__, counts, entry[2]))
        return packed(counts)

    # In slots --------------------------------------------------------------------------

    def _write_slots(self, slots: SeenSlots) -> None:
        for n in compress(count(), map(is_not, slots, self._slots)):
            fields, before = slots[n][1], self._slots[n]
            was = _NOTHING if before is None else before[1]
            codes = self.layout._slots[n]
            for (_, value), (_, old), (at, write) in zip(fields, was, codes, strict=False):
                if value is not old:
                    self._put(at, packed(write(value, self._first)))
        self._slots = slots
