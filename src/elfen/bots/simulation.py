"""Simulations: many games of stock players, in one process or several, with the same results."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from time import perf_counter

from attrs import frozen

from elfen.bots.loop import play
from elfen.bots.processes import worker_processes
from elfen.bots.stock_bots import Spec, line_up, name_of
from elfen.declare import Over, Standing
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.kernel import in_bytes, seed_text

_TASKS_AHEAD = 4
#: Sending a task and its result takes about a millisecond: much less than this.
_SECONDS_A_TASK = 0.1


@frozen
class Record:
    """A finished game: enough to play it again, and how it ended.

    `bots` names the player of each seat, `ending` is the ending's name, and `standings` are
    sorted by rank. `rules.new_game(players, seed)` begins the same game.
    """

    index: int
    seed: int
    bots: tuple[str, ...]
    rounds: int
    ending: str
    standings: tuple[Standing, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.bots)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1; several share the victory."""
        return tuple(row.seat for row in self.standings if row.rank == 1)


@frozen
class Series:
    """What all games of a simulation have in common."""

    rules: Ruleset
    bots: tuple[Spec, ...]
    players: int
    seed: int | str

    def game(self, index: int) -> Record:
        """Play one game. Its seed depends on the series' seed and its index alone."""
        seed = seed_of(self.seed, index)
        bots = line_up(self.bots, self.rules, self.players, seed)
        game = play(self.rules.new_game(self.players, seed), bots)
        over = game.pending
        assert isinstance(over, Over)
        names = tuple(name_of(self.bots[seat % len(self.bots)]) for seat in range(self.players))
        return Record(index, seed, names, game.state.round, over.ending, game.standings)


def seed_of(seed: int | str, index: int) -> int:
    """The seed of one game of a series: below 2**53, so that every JSON reader keeps it exact."""
    text = f"{seed_text(seed)}/{index}"
    return int.from_bytes(blake2b(in_bytes(text), digest_size=8).digest()) >> 11


def simulate(
    rules: Ruleset,
    bots: Sequence[Spec] | None = None,
    players: int | Sequence[Spec] | None = None,
    games: int = 1,
    seed: int | str = 0,
    jobs: int = 1,
) -> Generator[Record, None, None]:
    """Play `games` games and yield them in order; the number of `jobs` only changes the time.

    Either `players` names one for each seat, as `player` makes them, or `bots` names some that
    repeat over that number of `players`. With `jobs` above 1 players have to be names or objects
    that can be pickled, and the main module needs the usual `if __name__ == "__main__":`. A player
    that is an object stays the same from game to game: what it remembers may make its games depend
    on the number of jobs.

    Raises `ElfenError` for an unknown bot, a number of players that the rules do not allow, or what
    is no seed.
    """
    if bots is None and isinstance(players, Sequence) and not isinstance(players, str):
        bots, players = players, len(players)
    if bots is None or not isinstance(players, int):
        raise ElfenError("say who plays: players=[...], one for each seat, or bots and a number")
    series = Series(rules, tuple(bots), players, seed)
    line_up(series.bots, rules, players, seed_of(seed, 0))
    if jobs == 1 or games == 1:
        return (series.game(index) for index in range(games))
    return _in_processes(series, games, min(jobs, games))


def _in_processes(series: Series, games: int, jobs: int) -> Generator[Record, None, None]:
    """Submit games to a pool, some at a time, not too far ahead of the results taken."""
    begun, at_a_time = 0, 1
    bots = _pickled(series.bots)
    try:
        with worker_processes(
            jobs, _begin, series.rules, bots, series.players, series.seed
        ) as pool:
            waiting: deque[Future[tuple[list[Record], float]]] = deque()
            while True:
                while begun < games and len(waiting) < jobs * _TASKS_AHEAD:
                    # Tasks grow smaller towards the end: no process ends long before the others.
                    size = max(1, min(at_a_time, (games - begun) // (2 * jobs)))
                    task = range(begun, begun + size)
                    waiting.append(pool.submit(_play, task))
                    begun = task.stop
                if not waiting:
                    return
                records, seconds = waiting.popleft().result()
                yield from records
                at_a_time = max(1, int(len(records) * _SECONDS_A_TASK / max(seconds, 1e-6)))
    except BrokenProcessPool:
        raise ElfenError(
            "a process of the simulation died, perhaps for lack of memory; use fewer jobs"
        ) from None


_series: Series


def _pickled(bots: Sequence[Spec]) -> bytes:
    """The players for other processes, which get ones of their own however they are started."""
    try:
        return pickle.dumps(tuple(bots))
    except Exception as error:
        raise ElfenError(
            f"players for other processes have to be names or pickle: {error}"
        ) from None


def _begin(rules: Ruleset, bots: bytes, players: int, seed: int | str) -> None:
    """Set up a new process: keep the series."""
    global _series
    _series = Series(rules, pickle.loads(bots), players, seed)


def _play(indexes: range) -> tuple[list[Record], float]:
    """The games of these indexes, and the seconds that they took."""
    start = perf_counter()
    records = [_series.game(index) for index in indexes]
    return records, perf_counter() - start
