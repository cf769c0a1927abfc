"""The law of determinism, in other processes: what is not written in a state makes no difference.

The same games are played here and in two more processes, in which texts have other hashes. In
the first of them everything else is different too: the expansions come in the opposite order, the
games as well, and before them the same plugins play by other rules and with other players. So
an order taken from a set of texts shows, a value that a module keeps for one ruleset and gives
to another, a cache with too small a key, a clock, an `id`, or the environment.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any
from zlib import crc32

from attrs import evolve, frozen

from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.kernel import Recipe
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.blame import few
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.parting import partings
from elfen.testing.blaming.trails import Trail
from elfen.testing.differences import difference
from elfen.testing.facts import facts
from elfen.testing.law_broken import DETERMINISM, Findings, LawBroken, Place
from elfen.testing.repeating.answers import (
    ACTIONS,
    STATE,
    STEP,
    Answers,
    Digest,
    Play,
    answers,
    digest,
    nth,
)
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

#: How many decisions of a game are played at most.
_DECISIONS = 200
#: How many decisions are played by other rules, and with another number of players.
_BY_OTHERS = 40
_WITH_OTHERS = 80
#: How often the very same is tried again, as it may come out alike by chance.
_AGAIN = 2
#: How many further hashes are tried to find out whether hashes make the difference.
_HASHES = 4
#: Seconds of processor time for another process.
WITHIN = 300.0
#: Seconds of it for finding out why an answer is another one.
SECONDS = 20.0
#: Seconds by the clock for a process that sleeps or waits.
_ASLEEP = 3600.0
#: The exit code of a process that its processor time has ended; None where there are no signals.
_TIME_IS_OVER = -signal.SIGPROF if hasattr(signal, "SIGPROF") else None
_BY_HASH = "it depends on the hashes of texts, as does the order of a set; sort it"

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

    What comes `after` is played after the games that come before it, and what comes `later` after
    those that come behind it too.
    """

    hashes: int
    reversed: bool = False
    later: bool = False
    after: bool = False

    def __str__(self) -> str:
        told = [
            "with the expansions in the opposite order" * self.reversed,
            "after games by other rules of the same plugins" * self.later,
            f"with PYTHONHASHSEED={self.hashes}",
        ]
        return f"in another process {', '.join(filter(None, told))}"


def in_other_processes(rules: Ruleset, players: int, seed: int = 0, games: int = 1) -> None:
    """Random games are the same in other processes; see this module's docstring.

    Raises `LawBroken`.
    """
    plays = [Play.at_random(players, seed + n, _DECISIONS) for n in range(games)]
    the_same_elsewhere(rules, plays)


def the_same_elsewhere(rules: Ruleset, plays: Sequence[Play]) -> None:
    """These plays, and what the rules say of themselves, are the same in other processes.

    Compared are, for each decision: the state, the lists of actions, views, reasons, standings,
    cautions, events. The hashes that texts have there follow from the rules and the plays. Plugins
    that another process does not find, such as those typed in by hand, are left out; so are those
    that do not pickle, which `same_seed` reports. Raises `LawBroken`.
    """
    try:
        bench = _Bench.of(rules, plays)
    except ElfenError:
        return
    hashes = crc32(repr((rules.fingerprint, plays)).encode()) % 1_000_000 + 1
    alone = Circumstances(hashes, after=True)
    busy = Circumstances(hashes + 1, reversed=True, later=True)
    begun = [(how, _Process(bench.job(how), how)) for how in (alone, busy)]
    told: list[tuple[Circumstances | None, Told]] = [(None, bench.here())]
    for how, process in begun:
        answer = process.answer()
        if isinstance(answer, Unfit):
            return
        told.append((how, answer))
    _alike(bench, told[1], told[2])
    _alike(bench, told[0], told[1])


@frozen(eq=False, slots=False)
class _Bench:
    """What is played in every process: rules with their neighbours, and cases of them."""

    rules: Ruleset
    plays: tuple[Play, ...]
    recipes: tuple[tuple[Recipe, ...], ...]

    @classmethod
    def of(cls, rules: Ruleset, plays: Iterable[Play]) -> _Bench:
        """Raises `RulesetError` if the rules cannot be sent to another process."""
        bench = cls(rules, tuple(plays), ((rules.recipe,), *neighbours(rules)))
        pickle.dumps(bench.recipes)
        return bench

    @cached_property
    def own(self) -> tuple[Case, ...]:
        """What is also played in this process."""
        return ((0, None), *((0, play) for play in self.plays))

    @cached_property
    def beside(self) -> tuple[Case, ...]:
        """What only other processes play, with another number of players: by the same rules, and
        by others, of which those with another board come last.

        The busy process plays all this the other way round, before it plays what counts. So what
        it remembers by then is of another board and of other players.
        """
        first = self.plays[0]
        numbers = [n for n in self.rules.player_counts if n != first.players] or [first.players]
        players = numbers[first.seed % len(numbers)]
        short = Play.at_random(players, first.seed, _BY_OTHERS)
        return (
            (0, Play.at_random(players, first.seed + 1, _WITH_OTHERS)),
            *((number, short) for number in reversed(range(1, len(self.recipes)))),
        )

    def job(
        self, how: Circumstances, tell: tuple[Case, int] | None = None, why: Why | None = None
    ) -> Job:
        """What another process has to do."""
        recipes = [tuple([_turned(one, how) for one in group]) for group in self.recipes]
        cases = (*self.own, *self.beside)
        if tell is not None and not how.later and not how.after:
            cases = (tell[0],)
        return Job(
            pickle.dumps(tuple(recipes)),
            files_of(self.rules.recipe),
            cases[::-1] if how.later else cases,
            tell,
            how.later,
            why,
            WITHIN,
        )

    def here(self) -> Told:
        """What is answered in this process."""
        return {case: [digest(one) for one in answers(self.rules, case[1])] for case in self.own}

    def in_full(self, how: Circumstances | None, case: Case, number: int) -> Answers:
        """All that is answered at one decision; how=None: in this process."""
        if how is None:
            return nth(answers(self.rules, case[1]), number)
        found = _Process(self.job(how, (case, number)), how).answer()
        return {} if isinstance(found, Unfit) else found

    def remembered(self, how: Circumstances, place: Decided, why: Why) -> Culprit | None:
        """What was remembered that makes the answer at a decision another one than the right."""
        found = _Process(self.job(how, place, why), how).answer()
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
        or by those that have played before.
        """
        for core in (False, True):
            why = Why(what, core, afresh, seconds=SECONDS)
            begun = [_Process(self.job(how, place, why), how) for how in hows if how is not None]
            trails = [process.answer() for process in begun]
            if None in hows:
                trails.insert(0, trail_of(why, self.rules, place[0][1], place[1]))
            one, other = trails
            if isinstance(one, Trail) and isinstance(other, Trail):
                authors = Authors(self.rules, core)
                parted = partings(one, other, alike=True)
                if parted:
                    return few([authors.place(at.code, at.line) for at in parted])
        return ()

    def fickle(self, place: Decided, what: str) -> tuple[Place, ...]:
        """The functions that ask for an address or a time, say, on the way to an answer."""
        why = Why(what, afresh=False, seconds=SECONDS)
        trail, authors = trail_of(why, self.rules, place[0][1], place[1]), Authors(self.rules)
        return few([authors.place(*line) for line in fickle(trail)] if trail is not None else [])


def _turned(recipe: Recipe, how: Circumstances) -> Recipe:
    base, *expansions = recipe.modules
    return evolve(recipe, modules=(base, *expansions[:: -1 if how.reversed else 1]))


class _Process:
    """Another process that does a job."""

    def __init__(self, job: Job, how: Circumstances) -> None:
        path = [os.path.abspath(folder) for folder in sys.path]
        self._input = pickle.dumps(path) + pickle.dumps(job)
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
            raise LawBroken(
                DETERMINISM,
                f"another process took more than {WITHIN:.0f} seconds of processor time for the"
                " same games",
            )
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


def _alike(
    bench: _Bench,
    one: tuple[Circumstances | None, Told],
    other: tuple[Circumstances | None, Told],
) -> None:
    """Raise `LawBroken` with the first answer that is another one; a case may be in one only."""
    (first, told), (second, again) = one, other
    for case, digests in told.items():
        nothing: Digest = {}
        pairs = zip_longest(digests, again.get(case, digests), fillvalue=nothing)
        for number, (here, there) in enumerate(pairs):
            if here != there:
                what = next(w for w in {**here, **there} if here.get(w) != there.get(w))
                raise _broken(bench, (first, second), (case, number), what)


def _broken(
    bench: _Bench,
    hows: tuple[Circumstances | None, Circumstances | None],
    place: Decided,
    what: str,
) -> LawBroken:
    case, number = place
    texts = [bench.in_full(how, *place).get(what, ()) for how in hows]
    here, there = (how or "in this process" for how in hows)
    told = f"is not always the same {here} and {there}"
    if texts[0] != texts[1]:
        one, other = difference(*texts)
        told = f"is {one} {here}, but {other} {there}"
    when = "" if case[1] is None else f" at decision {number} of {case[1]}"
    by = "" if case[0] == 0 else ", by other rules of the same plugins,"
    cause, places = _cause(bench, place, what, hows)
    where = _where(bench, place, what, texts)
    broken = LawBroken(
        DETERMINISM,
        f"{what}{when}{by} {told}; {cause}",
        where or (f"plugin {places[0].plugin!r}" if places else None),
    )
    broken.find = lambda _: Findings(places)
    return broken


def _cause(
    bench: _Bench,
    place: Decided,
    what: str,
    hows: tuple[Circumstances | None, Circumstances | None],
) -> tuple[str, tuple[Place, ...]]:
    """Which of the circumstances makes the difference, by trying each alone; and who goes by it."""

    def told(how: Circumstances) -> tuple[str, ...]:
        return bench.in_full(how, *place).get(what, ())

    plain, after, later = (
        Circumstances(1, after=after, later=later)
        for after, later in ((False, False), (True, False), (False, True))
    )
    usual = told(plain)
    ways = {
        plain: "it is another one in every process, as with a clock, an id or random numbers",
        **{Circumstances(n): _BY_HASH for n in range(2, 2 + _HASHES)},
        Circumstances(1, reversed=True): "it depends on the order in which expansions are chosen",
        after: "it depends on what was played before",
        later: "it depends on what was played before, perhaps by other rules",
    }
    for how, cause in ways.items():
        if all(told(how) == usual for _ in range(_AGAIN if how == plain else 1)):
            continue
        if how not in (after, later):
            return cause, bench.parting((plain, how), place, what)
        culprit = bench.remembered(how, place, Why(what, right=usual, seconds=SECONDS))
        if culprit is not None:
            told_of = f"{culprit.told} remembers that, and changes while others play"
            return f"{cause}; {told_of}", culprit.places
        found = bench.parting((plain, how), place, what, afresh=False)
        found = found or bench.parting((plain, how), place, what)
        return f"{cause}; who remembers that?", found
    if hows[0] is None and place[0][0] == 0:
        found = bench.parting((None, plain), place, what)
        return "it depends on what was done before in this process, or on the environment", found
    found = bench.fickle(place, what) if place[0][0] == 0 else ()
    return "it depends on something outside the state, such as the environment", found


def _where(bench: _Bench, place: Decided, what: str, texts: Sequence[Sequence[str]]) -> str | None:
    """The type of the actions that differ, or of the action before a state that differs."""
    number = place[1]
    action = what.removeprefix(STEP)
    if what == ACTIONS:
        action = next((a for a, b in zip(*texts, strict=False) if a != b), "")
    elif what == STATE and number:
        before = bench.in_full(None, place[0], number - 1)
        action = next((key.removeprefix(STEP) for key in before if key.startswith(STEP)), "")
    try:
        return facts(bench.rules).blame(bench.rules.parse(action))
    except ElfenError:
        return None
