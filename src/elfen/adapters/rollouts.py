"""Many games by a policy, here or over processes, with the same results."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from random import Random
from typing import Any

import numpy as np
from attrs import frozen

from elfen.adapters.rewards import reward_by_name
from elfen.bots import seed_of, worker_processes
from elfen.declare import whole
from elfen.encoding import encoding_of
from elfen.errors import ElfenError, saying
from elfen.game import Ruleset, refuse_no_rules

__all__ = ["Policy", "Rollout", "rollouts"]

Array = np.ndarray[Any, Any]
#: Chooses an index by the numbers of the seat that decides, and its legal indexes; the third
#: argument is the generator of random numbers for this game. It must not keep the numbers, which
#: are written again.
Policy = Callable[[Array, Array, Random], int]

_AHEAD = 3


@frozen(eq=False)
class Rollout:
    """A whole game: for each decision the numbers seen, the legal indexes, the choice, the seat.

    `rewards` are by seat, at the end.
    """

    index: int
    seen: Array
    legal: tuple[Array, ...]
    chosen: Array
    seats: Array
    rewards: tuple[float, ...]


@frozen
class _Series:
    rules: Ruleset
    players: int
    policy: Policy
    seed: int | str
    reward: str

    def play(self, index: int) -> Rollout:
        """One game: its seed depends on the series' seed and its index alone."""
        seed = seed_of(self.seed, index)
        encoding, luck = encoding_of(self.rules, self.players), Random(seed)
        onlookers = encoding.onlookers()
        game = self.rules.new_game(self.players, seed)
        rows: list[tuple[Array, Array, int, int]] = []
        while not game.is_over:
            seat = game.seat
            assert seat is not None
            seen = onlookers.numbers(game.state, seat)
            legal = np.asarray(encoding.numbering.indexes(game.legal_actions))
            choice = whole(self.policy(seen, legal, luck), "what a policy chooses")
            rows.append((seen, legal, choice, seat))
            game = game.play(encoding.numbering.action(choice))
        observations, legals, chosen, seats = zip(*rows, strict=True)
        rewards = tuple(reward_by_name(self.reward)(game.standings))
        return Rollout(
            index, np.stack(observations), legals, np.asarray(chosen), np.asarray(seats), rewards
        )


def rollouts(
    rules: Ruleset,
    players: int,
    policy: Policy,
    games: int,
    seed: int | str = 0,
    *,
    reward: str = "rank",
    jobs: int = 1,
    executor: Executor | None = None,
) -> Generator[Rollout, None, None]:
    """Play so many games by a policy and yield them in order.

    `jobs` are processes of this machine; with an `executor`, such as `elfen.arena.cluster` gives,
    they are its workers. Neither changes the results. The policy has to be one that can be pickled
    then. Raises `ElfenError` for a reward or a number that cannot be, and if a process dies.
    """
    refuse_no_rules(rules)
    reward_by_name(reward)
    rules.start(players)
    games, jobs = whole(games, "games="), whole(jobs, "jobs=", 1)
    seed_of(seed, 0)
    return _played(_Series(rules, players, policy, seed, reward), games, jobs, executor)


def _played(
    series: _Series, games: int, jobs: int, executor: Executor | None
) -> Generator[Rollout, None, None]:
    if executor is None and jobs == 1:
        yield from map(series.play, range(games))
        return
    try:
        text = pickle.dumps(series)
    except Exception as error:
        raise ElfenError(f"a policy for other processes has to pickle: {saying(error)}") from None
    if executor is not None:
        yield from _in_order(executor, partial(_of_series, text), games, jobs)
    else:
        try:
            with worker_processes(jobs, _begin, series) as pool:
                yield from _in_order(pool, _of_mine, games, jobs)
        except BrokenProcessPool:
            raise ElfenError(
                "a process that played died, perhaps for lack of memory; use fewer jobs"
            ) from None


def _in_order(
    pool: Executor, play: Callable[[int], Rollout], games: int, jobs: int
) -> Generator[Rollout, None, None]:
    waiting: deque[Future[Rollout]] = deque()
    try:
        for index in range(games):
            waiting.append(pool.submit(play, index))
            if len(waiting) > _AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


#: What a process of ours plays: it compiles the rules once and goes on with what they remember.
_mine: list[_Series] = []


def _begin(series: _Series) -> None:
    _mine[:] = [series]


def _of_mine(index: int) -> Rollout:
    return _mine[0].play(index)


@lru_cache(maxsize=4)
def _unpickled(text: bytes) -> _Series:
    """The series that somebody else's worker plays; it keeps the last few."""
    series: _Series = pickle.loads(text)
    return series


def _of_series(text: bytes, index: int) -> Rollout:
    return _unpickled(text).play(index)


def at_random(numbers: Array, legal: Array, luck: Random) -> int:
    """Any legal action: the policy to compare with."""
    return int(legal[luck.randrange(len(legal))])
