"""Whether a short cut is taken: only if the steps that it skips are the ones it assumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfen.declare import ActionType, Owned, ShortCut

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


def obstruction(rules: Ruleset, cut: ShortCut) -> str:
    """Why a short cut is not taken under these rules, as text; "" if it is."""
    if cut.of not in [owned.entry.name for owned in rules.action_types]:
        return f"{cut.of} works otherwise"
    for procedure, steps in cut.past.items():
        found = [owned.entry.name for owned in rules.procedures[procedure]]
        if found != [*steps]:
            return f"{procedure} is {', '.join(found) or 'empty'}"
    return ""


def taken_for(rules: Ruleset, owned: Owned[ActionType[Any]]) -> ShortCut | None:
    """The short cut that is taken for an action type wherever it is asked; None without one."""
    if rules.asked_at(owned)[1]:
        return None
    entries = [one.entry for one in rules.short_cuts if one.entry.of == owned.entry.name]
    return next((cut for cut in entries if not obstruction(rules, cut)), None)
