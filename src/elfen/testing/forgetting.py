"""Part of the law of progress: a game that is over is forgotten, so that games never fill memory.

What rules work out they may remember, within bounds (`Memo`, `lru_cache`). A state is new each
time, so that to remember something by it, or in it, is of no use, and never comes to an end.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from random import Random
from types import CodeType, FrameType, ModuleType
from typing import Any

from attrs import frozen

from elfen.declare import Memo, SameMemo
from elfen.game import Ruleset
from elfen.kernel import Position, State
from elfen.testing.blaming.watching import Keeping
from elfen.testing.garbage import only_new_objects
from elfen.testing.law_broken import PROGRESS, LawBroken

#: So many games are played, and of each so many decisions; of so many states views are shown.
_GAMES, _DECISIONS, _SHOWN = 5, 100, 10
#: After the first games, which may fill what has bounds, each later one may leave no more than
#: that many states.
_FIRST, _LEFT = 2, 3
#: Who keeps the last so many states is looked for, through so many objects that hold each other, of
#: so many at a time.
_ASKED, _LEVELS, _AT_MOST = 20, 8, 500

_Cached = type(lru_cache(lambda: None))


@frozen
class _Keeper:
    """Whoever keeps states: its name, its code if it is a function, whether it has a bound."""

    name: str = "somebody"
    code: CodeType | None = None
    is_bounded: bool = False


def forgets(rules: Ruleset, players: int, numbers: Random) -> None:
    """Nothing keeps the states of games that are over. Raises `LawBroken`."""
    with only_new_objects():
        left = [_states_after_a_game(rules, players, numbers) for _ in range(_GAMES)]
        least = min(now - before for before, now in pairwise(left[_FIRST - 1 :]))
        kept = _states()[-_ASKED:]
    keeper = _keeper(kept) if least > _LEFT else None
    if keeper is None or keeper.is_bounded:
        return
    raise LawBroken(
        PROGRESS,
        f"each game leaves {least} states or more in memory for ever: {keeper.name} keeps them;"
        " what is remembered needs a bound, and a key that comes again",
        runs=() if keeper.code is None else (Keeping(keeper.code),),
    )


def _states_after_a_game(rules: Ruleset, players: int, numbers: Random) -> int:
    """How many states there are when a game is over; if it fails, other laws tell."""

    def play() -> None:
        game = rules.new_game(players, numbers.getrandbits(32))
        for n in range(_DECISIONS):
            if game.is_over:
                return
            if n % _SHOWN == 0:
                game.view(n % players).to_json()
            game = game.play(numbers.choice(game.legal_actions))

    with suppress(Exception):
        play()
    gc.collect()
    return len(_states())


def _states() -> list[object]:
    return [one for one in gc.get_objects() if issubclass(type(one), (State, Position))]


def _keeper(states: Sequence[object]) -> _Keeper:
    """The first cache, or the first module, that leads to these states.

    All that refer to them are looked for at once, and then all that refer to these, as each look
    goes through the whole memory.
    """
    gc.unfreeze()  # what is frozen refers to nothing, as far as `gc` knows
    level: list[object] = [*states]
    seen = {*map(id, level), id(states), id(level)}
    for _ in range(_LEVELS):
        new = gc.get_referrers(*level)
        level = [one for one in new if id(one) not in seen and type(one) is not FrameType]
        for one in level:
            if (keeper := _as_keeper(one)) is not None:
                return keeper
        seen |= {*map(id, level), id(new), id(level)}
        level = level[:_AT_MOST]
    return _Keeper()


def _as_keeper(one: object) -> _Keeper | None:
    cls: object = type(one)  # not what it says that it is
    if cls in (Memo, SameMemo):
        return _Keeper("a memo", is_bounded=True)
    if cls is _Cached:
        cached: Any = one
        code = getattr(cached.__wrapped__, "__code__", None)
        is_bounded = cached.cache_parameters()["maxsize"] is not None
        return _Keeper(f"the cache of {cached.__wrapped__.__qualname__}", code, is_bounded)
    return _Keeper(one.__name__) if isinstance(one, ModuleType) else None
