"""What a field of an event or action, or the face of a roll, names: declared, never guessed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from elfen.declare.kinds import Group


class Means(Enum):
    """What a string or number refers to, so that texts can show its name.

    Besides these, a `Group` (or a tuple of groups) means one of its kinds, by id. `PAYMENT` means
    pieces that pay, from seat zones with `pays_into`.
    """

    SEAT = "a seat, by number"
    TOWN = "a town, by id"
    ROUTE = "a route, by id"
    PAYMENT = "pieces that pay"


Meaning = Means | Group | tuple[Group, ...]

#: By the name of a field. Fields that are not in it are shown as they are.
Meanings = Mapping[str, Meaning]


def is_meaning(value: object) -> bool:
    """Whether this is a `Meaning`."""
    groups = value if isinstance(value, tuple) else (value,)
    return isinstance(value, Means) or (
        bool(groups) and all(isinstance(group, Group) for group in groups)
    )
