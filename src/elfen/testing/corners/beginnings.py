"""The decisions of a quiet game, and of one at random, at which walks begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from elfen.declare import Action, Chance, Outcome
from elfen.game import Ruleset
from elfen.kernel import Dealer, State, plain_move
from elfen.testing.differences import settled
from elfen.testing.facts import facts, owner_of_chance, raised, until_it_fails
from elfen.testing.law_broken import PROGRESS, LawBroken
from elfen.testing.laws import place, told
from elfen.testing.progress import due

#: A longer game at random is not played to its end.
_MOST_MOVES = 2000


def moments(rules: Ruleset, players: int) -> tuple[State, ...]:
    """See `Facts.moments`; raises `LawBroken` if a rule fails in the quiet game."""
    try:
        return facts(rules).moments(players)
    except Exception as error:
        raise _failed(rules, players, error) from error


def at_random(rules: Ruleset, players: int, numbers: Random) -> Iterator[State]:
    """The states of a random game in which a seat decides; raises `LawBroken` if a rule fails."""
    state, dealer = rules.start(players), Dealer.seeded(numbers.getrandbits(32))
    move: Action | Outcome | None = None
    try:
        for _ in range(_MOST_MOVES):
            move = None
            if isinstance(rules.pending(state), Chance):
                move, dealer = rules.sample(state, dealer)
            else:
                move = rules.sample_action(state, numbers)
                if move is None:
                    return
                yield state
            state = rules.advance(state, move)
    except Exception as error:
        again = None if move is None else partial(rules.advance, state, move)
        broken = raised(PROGRESS, "a game at random", error, owner_of_chance(rules, state), again)
        broken.past = () if move is None else ((state, move),)
        game = partial(rules.game_from, state, 0)
        raise told(broken, rules, place(rules, state), game) from error


def _failed(rules: Ruleset, players: int, error: Exception) -> LawBroken:
    """The error of a quiet game whose last move fails, or after which nothing can be chosen."""
    made = until_it_fails(facts(rules).quiet_moves(players))
    state, move = made[-1] if made else (rules.start(players), None)
    after = state if move is None else settled(lambda: rules.advance(state, move))
    again: Callable[[], object] = partial(rules.advance, state, move)  # type: ignore[arg-type]
    if isinstance(after, State):
        state, again = after, partial(plain_move, rules, after, after.agenda[-1])
    broken = raised(PROGRESS, "a quiet game", error, owner_of_chance(rules, state), again)
    broken.runs += (due(state.agenda[-1]),)
    broken.past = tuple(made)
    broken.__cause__ = error
    return told(broken, rules, place(rules, state), lambda: rules.game_from(state, 0))
