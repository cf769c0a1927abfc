"""Zones: where pieces lie, who owns the place, and who may see into it.

A zone is declared once. Its declaration gives conservation (its pieces are counted),
redaction (its visibility), saves and observations.
"""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen
from attrs.validators import instance_of

from elfen.declare.kinds import Group, Kind

MOST_SEATS = 12


class Visibility(Enum):
    """Who may see what a zone, a field or an outcome contains. How many is public."""

    PUBLIC = "public"
    OWNER = "owner"
    HIDDEN = "hidden"

    def stricter(self, other: Visibility) -> Visibility:
        """The one of the two that shows less."""
        order = (Visibility.PUBLIC, Visibility.OWNER, Visibility.HIDDEN)
        return max(self, other, key=order.index)


PUBLIC = Visibility.PUBLIC
OWNER = Visibility.OWNER
HIDDEN = Visibility.HIDDEN


@frozen(eq=False)
class Zone:
    """What all zones declare; use `TableZone`, `SeatZone` or `RouteZone`."""

    name: str
    holds: tuple[Group, ...] = field(kw_only=True, validator=instance_of(tuple))
    text: str = field(kw_only=True, default="")


@frozen(eq=False)
class TableZone(Zone):
    """One zone on the table, owned by nobody."""

    visibility: Visibility = field(kw_only=True)


@frozen(eq=False)
class SeatZone(Zone):
    """A zone that every seat has one of. `OWNER` visibility means: that seat.

    Its pieces can pay for a step if `pays_into` says where they go.
    """

    visibility: Visibility = field(kw_only=True)
    pays_into: TableZone | None = field(kw_only=True, default=None)
    _places: tuple[SeatPlace, ...] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        places = tuple(SeatPlace(self, seat) for seat in range(MOST_SEATS))
        object.__setattr__(self, "_places", places)

    def of(self, seat: int) -> SeatPlace:
        """This zone of one seat, as a source or target of pieces."""
        return self._places[seat]


@frozen(eq=False)
class RouteZone(Zone):
    """What may lie on a route, open to all: at most `at_most` pieces of these groups each.

    With `kinds`, only these kinds of the groups; they then lie in no other zone of the route.
    A plugin can make room for more in another's zone, see `elfen_room`. What lies in a zone
    that is not `priced` is nothing to the move cost: its terms do not see it.
    """

    at_most: int = field(kw_only=True)
    kinds: tuple[Kind, ...] = field(kw_only=True, default=(), validator=instance_of(tuple))
    priced: bool = field(kw_only=True, default=True)

    @property
    def visibility(self) -> Visibility:
        """What lies on a route is open to all."""
        return PUBLIC


@frozen
class SeatPlace:
    """The zone of one seat, as `zone.of(seat)` makes it: where pieces are taken from or put."""

    zone: SeatZone
    seat: int


Place = TableZone | SeatPlace
