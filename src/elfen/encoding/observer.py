"""Observers: they write what a seat sees into the same buffer, again and again.

Only what has changed since the last time is written: parts of a view that did not change are the
same objects as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, count, repeat
from operator import is_not, ne
from struct import Struct
from typing import TYPE_CHECKING, Any

from elfen.declare import Chance, Contents, Counts, Decide, Item, Memo, Over
from elfen.encoding.layout import CHANCE, MOST_WAITING, OVER, Layout
from elfen.views import eyes_of

if TYPE_CHECKING:
    from elfen.declare import Ext
    from elfen.declare.given import Observation, Ruleset, State
    from elfen.knowledge import Entries, Ledger
    from elfen.views import Recalled, SeenMixing, SeenSlots, SeenZone

_FLOAT = 4
#: The fields of a slot that was not seen before.
_NOTHING = repeat(("", object()))
_MOST_ITEMS = 4096


class Observer:
    """The numbers of one `seat` (None: the public) in games with so many players.

    `layout` says what each number is. `cells` is a bytearray of 32-bit floats in the machine's
    order, always the same one; numpy reads it without a copy: `np.frombuffer(cells, "f4")`.
    """

    def __init__(self, layout: Layout, seat: int | None) -> None:
        self.layout = layout
        self.seat = seat
        self.cells = bytearray(layout.size * _FLOAT)
        self._bytes: Any = memoryview(self.cells)
        self._floats: Any = memoryview(self.cells).cast("f")
        self._eyes = eyes_of(layout.rules, layout.players, seat)
        self._pending = _part(layout._begin_pending, layout._end_pending)
        self._first = seat or 0
        players = layout.players
        self._turned = [(n - self._first) % players for n in range(players)]
        self._towns = layout.rules.once(_town_bits)
        self._lying = layout.rules.once(_contents)
        self._place_zones()
        routes = layout._routes
        self._lie = [_part(at, at + layout._most_lying) for at in routes]
        #: By the `id` of an item, where it counts on the agenda, and what it looks like when due.
        self._items: dict[int, tuple[int, bytes, Item]] = {}
        self.forget()

    def forget(self) -> None:
        """Begin anew: everything is written the next time."""
        layout = self.layout
        self.cells[:] = bytes(len(self.cells))
        self._round = 0
        self._agenda: tuple[Item, ...] = ()
        self._counts: dict[int, int] = {}
        self._boots: tuple[int, ...] = (-1,) * layout.players
        self._visited: tuple[int, ...] = (0,) * layout.players
        self._routes: tuple[Contents, ...] = ((),) * len(layout.rules.board.routes)
        self._forget_state()
        self._zones: tuple[SeenZone | None, ...] = self._no_zones
        self._recalled: Recalled | None = None
        self._known: tuple[Counts | None, ...] = self._no_zones
        self._alone: Entries = ()
        self._mixings: tuple[SeenMixing | None, ...] = (None,) * len(layout._mixings)
        self._slots: tuple[Any, ...] = (None,) * len(layout._slots)

    def _forget_state(self) -> None:
        """What was seen last was not a state."""
        self._looked: tuple[Counts | None, ...] = self._no_zones
        self._ledger: Ledger | None = None
        self._ext: Ext | None = None

    def write(self, seen: Observation) -> None:
        """Let the buffer hold what this seat sees; `seen` has to be an observation of its own."""
        table = seen.table
        self._write(seen.round, seen.agenda, table.boots, table.visited, table.routes)
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
        """Let the buffer hold what this seat may know of a state: faster than an observation."""
        eyes, zones = self._eyes, state.zones
        self._write(state.round, state.agenda, state.boots, state.visited, state.routes)
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

    def _write(
        self,
        round: int,
        agenda: tuple[Item, ...],
        boots: tuple[int, ...],
        visited: tuple[int, ...],
        routes: tuple[Contents, ...],
    ) -> None:
        """What everyone sees."""
        if round != self._round:
            self._round = round
            self._floats[self.layout._round] = min(round, self.layout.rules.most_rounds)
        if agenda is not self._agenda:
            self._write_agenda(agenda)
        if boots is not self._boots:
            self._write_boots(boots)
        if visited is not self._visited:
            self._write_visited(visited)
        if routes is not self._routes:
            self._write_routes(routes)

    # What is due -----------------------------------------------------------------------

    def _write_agenda(self, agenda: tuple[Item, ...]) -> None:
        items, floats, counts, before = self._items, self._floats, self._counts, self._agenda
        same = max(min(len(agenda), len(before)) - 1, 0)
        if agenda[:same] != before[:same]:
            same = next(compress(count(), map(is_not, agenda, before)), same)
        for item in before[same:]:
            at, _, _ = items.get(id(item)) or self._learn(item)
            counts[at] = left = counts[at] - 1
            if at and left < MOST_WAITING:
                floats[at] = left
        for item in agenda[same:]:
            at, _, _ = items.get(id(item)) or self._learn(item)
            counts[at] = there = counts.get(at, 0) + 1
            if at and there <= MOST_WAITING:
                floats[at] = there
        self._agenda = agenda
        _, due, _ = items.get(id(agenda[-1])) or self._learn(agenda[-1])
        self._bytes[self._pending] = due

    def _learn(self, item: Item) -> tuple[int, bytes, Item]:
        """Where an item counts on the agenda, and what it looks like when it is due."""
        layout = self.layout
        if isinstance(item, Over):
            at = 0  # it is not counted: the first number is the round
        else:
            at = layout._waits[self._name(item)]
            at += 0 if item.seat is None else 1 + self._turned[item.seat]
        if len(self._items) >= _MOST_ITEMS:
            self._items.clear()
        found = at, self._due(item), item
        self._items[id(item)] = found
        return found

    def _name(self, item: Item) -> str:
        """The name that an item has in the layout: an old name is that of the present entry."""
        rules = self.layout.rules
        if item.name in self.layout._waits:
            return item.name
        if isinstance(item, Decide):
            return str(rules.items.decisions[item.name])
        entries = [*rules.chances, *(one for some in rules.procedures.values() for one in some)]
        return str(next(one.entry.name for one in entries if item.name in one.names))

    def _due(self, item: Item) -> bytes:
        layout = self.layout
        begin = layout._begin_pending
        out = [0.0] * (layout._end_pending - begin)
        names = layout._pending_names
        if isinstance(item, Decide):
            name = self._name(item)
            out[names.index(name)] = 1.0
            at, codes = layout._data.get(name, (0, ()))
            for value, code in zip(item.data, codes, strict=False):
                written = code.write(value, self._first)
                out[at - begin : at - begin + code.size] = written
                at += code.size
        elif isinstance(item, (Chance, Over)):
            out[names.index(CHANCE if isinstance(item, Chance) else OVER)] = 1.0
        if item.seat is not None:
            out[len(names) + self._turned[item.seat]] = 1.0
        return _packed(out)

    # On the board ----------------------------------------------------------------------

    def _write_boots(self, boots: tuple[int, ...]) -> None:
        floats, before = self._floats, self._boots
        for seat in compress(range(len(boots)), map(ne, boots, before)):
            at = self.layout._boots[self._turned[seat]]
            if before[seat] >= 0:
                floats[at + before[seat]] = 0
            floats[at + boots[seat]] = 1
        self._boots = boots

    def _write_visited(self, visited: tuple[int, ...]) -> None:
        for seat in compress(range(len(visited)), map(ne, visited, self._visited)):
            self._put(self.layout._visited[self._turned[seat]], self._towns[visited[seat]])
        self._visited = visited

    def _write_routes(self, routes: tuple[Contents, ...]) -> None:
        parts = self._lie
        if parts:
            whole, lying, kept = self._bytes, self._lying, self._lying.kept
            for n in compress(range(len(routes)), map(is_not, routes, self._routes)):
                whole[parts[n]] = kept.get(routes[n]) or lying.learn(routes[n])
        self._routes = routes

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
            self._parts.append((_part(offset, offset + kinds), _struct[kinds].pack))
            self._places.append(known)
        self._no_zones = (None,) * len(self._places)

    def _write_zones(self, changed: list[tuple[int, SeenZone]]) -> None:
        whole, floats, parts = self._bytes, self._floats, self._parts
        for n, seen in changed:
            if type(seen) is int:
                floats[self._sizes[n]] = seen
            else:
                part, pack = parts[n]
                whole[part] = pack(*seen)  # type: ignore[misc]

    def _write_recalled(self, recalled: Recalled) -> None:
        known, _, mixings, alone = recalled
        last, alone_before = self._known, self._alone
        if known is not last or alone or alone_before:
            changed = {*compress(range(len(known)), map(is_not, known, last))}
            if alone is not alone_before:
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
            self._bytes[_part(fresh, end)] = bytes((end - fresh) * _FLOAT)
            return
        if before is None or mixing.fresh is not before.fresh:
            self._put(fresh, _packed(mixing.fresh))
        if before is None or mixing.unseen is not before.unseen:
            self._put(unseen, _packed(mixing.unseen))

    def _known_there(self, number: int, known: Counts | None, alone: Any) -> bytes:
        """What everyone knows to be in a zone, and what the seat alone knows besides."""
        layout = self.layout.rules.layout
        counts = known or (0,) * len(layout.kinds_of(layout.zone_at(number)[0]))
        for entry in alone:
            if entry.zone == number:
                counts = tuple(map(int.__add__, counts, entry[2]))
        return _packed(counts)

    # In slots --------------------------------------------------------------------------

    def _write_slots(self, slots: SeenSlots) -> None:
        for n in compress(count(), map(is_not, slots, self._slots)):
            fields, before = slots[n][1], self._slots[n]
            was = _NOTHING if before is None else before[1]
            codes = self.layout._slots[n]
            for (_, value), (_, old), (at, write) in zip(fields, was, codes, strict=False):
                if value is not old:
                    numbers = write(value, self._first)
                    self._put(at, _packed(numbers))
        self._slots = slots

    def _put(self, offset: int, numbers: bytes) -> None:
        begin = offset * _FLOAT
        self._bytes[begin : begin + len(numbers)] = numbers


def _part(begin: int, end: int) -> slice:
    """The bytes of the numbers from one place to another."""
    return slice(begin * _FLOAT, end * _FLOAT)


#: By how many, what packs floats.
_struct: Memo[int, Struct] = Memo(lambda n: Struct(f"{n}f"))


def _packed(counts: Sequence[float]) -> bytes:
    """The same numbers as floats."""
    return _struct[len(counts)].pack(*counts)


def _town_bits(rules: Ruleset) -> Memo[int, bytes]:
    """By a bit set of towns, a float for each town."""
    towns = range(len(rules.board.towns))
    return Memo(lambda bits: _packed([bits >> n & 1 for n in towns]))


def _contents(rules: Ruleset) -> Memo[Contents, bytes]:
    """By what lies on a route, a count of each kind that can lie there."""
    layout = rules.layout
    kinds = sorted({kind for zone in layout.route_zones for kind in layout.places_of(zone)})
    return Memo(lambda contents: _packed([contents.count(kind) for kind in kinds]))
