"""Part of the law of purity: advice depends on the view and the action alone."""

from __future__ import annotations

import random

from elfen.declare import Action, Decide
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.facts import calling, facts, some, successors, waits
from elfen.testing.law_broken import PROGRESS, PURITY, LawBroken
from elfen.testing.secrecy.worlds import hides

#: In one of so many states advice is asked for: it may take as long as all else.
_SELDOM = 6
#: How many actions advice is asked about, and how many other views are advised in between.
_ABOUT, _OTHERS = 2, 2


def advised(rules: Ruleset, state: State, breadth: int | None, numbers: random.Random) -> None:
    """Advice is the same after other views were advised, and by the same rules compiled afresh.

    Not asked if a slot hides something without saying what else it could be, which planners have
    to know: `noninterference` tells of that. Raises `LawBroken`.
    """
    if not isinstance(rules.pending(state), Decide) or not rules.advice:
        return
    if (breadth is not None and numbers.randrange(_SELDOM)) or rules.validate(state):
        return
    if any(slot.worlds is None and hides(rules, slot) for slot in rules.slots.values()):
        return
    for action in some(_advisable(rules, state), breadth and _ABOUT, numbers):
        fresh = advice_on(facts(rules).fresh, state, action)
        for _, after in successors(rules, state, _OTHERS):
            for other in () if rules.validate(after) else _advisable(rules, after)[:1]:
                advice_on(rules, after, other)
        again = advice_on(rules, state, action)
        if again != fresh:
            name = next(n for n, value in again.items() if value != fresh[n])
            raise LawBroken(
                PURITY,
                f"advice {name!r} on {action} at {waits(rules, state)} is {again[name]} after"
                f" advice on other views, but {fresh[name]} by the same rules compiled afresh",
                next(
                    f"advice {name!r}, plugin {owned.plugin!r}"
                    for owned in rules.advice
                    if owned.entry.name == name
                ),
                runs=(
                    lambda: advice_on(rules, state, action),  # noqa: B023
                    lambda: advice_on(facts(rules).fresh, state, action),  # noqa: B023
                ),
            )


def _advisable(rules: Ruleset, state: State) -> list[Action]:
    """The legal actions on which there is advice; none where chance is due."""
    types = {owned.entry.type for owned in rules.advice}
    return [action for action in rules.legal_actions(state) if type(action) in types]


def advice_on(rules: Ruleset, state: State, action: Action) -> dict[str, float]:
    """All advice on an action to the seat that decides, by the name of the advice."""
    item = rules.pending(state)
    assert isinstance(item, Decide)
    view = rules.game_from(state, 0).view(item.seat)
    return {
        owned.entry.name: calling(
            PROGRESS,
            f"advice {owned.entry.name!r} on {action} at {waits(rules, state)}",
            lambda: owned.entry.value(view, action),  # noqa: B023
            f"advice {owned.entry.name!r}, plugin {owned.plugin!r}",
        )
        for owned in rules.advice
        if owned.entry.type is type(action)
    }
