"""What is played in every process, and other processes that play it, in their circumstances."""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from attrs import evolve, frozen

from elfen.game import Ruleset
from elfen.kernel import Recipe
from elfen.testing.blaming.attributes import writers
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.blame import few
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.parting import astray, partings
from elfen.testing.blaming.trails import Trail
from elfen.testing.law_broken import DETERMINISM, LawBroken, Place
from elfen.testing.repeating.answers import Answers, Digest, Play, answers, digest, nth
from elfen.testing.repeating.memories import Culprit
from elfen.testing.repeating.neighbours import neighbours
from elfen.testing.repeating.other_process import (
    Case,
    Job,
    Told,
    Unfit,
    Why,
    files_of,
    trail_of,
)
from elfen.testing.suite.limits import TooLong, seconds_left

#: How many decisions are played by other rules, and with another number of players.
_BY_OTHERS = 40
_WITH_OTHERS = 80
#: And by each of the further rules.
_BY_FURTHER = 2
#: Seconds of processor time for another process, if no more are left to a trial; after this part of
#: them it leaves out what it has not begun to play by other rules.
WITHIN = 300.0
_ENOUGH = 3.0
#: Seconds of it for finding out why an answer is another one.
SECONDS = 20.0
#: Seconds by the clock for a process that sleeps or waits.
_ASLEEP = 3600.0
#: The exit code of a process that its processor time has ended; None where there are no signals.
_TIME_IS_OVER = -signal.SIGPROF if hasattr(signal, "SIGPROF") else None

#: Rules, and how many play by them.
Sitting = tuple[Recipe, int]
#: A case and the number of a decision.
Decided = tuple[Case, int]

#: Variables of the environment that a process gets; those of whoever uses it would tell it more
#: than a game has to know.
_KEPT = ("PATH", "HOME", "TMP", "TEMP", "TMPDIR", "LANG", "SYSTEMROOT", "VIRTUAL_ENV")
_KEPT_AS_BEGUN = ("LC_", "LD_", "DYLD_", "PYTHON", "CONDA", "COV", "COVERAGE_")

_START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    " from elfen.testing.repeating.other_process import main; main()"
)


@frozen
class Circumstances:
    """What may not make a difference: the hashes of texts, the order of expansions, the past.

    A case is played alone; or `in_turn`, after those that stand before it; or `later`, after those
    that stand behind it, of which most are by other rules.
    """

    hashes: int
    reversed: bool = False
    later: bool = False
    in_turn: bool = False

    def __str__(self) -> str:
        told = [
            "with the expansions in the opposite order" * self.reversed,
            "after games by other rules of the same plugins" * self.later,
            f"with PYTHONHASHSEED={self.hashes}",
        ]
        return f"in another process {', '.join(filter(None, told))}"


@frozen(eq=False, slots=False)
class Bench:
    """What is played in every process: rules with their neighbours, and cases of them; and of
    `further` rules, by their numbers, how a game begins.
    """

    rules: Ruleset
    plays: tuple[Play, ...]
    recipes: tuple[tuple[Recipe, ...], ...]
    further: tuple[Case, ...] = ()

    @classmethod
    def of(cls, rules: Ruleset, plays: Iterable[Play], further: Sequence[Sitting] = ()) -> Bench:
        """Raises `RulesetError` if the rules cannot be sent to another process."""
        near = ((rules.recipe,), *neighbours(rules))
        begun = tuple(
            (number, Play.at_random(players, number, _BY_FURTHER))
            for number, (_, players) in enumerate(further, len(near))
        )
        recipes = (*near, *((recipe,) for recipe, _ in further))
        bench = cls(rules, tuple(plays), recipes, begun)
        pickle.dumps(bench.recipes)
        return bench

    @cached_property
    def own(self) -> tuple[Case, ...]:
        """What is also played in this process."""
        return ((0, None), *((0, play) for play in self.plays))

    @cached_property
    def beside(self) -> tuple[Case, ...]:
        """What only other processes play: how games begin by the further rules; and, with another
        number of players, by the same rules, and by others, of which those with another board come
        last.

        The busy process plays all this the other way round, before it plays what counts. So what
        it remembers by then is of another board and of other players.
        """
        first = self.plays[0]
        numbers = [n for n in self.rules.player_counts if n != first.players] or [first.players]
        players = numbers[first.seed % len(numbers)]
        short = Play.at_random(players, first.seed, _BY_OTHERS)
        near = range(1, len(self.recipes) - len(self.further))
        return (
            (0, Play.at_random(players, first.seed + 1, _WITH_OTHERS)),
            *self.further,
            *((number, short) for number in reversed(near)),
        )

    def job(
        self, how: Circumstances, tell: tuple[Case, int] | None = None, why: Why | None = None
    ) -> Job:
        """What another process has to do."""
        recipes = [tuple([_turned(one, how) for one in group]) for group in self.recipes]
        cases = (*self.own, *self.beside)
        if tell is not None and not how.later and not how.in_turn:
            cases = (tell[0],)
        within = min(WITHIN, seconds_left())
        return Job(
            pickle.dumps(tuple(recipes)),
            files_of(self.rules.recipe),
            cases[::-1] if how.later else cases,
            tell,
            how.later,
            why,
            within,
            within / _ENOUGH if tell is None else math.inf,
        )

    def here(self) -> Told:
        """What is answered in this process."""
        return {case: [digest(one) for one in answers(self.rules, case[1])] for case in self.own}

    def in_full(self, how: Circumstances | None, case: Case, number: int) -> Answers:
        """All that is answered at one decision; how=None: in this process."""
        if how is None:
            return nth(answers(self.rules, case[1]), number)
        found = Elsewhere(self.job(how, (case, number)), how).answer()
        return {} if isinstance(found, Unfit) else found

    def first_apart(
        self, hows: tuple[Circumstances, Circumstances], case: Case
    ) -> tuple[int, str] | None:
        """The first decision of a case, and what is answered there in another way; played alone."""
        told: list[list[Digest]] = []
        for how in hows:
            answer = Elsewhere(evolve(self.job(how), cases=(case,)), how).answer()
            told.append([] if isinstance(answer, Unfit) else answer.get(case, []))
        return first_apart(*told)

    def remembered(
        self, how: Circumstances, place: Decided, what: str, right: tuple[str, ...]
    ) -> Culprit | None:
        """What was remembered that makes the answer at a decision another one than the right."""
        why = Why(what, right=right, seconds=SECONDS)
        found = Elsewhere(self.job(how, place, why), how).answer()
        return found if isinstance(found, Culprit) else None

    def parting(
        self,
        hows: tuple[Circumstances | None, Circumstances],
        place: Decided,
        what: str,
        afresh: bool = True,
    ) -> tuple[Place, ...]:
        """Where what leads to an answer parts in two processes, in plugins or else in the core.

        None for one of them is this process. What leads to it is done by rules compiled `afresh`,
        or by those that have played before. What the core compiles comes last: there, sets may be
        gone through in any order.
        """
        ways = [(False, afresh), (True, False), (True, True)]
        for core, anew in ways if afresh else ways[:2]:
            why = Why(what, core, anew, seconds=SECONDS)
            begun = [Elsewhere(self.job(how, place, why), how) for how in hows if how is not None]
            trails = [process.answer() for process in begun]
            if None in hows:
                trails.insert(0, trail_of(why, self.rules, place[0][1], place[1]))
            one, other = trails
            if isinstance(one, Trail) and isinstance(other, Trail):
                authors = Authors(self.rules, core)
                lines = [(at.code, at.line) for at in partings(one, other, alike=True)]
                if core:
                    lines = [*fickle(one), *astray(one, other), *lines]
                if not anew:
                    lines += [by for at in lines for by in writers(at, authors.of)]
                if lines:
                    return few([authors.place(*line) for line in lines])
        return ()

    def asking(self, place: Decided, what: str) -> tuple[Place, ...]:
        """The functions that ask for an address or a time, say, on the way to an answer."""
        why = Why(what, afresh=False, seconds=SECONDS)
        trail, authors = trail_of(why, self.rules, place[0][1], place[1]), Authors(self.rules)
        return few([authors.place(*line) for line in fickle(trail)] if trail is not None else [])


def first_apart(one: list[Digest], other: list[Digest]) -> tuple[int, str] | None:
    """The first decision at which answers differ, and the first of these answers; None if none."""
    nothing: Digest = {}
    for number, (here, there) in enumerate(zip_longest(one, other, fillvalue=nothing)):
        if here != there:
            return number, next(w for w in {**here, **there} if here.get(w) != there.get(w))
    return None


def _turned(recipe: Recipe, how: Circumstances) -> Recipe:
    base, *expansions = recipe.modules
    return evolve(recipe, modules=(base, *expansions[:: -1 if how.reversed else 1]))


class Elsewhere:
    """Another process that does a job."""

    def __init__(self, job: Job, how: Circumstances) -> None:
        path = [os.path.abspath(folder) for folder in sys.path]
        self._input = pickle.dumps(path) + pickle.dumps(job)
        self._within = job.within
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START],
            env={**_environment(), "PYTHONHASHSEED": str(how.hashes)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def answer(self) -> Any:
        """What the job asks for, or `Unfit`; raises `LawBroken` if the process breaks down."""
        try:
            told, wrong = self._process.communicate(self._input, timeout=_ASLEEP)
        except subprocess.TimeoutExpired as error:
            self._process.kill()
            self._process.communicate()
            message = f"another process slept for {_ASLEEP:.0f} seconds over the same games"
            raise LawBroken(DETERMINISM, message) from error
        if self._process.returncode == _TIME_IS_OVER:
            took = f"another process took more than {self._within:.0f} seconds of processor time"
            if self._within < WITHIN:
                raise TooLong(f"stopped: {took}, in the law of {DETERMINISM}")
            raise LawBroken(DETERMINISM, f"{took} for the same games")
        if self._process.returncode:
            *_, last = wrong.decode(errors="replace").splitlines() or ["no message"]
            raise LawBroken(DETERMINISM, f"another process broke down over the same games: {last}")
        return pickle.loads(told)


def _environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name in _KEPT or name.startswith(_KEPT_AS_BEGUN)
    }
