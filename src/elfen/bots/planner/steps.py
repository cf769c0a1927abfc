"""Steps: the types of actions that a tour consists of, as their plugins declare them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.declare import Memo
from elfen.kernel import taken_for

if TYPE_CHECKING:
    from elfen.declare import Action, ActionType, Leaps, Owned
    from elfen.game import Ruleset
    from elfen.kernel import Crossings

    ActionClass = type[Action]


class Steps(NamedTuple):
    """A type of action that is a step: its decisions, its class and its crossings.

    `leaps` are other classes of steps at the first of these decisions, which use no route, and
    `journeys` those that the search cannot foresee: they are tried. `returns` is what the short cut
    of the type says, see `ShortCut`, if all that the crossings list is legal; with `always_returns`
    it says so of every town.
    """

    at: tuple[str, ...]
    type: ActionClass
    crossings: Crossings[Any]
    leaps: Mapping[ActionClass, Leaps[Any]]
    journeys: tuple[ActionClass, ...]
    returns: Callable[[int, bool], bool] | None
    always_returns: bool

    @property
    def types(self) -> tuple[ActionClass, ...]:
        """All classes of steps."""
        return self.type, *self.leaps, *self.journeys


def steps_of(rules: Ruleset) -> list[Steps]:
    """The action types that are steps: those that declare `crossings`."""
    found = []
    for owned in rules.action_types:
        crossings = owned.entry.crossings
        if crossings is not None:
            at = tuple(name for names in rules.asked_at(owned) for name in names)
            others = _others_at(rules, at[0])
            returns = _returns(rules, owned)
            towns = range(len(rules.board.towns))
            always = returns is not None and all(
                returns(town, new) for town in towns for new in (False, True)
            )
            found.append(Steps(at, owned.entry.type, crossings, *others, returns, always))
    return found


def _returns(rules: Ruleset, owned: Owned[ActionType[Any]]) -> Callable[[int, bool], bool] | None:
    entry = owned.entry
    cut = taken_for(rules, owned)
    if cut is None or entry.crossings is None or entry.legal != entry.crossings.open_to:
        return None
    return None if rules.restrictions else cut.returns


def _others_at(
    rules: Ruleset, decision: str
) -> tuple[dict[ActionClass, Leaps[Any]], tuple[ActionClass, ...]]:
    """The action types that answer a decision and declare `leaps`, and those with `journeys`."""
    here = [owned.entry for owned in rules.answers[decision]]
    leaps = {entry.type: entry.leaps for entry in here if entry.leaps is not None}
    return leaps, tuple(entry.type for entry in here if entry.journeys is not None)


#: Those of the rulesets that were last planned for.
known_steps: Memo[Ruleset, list[Steps]] = Memo(steps_of, most=8)
