"""What a field of an event or action, or the face of a roll, names: declared, never guessed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from elfen.declare.kinds import Group


class Means(Enum):
    """What a text or number names, so that people read the name of it.

    Besides these a `Group` (or a tuple of some) means one of its kinds, by id. `PAYMENT` are
    pieces that pay, out of zones of the seats with `pays_into`.
    """

    SEAT = "a seat, by number"
    TOWN = "a town, by id"
    ROUTE = "a route, by id"
    PAYMENT = "pieces that pay"


Meaning = Means | Group | tuple[Group, ...]

#: By the name of a field. A field that is not in it is told as it is.
Meanings = Mapping[str, Meaning]


def is_meaning(value: object) -> bool:
    """Whether this is something that a field may be said to mean."""
    groups = value if isinstance(value, tuple) else (value,)
    return isinstance(value, Means) or (
        bool(groups) and all(isinstance(group, Group) for group in groups)
    )
