"""The agenda: a stack of frozen items. Whatever happens next is its last item.

Rounds, phases, turns and the steps of a turn push items; there is no other control flow.
Whether an item waits, whose it is, its name and its data are public, so an item never
holds a secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

Data = tuple[int | str, ...]


@frozen
class Do:
    """A step to run: the name of a declared step, perhaps for a seat, with public data."""

    name: str
    seat: int | None = None
    data: Data = ()


@frozen
class Decide:
    """A decision that `seat` has to make; `name` is a declared decision."""

    name: str
    seat: int
    data: Data = ()


@frozen
class Chance:
    """A declared draw or roll to resolve, perhaps on behalf of a seat.

    For a draw of pieces, `data` is the number of pieces still to draw, and the seat out of whose
    zone they are drawn if it is a seat's.
    """

    name: str
    seat: int | None = None
    data: Data = ()

    @property
    def source(self) -> int | None:
        """For a draw: the seat out of whose zone it is; None for one from the table."""
        return int(self.data[1]) if len(self.data) > 1 else None


@frozen
class Over:
    """The game is over; `ending` names the declared ending.

    It has what all items have: `name` is the ending's, and there is no seat and no data.
    """

    ending: str

    @property
    def name(self) -> str:
        """The name of the ending."""
        return self.ending

    @property
    def seat(self) -> None:
        """None: nobody has anything to do."""
        return None

    @property
    def data(self) -> Data:
        """(): there is none."""
        return ()


#: Whatever may be on the agenda. All have a `name`, a `seat` (None: no seat's) and `data`.
Item = Do | Decide | Chance | Over

#: What a state waits for.
Pending = Decide | Chance | Over


def in_short(agenda: Sequence[Item]) -> str:
    """What comes next on an agenda: `land/draw of seat 0`."""
    if not agenda:
        return "nothing due"
    item = agenda[-1]
    if isinstance(item, Over):
        return f"over: {item.ending}"
    return item.name if item.seat is None else f"{item.name} of seat {item.seat}"
