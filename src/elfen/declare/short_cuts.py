"""Short cuts: a whole step at once, where nobody has a say in what lies between.

An action is carried out on a table, and then runs whatever it has put on the agenda, step by
step, until something waits. A short cut makes the state that comes of all this in one go. It
says nothing of its own about the game: `trace` always goes the long way, and the law of purity
holds the two against each other in whatever rulesets a short cut takes part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from attrs.validators import instance_of

from elfen.declare.named_lists import Entry

if TYPE_CHECKING:
    from elfen.declare.given import State

    pass


@frozen
class ShortCut(Entry):
    """What comes of an action, at once.

    `of` names the action type that it goes for. `take(state, action)` gives the state in which
    the next decision or draw waits, or None where the long way has to be gone; the action is
    legal. `past` names, for each procedure that is passed by, the steps that it is made of:
    where other plugins have put in theirs, or have replaced some, the short cut is not taken.
    """

    of: str = field(kw_only=True, validator=instance_of(str))
    take: Callable[[State, Any], State | None] = field(kw_only=True)
    past: Mapping[str, tuple[str, ...]] = field(kw_only=True)
