"""Short cuts: a whole step at once, where no one decides anything in between.

Normally an action is carried out on a table, and then everything that it has put on the agenda
runs, step by step, until something waits. A short cut makes the resulting state in one go. It adds
nothing to the rules: `trace` never uses short cuts, and the law of purity compares both ways in
every ruleset with a short cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare.checked_fields import is_text
from elfen.declare.named_lists import Entry

if TYPE_CHECKING:
    from elfen.declare.given import State


@frozen(eq=False, repr=False)
class ShortCut(Entry):
    """The resulting state of an action, at once.

    `of` names the action type. `take(state, action)` gives the state in which the next decision or
    draw waits, or None if the action has to be carried out step by step; the action is legal.
    `past` names, for each procedure that is skipped, the steps that it is made of (`{}` if none is
    skipped): if other plugins have added or replaced steps, the short cut is not taken.

    Of a step along a route, `returns(town, new)` says whether it certainly leads back to the same
    decision, if that has no data: to a town number where the seat's town piece lies (`new`), or no
    longer does. Then nothing else may have changed than what the step pays, and where the boot has
    come to. The tour planner goes by it, and makes such a step only once it has found its tour.
    """

    of: str = field(kw_only=True, validator=is_text)
    take: Callable[[State, Any], State | None] = field(kw_only=True)
    past: Mapping[str, tuple[str, ...]] = field(kw_only=True)
    returns: Callable[[int, bool], bool] | None = field(kw_only=True, default=None)
