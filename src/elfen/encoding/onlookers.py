"""Onlookers: what all seats of a game observe, for environments that ask a seat after each step.

An observer of a seat has to find out what all others did since that seat last looked. Here each
step is written once for all, and the numbers of a seat are picked out of it. It needs numpy.
"""

from __future__ import annotations

from itertools import compress, count, repeat
from operator import is_not
from typing import TYPE_CHECKING, Any

from elfen.encoding.layout import Layout
from elfen.encoding.writing import FLOAT, Writer, packed, packers
from elfen.errors import FAULTS, RulesetError, brief

if TYPE_CHECKING:
    import numpy as np

    from elfen.declare import Counts, Ext
    from elfen.declare.given import State
    from elfen.encoding.whole import Whole
    from elfen.knowledge import Ledger, Mixing


#: What the zones of a family held just before one mixing.
_Then = tuple[tuple["Counts", ...]]


class Onlookers(Writer):
    """All seats of games; `encoding.onlookers()` makes them.

    The buffer holds what any of them may know. It stays inside: `numbers` gives a seat its own.
    """

    def __init__(self, whole: Whole) -> None:
        import numpy as np  # the rest of elfen.encoding does without

        super().__init__(whole, 0)
        layout = whole.of_seats
        self._whole = whole
        self._all = np.frombuffer(self.cells, np.float32)
        self._orders = [np.asarray(order, np.intp) for order in whole.orders]
        self._recall = [layout.rules.known_to.recall[seat] for seat in range(layout.players)]
        self._place_zones(layout)
        self.forget()

    def _place_zones(self, layout: Layout) -> None:
        places = layout.rules.layout
        self._places: list[tuple[int | None, Any, int | None]] = []
        self._known_places: list[tuple[int | None, Any, Counts]] = []
        #: By seat and zone, where its layout tells what is known to be there.
        self._known_at: list[list[int | None]] = [[] for _ in self._orders]
        for number, (counts, size, known) in enumerate(self._whole.zones):
            zone, owner = places.zone_at(number)
            kinds = len(places.kinds_of(zone))
            pack_into = packers[kinds].pack_into
            where = None if counts is None else counts * FLOAT
            self._places.append((where, pack_into, size))
            where = None if known is None else known * FLOAT
            self._known_places.append((where, pack_into, (0,) * kinds))
            for seat, found in enumerate(self._known_at):
                turned = number
                if owner is not None:
                    turned = places.zone_indexes[zone.name][(owner - seat) % layout.players]
                found.append(layout._zones[turned][1])

    def __copy__(self) -> Onlookers:
        """Another one, which gives the same numbers."""
        return Onlookers(self._whole)

    def __deepcopy__(self, memo: object) -> Onlookers:
        return self.__copy__()

    def forget(self) -> None:
        """Begin anew: everything is written the next time."""
        super().forget()
        self._zones: tuple[Counts | None, ...] = (None,) * len(self._places)
        self._ledger: Ledger | None = None
        self._known: tuple[Counts | None, ...] = (None,) * len(self._places)
        self._mixings: tuple[Mixing | None, ...] = (None,) * len(self._whole.mixings)
        #: By family: what lay in its zones just before the last mixing, anew for each.
        self._then: list[_Then | None] = [*self._mixings]
        #: By seat, those of which it is written what the seat did not see.
        self._unseen: list[list[_Then | None] | None] = [None] * len(self._orders)
        self._ext: Ext | None = None
        #: By slot, its value and those of its fields.
        self._slots: list[list[object]] = [
            [self] * (1 + len(fields)) for _, fields in self._whole.slots
        ]

    def numbers(self, state: State, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What a seat may know of a state: a new array, laid out as `Encoding.layout` says.

        Raises `RulesetError` for a seat that does not play, and `PositionError` for what is no
        state of these rules.
        """
        if type(seat) is not int or not 0 <= seat < len(self._orders):
            raise RulesetError(f"seat {brief(seat)}: the seats are 0 to {len(self._orders) - 1}")
        try:
            return self._numbers(state, seat)
        except FAULTS as error:
            self._refuse(state, error)

    def _numbers(self, state: State, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        self._write_open(state.round, state.agenda, state.boots, state.visited, state.routes)
        if state.zones is not self._zones:
            self._write_zones(state.zones)
        ledger = state.ledger
        if ledger is not self._ledger:
            self._write_ledger(ledger)
        if state.ext is not self._ext:
            self._write_slots(state.ext)
        if self._then is not self._unseen[seat]:
            self._write_unseen(seat)
        found = self._all.take(self._orders[seat], mode="wrap")
        for entry in ledger.alone:
            at = self._known_at[seat][entry.zone]
            if entry.seat == seat and at is not None:
                found[at : at + len(entry[2])] += entry[2]
        return found

    def _write_zones(self, zones: tuple[Counts, ...]) -> None:
        cells, numbers, places = self.cells, self._floats, self._places
        for n in compress(count(), map(is_not, zones, self._zones)):
            where, pack_into, size = places[n]
            if where is not None:
                pack_into(cells, where, *zones[n])
            if size is not None:
                numbers[size] = sum(zones[n])
        self._zones = zones

    def _write_ledger(self, ledger: Ledger) -> None:
        known, _, mixings, _ = ledger
        if known is not self._known:
            cells, places = self.cells, self._known_places
            for n in compress(count(), map(is_not, known, self._known)):
                where, pack_into, none = places[n]
                if where is not None:
                    pack_into(cells, where, *(known[n] or none))
            self._known = known
        if mixings is not self._mixings:
            for n in compress(count(), map(is_not, mixings, self._mixings)):
                self._write_mixing(n, mixings[n], self._mixings[n])
            self._mixings = mixings
        self._ledger = ledger

    def _write_mixing(self, n: int, mixing: Mixing | None, before: Mixing | None) -> None:
        fresh, _, end = self._whole.mixings[n]
        if mixing is None:
            self._clear(fresh, end)
        elif before is None or mixing.fresh is not before.fresh:
            self._put(fresh, packed(mixing.fresh))
        if mixing is None or before is None or mixing.then is not before.then:
            self._then = [*self._then]
            self._then[n] = mixing and (mixing.then,)

    def _write_unseen(self, seat: int) -> None:
        """What one seat did not see just before the last mixings."""
        before = self._unseen[seat] or repeat(None)
        for n, (then, was) in enumerate(zip(self._then, before, strict=False)):
            if then is not None and then is not was:
                unseen = self._recall[seat].unseen(n, *then)
                self._put(self._whole.mixings[n][1][seat], packed(unseen))
        self._unseen[seat] = self._then

    def _write_slots(self, ext: Ext) -> None:
        for (slot, fields), seen in zip(self._whole.slots, self._slots, strict=True):
            value = ext[slot]
            if value is not seen[0]:
                seen[0] = value
                for n, (attribute, places, owned, write) in enumerate(fields, 1):
                    one = getattr(value, attribute) if attribute else value
                    if one is not seen[n]:
                        seen[n] = one
                        for place, own in zip(places, one if owned else (one,), strict=True):
                            self._put(place, packed(write(own, 0)))
        self._ext = ext
