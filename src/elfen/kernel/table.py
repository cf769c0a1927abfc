"""Tables: positions in the making, which a plugin's functions are given to change.

One step of the game changes a table, and the kernel freezes it into the next state.
"""

# A table has plain fields where a position has properties, because it is written to all the time.
# pyright: reportIncompatibleMethodOverride=false

from __future__ import annotations

from functools import cache
from itertools import chain
from operator import add, sub
from typing import TYPE_CHECKING, Any, TypeVar

from elfen.declare import (
    END,
    START,
    Contents,
    Counts,
    Decide,
    Group,
    Item,
    Kind,
    Memo,
    Over,
    Place,
    SeatPlace,
    Slot,
    Start,
)
from elfen.errors import PositionError, RulesetError, brief
from elfen.kernel.position import Position
from elfen.kernel.state import OpenState, State
from elfen.knowledge import ROUTES

if TYPE_CHECKING:
    from elfen.declare import Action
    from elfen.declare.given import Ruleset
    from elfen.knowledge import Ledger

T = TypeVar("T")

#: By the number of routes: all of them empty.
_BARE = Memo[int, tuple[Contents, ...]](lambda routes: ((),) * routes)


class Table(Position, OpenState):
    """A position in the making. No change adds or removes pieces.

    Do not keep a table: it lasts for one step, and then becomes the next state.
    """

    __slots__ = ()
    # Unlike a state's: `open_table` fills it.
    __init__ = object.__init__  # pyright: ignore[reportAssignmentType]

    zones: list[Counts]  # type: ignore[assignment]
    agenda: list[Item]  # type: ignore[assignment]
    #: What happened, if the step is traced (`elfen.kernel.tracing`).
    events: list[object] | None = None

    def freeze(self) -> State:
        """A copy of the table as a state."""
        return State(
            tuple(self.zones),
            self.boots,
            self.visited,
            self.routes,
            self.round,
            tuple(self.agenda),
            self.ext,
            self.ledger,
        )

    # Pieces ----------------------------------------------------------------------------

    def move(self, kind: Kind, source: Place, target: Place, n: int = 1) -> None:
        """Move n pieces of a kind; raises `PositionError` if they are not there."""
        if self.count(source, kind) < n:
            raise PositionError(f"{self.count(source, kind)} {kind.id} in {_name(source)}, not {n}")
        self._holds(source, kind)
        self._holds(target, kind)
        self._note(kind, n, self._index(source), self._index(target))
        for place, sign in ((source, -1), (target, 1)):
            zone = place.zone if isinstance(place, SeatPlace) else place
            index, at = self._index(place), self.rules.layout.kinds_of(zone).index(kind)
            counts = self.zones[index]
            self.zones[index] = (*counts[:at], counts[at] + sign * n, *counts[at + 1 :])

    def move_all(self, source: Place, target: Place) -> None:
        """Move everything that lies in `source`."""
        zone = source.zone if isinstance(source, SeatPlace) else source
        counts = self.zones[self._index(source)]
        if zone.holds == (target.zone if isinstance(target, SeatPlace) else target).holds:
            if any(counts):
                self.shift(self._index(source), self._index(target), counts)
            return
        for kind, n in zip(self.rules.layout.kinds_of(zone), counts, strict=True):
            if n:
                self.move(kind, source, target, n)

    def shift(self, source: int, target: int, counts: Counts, left: Counts | None = None) -> None:
        """Move counts between two zones that hold the same kinds, by zone numbers: the fast way.

        The caller has checked that the pieces are there. `left` is what stays in `source`, if the
        caller knows it already.
        """
        self.ledger = shifted(self.rules, self.zones, self.ledger, source, target, counts, left)

    def shift_singly(self, source: int, target: int, counts: Counts, draw: str) -> None:
        """`shift` for a draw from a seat's zone: piece by piece, as the ledger needs it."""
        for kind, n in enumerate(counts):
            for _ in range(n):
                Table.shift_one(self, source, target, kind)

    def shift_one(self, source: int, target: int, kind: int) -> None:
        """Move one piece, by zone numbers and the kind's index in the zones' counts."""
        zones = self.zones
        change = self.rules.changes[source][target]
        if change is not None:
            one = _one(len(zones[source]), kind)
            self.ledger = change(self.ledger, zones, source, target, one)
        counts = [*zones[source]]
        counts[kind] -= 1
        zones[source] = tuple(counts)
        counts = [*zones[target]]
        counts[kind] += 1
        zones[target] = tuple(counts)

    def put(self, route: str, kind: Kind, source: Place) -> None:
        """Lay a piece from a zone on a route; raises `PositionError` if it is not there."""
        zone = source.zone if isinstance(source, SeatPlace) else source
        at = self.rules.layout.kinds_of(zone).index(kind)
        index = self._index(source)
        if not self.zones[index][at]:
            raise PositionError(f"no {kind.id} in {_name(source)}")
        number = self.rules.layout.kind_number[kind]
        self.lay(self.rules.board.route_number[route], number, index, at)

    def take_off(self, route: str, kind: Kind, target: Place) -> None:
        """Take a piece off a route into a zone; raises `PositionError` if none lies there."""
        number = self.rules.board.route_number[route]
        at = self.rules.layout.kind_number[kind]
        contents = list(self.routes[number])
        if at not in contents:
            raise PositionError(f"no {kind.id} lies on {route}")
        self._holds(target, kind)
        contents.remove(at)
        self._set_route(number, tuple(contents))
        zone = target.zone if isinstance(target, SeatPlace) else target
        index = self._index(target)
        self._note(kind, 1, ROUTES, index)
        place = self.rules.layout.kinds_of(zone).index(kind)
        counts = self.zones[index]
        self.zones[index] = (*counts[:place], counts[place] + 1, *counts[place + 1 :])

    def sweep(self, group: Group, target: Place) -> None:
        """Take all pieces of a group off all routes into a zone.

        Raises `PositionError` if the zone cannot hold all of them.
        """
        bare = _BARE[len(self.routes)]
        if self.routes is bare:
            return
        layout, left = self.rules.layout, bare
        numbers, swept = layout.numbers_in(group), [*chain.from_iterable(filter(None, self.routes))]
        if not numbers.issuperset(swept):
            swept = [kind for kind in swept if kind in numbers]
            left = tuple(layout.besides[group.name].of(self.routes))
        if not swept:
            return
        zone = target.zone if isinstance(target, SeatPlace) else target
        places, index = layout.places_of(zone), self._index(target)
        counts = tuple(map(swept.count, places))
        if sum(counts) != len(swept):
            raise PositionError(f"{zone.name} does not hold every {group.noun} on the routes")
        self.routes = left
        change = self.rules.changes[ROUTES][index]
        if change is not None:
            self.ledger = change(self.ledger, self.zones, ROUTES, index, counts)
        self.zones[index] = tuple(map(add, self.zones[index], counts))

    def lay(self, route: int, kind: int, source: int, at: int) -> None:
        """`put` by numbers: route, kind, zone, and the kind's index in the zone's counts."""
        zones, routes = self.zones, [*self.routes]
        counts = [*zones[source]]
        change = self.rules.changes[source][ROUTES]
        if change is not None:
            one = _one(len(counts), at)
            self.ledger = change(self.ledger, zones, source, ROUTES, one)
        counts[at] -= 1
        zones[source] = tuple(counts)
        old = routes[route]
        routes[route] = tuple(sorted((*old, kind))) if old else self.rules.layout.alone[kind]
        self.routes = tuple(routes)

    def _set_route(self, route: int, contents: Contents) -> None:
        routes = list(self.routes)
        routes[route] = contents
        self.routes = tuple(routes)

    # Boots and towns -------------------------------------------------------------------

    def set_boot(self, seat: int, town: int, route: int | None = None) -> None:
        """Move a boot to a town number, along a route number or (None) by other means."""
        self.boots = (*self.boots[:seat], town, *self.boots[seat + 1 :])

    def visit(self, seat: int, town: int) -> bool:
        """Take the seat's piece in a town, by number; False if there is none left to take."""
        bit = 1 << town
        if self.visited[seat] & bit or not self.rules.piece_towns_of(self) & bit:
            return False
        visited = self.visited
        self.visited = (*visited[:seat], visited[seat] | bit, *visited[seat + 1 :])
        return True

    def begin_in(self, town: str) -> None:
        """Let all boots begin in this town, one of those that `Towns` names as starts.

        The draw of the start does this. A plugin that removes the step `core/start` from the
        set-up can do it in another way. Raises `PositionError` for another town.
        """
        self.rules.in_play.check_start(town)
        self.set(START, Start(town))
        self.boots = (self.rules.board.town_number[town],) * self.players

    # What happens next -----------------------------------------------------------------

    def ask(self, decision: str, seat: int, *data: int | str) -> None:
        """Next (before all that is on the agenda), `seat` makes this decision.

        Raises `RulesetError` if the data is not what the decision declares, and `ValueError` if no
        such seat plays.
        """
        if seat.__class__ is not int or not 0 <= seat < len(self.boots):
            raise _unseated(self, decision, seat)
        made, key = self.rules.items.ask, (decision, seat, data)
        self.agenda.append(made.kept.get(key) or made.learn(key))

    def ask_again(self, item: Decide, action: Action, *data: int | str) -> None:
        """Next, the seat that took the action makes the same decision again, with this data.

        Nothing happens if a decision of another plugin has borrowed the action (by `also`): that
        plugin determines what comes next.
        """
        if (item.name, type(action)) not in self.rules.items.lent:
            self.ask(item.name, item.seat, *data)

    def draw(
        self, draw: str, seat: int | None = None, n: int = 1, source: int | None = None
    ) -> None:
        """Next, n pieces are drawn by this declared draw (if n is 0, nothing happens).

        They go to `seat`, if the draw's target is a seat zone, and come from the zone of the seat
        `source`, if its source is. The source must have n pieces by then: use
        `min(n, table.size(...))`. Raises `PositionError` for a negative n or a `source` that does
        not play, `RulesetError` for a seat or source that is missing, superfluous, or the same, and
        `ValueError` for a seat that does not play or an n that is no whole number.
        """
        if n.__class__ is not int:
            raise ValueError(f"{draw} of {brief(n)} pieces: a draw is of a whole number of pieces")
        if seat is not None and (seat.__class__ is not int or not 0 <= seat < len(self.boots)):
            raise _unseated(self, draw, seat)
        if n > 0:
            if source is None:
                self.agenda.append(self.rules.items.chance[draw, seat, (n,)])
                return
            if source.__class__ is not int:
                raise _unseated(self, draw, source)
            if not 0 <= source < len(self.boots):
                raise PositionError(f"{draw} from seat {source}: {len(self.boots)} play, from 0 on")
            self.agenda.append(self.rules.items.chance[draw, seat, (n, source)])
        elif n < 0:
            raise PositionError(f"{n} pieces of {draw}: a draw is never negative")

    def roll(self, roll: str, seat: int | None = None, *data: int | str) -> None:
        """Next, this declared roll is made.

        Raises `ValueError` for a seat that does not play.
        """
        if seat is not None and (seat.__class__ is not int or not 0 <= seat < len(self.boots)):
            raise _unseated(self, roll, seat)
        self.agenda.append(self.rules.items.chance[roll, seat, data])

    def do(self, step: str, seat: int | None = None, *data: int | str) -> None:
        """Next, this declared step runs.

        Raises `ValueError` for a seat that does not play.
        """
        if seat is not None and (seat.__class__ is not int or not 0 <= seat < len(self.boots)):
            raise _unseated(self, step, seat)
        self.agenda.append(self.rules.items.do[step, seat, data])

    def run(self, procedure: str, seat: int | None = None, *data: int | str) -> None:
        """Next, all steps of a procedure run, in order, each with this seat and data.

        Raises `ValueError` for a seat that does not play.
        """
        if seat is not None and (seat.__class__ is not int or not 0 <= seat < len(self.boots)):
            raise _unseated(self, procedure, seat)
        made, key = self.rules.items.run, (procedure, seat, data)
        self.agenda.extend(made.kept.get(key) or made.learn(key))

    def begin_round(self) -> None:
        """Increase the number of the round, and run the phases of a round next."""
        self.round += 1
        self.run("round")

    def check_endings(self) -> bool:
        """End the game if an ending has come; the first in their order counts.

        False if none has come, or if the game is already ending: then no other can come.
        """
        if self.ending is not None:
            return False
        for ending in self.rules.endings:
            if ending.when(self):
                self.end(ending.name)
                return True
        return False

    def end(self, ending: str) -> None:
        """End the game now, by a declared ending; raises `RulesetError` for another.

        Everything else on the agenda is dropped. The steps of the procedure `END` run, with the
        ending's name as their data, and then the game is over. If the game is already ending, this
        does nothing.
        """
        if ending not in [declared.name for declared in self.rules.endings]:
            raise RulesetError(f"there is no ending {ending!r}; declare it, or name another")
        if self.ending is None:
            self.agenda[:] = [Over(ending), *self.rules.items.run[END, None, (ending,)]]

    # Slots and events ------------------------------------------------------------------

    def set(self, slot: Slot[T], value: T) -> None:
        """Give a plugin's slot a new value."""
        self.ext = self.ext.with_value(slot, value)

    def emit(self, event: object) -> None:
        """Report an event of a type that `elfen_events` declares, if the step is traced.

        It is not traced if `events` is None: then the event need not even be made.
        """

    def _holds(self, place: Place, kind: Kind) -> None:
        zone = place.zone if isinstance(place, SeatPlace) else place
        if kind not in self.rules.layout.kinds_of(zone):
            raise PositionError(f"{zone.name} does not hold {kind.id!r}")

    def _note(self, kind: Kind, n: int, source: int, target: int) -> None:
        """Record in the ledger a move of n pieces of a kind that is about to be made."""
        knowledge = self.rules.knowledge
        family = knowledge.family_of(source) or knowledge.family_of(target)
        if n and family is not None:
            number = self.rules.layout.kind_number[kind]
            counts = knowledge.counts(family, number, n)
            change = self.rules.changes[source][target]
            if change is not None:
                self.ledger = change(self.ledger, self.zones, source, target, counts)


def shifted(
    rules: Ruleset,
    zones: list[Counts],
    ledger: Ledger,
    source: int,
    target: int,
    counts: Counts,
    left: Counts | None = None,
) -> Ledger:
    """`Table.shift` for short cuts: changes these zones of a state, and gives the next ledger."""
    change = rules.changes[source][target]
    if change is not None:
        ledger = change(ledger, zones, source, target, counts)
    zones[source] = left or tuple(map(sub, zones[source], counts))
    zones[target] = tuple(map(add, zones[target], counts))
    return ledger


def open_table(rules: Any, state: State, cls: type[Table] = Table) -> Table:
    """A table on which to carry out one step from this state."""
    table: Table = cls()  # pyright: ignore[reportCallIssue]
    table.rules = rules
    table.zones = [*state.zones]
    table.boots = state.boots
    table.visited = state.visited
    table.routes = state.routes
    table.round = state.round
    table.agenda = [*state.agenda]
    table.ext = state.ext
    table.ledger = state.ledger
    return table


def close_table(table: Table) -> State:
    """The table as the next state: the table itself becomes that state, frozen.

    This costs a fifth of `table.freeze()`, because the object is reused.
    """
    table.zones = tuple(table.zones)  # type: ignore[assignment]
    table.agenda = tuple(table.agenda)  # type: ignore[assignment]
    del table.rules
    table.__class__ = State  # type: ignore[assignment]
    return table  # type: ignore[return-value]


@cache
def _one(kinds: int, at: int) -> Counts:
    return tuple([int(n == at) for n in range(kinds)])


def _unseated(table: Table, name: str, seat: object) -> ValueError:
    """What is wrong with something that is put on the agenda for such a seat."""
    players = len(table.boots)
    return ValueError(
        f"{name} for seat {brief(seat)}: {players} play, and seats are the whole numbers from 0 to"
        f" {players - 1}"
    )


def _name(place: Place) -> str:
    if isinstance(place, SeatPlace):
        return f"{place.zone.name} of seat {place.seat}"
    return place.name
