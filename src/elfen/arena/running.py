"""Plays the games of an arena here, in other processes or on a cluster, with the same results."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

from elfen.arena.match import match
from elfen.arena.meetings import Meeting, schedule
from elfen.arena.results import MOST_SECONDS, GameResult, Results
from elfen.arena.sequential import Question
from elfen.bots import Spec, name_of, player, seed_of, worker_processes
from elfen.declare import listed, whole
from elfen.errors import FAULTS, ElfenError, brief, raised, saying
from elfen.game import Ruleset, refuse_no_rules

#: How many deals are under way for each worker; the next ones wait for the results of these.
_AHEAD = 3


def run(
    rules: Ruleset,
    players: Sequence[Spec],
    games: int = 100,
    seats: int = 4,
    seed: int | str = 0,
    *,
    limit: float | None = None,
    until: Question | str | None = None,
    results: Results | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    workers: int = 2,
) -> Generator[GameResult, None, None]:
    """Play so many games, rounded up to whole deals, and yield their results in order.

    `limit` is the most seconds a move; `until` ends the run when its question, such as `a>b`, is
    answered. What `results` has is not played again, but yielded too, and what is played is added
    to it. `jobs` are processes of this machine; with an `executor` they are its workers, and
    `workers` says how many it has. Neither changes the results, beside seconds. Players have to be
    names or what can be pickled then.

    Raises `ElfenError` for a player, a number or a file that does not fit, and if a worker fails
    or dies; what was yielded before stays true.
    """
    refuse_no_rules(rules)
    players = listed("players=", players)
    games, jobs, workers = (
        whole(games, "games="),
        whole(jobs, "jobs=", 1),
        whole(workers, "workers=", 1),
    )
    if limit is not None and not (type(limit) in (int, float) and 0 <= limit <= MOST_SECONDS):
        raise ElfenError(f"limit={brief(limit)} has to be a number of seconds, as 0.5")
    seed_of(seed, 0)
    names = tuple(name_of(one) for one in players)
    if len(set(names)) < len(names):
        raise ElfenError("each player of an arena needs a name of its own; settings make a name")
    if isinstance(until, str):
        until = Question.read(until, names)
    if not isinstance(until, Question | None):
        raise ElfenError(f"until={brief(until)} has to be a Question, or a text such as 'a>b'")
    if not isinstance(results, Results | None):
        raise ElfenError(f"results={brief(results)} has to be Results, of Results.new or .found")
    rules.start(seats)
    for spec in players:
        player(spec, rules, 0)
    deals = _deals(schedule(len(players), seats, seed), games)
    done = _done(results, rules, names, seed)
    return _run(
        rules, players, names, seed, limit, until, results, done, deals, jobs, executor, workers
    )


def _run(
    rules: Ruleset,
    players: Sequence[Spec],
    names: Sequence[str],
    seed: int | str,
    limit: float | None,
    until: Question | None,
    results: Results | None,
    done: dict[tuple[int, int], GameResult],
    deals: Iterator[tuple[Meeting, ...]],
    jobs: int,
    executor: Executor | None,
    workers: int,
) -> Generator[GameResult, None, None]:
    seen: list[GameResult] = []
    with _workers(rules, jobs, executor) as pool:
        task = _Task(rules, players, seed, limit, sends_rules=executor is not None)
        ahead = 0 if pool is None else _AHEAD * (workers if executor else jobs)
        waiting: deque[tuple[tuple[Meeting, ...], Future[list[GameResult]] | None]] = deque()
        try:
            while True:
                for deal in islice(deals, max(1, ahead) - len(waiting)):
                    missing = [one for one in deal if (one.deal, one.rotation) not in done]
                    with _telling():
                        waiting.append((deal, task.begun(missing, pool)))
                if not waiting:
                    return
                deal, future = waiting[0]
                for result in () if future is None else _done_by(future):
                    _keep(result, done, results)
                waiting.popleft()
                for meeting in deal:
                    place = meeting.deal, meeting.rotation
                    if place not in done:
                        _keep(task.played(meeting), done, results)
                    result = done[place]
                    _fits(result, meeting, names)
                    seen.append(result)
                    yield result
                if until is not None and until.answer(seen):
                    return
        finally:
            if executor is not None:  # processes of our own give up what they do when they end
                for _, future in waiting:
                    if future is not None:
                        future.cancel()


def _keep(
    result: GameResult, done: dict[tuple[int, int], GameResult], results: Results | None
) -> None:
    done[result.place] = result
    if results is not None:
        results.add(result)


@contextmanager
def _telling() -> Iterator[None]:
    """Ask workers: that they, or their cluster, have died or failed becomes an `ElfenError`."""
    try:
        yield
    except ElfenError:
        raise
    except (BrokenProcessPool, CancelledError):
        raise ElfenError(
            "a process of the arena died, perhaps for lack of memory; what is done is kept"
        ) from None
    except FAULTS as error:
        raise ElfenError(f"a worker failed, and what is done is kept: {raised(error)}") from error


def _done_by(future: Future[list[GameResult]]) -> list[GameResult]:
    with _telling():
        return future.result()


class _Task:
    """How a deal is played: here, or by a worker.

    A worker of somebody else is sent the rules' recipe; processes of our own begin with the rules.
    """

    def __init__(
        self,
        rules: Ruleset,
        players: Sequence[Spec],
        seed: int | str,
        limit: float | None,
        *,
        sends_rules: bool,
    ) -> None:
        self._rules, self._players, self._seed, self._limit = rules, players, seed, limit
        self._sends_rules = sends_rules
        self._recipe: bytes | None = None

    def begun(
        self, meetings: Sequence[Meeting], pool: Executor | None
    ) -> Future[list[GameResult]] | None:
        """The games of these meetings, played by a worker; None if they are played here."""
        if pool is None or not meetings:
            return None
        if self._recipe is None:
            try:
                rules = self._rules if self._sends_rules else None
                self._recipe = pickle.dumps((rules, tuple(self._players)))
            except Exception as error:
                raise ElfenError(
                    f"players for other processes have to be names or pickle: {saying(error)}"
                ) from None
        return pool.submit(_play, self._recipe, tuple(meetings), self._seed, self._limit)

    def played(self, meeting: Meeting) -> GameResult:
        """The result of a game that is played here."""
        return match(self._rules, self._players, meeting, self._seed, self._limit)


_rules: Ruleset


def _begin(rules: Ruleset) -> None:
    """Set up a process of our own: keep the rules."""
    global _rules
    _rules = rules


@lru_cache(maxsize=4)
def _recalled(recipe: bytes) -> tuple[Ruleset, tuple[Spec, ...]]:
    """The rules and the players of a recipe, compiled once in each process."""
    rules, players = pickle.loads(recipe)
    return _rules if rules is None else rules, players


def _play(
    recipe: bytes, meetings: Sequence[Meeting], seed: int | str, limit: float | None
) -> list[GameResult]:
    """What a worker does."""
    rules, players = _recalled(recipe)
    return [match(rules, players, meeting, seed, limit) for meeting in meetings]


def _deals(deals: Iterator[tuple[Meeting, ...]], games: int) -> Iterator[tuple[Meeting, ...]]:
    """As many whole deals as it takes for so many games."""
    begun = 0
    while begun < games:
        deal = next(deals)
        begun += len(deal)
        yield deal


def series_of(results: Results | None) -> int | str | None:
    """The seed of the run that a file of results is of; None if it has no result."""
    return next((result.series for result in results), None) if results else None


def _done(
    results: Results | None, rules: Ruleset, names: Sequence[str], seed: int | str
) -> dict[tuple[int, int], GameResult]:
    """What a file has already; raises `ElfenError` if that is of another arena."""
    if results is None:
        return {}
    for result in results:
        if result.ruleset != rules.fingerprint:
            raise ElfenError(f"{results.path} is of games by other rules")
        if result.series != seed or not set(result.players) <= set(names):
            raise ElfenError(f"{results.path} is of games of other players, or with another seed")
    return dict(results.done)


def _fits(result: GameResult, meeting: Meeting, names: Sequence[str]) -> None:
    if result.seed != meeting.seed or result.players != tuple(names[n] for n in meeting.lineup):
        raise ElfenError(
            f"game {meeting.deal}.{meeting.rotation} was played in another line-up; name the same"
            " players in the same order, and as many seats"
        )


@contextmanager
def _workers(rules: Ruleset, jobs: int, executor: Executor | None) -> Iterator[Executor | None]:
    """Who plays: an executor, which stays open, processes of our own, or None for nobody else."""
    if executor is not None or jobs == 1:
        yield executor
    else:
        with worker_processes(jobs, _begin, rules) as pool:
            yield pool
