"""Zones: where pieces lie, who owns them, and who may see into them.

A zone is declared once. Conservation (its pieces are counted), redaction (by its visibility),
saves and observations follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from attrs import field, frozen

from elfen.declare.checked_fields import has_to_be_tuple_of
from elfen.declare.kinds import Group, Kind
from elfen.declare.terrain import Terrain
from elfen.declare.values import Shown
from elfen.errors import PositionError, brief

MOST_SEATS = 12


class Visibility(Enum):
    """Who may see what a zone, a field or an outcome contains. The number of pieces is public."""

    PUBLIC = "public"
    OWNER = "owner"
    HIDDEN = "hidden"

    def stricter(self, other: Visibility) -> Visibility:
        """Whichever of the two shows less."""
        order = (Visibility.PUBLIC, Visibility.OWNER, Visibility.HIDDEN)
        return max(self, other, key=order.index)


PUBLIC = Visibility.PUBLIC
OWNER = Visibility.OWNER
HIDDEN = Visibility.HIDDEN


@frozen(eq=False, repr=False)
class Zone(Shown):
    """What all zones declare; use `TableZone`, `SeatZone` or `RouteZone`.

    Each of these has a `label`: what people call it, in lists and sentences, as in "drawn from the
    pile". Without one, it is called by its name. `text` says what lies there.
    """

    name: str
    holds: tuple[Group, ...] = field(kw_only=True, validator=has_to_be_tuple_of("groups"))
    text: str = field(kw_only=True, default="")


@frozen(eq=False, repr=False)
class TableZone(Zone):
    """A zone on the table that belongs to no seat.

    Unless it is `counted`, how much lies there matters to nobody, and screens leave it out.
    """

    visibility: Visibility = field(kw_only=True)
    counted: bool = field(kw_only=True, default=True)
    label: str = field(kw_only=True, default="")


@frozen(eq=False, repr=False)
class SeatZone(Zone):
    """A zone that exists once per seat. With `OWNER` visibility, only that seat sees into it.

    Its pieces can pay for a step if `pays_into` says where they go; `paid` is the verb for that.
    """

    visibility: Visibility = field(kw_only=True)
    pays_into: TableZone | None = field(kw_only=True, default=None)
    paid: str = field(kw_only=True, default="played")
    label: str = field(kw_only=True, default="")
    _places: tuple[SeatPlace, ...] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        places = tuple(SeatPlace(self, seat) for seat in range(MOST_SEATS))
        object.__setattr__(self, "_places", places)

    def of(self, seat: int) -> SeatPlace:
        """One seat's zone, as a source or target of pieces; raises `PositionError` for no seat."""
        try:
            return self._places[seat]
        except (IndexError, TypeError):
            raise PositionError(f"{self.name} has no seat {brief(seat)}") from None


@frozen(eq=False, repr=False)
class RouteZone(Zone):
    """A public zone of every route: at most `at_most` pieces of these groups on each route.

    With `kinds`, only these kinds of the groups; they then lie in no other zone of the route.
    Another plugin can make room for more pieces, see `elfen_room`. With `terrains`, only routes of
    the terrains for which it is true have room, as with `lambda terrain: not terrain.road`. If the
    zone is not `priced`, cost terms do not see what lies in it.
    """

    at_most: int = field(kw_only=True)
    kinds: tuple[Kind, ...] = field(kw_only=True, default=(), validator=has_to_be_tuple_of("kinds"))
    priced: bool = field(kw_only=True, default=True)
    label: str = field(kw_only=True, default="")
    terrains: Callable[[Terrain], bool] | None = field(kw_only=True, default=None)

    @property
    def visibility(self) -> Visibility:
        """What lies on a route is public."""
        return PUBLIC


@frozen(repr=False)
class SeatPlace(Shown):
    """One seat's zone, as `zone.of(seat)` gives it: where pieces are taken from or put."""

    zone: SeatZone
    seat: int


Place = TableZone | SeatPlace
