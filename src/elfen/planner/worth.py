"""What a situation of a tour is worth: the compiled score lines, asked about a supposed position.

The lines are any plugin's. To know what may be left out of account, the position that they
are given notes what they look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from elfen.agenda import Item
from elfen.state import Contents, Counts, Ext, State
from elfen.table import Position
from elfen.zones import Place

if TYPE_CHECKING:
    from elfen.ruleset import Ruleset

# A supposed position has properties where a position has fields: it notes who reads them.
# pyright: reportIncompatibleVariableOverride=false


class Supposed(Position):
    """A position with another boot, other visited towns and other zones than its state's.

    `contents` and `sizes` have the numbers of the zones that were read, `parts` the names of
    whatever else was.
    """

    __slots__ = (
        "_boots",
        "_visited",
        "_zones",
        "contents",
        "parts",
        "rules",
        "sizes",
        "state",
    )

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.state = state
        self._boots = state.boots
        self._visited = state.visited
        self.contents: set[int] = set()
        self.sizes: set[int] = set()
        self.parts: set[str] = set()
        self._zones: Sequence[Counts] = _Noted(state.zones, self.contents)

    def suppose(self, seat: int, town: int, visited: int) -> None:
        """Another town number and other visited towns for a seat."""
        boots, old = self.state.boots, self.state.visited
        self._boots = (*boots[:seat], town, *boots[seat + 1 :])
        self._visited = (*old[:seat], visited, *old[seat + 1 :])

    def hold(self, zones: Sequence[Counts]) -> None:
        """Other zones."""
        self._zones = _Noted(zones, self.contents)

    def size(self, place: Place) -> int:
        """How many pieces lie in a zone."""
        index = self._index(place)
        self.sizes.add(index)
        return sum(self._zones.unnoted[index])  # type: ignore[attr-defined]

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
        """What is to happen."""
        self.parts.add("agenda")
        return self.state.agenda

    @property
    def ext(self) -> Ext:  # type: ignore[override]
        """The plugins' slots."""
        self.parts.add("ext")
        return self.state.ext


class _Noted(Sequence[Counts]):
    """Zones that note which of them are looked into."""

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


class Worth:
    """The sum of a seat's score lines in supposed positions.

    If only what is `lasting` counts, lines that look where boots stand are left out: until the
    game ends boots will go elsewhere.
    """

    def __init__(self, rules: Ruleset, state: State, seat: int, lasting: bool = False) -> None:
        self.rules, self.seat, self.lasting = rules, seat, lasting
        entries = [owned.entry for owned in rules.score_lines]
        self.lines = tuple(entry.points for entry in entries)
        #: Of each line, the most that a step adds, and the most points that there are; None
        #: if there is a line that does not say.
        self.bounds: tuple[tuple[int, int], ...] | None = tuple(
            (max(0, entry.a_step), entry.highest(rules))
            for entry in entries
            if entry.a_step is not None
        )
        if len(self.bounds) < len(entries):
            self.bounds = None
        self.position = Supposed(rules, state)

    def of(self, town: int, visited: int, zones: Sequence[Counts] | None = None) -> tuple[int, ...]:
        """The points with the boot in a town number, these towns visited, and these zones."""
        self.position.suppose(self.seat, town, visited)
        if zones is not None:
            self.position.hold(zones)
        return self._points(self.position)

    def of_state(self, state: State) -> int:
        """The sum of the points in another state."""
        return sum(self._points(Supposed(self.rules, state)))

    def moves(self, line: int, state: State, zones: Iterable[int]) -> bool:
        """Whether a line, by number, looks at boots, visited towns or these zones."""
        position = Supposed(self.rules, state)
        self.lines[line](position, self.seat)
        looked = position.contents | position.sizes
        return bool(position.parts & {"boots", "visited"}) or not looked.isdisjoint(zones)

    def hopes(self, points: Sequence[int], steps: int) -> tuple[int, ...]:
        """The most that there can be after each number of further steps, up to so many."""
        assert self.bounds is not None
        pairs = tuple(zip(points, self.bounds, strict=True))
        return tuple(
            [
                sum([min(now + a_step * n, max(now, highest)) for now, (a_step, highest) in pairs])
                for n in range(steps + 1)
            ]
        )

    def _points(self, position: Supposed) -> tuple[int, ...]:
        if not self.lasting:
            return tuple([points(position, self.seat) for points in self.lines])
        out = []
        for points in self.lines:
            position.parts.discard("boots")
            more = points(position, self.seat)
            out.append(0 if "boots" in position.parts else more)
        return tuple(out)
