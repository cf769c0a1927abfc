"""Other worlds: states that one seat, or the public, cannot tell from a given one.

Everything hidden from the observer is drawn anew, as `elfen.determinize` does it.
"""

from __future__ import annotations

import random

from attrs import evolve

from elfen.declare import PUBLIC, Ext, Slot
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.facts import calling
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.views import observe, unseen_pieces


def another(rules: Ruleset, state: State, seat: int | None, numbers: random.Random) -> State:
    """The state with the pieces that a seat cannot see rearranged, and other hidden slots.

    Raises `LawBroken` for a slot that hides something without saying what else it could be, or
    that says something impossible.
    """
    zones, ledger = unseen_pieces(observe(rules, state, seat), numbers)
    world = evolve(state, zones=zones, ledger=ledger, ext=_slots(rules, state, seat, numbers))
    wrong = rules.validate(world)
    if wrong and not rules.validate(state):
        who = "the public" if seat is None else f"seat {seat}"
        raise LawBroken(NONINTERFERENCE, f"{who} is led to an impossible world: {wrong[0]}")
    return world


def _slots(rules: Ruleset, state: State, seat: int | None, numbers: random.Random) -> Ext:
    ext = state.ext
    seen = observe(rules, state, seat)
    for name, slot in rules.slots.items():
        if not _hides(rules, slot):
            continue
        where = f"plugin {rules.slot_owner[name]!r}"
        if slot.worlds is None:
            raise LawBroken(
                NONINTERFERENCE,
                f"slot {name!r} hides something; say with worlds= what else it could be",
                where,
            )
        worlds = slot.worlds
        what = f"worlds of slot {name!r}"
        value = calling(NONINTERFERENCE, what, lambda: worlds(seen, numbers), where)  # noqa: B023
        ext = ext.with_value(slot, value)
        if observe(rules, evolve(state, ext=ext), seat).slot(name) != seen.slot(name):
            raise LawBroken(
                NONINTERFERENCE,
                f"{what} made {value!r}, which does not look like {seen.slot(name)}",
                where,
            )
    return ext


def _hides(rules: Ruleset, slot: Slot[object]) -> bool:
    return any(visibility is not PUBLIC for _, visibility in rules.sight.fields(slot.name))
