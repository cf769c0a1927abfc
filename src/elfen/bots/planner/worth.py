"""The worth of a situation on a tour: the compiled score lines, in a supposed position.

The lines may be any plugin's. To find out what may be ignored, the position that they are given
notes what they look at.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from elfen.bots.planner.outlook import SCALE, Outlook
from elfen.bots.planner.seen import Read, Seen
from elfen.declare import Counts
from elfen.kernel import (
    NotedZones,
    Noting,
    PartsRead,
    Remembered,
    State,
    StatePosition,
    open_position,
)

if TYPE_CHECKING:
    from elfen.game import Ruleset


#: How many points of score lines are remembered.
_MOST_POINTS = 16_384

#: The parts of a state that a seat's way changes.
_MOVED = frozenset(["boots", "visited"])


class Supposed(Noting):
    """A position whose boot, visited towns and zones may differ from its state's.

    Only what cannot be seen in the view is read of a determinized state.
    """

    __slots__ = ("_seen",)

    def __init__(
        self, rules: Ruleset, seen: Seen, contents: set[int], sizes: set[int], parts: set[str]
    ) -> None:
        """What is read is noted in these sets."""
        self.rules, self._seen = rules, seen
        self._boots, self._visited = seen.boots, seen.visited
        self.contents, self.sizes, self.parts = contents, sizes, parts
        self._zones = _SeenZones(seen, contents)

    @property
    def state(self) -> State:  # type: ignore[override]
        """The state whose other fields it has."""
        return self._seen.state

    def suppose(self, seat: int, town: int, visited: int) -> None:
        """Put a seat's boot in a town number, with other visited towns."""
        boots, old = self._seen.boots, self._seen.visited
        self._boots = (*boots[:seat], town, *boots[seat + 1 :])
        self._visited = (*old[:seat], visited, *old[seat + 1 :])

    def hold(self, zones: Sequence[Counts]) -> None:
        """Replace the zones."""
        self._zones = NotedZones(zones, self.contents)


class _SeenZones(NotedZones):
    """The zones of a state, which is made when one of them is read."""

    __slots__ = ("_seen",)

    def __init__(self, seen: Seen, read: set[int]) -> None:
        self._seen, self.read = seen, read

    @property
    def unnoted(self) -> Sequence[Counts]:  # type: ignore[override]
        """The zones, without noting what is read."""
        return self._seen.state.zones


class KnownPoints:
    """What score lines say of states, remembered by the parts that they read; for `rules.once`."""

    def __init__(self, rules: Ruleset) -> None:
        self._lines = [owned.entry.points for owned in rules.score_lines]
        self._known = Remembered[tuple[int, int, int], tuple[int, bool]](_MOST_POINTS)

    def of(self, line: int, position: StatePosition, seat: int) -> tuple[int, bool]:
        """A seat's points by the line with this number, and whether it looks where boots stand."""
        key = line, seat, position.players
        known = self._known.find(key, position)
        if known is None:
            read = PartsRead(position)
            known = self._lines[line](read, seat), read.looks_at_boots
            self._known.keep(key, read, known)
        return known


class Worth:
    """The sum of a seat's score lines in supposed positions.

    With `lasting`, lines that look where boots stand are left out: boots will move on before
    the game ends. With an `outlook`, the sum is `SCALE` times the points and the outlook, which so
    decides among tours that are worth the same.
    """

    def __init__(
        self,
        rules: Ruleset,
        seen: Seen,
        seat: int,
        lasting: bool = False,
        outlook: Outlook | None = None,
    ) -> None:
        self.rules, self.seat, self.lasting = rules, seat, lasting
        #: What scores depend on besides what score lines read.
        self.key: Hashable = seat, len(seen.boots), lasting, outlook and outlook.key
        self._seen = seen
        #: What score lines have read: the contents and sizes of zones, and other parts.
        self.contents: set[int] = set()
        self.sizes: set[int] = set()
        self.parts: set[str] = set()
        self.position = Supposed(rules, seen, self.contents, self.sizes, self.parts)
        entries = [owned.entry for owned in rules.score_lines]
        self.lines = tuple(entry.points for entry in entries)
        #: For each line, the most that a step adds and the most points possible; None if some
        #: line does not say.
        self.bounds: tuple[tuple[int, int], ...] | None = tuple(
            (max(0, entry.a_step), entry.highest(rules))
            for entry in entries
            if entry.a_step is not None
        )
        if len(self.bounds) < len(entries):
            self.bounds = None
        #: What one step can add to the points.
        self.a_step = sum(max(0, entry.a_step or 0) for entry in entries)
        self._fixed: tuple[int | None, ...] | None = None
        self._none_fixed = (None,) * len(self.lines)
        self._outlook = outlook
        self._scale = 1
        if outlook is not None:
            self._scale = SCALE
            self.a_step *= SCALE
            if self.bounds is not None:
                scaled = [(a_step * SCALE, highest * SCALE) for a_step, highest in self.bounds]
                self.bounds = (*scaled, (SCALE - 1, SCALE - 1))

    def told(self, read: Read) -> object:
        """What these parts say of all but the seat's own boot and visited towns."""
        return self._seen.told(read, self.seat)

    @property
    def read(self) -> Read:
        """What score lines have read so far."""
        return frozenset(self.contents), frozenset(self.sizes), frozenset(self.parts)

    def recall(self, read: Read) -> None:
        """Count as read what score lines have read of another state."""
        for noted, more in zip((self.contents, self.sizes, self.parts), read, strict=True):
            noted.update(more)  # type: ignore[attr-defined]

    def points(self, worth: int) -> int:
        """The points in a sum of `of`."""
        return worth // self._scale

    def of(self, town: int, visited: int, zones: Sequence[Counts] | None = None) -> tuple[int, ...]:
        """The points by line with the boot in a town number, these towns visited, these zones.

        The outlook, if there is one, comes last.
        """
        self.position.suppose(self.seat, town, visited)
        if zones is not None:
            self.position.hold(zones)
            return self._with_outlook(self._points(self.position), town, visited)
        if self._fixed is None:
            self._fixed = self._points_fixed()
        fixed = self._fixed
        return self._with_outlook(self._points(self.position, fixed), town, visited)

    def _points_fixed(self) -> tuple[int | None, ...]:
        """The points of the lines that look at neither boots nor visited towns; None for others.

        They say the same wherever the seat goes, as long as it holds what it holds now.
        """
        found = []
        for points in self.lines:
            parts = set(self.parts)
            self.parts.difference_update(_MOVED)
            more = points(self.position, self.seat)
            found.append(more if self.parts.isdisjoint(_MOVED) else None)
            self.parts.update(parts)
        return tuple(found)

    def lines_of(self, state: State) -> list[int]:
        """The points of each score line in another state, whatever it looks at."""
        position = self.rules.position(state)
        return [points(position, self.seat) for points in self.lines]

    def of_state(self, state: State) -> int:
        """The sum of the points in another state."""
        position, known = open_position(self.rules, state), self.rules.once(KnownPoints)
        found = [known.of(line, position, self.seat) for line in range(len(self.lines))]
        points = tuple([0 if self.lasting and boots else more for more, boots in found])
        return sum(self._with_outlook(points, state.boots[self.seat], state.visited[self.seat]))

    def moves(self, line: int, state: State, zones: Iterable[int]) -> bool:
        """Whether the line with this number looks at boots, visited towns or these zones."""
        position = Noting(self.rules, state)
        self.lines[line](position, self.seat)
        looked = position.contents | position.sizes
        return bool(position.parts & {"boots", "visited"}) or not looked.isdisjoint(zones)

    @property
    def placeless(self) -> bool:
        """Whether it makes no difference to the outlook where a tour ends."""
        return self._outlook is None

    @property
    def by_towns(self) -> bool:
        """Whether no more than the towns visited matters, but for the outlook."""
        return self.lasting or "boots" not in self.parts

    def hopes(self, points: Sequence[int], steps: int, anywhere: bool = False) -> tuple[int, ...]:
        """The most points possible after 0, 1, ... `steps` further steps.

        If `anywhere`, some that change no line but the outlook may come in between.
        """
        assert self.bounds is not None
        if anywhere and self._outlook is not None:
            points = (*points[:-1], SCALE - 1)
        pairs = tuple(zip(points, self.bounds, strict=True))
        return tuple(
            [
                sum([min(now + a_step * n, max(now, highest)) for now, (a_step, highest) in pairs])
                for n in range(steps + 1)
            ]
        )

    def _with_outlook(self, points: tuple[int, ...], town: int, visited: int) -> tuple[int, ...]:
        if self._outlook is None:
            return points
        return (*[one * SCALE for one in points], self._outlook(town, visited))

    def _points(
        self, position: Noting, fixed: Sequence[int | None] | None = None
    ) -> tuple[int, ...]:
        """The points by line; those that are `fixed` are not asked for."""
        out = []
        for points, known in zip(self.lines, fixed or self._none_fixed, strict=True):
            if known is not None:
                out.append(known)
                continue
            if self.lasting:
                position.parts.discard("boots")
            more = points(position, self.seat)
            out.append(0 if self.lasting and "boots" in position.parts else more)
        return tuple(out)


def kept_by(rules: Ruleset, state: State, seat: int) -> int:
    """How many pieces a seat holds that it could pay with: they decide between equal tours."""
    layout = rules.layout
    paying = [zone for zone in layout.seat_zones if zone.pays_into is not None]
    return sum([sum(state.zones[layout.index(zone, seat)]) for zone in paying])
