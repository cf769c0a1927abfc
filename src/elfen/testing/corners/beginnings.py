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
#: In so many further games decisions are looked for to which one at random does not come.
_MORE_GAMES = 3


def moments(rules: Ruleset, players: int) -> tuple[State, ...]:
    """See `Facts.moments`; raises `LawBroken` if a rule fails in the quiet game."""
    try:
        return facts(rules).moments(players)
    except Exception as error:
        raise _failed(rules, players, error) from error


def at_every_decision(rules: Ruleset, players: int, numbers: Random) -> list[State]:
    """The states of a random game in which a seat decides, and if there are decisions to which it
    does not come, some in which they are due in further games, where each type of action is taken
    as often as any other. Raises `LawBroken` if a rule fails.
    """
    found = [*at_random(rules, players, numbers)]
    unseen = {owned.entry.name for owned in rules.decisions} - {*map(_due, found)}
    for _ in range(_MORE_GAMES if unseen else 0):
        more = at_random(rules, players, numbers, _of_any_type)
        found += [state for state in more if _due(state) in unseen]
    return found


def _due(state: State) -> str:
    return str(getattr(state.agenda[-1], "name", ""))


def _of_any_type(rules: Ruleset, state: State, numbers: Random) -> Action | None:
    """An action of one of the types that are legal, each as often; None if there is none."""
    by_type: dict[type[Action], list[Action]] = {}
    for action in rules.legal_actions(state):
        by_type.setdefault(type(action), []).append(action)
    return numbers.choice(numbers.choice([*by_type.values()])) if by_type else None


def at_random(
    rules: Ruleset,
    players: int,
    numbers: Random,
    choose: Callable[[Ruleset, State, Random], Action | None] = Ruleset.sample_action,
) -> Iterator[State]:
    """The states of a random game in which a seat decides; raises `LawBroken` if a rule fails."""
    state, dealer = rules.start(players), Dealer.seeded(numbers.getrandbits(32))
    move: Action | Outcome | None = None
    try:
        for _ in range(_MOST_MOVES):
            move = None
            if isinstance(rules.pending(state), Chance):
                move, dealer = rules.sample(state, dealer)
            else:
                move = choose(rules, state, numbers)
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
