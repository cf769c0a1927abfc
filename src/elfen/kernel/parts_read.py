"""Answers about states, remembered by the parts of a state that they rest on.

A function that reads the same in another state takes the same way there, so it reads nothing else,
and answers the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from elfen.declare import Contents, Counts, Ext, Group, Item, Kind, Place, Slot
from elfen.kernel.position import Position, StatePosition

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

# It has properties where a position has fields.
# pyright: reportIncompatibleVariableOverride=false

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

#: A part of a state: what reads it, and of which zone, seat, route, slot or field.
Part = tuple[Callable[[StatePosition, Any], Any], Any]

#: Of more routes than these, all together are one part.
_FEW = 6

#: In so many ways an answer may come about, each by reading other parts.
_MOST_WAYS = 6


def _zone(position: StatePosition, at: int) -> Counts:
    return position.zones[at]


def _size(position: StatePosition, at: int) -> int:
    return sum(position.zones[at])


def _boot(position: StatePosition, seat: int) -> int:
    return position.boots[seat]


def _has_visited(position: StatePosition, at: tuple[int, str]) -> bool:
    return position.has_visited(*at)


def _pieces_taken(position: StatePosition, seat: int) -> int:
    return position.pieces_taken(seat)


def _route(position: StatePosition, number: int) -> Contents:
    return position.routes[number]


def _slot(position: StatePosition, slot: Slot[T]) -> T:
    return position.ext[slot]


def _field(position: StatePosition, name: str) -> Any:
    return getattr(position, name)


#: The fields of which these read a part.
_WHERE: dict[Callable[..., Any], str] = {
    _boot: "boots",
    _has_visited: "visited",
    _pieces_taken: "visited",
    _route: "routes",
    _slot: "ext",
}


class PartsRead(Position):
    """A state's position that notes the parts that are read of it, each with its place.

    Its fields are those of the state: whoever reads one rests on all of it, and whoever asks by the
    methods of a position, or for a slot, on that alone. How many play is no part.
    """

    __slots__ = ("parts", "rules", "unnoted")

    def __init__(self, position: StatePosition) -> None:
        self.rules: Ruleset = position.rules
        self.unnoted = position
        #: What was read, by the reader and by what tells its places apart.
        self.parts: dict[tuple[object, Hashable], Part] = {}

    def _read(self, read: Callable[[StatePosition, Any], T], at: Any) -> T:
        self.parts[read, at.name if isinstance(at, Slot) else at] = read, at
        return read(self.unnoted, at)

    @property
    def rests_on(self) -> tuple[Part, ...]:
        """The parts that were read; for many routes, what lies on all of them."""
        parts = tuple(self.parts.values())
        others = tuple([part for part in parts if part[0] is not _route])
        return parts if len(parts) - len(others) <= _FEW else (*others, (_field, "routes"))

    @property
    def fields(self) -> frozenset[int | str]:
        """The fields of which something was read; of the zones, those that were, by number."""
        reads = ((_WHERE.get(read), at) for read, at in self.parts.values())
        return frozenset(at if where is None else where for where, at in reads)

    @property
    def looks_at_boots(self) -> bool:
        """Whether it was read where boots stand."""
        return "boots" in self.fields

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.unnoted.boots)

    def seats_from(self, first: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with `first`."""
        return self.unnoted.seats_from(first)

    def size(self, place: Place) -> int:
        """How many pieces lie in a zone."""
        return self._read(_size, self._index(place))

    def counts(self, place: Place) -> dict[str, int]:
        """`{kind id: count}` of a zone, without kinds of count 0."""
        self._read(_zone, self._index(place))
        return self.unnoted.counts(place)

    def town(self, seat: int) -> str:
        """The id of the town where the seat's boot stands."""
        return self.rules.board.towns[self._read(_boot, seat)].id

    def has_visited(self, seat: int, town: str) -> bool:
        """Whether the seat has taken its piece in that town."""
        return self._read(_has_visited, (seat, town))

    def pieces_taken(self, seat: int) -> int:
        """How many town pieces the seat has taken."""
        return self._read(_pieces_taken, seat)

    def lying(self, route: str, group: Group | None = None) -> tuple[Kind, ...]:
        """What lies on a route: everything, or the pieces of one group."""
        self._read(_route, self.rules.board.route_number[route])
        return self.unnoted.lying(route, group)

    @property
    def zones(self) -> Sequence[Counts]:  # type: ignore[override]
        """All zones."""
        return self._read(_field, "zones")

    @property
    def boots(self) -> tuple[int, ...]:  # type: ignore[override]
        """The towns of all boots."""
        return self._read(_field, "boots")

    @property
    def visited(self) -> tuple[int, ...]:  # type: ignore[override]
        """The towns that each seat has visited."""
        return self._read(_field, "visited")

    @property
    def routes(self) -> tuple[Contents, ...]:  # type: ignore[override]
        """What lies on each route."""
        return self._read(_field, "routes")

    @property
    def round(self) -> int:  # type: ignore[override]
        """The round."""
        number: int = self._read(_field, "round")
        return number

    @property
    def agenda(self) -> Sequence[Item]:  # type: ignore[override]
        """The agenda."""
        return self._read(_field, "agenda")

    @property
    def ext(self) -> Ext:  # type: ignore[override]
        """The plugins' slots."""
        return _SlotsRead(self)


class _SlotsRead(Ext):
    """The slots of a position that notes which of them are read."""

    __slots__ = ("_by",)

    def __init__(self, by: PartsRead) -> None:
        self._by = by

    def __getitem__(self, slot: Slot[T]) -> T:
        value: T = self._by._read(_slot, slot)
        return value

    @property
    def _values(self) -> dict[str, object]:  # type: ignore[override]
        return dict(self._by._read(_field, "ext").items())


class Remembered(Generic[K, V]):
    """Answers by a key, and by what they rest on in a state; how many play belongs to the key.

    When it has `most` answers, it forgets all of them and begins anew.
    """

    def __init__(self, most: int) -> None:
        self._most, self._kept = most, 0
        self._ways: dict[K, list[tuple[tuple[Part, ...], dict[tuple[Any, ...], V]]]] = {}

    def find(self, key: K, position: StatePosition) -> V | None:
        """The answer to a key in a position, if it is known."""
        for parts, answers in self._ways.get(key, ()):
            with suppress(TypeError):  # a slot may hold what cannot be compared, against the rules
                found = answers.get(tuple([read(position, at) for read, at in parts]))
                if found is not None:
                    return found
        return None

    def keep(self, key: K, read: PartsRead, answer: V) -> None:
        """Remember an answer, and on what it rests."""
        if self._kept >= self._most:
            self._ways.clear()
            self._kept = 0
        parts = read.rests_on
        ways = self._ways.setdefault(key, [])
        answers = next((known for way, known in ways if way == parts), None)
        if answers is None:
            if len(ways) == _MOST_WAYS:
                return
            answers = {}
            ways.append((parts, answers))
        with suppress(TypeError):
            answers[tuple([part(read.unnoted, at) for part, at in parts])] = answer
            self._kept += 1
