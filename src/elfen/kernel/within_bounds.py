"""Whether slots and decisions of a state keep to the extents that their plugins declare.

Extents are for learners, who get each value as numbers. A save is asked for them, too: so no
invariant need look for what no game has made, a number that is too large, a seat that does not
play, or a tuple that is too long. A game that goes beyond them is for laws to tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from elfen.declare import OWNER, BySeat, Decide, beyond, fields_of

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.kernel.state import State

#: Where a value is, the value, and the extent that it has.
Held = tuple[str, object, Any]


def out_of_bounds(rules: Ruleset, state: State) -> tuple[str, str]:
    """The first place with a value beyond its extent, and what is wrong with it; "" for none."""
    for where, value, extent in (*_in_slots(rules, state), *_asked(rules, state)):
        if wrong := beyond(extent, value, state.players):
            return where, wrong
    return "", ""


def _in_slots(rules: Ruleset, state: State) -> Iterator[Held]:
    for name, slot in rules.slots.items():
        bounds = {} if slot.bounds is None else slot.bounds(rules, state.players)
        value = state.ext[slot]
        for field, visibility in fields_of(slot):
            extent = bounds.get(field or "value")
            if extent is not None:
                each = BySeat(extent) if visibility is OWNER else extent
                yield f"slots.{name}", getattr(value, field) if field else value, each


def _asked(rules: Ruleset, state: State) -> Iterator[Held]:
    decisions = {owned.entry.name: owned.entry for owned in rules.decisions}
    for n, item in enumerate(state.agenda):
        if not isinstance(item, Decide) or (decision := decisions.get(item.name)) is None:
            continue  # what is not known is refused as that
        bounds = {} if decision.bounds is None else decision.bounds(rules, state.players)
        fields = rules.items.fields[item.name]  # of a decision like another, that one's too
        for (name, _), value in zip(fields, item.data, strict=False):
            if name in bounds:
                yield f"agenda[{n}].data", value, bounds[name]
