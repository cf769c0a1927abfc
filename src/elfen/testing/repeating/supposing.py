"""Part of the law of purity: who supposes a state and changes nothing has that state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Handed
from elfen.testing.differences import difference
from elfen.testing.facts import calling, waits
from elfen.testing.law_broken import PURITY, LawBroken


def supposed_unchanged(rules: Ruleset, states: Sequence[State]) -> None:
    """A position that is built from each of these states, with nothing changed, is that state.

    Raises `LawBroken`.
    """
    for state in states:
        draft = partial(_draft, rules, state)
        if (found := calling(PURITY, "supposing a state", draft)) != state:
            one, other = difference(found, state)
            raise LawBroken(
                PURITY,
                f"at {waits(rules, state)} a position that is built from the state, with nothing"
                f" changed, is {one}, and not {other}",
                runs=(Handed(partial(_is_other_than, state), draft),),
            )


def _draft(rules: Ruleset, state: State) -> State:
    return rules.supposing(state).draft()


def _is_other_than(state: State, answer: object) -> bool:
    return isinstance(answer, State) and answer != state
