"""Part of the law of noninterference: the views and documents that a game gives to observers, and
how it refuses them to act out of turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from elfen.declare import Action, Decide
from elfen.errors import IllegalAction, Reason
from elfen.game import Game, Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Handed
from elfen.testing.differences import settled
from elfen.testing.facts import listed, some, states_of
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.testing.secrecy.worlds import another
from elfen.views import View

#: At so many decisions of a game, views and documents are compared.
_DECISIONS = 2
#: So many legal actions of another are tried out of turn.
_OUT_OF_TURN = 12


def given_alike(game: Game) -> None:
    """What the public and two seats are given at some decisions is the same in another world, and
    so is why who does not decide may not act. Raises `LawBroken`.
    """
    rules, numbers = game.rules, random.Random(game.steps)
    waiting = [
        (state, item.seat)
        for state, _ in states_of(game)
        if isinstance(item := rules.pending(state), Decide)
    ]
    for state, decider in numbers.sample(waiting, min(_DECISIONS, len(waiting))):
        for seat in (None, decider, (decider + 1) % game.players):
            world = another(rules, state, seat, numbers)
            for what, given in (("view", Game.view), ("document", Game.redacted)):
                _alike(rules, what, given, seat, state, world)
            if seat not in (None, decider):
                for action in some(listed(rules, state), _OUT_OF_TURN, numbers):
                    assert isinstance(action, Action)
                    _refused_alike(rules, action, seat, state, world)


def _alike(
    rules: Ruleset,
    what: str,
    given: Callable[[Game, int | None], View | str],
    seat: int | None,
    state: State,
    world: State,
) -> None:
    known, there = (
        settled(lambda: _text(given(rules.game_from(one, 0), seat)))  # noqa: B023
        for one in (state, world)
    )
    if known != there:
        onlooker = Onlooker(rules, seat)
        runs = (
            Handed(
                lambda answer: isinstance(answer, (View, str)) and _text(answer) == known,
                lambda: given(rules.game_from(state, 0), seat),
            ),
        )
        raise onlooker.broken(f"the {what} for {onlooker.who}", known, there, None, runs)


def _refused_alike(rules: Ruleset, action: Action, seat: int, state: State, world: State) -> None:
    ask = partial(_refused, rules, action=action, seat=seat)
    known, there = (settled(partial(ask, one)) for one in (state, world))
    if known != there:
        onlooker = Onlooker(rules, seat)
        what = f"why {onlooker.who} may not play {action} now"
        # Whoever does not decide is told that: it is for the core to ask no rule.
        asked = Handed(lambda answer: isinstance(answer, Reason), partial(ask, state))
        raise onlooker.broken(what, known, there, None, (asked,))


def _refused(rules: Ruleset, state: State, action: Action, seat: int) -> str:
    try:
        rules.game_from(state, 0).play(action, seat)
    except IllegalAction as error:
        return str(error)
    return "it may"


def _text(given: View | str) -> str:
    return given if isinstance(given, str) else given.to_json()
