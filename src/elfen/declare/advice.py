"""Advice: what a plugin tells the stock bots about the worth of its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare.actions import Action
from elfen.declare.named_lists import Entry

if TYPE_CHECKING:
    from elfen.declare.given import Observation, View


@frozen(eq=False, repr=False)
class Advice(Entry):
    """`value(view, action)` of an action of `type`, in score points; the values of all advice sum.

    It is given only what the seat may know.

    `ahead(view, action)` saves valuing what the action leads to: it gives the seat's next actions
    in order, each with what the seat will observe when it is due. If it does observe that, the
    action is worth as much as the first one, and any other of its type less. Without `ahead`,
    every action is valued anew.

    With `later`, the worth of such an action shows only after this round, as that of coins does. A
    player that plays rounds to their ends to see what comes of its actions cannot see it, and
    goes by the advice, unless it plays to the end of the game.
    """

    type: type[Action] = field(kw_only=True)
    value: Callable[[View, Any], float] = field(kw_only=True)
    ahead: Callable[[View, Any], Iterable[tuple[Observation, Action]]] | None = field(
        kw_only=True, default=None
    )
    later: bool = field(kw_only=True, default=False)
