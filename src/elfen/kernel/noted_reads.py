"""A position that notes what is read of it: this shows what a rule's answer depends on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from elfen.declare import Contents, Counts, Ext, Item, Place
from elfen.kernel.position import Position
from elfen.kernel.state import State

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

# It has properties where a position has fields.
# pyright: reportIncompatibleVariableOverride=false


class Noting(Position):
    """A state's position that notes what is read.

    `contents` and `sizes` have the numbers of the zones whose contents or size was read, `parts`
    the names of all other fields that were read.
    """

    __slots__ = ("_boots", "_visited", "_zones", "contents", "parts", "rules", "sizes", "state")

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.state = state
        self._boots = state.boots
        self._visited = state.visited
        self.contents: set[int] = set()
        self.sizes: set[int] = set()
        self.parts: set[str] = set()
        self._zones = NotedZones(state.zones, self.contents)

    def size(self, place: Place) -> int:
        """How many pieces lie in a zone."""
        index = self._index(place)
        self.sizes.add(index)
        return sum(self._zones.unnoted[index])

    @property
    def zones(self) -> Sequence[Counts]:  # type: ignore[override]
        """All zones."""
        return self._zones

    @property
    def boots(self) -> tuple[int, ...]:  # type: ignore[override]
        """The towns of all boots."""
        self.parts.add("boots")
        return self._boots

    @property
    def visited(self) -> tuple[int, ...]:  # type: ignore[override]
        """The towns that each seat has visited."""
        self.parts.add("visited")
        return self._visited

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self._boots)

    def seats_from(self, first: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with `first`."""
        return self.rules.position(self.state).seats_from(first)

    @property
    def routes(self) -> tuple[Contents, ...]:  # type: ignore[override]
        """What lies on each route."""
        self.parts.add("routes")
        return self.state.routes

    @property
    def round(self) -> int:  # type: ignore[override]
        """The round."""
        self.parts.add("round")
        return self.state.round

    @property
    def agenda(self) -> Sequence[Item]:  # type: ignore[override]
        """The agenda."""
        self.parts.add("agenda")
        return self.state.agenda

    @property
    def ext(self) -> Ext:  # type: ignore[override]
        """The plugins' slots."""
        self.parts.add("ext")
        return self.state.ext


class NotedZones(Sequence[Counts]):
    """Zones that note which of them are read."""

    __slots__ = ("read", "unnoted")

    def __init__(self, zones: Sequence[Counts], read: set[int]) -> None:
        self.unnoted = zones
        self.read = read

    @overload
    def __getitem__(self, index: int) -> Counts: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Counts]: ...

    def __getitem__(self, index: Any) -> Any:
        every = range(len(self.unnoted))[index]
        self.read.update((every,) if isinstance(every, int) else every)
        return self.unnoted[index]

    def __len__(self) -> int:
        return len(self.unnoted)

    def __iter__(self) -> Iterator[Counts]:
        return iter(self[:])
