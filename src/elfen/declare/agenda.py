"""The agenda: a stack of frozen items. The last item is what happens next.

Rounds, phases, turns and the steps of a turn push items; there is no other control flow.
That an item waits, its seat, its name and its data are public, so an item never holds a secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from elfen.declare.values import Shown

Data = tuple[int | str, ...]


@frozen(repr=False)
class Do(Shown):
    """A step to run: the name of a declared step, optionally a seat, and public data."""

    name: str
    seat: int | None = None
    data: Data = ()


@frozen(repr=False)
class Decide(Shown):
    """A decision that `seat` has to make; `name` is a declared decision."""

    name: str
    seat: int
    data: Data = ()


@frozen(repr=False)
class Chance(Shown):
    """A declared draw or roll to resolve, optionally on behalf of a seat.

    For a draw of pieces, `data` is the number of pieces still to draw and, if they are drawn from
    a seat's zone, that seat.
    """

    name: str
    seat: int | None = None
    data: Data = ()

    @property
    def source(self) -> int | None:
        """For a draw: the seat from whose zone pieces are drawn; None for a draw from the table."""
        return int(self.data[1]) if len(self.data) > 1 else None


@frozen(repr=False)
class Over(Shown):
    """The game is over; `ending` names the declared ending.

    Like all items it has a `name`, the ending's; its seat is None and its data is empty.
    """

    ending: str

    @property
    def name(self) -> str:
        """The name of the ending."""
        return self.ending

    @property
    def seat(self) -> None:
        """None: no seat has anything to do."""
        return None

    @property
    def data(self) -> Data:
        """(): there is none."""
        return ()


#: Whatever may be on the agenda. All have a `name`, a `seat` (or None) and `data`.
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
