"""Plays games in a process of its own, for `elfen.testing.processes`, which starts it.

It reads a `Job` from its standard input, pickled, after the path on which modules are found; and
writes what the job asks for to its standard output, pickled too. What plugins print goes to the
standard error.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import BinaryIO

from attrs import frozen

from elfen.compiler import from_recipe
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import Recipe
from elfen.testing.answers import Answers, Digest, Play, answers, digest, nth

#: A ruleset by its number, and one of its plays, or None for the ruleset itself.
Case = tuple[int, "Play | None"]
#: Of each case what was answered, decision by decision.
Told = dict[Case, list[Digest]]


@frozen
class Job:
    """Rules as pickled recipes, each with its alternatives, and what is done with them, in order.

    Of alternatives the first that can be compiled counts; a case without any has no answers.
    `files` are the files of the modules that plugins come from. If `tell` names a case and a
    decision, only the answers there are given, in full.
    With `compiled_first`, all rules are compiled before anything is asked of them.
    """

    recipes: bytes
    files: dict[str, str]
    cases: tuple[Case, ...]
    tell: tuple[Case, int] | None = None
    compiled_first: bool = False


@frozen
class Unfit:
    """Why the job cannot be done in this process: it does not find the same plugins."""

    reason: str


def done(job: Job) -> Told | Answers | Unfit:
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
    if job.compiled_first:
        rules = {number: _compiled(group) for number, group in enumerate(recipes)}
    told: Told = {}
    for case in job.cases:
        number, play = case
        if number not in rules:
            rules[number] = _compiled(recipes[number])
        found = rules[number]
        all_answers = iter(()) if found is None else answers(found, play)
        if job.tell is not None and job.tell[0] == case:
            return nth(all_answers, job.tell[1])
        told[case] = [digest(one) for one in all_answers]
    return told


def files_of(recipe: Recipe) -> dict[str, str]:
    """The files of the modules that a recipe's plugins come from."""
    names = [
        what if kind == "module" else type(what.module).__module__ for kind, what in recipe.modules
    ]
    return {name: _file(name) for name in names}


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Do the job that is read from `source`, and write what comes of it to `target`."""
    pickle.dump(done(pickle.load(source)), target)


def main() -> None:
    """Serve standard input and output, which are plugins' no more."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, target)
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
