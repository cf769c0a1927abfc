"""The state: one immutable value, pure data, without dealer, log, ruleset or functions."""

from __future__ import annotations

from typing import Any

from attrs import define, frozen

from elfen.declare import Contents, Counts, Ext, Item, Shown, in_short
from elfen.knowledge import Ledger


class Desk:
    """What a table needs besides a state's fields. A frozen state does not have it."""

    __slots__ = ("rules",)


@define(eq=False, repr=False)
class OpenState(Shown, Desk):
    """The fields of a state; see `close_table`."""

    zones: tuple[Counts, ...]
    boots: tuple[int, ...]
    visited: tuple[int, ...]
    routes: tuple[Contents, ...]
    round: int
    agenda: tuple[Item, ...]
    ext: Ext
    ledger: Ledger


@frozen  # pyright: ignore[reportGeneralTypeIssues]
class State(OpenState):
    """Everything about a game at one moment, by the numbers of its ruleset.

    `zones[i]` counts the pieces of each kind in one zone (`Ruleset.layout` gives i and the kinds);
    `boots[seat]` is a town number and `visited[seat]` a bit set of town numbers;
    `routes[r]` has the kind numbers of what lies on a route, ascending. The last item of
    `agenda` is what happens next. `ledger` is what else can be known of unseen pieces.
    """

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.boots)

    def __repr__(self) -> str:
        return f"<State: {self.players} players, round {self.round}, {in_short(self.agenda)}>"


class _Blank(OpenState):
    """A state whose fields are not filled yet."""

    __slots__ = ()
    __init__ = object.__init__  # pyright: ignore[reportAssignmentType]


def state_of(
    zones: tuple[Counts, ...],
    boots: tuple[int, ...],
    visited: tuple[int, ...],
    routes: tuple[Contents, ...],
    round: int,
    agenda: tuple[Item, ...],
    ext: Ext,
    ledger: Ledger,
) -> State:
    """As `State(...)`, at a third of the cost."""
    blank: Any = _Blank()  # pyright: ignore[reportCallIssue]
    blank.zones = zones
    blank.boots = boots
    blank.visited = visited
    blank.routes = routes
    blank.round = round
    blank.agenda = agenda
    blank.ext = ext
    blank.ledger = ledger
    blank.__class__ = State
    return blank  # type: ignore[no-any-return]


def state_after(
    state: State,
    zones: tuple[Counts, ...],
    agenda: tuple[Item, ...],
    ledger: Ledger | None = None,
) -> State:
    """The state with these zones, this agenda and perhaps this ledger, otherwise unchanged."""
    blank: Any = _Blank()  # pyright: ignore[reportCallIssue]
    blank.zones = zones
    blank.boots = state.boots
    blank.visited = state.visited
    blank.routes = state.routes
    blank.round = state.round
    blank.agenda = agenda
    blank.ext = state.ext
    blank.ledger = ledger or state.ledger
    blank.__class__ = State
    return blank  # type: ignore[no-any-return]
