"""A question that rules answer otherwise than the same rules compiled afresh: they remember.

The moves that led to a failure are made once more by rules that remember nothing yet, and others
are tried on the way, as the laws do. Other fresh rules are asked the same in the opposite order. A
game that goes wrong because of something that was remembered shows in this way who answered by
it, whichever law was broken later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import partial
from itertools import takewhile
from random import Random
from types import CodeType

from elfen.declare import CORE, Action
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing import patience
from elfen.testing.blaming.attributes import writers
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.parting import astray, partings
from elfen.testing.blaming.trails import Line, follow
from elfen.testing.differences import settled
from elfen.testing.facts import Move

#: How many of the last moves are made once more, and how many others are tried at each state.
_LAST, _OTHERS = 60, 2
#: So many moves are made at the last state by rules that remember something.
_MOST_MOVES = 12
#: So deep are answers of the core compared, and so many of its functions named.
_DEEP, _MOST_INNER = 6, 2

#: A question about a state, by what it is.
_Questions = dict[str, Callable[[Ruleset, State], object]]


def remembering(
    rules: Ruleset,
    moves: Sequence[tuple[State, Move]],
    watched: Callable[[CodeType], object],
    until: float,
) -> list[Line]:
    """Who answers by what is remembered, and then who sets it.

    Empty if every answer is that of fresh rules, as far as there is time. Raises `Enough`.
    """
    one, other, third = (compile_recipe(rules.recipe) for _ in range(3))
    line = [(state, _questions(third, state, move)) for state, move in moves[-_LAST:]]
    right = [_answers(other, state, dict(reversed(asked.items()))) for state, asked in line[::-1]]
    came_to: object = None
    for (state, asked), answers in zip(line, reversed(right), strict=True):
        here = came_to if isinstance(came_to, State) and came_to == state else state
        if patience.is_over(until):
            break
        for what, ask in asked.items():
            came_to = settled(lambda: ask(one, here))  # noqa: B023
            if came_to == answers[what]:
                continue
            for asked_before in (one, other):
                found = parted(asked_before, ask, here, watched, until)
                if found:
                    return [*found, *(setter for at in found for setter in writers(at, watched))]
    return []


def misled(
    rules: Ruleset, state: State, watched: Callable[[CodeType], object], until: float
) -> list[Line]:
    """Who answers by what these rules remember of all that they were asked, and then who sets it:
    what is listed at a state, or comes of it, is not what fresh rules say.
    """
    fresh = compile_recipe(rules.recipe)
    moves = settled(lambda: fresh.legal_actions(state))
    some: Sequence[Move] = moves if isinstance(moves, list) else ()
    if len(some) > _MOST_MOVES:
        some = Random(len(some)).sample(some, _MOST_MOVES)
    asks: list[Callable[[Ruleset, State], object]] = [_listed]
    asks += [partial(_made, move) for move in some]
    for ask in asks:
        if patience.is_over(until):
            break
        if settled(partial(ask, rules, state)) != settled(partial(ask, fresh, state)):
            found = parted(rules, ask, state, watched, until)
            if found:
                return [*found, *(setter for at in found for setter in writers(at, watched))]
    return []


def _made(move: Move, rules: Ruleset, state: State) -> object:
    return rules.advance(state, move)


def _listed(rules: Ruleset, state: State) -> object:
    """What can be done at a state, and what can happen."""
    return tuple(rules.legal_actions(state)), rules.outcomes(state)


def _questions(rules: Ruleset, state: State, move: Move) -> _Questions:
    """What is asked at a state, in order; the last is the move itself.

    The state to which that leads is then the very object that is asked about next.
    """
    asked: _Questions = {"list": _listed}
    actions = settled(lambda: rules.legal_actions(state))
    if isinstance(move, Action) and isinstance(actions, list):
        for other in Random(len(actions)).sample(actions, min(len(actions), _OTHERS)):
            asked[f"after {other}"] = lambda rules, state, other=other: (  # type: ignore[misc]
                _listed(rules, rules.advance(state, other))
            )
    asked["list again"] = _listed
    asked["check"] = lambda rules, state: rules.check(state, move)
    asked["move"] = lambda rules, state: rules.advance(state, move)
    return asked


def _answers(rules: Ruleset, state: State, asked: _Questions) -> dict[str, object]:
    return {what: settled(lambda: ask(rules, state)) for what, ask in asked.items()}  # noqa: B023


def parted(
    rules: Ruleset,
    ask: Callable[[Ruleset, State], object],
    state: State,
    watched: Callable[[CodeType], object],
    until: float,
) -> list[Line]:
    """Where rules that were asked before part from rules that are asked the first time, and which
    functions of the core lead there.
    """
    fresh = compile_recipe(rules.recipe)
    for one in (rules, fresh):  # what is looked up is then known to both
        settled(lambda: ask(one, state))  # noqa: B023
    asks = [partial(ask, one, state) for one in (rules, fresh)]
    trails = [follow(run, watched, until) for run in asks]
    found = [(at.code, at.line) for at in partings(trails[0], trails[1], alike=True)]
    return [*found, *_by_the_core(rules, asks, {code for code, _ in found}, until)]


def _by_the_core(
    rules: Ruleset, asks: Sequence[Callable[[], object]], parted: Set[CodeType], until: float
) -> list[Line]:
    """Functions of the core that led those astray which parted, and asked them; the innermost
    first.
    """
    both = Authors(rules, core=True)
    trails = [follow(run, both.of, until, depth=_DEEP) for run in asks if parted]
    inner = [*takewhile(lambda line: line[0] not in parted, astray(*trails) if trails else ())]
    return inner[:_MOST_INNER] if all(both.of(code) == CORE for code, _ in inner) else []
