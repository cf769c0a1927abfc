"""Cautions: what the rules allow and nobody would mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare.actions import Action
from elfen.declare.meanings import Meanings
from elfen.declare.named_lists import Entry
from elfen.declare.values import Value

if TYPE_CHECKING:
    from elfen.declare.given import View


@frozen(eq=False, repr=False)
class Caution(Entry):
    """Warns of an action of `type` that is legal, and that nobody would mean.

    `warns(view, action)` gives None if all is well; otherwise it warns, and gives the values that
    `text` names, such as `{"purse": 12}` for `"you have {purse} gold"`. It is given only what the
    seat may know, and asked only about legal actions. `text` is one sentence for that player,
    without a full stop. `means` says which of the values name things, as for an `EventType`.
    """

    type: type[Action] = field(kw_only=True)
    text: str = field(kw_only=True)
    warns: Callable[[View, Any], Mapping[str, Any] | None] = field(kw_only=True)
    means: Meanings = field(kw_only=True, factory=dict, hash=False)


@frozen(eq=False, repr=False)
class Warned(Value):
    """A caution about one action: its name, its values by name, and the sentence made of them."""

    name: str
    values: Mapping[str, Any] = field(hash=False)
    text: str

    def __str__(self) -> str:
        return self.text
