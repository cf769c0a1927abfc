"""Positions that are built on purpose: they are tried, and used if they are sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.corners.draft import Draft, overdrawn
from elfen.testing.progress import in_vain

#: How often it is tried to build a position that can be used.
TRIES = 8


def driven(
    rules: Ruleset,
    state: State,
    drive: Callable[[Draft], None],
    numbers: Random,
    tries: int = TRIES,
) -> Iterator[State]:
    """The position to which a draft of a state is driven, if one of some tries can be used."""
    for _ in range(tries):
        draft = Draft(rules, state, numbers)
        drive(draft)
        built = draft.state()
        if fits(rules, built, state):
            yield built
            return


def fits(rules: Ruleset, built: State, state: State) -> bool:
    """Whether a position is another one, is valid, and has as much as is due to be drawn.

    Before the first round, everything is still where the set-up has put it.
    """
    return (
        built != state
        and state.round > 0
        and not rules.validate(built)
        and not overdrawn(rules, built)
        and not in_vain(rules, built)
    )
