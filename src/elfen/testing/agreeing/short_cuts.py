"""Whether short cuts are taken: which action types have one, and what it says to an action."""

from __future__ import annotations

from typing import Any

from elfen.declare import Action, ShortCut
from elfen.game import Ruleset
from elfen.kernel import State, obstruction


def in_force(rules: Ruleset) -> dict[type[Any], ShortCut]:
    """The short cut of each type of action that has one which these rules take."""
    types = {owned.entry.name: owned.entry.type for owned in rules.action_types}
    found: dict[type[Any], ShortCut] = {}
    for owned in rules.short_cuts:
        if not obstruction(rules, owned.entry):
            found.setdefault(types[owned.entry.of], owned.entry)
    return found


def short_cut_taken(rules: Ruleset, state: State, action: Action) -> bool | None:
    """Whether a legal action goes by its short cut here; None if its type has none in force."""
    cut = rules.once(in_force).get(type(action))
    return None if cut is None else cut.take(state, action) is not None
