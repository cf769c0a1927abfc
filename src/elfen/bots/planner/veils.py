"""Veils: a state of a view with nothing in place of what the view hides.

A state that a seat cannot tell from the true one is drawn at random, which takes longer than many
a search. Most plans never look at what is hidden: for these a veiled state does as well. Whoever
does look finds a veil, and the plan is made again with a drawn state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from elfen.declare import Ext, Memo
from elfen.kernel import State, state_of
from elfen.views import open_slots

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.views import Observation


#: So many tries in vain do not yet count.
_FEW = 8


class VeilLifted(BaseException):
    """Something has looked at what a view hides: a rule, which is not to blame for it."""


class Tries:
    """How often plans under some rules were tried with veils, and how often that was in vain."""

    def __init__(self) -> None:
        self.made = self.lifted = 0

    @property
    def pay(self) -> bool:
        """Whether veils are worth another try: they mostly stayed, or there were few tries."""
        return 2 * self.lifted <= self.made + _FEW


#: Those of the rulesets that were last planned for.
known_tries: Memo[Ruleset, Tries] = Memo(lambda rules: Tries(), most=8)


class Veil:
    """What lies in a zone whose pieces are hidden: it can only be passed on."""

    __slots__ = ()

    def _lift(self, *of: object) -> NoReturn:
        raise VeilLifted("a plan that needs no hidden pieces looked at some")

    __getattr__ = __getitem__ = __len__ = __iter__ = __contains__ = __bool__ = _lift
    __lt__ = __gt__ = __le__ = __ge__ = __add__ = __radd__ = _lift
    __hash__ = _lift

    def __eq__(self, other: object) -> bool:
        return self is other or self._lift()


#: The only one: two states with the same veils are equal without a look at these.
VEIL: Any = Veil()


def veiled(view: Observation) -> State | None:
    """A state with this view that is veiled elsewhere; None if one of its slots hides something.

    Nothing is known in it of unseen pieces.
    """
    rules, table = view.rules, view.table
    makers = rules.once(open_slots)
    values: dict[str, object] = {}
    for name, seen in view.slots:
        make = makers.get(name)
        if make is None:
            return None
        values[name] = make[seen]
    zones = tuple([VEIL if isinstance(zone, int) else zone for zone in table.zones])
    seen_parts = table.boots, table.visited, table.routes, view.round, view.agenda
    return state_of(zones, *seen_parts, Ext(values), rules.knowledge.blank(zones))
