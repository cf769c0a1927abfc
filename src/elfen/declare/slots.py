"""Slots: a plugin's own typed parts of the state, and who may see which fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs
from attrs import field, frozen

from elfen.declare.values import Shown
from elfen.declare.zones import Visibility

if TYPE_CHECKING:
    from random import Random

    from elfen.declare.extents import Extent
    from elfen.declare.given import Observation, Ruleset, Words

T = TypeVar("T")


@frozen(eq=False, repr=False)
class Slot(Shown, Generic[T]):
    """A plugin's own typed part of the state: `state.ext[SLOT]` is a `T`.

    `type` is a frozen attrs class each of whose fields declares its visibility with
    `shown`, or a plain immutable type together with `visibility` here. `start(players)` makes
    the value at the start of a game. Per-seat fields are tuples by seat.

    If anything in the slot is hidden from some observer, `worlds(seen, rng)` samples a value that
    is consistent with the observation `seen`, with the right probabilities, using a
    `random.Random`. What a seat has chosen in secret has none: give each choice that it can have
    made. Hidden pieces are sampled beside it, so it cannot go by them. The visible part has to be
    the same as in `seen.slot(name)`.

    `text(fields, words)` describes the visible fields, given by name, in one line for people ("" if
    there is nothing to tell); without it the fields are listed as they are. A line that ends with
    a full stop stands alone; to any other the slot's `label` is put in front, or else its name.

    `bounds(rules, players)` gives the extents of fields by name (`value` for a plain type), such as
    `{"tiles": UpTo(5, COUNTER)}`, for learners that get a slot as numbers; of a field that is shown
    to its owner, that of one seat's item. A field without one is encoded by its type. Saves with a
    number or tuple beyond its extent are refused.
    """

    name: str
    type: type[T]
    start: Callable[[int], T] = field(kw_only=True)
    visibility: Visibility | None = field(kw_only=True, default=None)
    worlds: Callable[[Observation, Random], T] | None = field(kw_only=True, default=None)
    text: Callable[[dict[str, Any], Words], str] | None = field(kw_only=True, default=None)
    label: str = field(kw_only=True, default="")
    bounds: Callable[[Ruleset, int], Mapping[str, Extent]] | None = field(
        kw_only=True, default=None
    )


def shown(visibility: Visibility, **kwargs: Any) -> Any:
    """An attrs field of a slot's class, with its visibility (with `OWNER`, a tuple by seat)."""
    return attrs.field(metadata={"elfen.visibility": visibility}, **kwargs)


class Ext:
    """The values of all slots, immutable: `state.ext[SLOT]` is the value of `SLOT`.

    Raises `KeyError` for a slot that the rules do not have.
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


def fields_of(slot: Slot[Any]) -> Iterator[tuple[str, Visibility]]:
    """The fields of a slot with their visibility; "" is the value as a whole."""
    if slot.visibility is not None:
        yield "", slot.visibility
        return
    for attribute in attrs.fields(slot.type):
        yield attribute.name, attribute.metadata["elfen.visibility"]
