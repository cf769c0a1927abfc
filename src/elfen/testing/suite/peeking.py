"""Moves that look into pools that nobody may see: what lies there may not decide what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.built import looked_into
from elfen.testing.corners import Edges
from elfen.testing.facts import aimed_at
from elfen.testing.law_broken import LawBroken
from elfen.testing.laws import place, told
from elfen.testing.suite.equipped import by_decision


def peeking(rules: Ruleset, states: Sequence[State], numbers: Random, number: int) -> None:
    """So many moves, as many at every decision, lead to what looks the same, whatever lies in a
    pool that they look into. Raises `LawBroken`.
    """
    dues = by_decision([state for state in states if state.round])
    edges, seen = Edges(rules), set[object]()
    for alike in numbers.choices([*dues.values()], k=number) if dues else ():
        state = numbers.choice(alike)
        move = numbers.choice(rules.legal_actions(state))
        for built in edges.peeked(state, move, numbers, seen):
            try:
                with aimed_at(move):
                    looked_into(rules, built, None)
            except LawBroken as broken:
                step = f"at a built position, {place(rules, built)}"
                raise told(broken, rules, step, partial(rules.game_from, built, 0)) from broken
