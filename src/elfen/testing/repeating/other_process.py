"""Plays games in a process of its own, for `elfen.testing.repeating.bench`, which starts it.

It reads a `Job` from its standard input, pickled, after the path on which modules are found; and
writes what the job asks for to its standard output, pickled too. What plugins print goes to the
standard error.
"""

from __future__ import annotations

import marshal
import math
import os
import pickle
import signal
import sys
import time
from types import CodeType
from typing import Any, BinaryIO

from attrs import frozen

from elfen.compiler import from_recipe
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import Recipe
from elfen.testing import patience
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.trails import Enough, Trail, follow
from elfen.testing.differences import settled
from elfen.testing.garbage import garbage_waits
from elfen.testing.repeating.answers import (
    Answers,
    Digest,
    Play,
    answers,
    cause,
    digest,
    nth,
    question,
    told,
)
from elfen.testing.repeating.memories import Culprit, Memories

#: A ruleset by its number, and one of its plays, or None for the ruleset itself.
Case = tuple[int, "Play | None"]
#: Of each case what was answered, decision by decision.
Told = dict[Case, list[Digest]]


@frozen
class Why:
    """Why an answer is as it is: the trail of what led to it; with `core`, that of the core too.

    It is given by rules compiled `afresh`, or by those that have played. If the `right` answer is
    given, what has to be forgotten for it to be given. `seconds` are the processor time in which to
    find out.
    """

    what: str
    core: bool = False
    afresh: bool = True
    right: tuple[str, ...] | None = None
    seconds: float = 20.0


@frozen
class Job:
    """Rules as pickled recipes, each with its alternatives, and what is done with them, in order.

    Of alternatives the first that can be compiled counts; a case without any has no answers.
    `files` are the files of the modules that plugins come from. If `tell` names a case and a
    decision, only the answers there are given, in full; or, of the answer that `why` names, what
    `Why` asks for. With `compiled_first`, all rules are compiled before anything is asked of
    them, the first ones last. After `enough` seconds of processor time, cases by other rules than
    the first are left out, and after `within` seconds a signal ends the process.
    """

    recipes: bytes
    files: dict[str, str]
    cases: tuple[Case, ...]
    tell: tuple[Case, int] | None = None
    compiled_first: bool = False
    why: Why | None = None
    within: float = 300.0
    enough: float = math.inf

    def leaves_out(self, number: int) -> bool:
        """Whether there is no time any more for these rules."""
        return number != 0 and time.process_time() > self.enough


@frozen
class Unfit:
    """Why the job cannot be done in this process: it does not find the same plugins."""

    reason: str


def done(job: Job) -> Told | Answers | Unfit | Trail | Culprit | None:
    """The answers that a job asks for."""
    try:
        recipes: tuple[tuple[Recipe, ...], ...] = pickle.loads(job.recipes)
        for recipe in (one for group in recipes for one in group):
            for module in recipe.modules:
                from_recipe(module)
    except Exception as error:  # whatever importing raises
        return Unfit(f"{type(error).__name__}: {error}")
    if moved := [name for name, file in job.files.items() if _file(name) != file]:
        return Unfit(f"another module is called {moved[0]}")
    rules: dict[int, Ruleset | None] = {}
    memories: Memories | None = None
    if job.tell is not None and job.why is not None and job.why.right is not None:
        first = rules[job.tell[0][0]] = _compiled(recipes[job.tell[0][0]])
        memories = None if first is None else Memories(first)
    if job.compiled_first:
        for number in (*range(1, len(recipes)), 0):  # so that what is remembered is of others
            if number not in rules and not job.leaves_out(number):
                rules[number] = _compiled(recipes[number])
    answered: Told = {}
    for case in job.cases:
        number, play = case
        if job.leaves_out(number):
            continue
        if number not in rules:
            rules[number] = _compiled(recipes[number])
        found = rules[number]
        if job.tell is not None and job.tell[0] == case and job.why is not None:
            return None if found is None else _why(job.why, found, play, job.tell[1], memories)
        all_answers = iter(()) if found is None else answers(found, play)
        if job.tell is not None and job.tell[0] == case:
            return nth(all_answers, job.tell[1])
        answered[case] = [digest(one) for one in all_answers]
    return answered


def _why(
    why: Why, rules: Ruleset, play: Play | None, number: int, memories: Memories | None
) -> Trail | Culprit | None:
    if memories is not None:

        def is_right() -> bool:
            asked = question(rules, play, number, why.what)
            return asked is not None and told({why.what: asked})[why.what] == why.right

        return memories.who(is_right, why.seconds)
    return trail_of(why, rules, play, number)


def trail_of(why: Why, rules: Ruleset, play: Play | None, number: int) -> Trail | None:
    """The trail of what leads to an answer; None if that cannot be followed."""
    asked = cause(rules, play, number, why.what, why.afresh)
    if asked is None:
        return None
    if not why.afresh:
        settled(asked)  # what is looked up is then known
    try:
        return follow(asked, Authors(rules, why.core).of, patience.deadline(why.seconds))
    except Enough:
        return None


def files_of(recipe: Recipe) -> dict[str, str]:
    """The files of the modules that a recipe's plugins come from."""
    names = [
        what if kind == "module" else type(what.module).__module__ for kind, what in recipe.modules
    ]
    return {name: _file(name) for name in names}


def serve(job: Job, target: BinaryIO) -> None:
    """Do a job, and write what comes of it to `target`."""
    _Pickler(target).dump(done(job))


class _Pickler(pickle.Pickler):
    """Pickles code too, which a trail is of."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, CodeType):
            return marshal.loads, (marshal.dumps(value),)
        return NotImplemented


def main() -> None:
    """Serve standard input and output, which are plugins' no more."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    job: Job = pickle.load(sys.stdin.buffer)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, job.within)
    with garbage_waits():
        serve(job, target)
    target.close()


def _compiled(recipes: tuple[Recipe, ...]) -> Ruleset | None:
    for recipe in recipes:
        try:
            return compile_recipe(recipe)
        except Exception:  # plugins refuse options and boards in any way
            continue
    return None


def _file(name: str) -> str:
    return os.path.realpath(getattr(sys.modules.get(name), "__file__", None) or "")
