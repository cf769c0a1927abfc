"""Writing numbers in place: what all see of a state, wherever a layout has it.

Only what is not the same object as the last time is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not, ne
from struct import Struct
from typing import TYPE_CHECKING, Any, NoReturn

from elfen.declare import Chance, Contents, Decide, Item, Memo, Over
from elfen.encoding.layout import CHANCE, MOST_WAITING, OVER, Layout
from elfen.errors import ElfenError, PositionError, brief

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

FLOAT = 4  # bytes
_MOST_AGENDAS = 2048


class Writer:
    """The numbers of a `layout` in a buffer, counted from the seat `first` on.

    `cells` is a bytearray of 32-bit floats in the machine's order, always the same one; numpy reads
    it without a copy: `np.frombuffer(cells, "f4")`.
    """

    def __init__(self, layout: Layout, first: int) -> None:
        self.layout = layout
        self._write_in(bytearray(layout.size * FLOAT))
        self._first = first
        self._pending = part(layout._begin_pending, layout._end_waits)
        players = layout.players
        self._turned = [(n - first) % players for n in range(players)]
        self._towns = layout.rules.once(_town_bits)
        self._lying = layout.rules.once(_contents)
        self._lie = [part(at, at + layout._most_lying) for at in layout._routes]
        #: By the `id` of each of its items, the numbers of an agenda.
        self._agendas: dict[tuple[int, ...], tuple[bytes, object]] = {}

    def _write_in(self, cells: bytearray) -> None:
        """Let this be the buffer from now on."""
        self.cells = cells
        self._bytes: Any = memoryview(cells)
        self._floats: Any = memoryview(cells).cast("f")

    def forget(self) -> None:
        """Begin anew: everything is written the next time."""
        self.cells[:] = bytes(len(self.cells))
        self._round = 0
        self._agenda: tuple[Item, ...] = ()
        self._boots: tuple[int, ...] = (-1,) * self.layout.players
        self._visited: tuple[int, ...] = (0,) * self.layout.players
        self._routes: tuple[Contents, ...] = ((),) * len(self.layout.rules.board.routes)

    def _refuse(self, state: Any, error: BaseException) -> NoReturn:
        """Begin anew after an error, and say that this is no state of these games."""
        self.forget()
        if isinstance(error, ElfenError):
            raise error
        self.layout.rules._blame(state, error)
        what = f"{brief(state)} is no state of a game of {self.layout.players}"
        raise PositionError(what) from error

    def _write_open(
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
        """What is due, and how much is waiting; agendas of the same items come again and again."""
        key = tuple(map(id, agenda))
        numbers, _ = self._agendas.get(key) or self._learn(key, agenda)
        self._bytes[self._pending] = numbers
        self._agenda = agenda

    def _learn(self, key: tuple[int, ...], agenda: tuple[Item, ...]) -> tuple[bytes, object]:
        """The numbers of an agenda. It is kept, so that no other item gets the `id` of one."""
        if len(self._agendas) >= _MOST_AGENDAS:
            self._agendas.clear()
        waiting = [0] * (self.layout._end_waits - self.layout._end_pending)
        for item in agenda:
            if not isinstance(item, Over):
                at = self.layout._waits[self._name(item)] - self.layout._end_pending
                at += 0 if item.seat is None else 1 + self._turned[item.seat]
                waiting[at] = min(waiting[at] + 1, MOST_WAITING)
        found = self._agendas[key] = self._due(agenda[-1]) + packed(waiting), agenda
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
                out[at - begin : at - begin + len(written)] = written
                at += len(written)
        elif isinstance(item, (Chance, Over)):
            out[names.index(CHANCE if isinstance(item, Chance) else OVER)] = 1.0
        if item.seat is not None:
            out[len(names) + self._turned[item.seat]] = 1.0
        return packed(out)

    # On the board ----------------------------------------------------------------------

    def _write_boots(self, boots: tuple[int, ...]) -> None:
        floats, before = self._floats, self._boots
        if len(boots) != len(before):
            raise PositionError(f"{len(boots)} play; this is for games of {len(before)}")
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

    def _put(self, offset: int, numbers: bytes) -> None:
        begin = offset * FLOAT
        self._bytes[begin : begin + len(numbers)] = numbers

    def _clear(self, begin: int, end: int) -> None:
        self._bytes[part(begin, end)] = bytes((end - begin) * FLOAT)


def part(begin: int, end: int) -> slice:
    """The bytes of the numbers from one place to another."""
    return slice(begin * FLOAT, end * FLOAT)


#: By how many, what packs floats.
packers: Memo[int, Struct] = Memo(lambda n: Struct(f"{n}f"))


def packed(counts: Sequence[float]) -> bytes:
    """The same numbers as floats."""
    return packers[len(counts)].pack(*counts)


def _town_bits(rules: Ruleset) -> Memo[int, bytes]:
    """By a bit set of towns, a float for each town."""
    towns = range(len(rules.board.towns))
    return Memo(lambda bits: packed([bits >> n & 1 for n in towns]))


def _contents(rules: Ruleset) -> Memo[Contents, bytes]:
    """By what lies on a route, a count of each kind that can lie there."""
    layout = rules.layout
    kinds = sorted({kind for zone in layout.route_zones for kind in layout.places_of(zone)})
    return Memo(lambda contents: packed([contents.count(kind) for kind in kinds]))
