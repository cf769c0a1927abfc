"""The law of conservation: no piece is lost or created, and every state is sound."""

from __future__ import annotations

from elfen.game import Ruleset
from elfen.kernel import State, totals
from elfen.testing.facts import Move, facts, successors
from elfen.testing.law_broken import CONSERVATION, LawBroken
from elfen.testing.slow_motion import slowly


def conservation(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """The pieces in all zones and on all routes are the stock, and `rules.validate` finds no fault.

    What plugins promise of whole games is for the law of progress. Checked for the state, and for
    the states after `breadth` of its legal moves (None: all). Raises `LawBroken`.
    """
    wrong = unsound(rules, state)
    if wrong:
        raise LawBroken(CONSERVATION, wrong)
    for move, after in successors(rules, state, breadth):
        wrong = unsound(rules, after)
        if wrong:
            raise LawBroken(CONSERVATION, f"after {move}: {wrong}", culprit(rules, state, move))


def unsound(rules: Ruleset, state: State) -> str | None:
    """What is wrong with a state, or None."""
    wrong = rules.validate(state, promises=False)
    return "; ".join(wrong) if wrong else None


def culprit(rules: Ruleset, state: State, move: Move) -> str | None:
    """The first action or step of a move that lost or created a piece, or None."""
    for name, table in slowly(rules, state, move):
        lacking = any(min(counts, default=0) < 0 for counts in table.zones)
        if lacking or totals(rules, table.freeze()) != facts(rules).stock(table.players):
            return name
    return None
