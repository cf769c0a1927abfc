"""Part of the law of progress: a game that is over is forgotten, so that games never fill memory.

What rules work out they may remember, within bounds (`Memo`, `lru_cache`). A state is new each
time, and so is a view of it, so that to remember something by it, or in it, is of no use, and never
comes to an end.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from attrs import frozen

from elfen.declare import Memo, SameMemo
from elfen.game import Game, Ruleset
from elfen.kernel import Position, State
from elfen.testing.advising import opinions
from elfen.testing.blaming.watching import Keeping
from elfen.testing.facts import some_of_each_type
from elfen.testing.garbage import only_new_objects
from elfen.testing.law_broken import PROGRESS, LawBroken
from elfen.views import Observation, View

#: So many games are played, and of each so many decisions; at one of so many a seat is shown its
#: view, and gets advice about so many actions.
_GAMES, _DECISIONS, _SHOWN, _ADVISED = 5, 100, 3, 3
#: After the first games, which may fill what has bounds, each later one may leave no more than
#: that many states and views.
_FIRST, _LEFT = 2, 1
#: Who keeps the last so many of them is looked for, through so many objects that hold each other,
#: of so many at a time.
_ASKED, _LEVELS, _AT_MOST = 20, 8, 500
#: How far within the keys and values of a memo they may be.
_WITHIN = 5

_Cached = type(lru_cache(lambda: None))


@frozen
class _Keeper:
    """Whoever keeps states or views for ever: its name, and its code if it is a function."""

    name: str = "somebody"
    code: CodeType | None = None


def forgets(rules: Ruleset, players: int, numbers: Random) -> None:
    """Nothing keeps the states of games that are over, nor views of them. Raises `LawBroken`."""
    with only_new_objects():
        left = [_states_after_a_game(rules, players, numbers) for _ in range(_GAMES)]
        least = min(now - before for before, now in pairwise(left[_FIRST - 1 :]))
        kept = _states()[-_ASKED:]
    keeper = _keeper(kept) if least > _LEFT else None
    if keeper is None:
        return
    raise LawBroken(
        PROGRESS,
        f"each game leaves {least} states and views or more in memory for ever: {keeper.name} keeps"
        " them; what is remembered needs a bound, and a key that comes again",
        runs=() if keeper.code is None else (Keeping(keeper.code),),
    )


def _states_after_a_game(rules: Ruleset, players: int, numbers: Random) -> int:
    """How many states and views there are when a game is over; if it fails, other laws tell."""

    def play() -> None:
        game = rules.new_game(players, numbers.getrandbits(32))
        for n in range(_DECISIONS):
            if game.is_over:
                return
            if n % _SHOWN == 0:
                game.view(n % players).to_json()
                _advise(game, numbers)
            game = game.play(numbers.choice(game.legal_actions))

    with suppress(Exception):
        play()
    gc.collect()
    return len(_states())


def _advise(game: Game, numbers: Random) -> None:
    """All that plugins say to who decides about some actions."""
    view = game.view(game.seat)
    for action in some_of_each_type(view.legal_actions, _ADVISED, numbers):
        for opinion in opinions(game.rules, type(action)):
            opinion.say(view, action)


def _states() -> list[object]:
    kept = State, Position, View, Observation
    return [one for one in gc.get_objects() if issubclass(type(one), kept)]


def _keeper(states: Sequence[object]) -> _Keeper | None:
    """The first cache, function or module that leads to these states and views; None if what keeps
    most of them has a bound.

    All that refer to them are looked for at once, and then all that refer to these, as each look
    goes through the whole memory.
    """
    gc.unfreeze()  # what is frozen refers to nothing, as far as `gc` knows
    level: list[object] = [*states]
    seen = {*map(id, level), id(states), id(level)}
    bounded: list[object] = []
    for _ in range(_LEVELS):
        new = gc.get_referrers(*level)
        level = [one for one in new if id(one) not in seen and type(one) is not FrameType]
        bounded += filter(_has_a_bound, level)
        level = [one for one in level if not _has_a_bound(one)]
        for known in (_as_keeper, _as_function):  # all functions of a module lead to what it has
            for one in level:
                if (keeper := known(one)) is not None:
                    return keeper
        if bounded and 2 * _kept_by(bounded, states) >= len(states):
            return None
        seen |= {*map(id, level), id(new), id(level), id(bounded)}
        level = level[:_AT_MOST]
    return _Keeper()


def _kept_by(keepers: Sequence[object], states: Sequence[object]) -> int:
    """How many of these states and views somebody keeps, in keys or values."""
    level, found = [*keepers], set[int]()
    through = dict, tuple, list, Position, View
    for _ in range(_WITHIN):
        level = gc.get_referents(*level)
        found |= {*map(id, level)}
        level = [one for one in level if issubclass(type(one), through)]
    return sum(id(one) in found for one in states)


def _has_a_bound(one: object) -> bool:
    cls: object = type(one)  # not what it says that it is
    if cls is _Cached:
        cached: Any = one
        return cached.cache_parameters()["maxsize"] is not None
    return cls in (Memo, SameMemo)


def _as_keeper(one: object) -> _Keeper | None:
    if type(one) is _Cached:
        cached: Any = one
        code = getattr(cached.__wrapped__, "__code__", None)
        return _Keeper(f"the cache of {cached.__wrapped__.__qualname__}", code)
    return _Keeper(one.__name__) if isinstance(one, ModuleType) else None


def _as_function(one: object) -> _Keeper | None:
    """Who keeps something in a default of its arguments, if it is not itself kept by somebody."""
    if type(one) is not FunctionType or "<locals>" in one.__qualname__:
        return None
    return _Keeper(f"{one.__module__}.{one.__qualname__}", one.__code__)
