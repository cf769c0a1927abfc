"""The state: one immutable value, pure data. No dealer, log, ruleset or function is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, cast

import attrs
from attrs import define, field, frozen

from elfen.agenda import Item
from elfen.zones import Visibility

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
    """

    name: str
    type: type[T]
    start: Callable[[int], T] = field(kw_only=True)
    visibility: Visibility | None = field(kw_only=True, default=None)


def shown(visibility: Visibility, **kwargs: Any) -> Any:
    """An attrs field of a slot's class, with its visibility (`OWNER`: a tuple by seat)."""
    return attrs.field(metadata={"elfen.visibility": visibility}, **kwargs)


class Ext:
    """Immutable mapping from slots to their values."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, object]) -> None:
        self._values = values

    def __getitem__(self, slot: Slot[T]) -> T:
        return cast(T, self._values[slot.name])

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


@define(eq=False)
class _OpenState:
    """The fields of a state while it is made."""

    zones: tuple[Counts, ...]
    boots: tuple[int, ...]
    visited: tuple[int, ...]
    routes: tuple[Contents, ...]
    round: int
    agenda: tuple[Item, ...]
    ext: Ext


@frozen  # pyright: ignore[reportGeneralTypeIssues]
class State(_OpenState):
    """Everything that is true of a game at one moment, by the numbers of its ruleset.

    `zones[i]` counts pieces per kind of one zone (`Ruleset.layout` gives i and the kinds);
    `boots[seat]` and `visited[seat]` are a town number and a bit set of town numbers;
    `routes[r]` holds the kind numbers that lie on a route, ascending. The last item of
    `agenda` is what happens next.
    """

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.boots)


def new_state(
    zones: tuple[Counts, ...],
    boots: tuple[int, ...],
    visited: tuple[int, ...],
    routes: tuple[Contents, ...],
    round: int,
    agenda: tuple[Item, ...],
    ext: Ext,
) -> State:
    """`State(...)` at a third of its cost: filled while still open, then made the frozen class."""
    state = _OpenState(zones, boots, visited, routes, round, agenda, ext)
    state.__class__ = State
    return cast(State, state)
