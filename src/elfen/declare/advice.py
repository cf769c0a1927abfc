"""Advice: what a plugin tells the stock bots about the worth of its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare.actions import Action
from elfen.declare.named_lists import Entry

if TYPE_CHECKING:
    from elfen.declare.given import View


@frozen
class Advice(Entry):
    """`value(view, action)` of an action of `type`, in score points; the values of all advice sum.

    It is given only what the seat may know.
    """

    type: type[Action] = field(kw_only=True)
    value: Callable[[View, Any], float] = field(kw_only=True)
