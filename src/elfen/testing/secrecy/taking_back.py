"""Part of the law of noninterference: who may take a decision back has learned nothing by it."""

from __future__ import annotations

import random
from functools import partial
from operator import eq

from elfen.declare import Action
from elfen.game import Game
from elfen.testing.blaming.watching import Handed
from elfen.testing.differences import same
from elfen.testing.facts import calling
from elfen.testing.law_broken import NONINTERFERENCE
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.testing.secrecy.worlds import another

#: So many decisions of a game are tried.
_MOST = 6


def taken_back_unlearned(game: Game) -> None:
    """In another world, and with other dice, a seat would see the same after a decision that it may
    take back: some of a game are tried, each of another type or with other draws and rolls.

    Raises `LawBroken`.
    """
    numbers, sorts = random.Random(game.steps), dict[object, int]()
    history = game.history
    for step in numbers.sample(range(game.steps), game.steps):
        decided, *chance = history[step + 1].last
        sorts.setdefault((type(decided.move), *(type(line.move) for line in chance)), step)
    for step in [*sorts.values()][:_MOST]:
        before, after = history[step], history[step + 1]
        seat, action = after.last[0].seat, after.last[0].move
        assert seat is not None
        assert isinstance(action, Action)
        asks = partial(after.undoable, seat)
        if calling(NONINTERFERENCE, "asking what can be taken back", asks):
            _learns_nothing(before, after, seat, action, numbers)


def _learns_nothing(
    before: Game, after: Game, seat: int, action: Action, numbers: random.Random
) -> None:
    rules = before.rules
    onlooker = Onlooker(rules, seat)
    world = another(rules, before.state, seat, numbers)
    there = rules.game_from(world, numbers.getrandbits(32))
    asks = partial(there.play, action)
    other = calling(NONINTERFERENCE, f"{action} in another world", asks)
    for name, known in onlooker.observed(after.state).items():
        heard = onlooker.observed(other.state)[name]
        if not same(known, heard):
            runs = (Handed(partial(eq, after.undoable(seat)), lambda: after.undoable(seat)),)
            what = f"what seat {seat} may take back after {action}, having seen the {name},"
            raise onlooker.broken(what, known, heard, None, runs)
