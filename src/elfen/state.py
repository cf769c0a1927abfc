"""The state: one immutable value, pure data. No dealer, log, ruleset or function is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs
from attrs import define, field, frozen

from elfen.agenda import Item, in_short
from elfen.knowledge import Ledger
from elfen.zones import Visibility

if TYPE_CHECKING:
    from random import Random

    from elfen.views import Observation
    from elfen.words import Words

T = TypeVar("T")

Counts = tuple[int, ...]
Contents = tuple[int, ...]


@frozen(eq=False)
class Slot(Generic[T]):
    """A plugin's own typed part of the state: `state.ext[SLOT]` is a `T`.

    `type` is a frozen attrs class each of whose fields declares its visibility with
    `shown`, or a plain immutable type together with `visibility` here. `start` makes
    the value a game starts with from the number of players. Per-seat fields are tuples
    by seat.

    If anything in it is hidden from someone, `worlds(seen, rng)` makes a value that who has
    the observation `seen` cannot tell from the real one, with the right probabilities by a
    `random.Random`. What he sees of it has to come out as in `seen.slot(name)`.

    `text(fields, words)` tells what may be seen of it, those fields by name, in a line for
    people ("" for nothing to tell); without it the fields are listed as they are.
    """

    name: str
    type: type[T]
    start: Callable[[int], T] = field(kw_only=True)
    visibility: Visibility | None = field(kw_only=True, default=None)
    worlds: Callable[[Observation, Random], T] | None = field(kw_only=True, default=None)
    text: Callable[[dict[str, Any], Words], str] | None = field(kw_only=True, default=None)


def shown(visibility: Visibility, **kwargs: Any) -> Any:
    """An attrs field of a slot's class, with its visibility (`OWNER`: a tuple by seat)."""
    return attrs.field(metadata={"elfen.visibility": visibility}, **kwargs)


class Ext:
    """The values of all slots, immutable: `state.ext[SLOT]` is the value of `SLOT`.

    A slot that the rules do not have raises `KeyError`.
    """

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, object]) -> None:
        self._values = values

    def __getitem__(self, slot: Slot[T]) -> T:
        return self._values[slot.name]  # type: ignore[return-value]

    def with_value(self, slot: Slot[T], value: T) -> Ext:
        """A copy with one slot's value replaced."""
        return Ext({**self._values, slot.name: value})

    def items(self) -> Iterator[tuple[str, object]]:
        """`(slot name, value)`, by name."""
        return iter(sorted(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ext) and self._values == other._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Ext({self._values!r})"


class Desk:
    """What a table needs besides a state's fields. A finished state does not have it."""

    __slots__ = ("rules",)


@define(eq=False)
class OpenState(Desk):
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
    """Everything that is true of a game at one moment, by the numbers of its ruleset.

    `zones[i]` counts pieces per kind of one zone (`Ruleset.layout` gives i and the kinds);
    `boots[seat]` and `visited[seat]` are a town number and a bit set of town numbers;
    `routes[r]` holds the kind numbers that lie on a route, ascending. The last item of
    `agenda` is what happens next. `ledger` is what can be known of unseen pieces besides.
    """

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.boots)

    def __repr__(self) -> str:
        return f"<State: {self.players} players, round {self.round}, {in_short(self.agenda)}>"


class _Blank(OpenState):
    """A state before anything is in it."""

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
    """`State(...)` at a third of its cost."""
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
    """The state with other zones and another agenda, perhaps another ledger, all else as it is."""
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
