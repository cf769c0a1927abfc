"""Steps of procedures. A procedure is a named list of steps that a table can `run`.

The core itself runs three: `setup` once, then `round` again and again until an ending has come,
and finally `end`, before the game is over. Plugins name and run others, such as the arrival in a
town; any plugin can add steps to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.declare.named_lists import Entry

if TYPE_CHECKING:
    from elfen.declare.agenda import Do
    from elfen.declare.given import Table

#: The procedure that runs after any ending has come, before the game is over; its data is the
#: ending's name. Its steps may reveal things, ask decisions and draw.
END = "end"


@frozen(eq=False, repr=False)
class SetupStep(Entry):
    """A step of `setup`."""

    do: Callable[[Table], None]
    text: str = field(kw_only=True, default="")


@frozen(eq=False, repr=False)
class Phase(Entry):
    """A phase of a round."""

    do: Callable[[Table], None]
    text: str = field(kw_only=True, default="")


@frozen(eq=False, repr=False)
class Step(Entry):
    """A step of the procedure `of`; `do(table, item)` reads `item.seat` and `item.data`."""

    of: str = field(kw_only=True)
    do: Callable[[Table, Do], None]
    text: str = field(kw_only=True, default="")
