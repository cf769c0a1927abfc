"""Strategies for hypothesis: games and states to try the laws on.

They draw decisions (and, for states, each piece that chance brings), so a failing example
shrinks to few and quiet moves. The last action of a list, which is mostly the quiet one
(pass, stop), counts as the simplest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from elfen.actions import Action
from elfen.agenda import Chance, Decide
from elfen.game import Game
from elfen.ruleset import Ruleset
from elfen.state import State
from elfen.testing.facts import facts

T = TypeVar("T")


def games(
    rules: Ruleset, players: int | None = None, decisions: int | None = None
) -> st.SearchStrategy[Game]:
    """Games after some decisions, from none to a whole game.

    `players` is how many play; None draws that too. `decisions` is the most that are made,
    if not a whole game's. Chance comes from a seed, a small number.
    """
    return _games(rules, _seats(rules, players), decisions)


def states(
    rules: Ruleset, players: int | None = None, moves: int | None = None
) -> st.SearchStrategy[State]:
    """States after some moves, decisions and single outcomes of chance alike.

    `moves` is the most that are made, if not a whole game's. Every kind of piece that can be
    drawn is drawn equally often, so rare piles come up too.
    """
    return _states(rules, _seats(rules, players), moves)


def actions(rules: Ruleset) -> st.SearchStrategy[Action]:
    """Actions of the domain, legal somewhere or nowhere."""
    return st.sampled_from(sorted(facts(rules).domain, key=str))


def _seats(rules: Ruleset, players: int | None) -> st.SearchStrategy[int]:
    if players is not None:
        return st.just(players)
    return st.integers(rules.fewest_players, rules.most_players)


@st.composite
def _games(
    draw: st.DrawFn, rules: Ruleset, seats: st.SearchStrategy[int], decisions: int | None
) -> Game:
    players = draw(seats)
    game = rules.new_game(players, draw(st.integers(0, 999)))
    most = facts(rules).usual_length(players)[0] if decisions is None else decisions
    for _ in range(draw(st.integers(0, most))):
        if game.is_over:
            break
        game = game.play(_pick(draw, game.legal_actions))
    return game


@st.composite
def _states(
    draw: st.DrawFn, rules: Ruleset, seats: st.SearchStrategy[int], moves: int | None
) -> State:
    players = draw(seats)
    state = rules.start(players)
    most = facts(rules).usual_length(players)[1] if moves is None else moves
    for _ in range(draw(st.integers(0, most))):
        item = rules.pending(state)
        if isinstance(item, Decide):
            state = rules.advance(state, _pick(draw, rules.legal_actions(state)))
        elif isinstance(item, Chance):
            outcome, _ = _pick(draw, rules.outcomes(state))
            state = rules.advance(state, outcome)
        else:
            break
    return state


def _pick(draw: st.DrawFn, items: Sequence[T]) -> T:
    return items[-1 - draw(st.integers(0, len(items) - 1))]
