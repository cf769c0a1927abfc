"""Stock: which pieces begin the game where."""

from __future__ import annotations

from attrs import field, frozen

from elfen.declare.checked_fields import has_to_be_tuple_of
from elfen.declare.kinds import Kind
from elfen.declare.named_lists import Entry
from elfen.declare.zones import Zone


@frozen(eq=False, repr=False)
class Stock(Entry):
    """`count` pieces of each of `kinds` begin the game in `zone` (in a seat zone, per seat)."""

    kinds: tuple[Kind, ...] = field(validator=has_to_be_tuple_of("kinds"))
    count: int
    zone: Zone
