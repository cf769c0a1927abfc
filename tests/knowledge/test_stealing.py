"""What can be known when cards are drawn out of somebody's hand: exactly, or rightly forgotten."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from elfen import Ruleset, State, compile_ruleset, determinize
from elfen import knowledge as the_knowledge
from elfen.alone import Alone
from elfen.arrangements import Arrangements
from elfen.determinize import unknown
from elfen.kinds import Pieces
from elfen.knowledge import Ledger
from elfen.testing import check_game, noninterference, play_out, sampling

from . import shrunken
from .histories import MAKE, History
from .shrunken import HAND, PLAYED
from .test_exact import DECKS
from .test_games import holds_for, is_possible, walk

rules_with = cache(MAKE)
robbing = cache(lambda counts: compile_ruleset(base=shrunken.make(counts, robbers=True)))

PLAYERS = 3
SEATS = st.integers(0, PLAYERS - 1)
STEPS = st.lists(
    st.tuples(st.sampled_from(["show", "steal", "steal", "take"]), SEATS, SEATS), max_size=5
)


def a_round(history: History, deals: list[int], steps: list[tuple[str, int, int]]) -> None:
    """Cards are dealt; then seats show, take and steal cards, as long as nothing is forgotten."""
    for seat, n in enumerate(deals):
        history.deal(seat, n)
    for what, seat, other in steps:
        if what != "steal":
            getattr(history, what)(seat)
        elif seat != other and not history.forgets(seat, other):
            history.steal(seat, other)


@st.composite
def robberies(draw: st.DrawFn) -> History:
    """Two rounds in which cards are stolen, and mixed in between, if any have been played."""
    numbers = random.Random(draw(st.integers(0, 2**32)))
    observers: list[int | None] = [None, *range(PLAYERS)]
    history = History(rules_with(draw(DECKS)), PLAYERS, numbers, observers)
    deals = st.lists(st.integers(0, 2), min_size=PLAYERS, max_size=PLAYERS)
    a_round(history, draw(deals), draw(STEPS))
    if history.table.size(PLAYED):
        history.mix()
        # Before and after new cards are dealt.
        a_round(history, [], [step for step in draw(STEPS) if step[0] == "steal"])
        a_round(history, draw(deals), draw(STEPS)[:3])
    assume(any("steal" in told for told in history.told))
    return history


@given(robberies())
def test_what_is_known_after_a_theft_is_exactly_what_can_be_known(history: History) -> None:
    for memory in history.memories:
        exact = memory.now()
        assert history.by_the_ledger(memory.observer) == exact, (history.told, memory.observer)
    assert not [w for w in history.rules.validate(history.state) if w.startswith("ledger")]
