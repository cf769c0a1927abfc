"""Observers: they write what a seat sees into the same buffer, again and again.

Only what has changed since the last time is written: parts of a view that did not change are the
same objects as before.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, count
from operator import is_not
from struct import Struct
from typing import TYPE_CHECKING, Any

from elfen.declare import Chance, Contents, Counts, Decide, Item, Memo, Over
from elfen.encoding.layout import CHANCE, MOST_WAITING, OVER, Layout
from elfen.views import SeenTable, eyes_of

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset, State

_FLOAT = 4
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
        self._pending = slice(layout._begin_pending * _FLOAT, layout._end_pending * _FLOAT)
        self._first = seat or 0
        players = layout.players
        self._turned = [(n - self._first) % players for n in range(players)]
        self._packed = layout.rules.once(_packing)
        self._towns = layout.rules.once(_town_bits)
        self._lying = layout.rules.once(_contents)
        self._write_zones = self._zone_writers()
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
        self._zones: tuple[Any, ...] = (None,) * len(self._write_zones)
        self._recalled: Any = None
        self._known: tuple[Counts | None, ...] = (None,) * len(self._places)
        self._alone: tuple[Any, ...] = ()
        self._mixings: Any = None
        self._slots: tuple[Any, ...] = (None,) * len(layout._slots)

    def write(self, seen: Observation) -> None:
        """Let the buffer hold what this seat sees; `seen` has to be an observation of its own."""
        self._write(seen.round, seen.agenda, seen.slots, seen.table)

    def look(self, state: State) -> None:
        """Let the buffer hold what this seat may know of a state: faster than an observation."""
        eyes = self._eyes
        self._write(state.round, state.agenda, eyes.slots(state), eyes.table(state))

    def _write(
        self, round: int, agenda: tuple[Item, ...], slots: tuple[Any, ...], table: SeenTable
    ) -> None:
        if round != self._round:
            self._round = round
            self._floats[self.layout._round] = min(round, self.layout.rules.most_rounds)
        if agenda is not self._agenda:
            self._write_agenda(agenda)
        if table.boots is not self._boots or table.visited is not self._visited:
            self._write_boots(table.boots, table.visited)
        if table.routes is not self._routes:
            self._write_routes(table.routes)
        changed = [*compress(count(), map(is_not, table.zones, self._zones))]
        if changed:
            zones, writers = table.zones, self._write_zones
            for n in changed:
                writers[n](zones[n])
            self._zones = zones
        if table.recalled is not self._recalled:
            self._write_recalled(table.recalled)
        if slots is not self._slots:
            self._write_slots(slots)

    # What is due -----------------------------------------------------------------------

    def _write_agenda(self, agenda: tuple[Item, ...]) -> None:
        items, floats, counts, before = self._items, self._floats, self._counts, self._agenda
        same = next(compress(count(), map(is_not, agenda, before)), min(len(agenda), len(before)))
        for item in before[same:]:
            at, _, _ = items.get(id(item)) or self._learn(item)
            counts[at] = left = counts[at] - 1
            if at and left < MOST_WAITING:
                floats[at] = left
        found = None
        for item in agenda[same:]:
            found = at, _, _ = items.get(id(item)) or self._learn(item)
            there = counts.get(at, 0) + 1
            counts[at] = there
            if at and there <= MOST_WAITING:
                floats[at] = there
        self._agenda = agenda
        if found is None:
            found = items.get(id(agenda[-1])) or self._learn(agenda[-1])
        self._bytes[self._pending] = found[1]

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
        return _struct[len(out)].pack(*out)

    # On the board ----------------------------------------------------------------------

    def _write_boots(self, boots: tuple[int, ...], visited: tuple[int, ...]) -> None:
        layout, floats = self.layout, self._floats
        for seat, (town, old) in enumerate(zip(boots, self._boots, strict=True)):
            if town != old:
                at = layout._boots[self._turned[seat]]
                if old >= 0:
                    floats[at + old] = 0
                floats[at + town] = 1
        for seat, (bits, before) in enumerate(zip(visited, self._visited, strict=True)):
            if bits != before:
                self._put(layout._visited[self._turned[seat]], self._towns[bits])
        self._boots, self._visited = boots, visited

    def _write_routes(self, routes: tuple[Contents, ...]) -> None:
        at = self.layout._routes
        if at:
            whole, lying, kept = self._bytes, self._lying, self._lying.kept
            for n in compress(count(), map(is_not, routes, self._routes)):
                numbers = kept.get(routes[n]) or lying.learn(routes[n])
                begin = at[n] * _FLOAT
                whole[begin : begin + len(numbers)] = numbers
        self._routes = routes

    # In zones --------------------------------------------------------------------------

    def _zone_writers(self) -> list[Callable[[Any], None]]:
        """By the number of a zone, what writes its counts or its size."""
        layout = self.layout.rules.layout
        #: By the number of a zone, where it is said what is known to be in it.
        self._places: list[int | None] = []
        writers: list[Callable[[Any], None]] = []
        for number in range(layout.size(self.layout.players)):
            zone, owner = layout.zone_at(number)
            if owner is not None:
                number = layout.zone_indexes[zone.name][self._turned[owner]]
            offset, known = self.layout._zones[number]
            self._places.append(known)
            writers.append(self._zone_writer(offset, len(layout.kinds_of(zone))))
        return writers

    def _zone_writer(self, offset: int, kinds: int) -> Callable[[Any], None]:
        whole, floats, packed, memo = self._bytes, self._floats, self._packed.kept, self._packed
        part = slice(offset * _FLOAT, (offset + kinds) * _FLOAT)

        def write(seen: Any) -> None:
            if type(seen) is int:
                floats[offset] = seen
            else:
                try:
                    whole[part] = packed[seen]
                except KeyError:
                    whole[part] = memo.learn(seen)

        return write

    def _write_recalled(self, recalled: Any) -> None:
        known, _, mixings, alone = recalled
        last, alone_before = self._known, self._alone
        if known is not last or alone != alone_before:
            changed = {*compress(count(), map(is_not, known, last))}
            if alone or alone_before:
                changed.update([entry.zone for entry in (*alone, *alone_before)])
            for number in changed:
                at = self._places[number] if number < len(self._places) else None
                if at is not None:
                    self._put(at, self._known_there(number, known[number], alone))
            self._known, self._alone = known, alone
        if mixings is not self._mixings:
            self._mixings = mixings
            for mixing, (fresh, unseen, end) in zip(mixings, self.layout._mixings, strict=True):
                if mixing is None:
                    self._bytes[fresh * _FLOAT : end * _FLOAT] = bytes((end - fresh) * _FLOAT)
                else:
                    self._put(fresh, self._packed[mixing.fresh])
                    self._put(unseen, self._packed[mixing.unseen])
        self._recalled = recalled

    def _known_there(self, number: int, known: Counts | None, alone: Any) -> bytes:
        """What everyone knows to be in a zone, and what the seat alone knows besides."""
        layout = self.layout.rules.layout
        counts = known or (0,) * len(layout.kinds_of(layout.zone_at(number)[0]))
        for entry in alone:
            if entry.zone == number:
                counts = tuple(map(int.__add__, counts, entry[2]))
        return self._packed[counts]

    # In slots --------------------------------------------------------------------------

    def _write_slots(self, slots: tuple[Any, ...]) -> None:
        for n in compress(count(), map(is_not, slots, self._slots)):
            at, codes = self.layout._slots[n]
            out: list[float] = []
            for (_, value), code in zip(slots[n][1], codes, strict=True):
                out += code.write(value, self._first)
            self._put(at, _struct[len(out)].pack(*out))
        self._slots = slots

    def _put(self, offset: int, numbers: bytes) -> None:
        begin = offset * _FLOAT
        self._bytes[begin : begin + len(numbers)] = numbers


#: By how many, what packs floats.
_struct: Memo[int, Struct] = Memo(lambda n: Struct(f"{n}f"))


def _packing(rules: Ruleset) -> Memo[Counts, bytes]:
    """By counts, the same as floats."""
    return Memo(lambda counts: _struct[len(counts)].pack(*counts))


def _town_bits(rules: Ruleset) -> Memo[int, bytes]:
    """By a bit set of towns, a float for each town."""
    towns = range(len(rules.board.towns))
    return Memo(lambda bits: _struct[len(towns)].pack(*[bits >> n & 1 for n in towns]))


def _contents(rules: Ruleset) -> Memo[Contents, bytes]:
    """By what lies on a route, a count of each kind that can lie there."""
    layout = rules.layout
    kinds = sorted({kind for zone in layout.route_zones for kind in layout.places_of(zone)})
    packed = rules.once(_packing)
    return Memo(lambda contents: packed[tuple([contents.count(kind) for kind in kinds])])
