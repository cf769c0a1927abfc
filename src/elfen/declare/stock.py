"""Stock: which pieces begin the game where."""

from __future__ import annotations

from attrs import field, frozen
from attrs.validators import instance_of

from elfen.declare.kinds import Kind
from elfen.declare.named_lists import Entry
from elfen.declare.zones import Zone


@frozen(eq=False, repr=False)
class Stock(Entry):
    """`count` pieces of each of `kinds` begin the game in `zone` (in a seat zone, per seat)."""

    kinds: tuple[Kind, ...] = field(validator=instance_of(tuple))
    count: int
    zone: Zone
