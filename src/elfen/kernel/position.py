"""Positions: states read by the names of the rules, which a plugin's functions are given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from elfen.declare import (
    START,
    Contents,
    Counts,
    Ext,
    Group,
    Item,
    Kind,
    Over,
    Place,
    SeatPlace,
    in_short,
)
from elfen.kernel.state import State

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


class Position:
    """A state, read by the names of its rules; `rules.position(state)` makes one.

    Its fields are those of `State`.
    """

    __slots__ = ()

    rules: Ruleset
    zones: Sequence[Counts]
    boots: tuple[int, ...]
    visited: tuple[int, ...]
    routes: tuple[Contents, ...]
    round: int
    agenda: Sequence[Item]
    ext: Ext

    def __repr__(self) -> str:
        name, due = type(self).__name__, in_short(self.agenda)
        return f"<{name}: {self.players} players, round {self.round}, {due}>"

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.boots)

    def seats_from(self, first: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with `first`."""
        return _in_turn(first, len(self.boots))

    def size(self, place: Place) -> int:
        """How many pieces lie in a zone."""
        indexes = self.rules.layout.zone_indexes
        if isinstance(place, SeatPlace):
            return sum(self.zones[indexes[place.zone.name][place.seat]])
        return sum(self.zones[indexes[place.name][0]])

    def counts(self, place: Place) -> dict[str, int]:
        """`{kind id: count}` of a zone, without kinds of count 0."""
        zone = place.zone if isinstance(place, SeatPlace) else place
        kinds = self.rules.layout.kinds_of(zone)
        counts = self.zones[self._index(place)]
        return {kind.id: n for kind, n in zip(kinds, counts, strict=True) if n}

    def count(self, place: Place, kind: Kind) -> int:
        """How many pieces of one kind lie in a zone."""
        return self.counts(place).get(kind.id, 0)

    def town(self, seat: int) -> str:
        """The id of the town where the seat's boot stands."""
        return self.rules.board.towns[self.boots[seat]].id

    def has_visited(self, seat: int, town: str) -> bool:
        """Whether the seat has taken its piece in that town."""
        return bool(self.visited[seat] >> self.rules.board.town_number[town] & 1)

    def pieces_taken(self, seat: int) -> int:
        """How many town pieces the seat has taken."""
        return self.visited[seat].bit_count()

    @property
    def piece_towns(self) -> int:
        """Bit set of the towns where each seat has a piece to take, or has taken it."""
        return self.rules.piece_towns_of(self)

    @property
    def start_town(self) -> str:
        """The id of the town where all boots began; "" if it has not been drawn yet."""
        rules = self.rules
        return self.ext[START].town if rules.towns.drawn else rules.towns.start[0]

    def lying(self, route: str, group: Group | None = None) -> tuple[Kind, ...]:
        """What lies on a route: everything, or the pieces of one group."""
        kinds = self.rules.layout.kinds
        numbers = self.routes[self.rules.board.route_number[route]]
        if not numbers:
            return ()
        return tuple([k for n in numbers if (k := kinds[n]) and group in (None, k.group)])

    @property
    def ending(self) -> str | None:
        """The ending that has come, if any, also while the procedure `END` runs."""
        first = self.agenda[0] if self.agenda else None
        return first.ending if type(first) is Over else None

    def _index(self, place: Place) -> int:
        layout = self.rules.layout
        if isinstance(place, SeatPlace):
            return layout.index(place.zone, place.seat)
        return layout.index(place)


#: Anything with the fields of a state.
Fields = Position | State


class StatePosition(Position):
    """A position of a frozen state; `open_position` makes one."""

    __slots__ = ("agenda", "boots", "ext", "round", "routes", "rules", "visited", "zones")


def open_position(rules: Any, state: Fields) -> StatePosition:
    """A position of this state. Its fields are copied, because most are read often."""
    position = StatePosition()
    position.rules = rules
    position.zones = state.zones
    position.boots = state.boots
    position.visited = state.visited
    position.routes = state.routes
    position.round = state.round
    position.agenda = state.agenda
    position.ext = state.ext
    return position


@cache
def _in_turn(first: int, players: int) -> tuple[int, ...]:
    return tuple((first + k) % players for k in range(players))
