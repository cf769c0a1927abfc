"""Simulations: many games of stock players, in one process or several, with the same results."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from time import perf_counter
from typing import Any, Protocol

from attrs import evolve, frozen

from elfen.bots.loop import play
from elfen.bots.processes import worker_processes
from elfen.bots.stock_bots import Spec, line_up, name_of, specs_of
from elfen.declare import Over, Standing, whole
from elfen.errors import ElfenError, saying
from elfen.game import Game, Ruleset
from elfen.kernel import in_bytes, seed_text

_TASKS_AHEAD = 4
#: Sending a task and its result takes about a millisecond: much less than this.
_SECONDS_A_TASK = 0.1


@frozen
class Record:
    """A finished game: enough to play it again, and how it ended.

    `bots` names the player of each seat, `ending` is the ending's name, and `standings` are
    sorted by rank. `rules.new_game(players, seed)` begins the same game. `kept` is what the
    simulation was asked to keep of it.
    """

    index: int
    seed: int
    bots: tuple[str, ...]
    rounds: int
    ending: str
    standings: tuple[Standing, ...]
    kept: Any = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.bots)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1; several share the victory."""
        return tuple(row.seat for row in self.standings if row.rank == 1)


class Watcher(Protocol):
    """Watches one game, and says what to keep of it."""

    def see(self, game: Game) -> None:
        """The game at its first decision, at the next one, and so on, and when it is over."""

    def kept(self) -> object:
        """What to keep of the game, when it is over."""


#: What makes a watcher for each game.
Watch = Callable[[], Watcher]


@frozen
class Series:
    """What all games of a simulation have in common.

    `bots` repeat over the number of `players`, `seed` determines all games, and `watch` makes a
    watcher for each of them.
    """

    rules: Ruleset
    bots: tuple[Spec, ...]
    players: int
    seed: int | str
    watch: Watch | None = None

    def game(self, index: int) -> Record:
        """Play one game. Its seed depends on the series' seed and its index alone."""
        seed = seed_of(self.seed, index)
        bots = line_up(self.bots, self.rules, self.players, seed)
        watcher = None if self.watch is None else self.watch()
        see = None if watcher is None else watcher.see
        game = play(self.rules.new_game(self.players, seed), bots, see)
        over = game.pending
        assert isinstance(over, Over)
        names = tuple(name_of(self.bots[seat % len(self.bots)]) for seat in range(self.players))
        kept = None if watcher is None else watcher.kept()
        return Record(index, seed, names, game.state.round, over.ending, game.standings, kept)


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
    watch: Watch | None = None,
) -> Generator[Record, None, None]:
    """Play `games` games and yield them in order; the number of `jobs` only changes the time.

    Either `players` names one for each seat, as `player` makes them, or `bots` names some that
    repeat over that number of `players`. With `jobs` above 1 players have to be names or objects
    that can be pickled, and the main module needs the usual `if __name__ == "__main__":`. A player
    that is an object stays the same from game to game: what it remembers may make its games depend
    on the number of jobs. `watch` makes a watcher for each game, where it is played;
    with several jobs it has to pickle, and so has what a watcher keeps.

    Raises `ElfenError` for an unknown bot, a number of players that the rules do not allow, or what
    is no seed.
    """
    if bots is None and isinstance(players, Sequence) and not isinstance(players, str):
        bots = specs_of(players)
        players = len(bots)
    if bots is None or not isinstance(players, int):
        raise ElfenError("say who plays: players=[...], one for each seat, or bots and a number")
    series = Series(rules, specs_of(bots), players, seed, watch)
    line_up(series.bots, rules, players, seed_of(seed, 0))
    return (records[0] for records in in_step((series,), games, jobs))


def in_step(
    several: Sequence[Series], games: int, jobs: int = 1
) -> Generator[tuple[Record, ...], None, None]:
    """The games of several series, by index: for each index, the record of each series.

    So the games of an index have the same seed if the series have. `jobs` is as for `simulate`.
    Raises `ElfenError` for a number that cannot be.
    """
    games, jobs = whole(games, "games="), whole(jobs, "jobs=", 1)
    if jobs == 1 or games == 1:
        return (tuple([one.game(index) for one in several]) for index in range(games))
    return _in_processes(tuple(several), games, min(jobs, games))


def _in_processes(
    series: tuple[Series, ...], games: int, jobs: int
) -> Generator[tuple[Record, ...], None, None]:
    """Submit games to a pool, some at a time, not too far ahead of the results taken."""
    begun, at_a_time = 0, 1
    bots = _pickled([one.bots for one in series])
    try:
        with worker_processes(jobs, _begin, [evolve(one, bots=()) for one in series], bots) as pool:
            waiting: deque[Future[tuple[list[tuple[Record, ...]], float]]] = deque()
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


_series: tuple[Series, ...]


def _pickled(bots: Sequence[Sequence[Spec]]) -> bytes:
    """The players for other processes, which get ones of their own however they are started."""
    try:
        return pickle.dumps(bots)
    except Exception as error:
        raise ElfenError(
            f"players for other processes have to be names or pickle: {saying(error)}"
        ) from None


def _begin(series: Sequence[Series], bots: bytes) -> None:
    """Set up a new process: keep the series."""
    global _series
    _series = tuple(
        [evolve(one, bots=b) for one, b in zip(series, pickle.loads(bots), strict=True)]
    )


def _play(indexes: range) -> tuple[list[tuple[Record, ...]], float]:
    """The games of these indexes, and the seconds that they took."""
    start = perf_counter()
    records = [tuple([one.game(index) for one in _series]) for index in indexes]
    return records, perf_counter() - start
