"""Mutation testing of the rule modules: do the tests notice when a rule is changed?

python tests/mutation record          # first: which tests run which lines
python tests/mutation run             # try a sample; known results are left out
python tests/mutation again           # try survivors again, with many more tests
python tests/mutation report          # the scores, and what survived
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from changed import changed_lines
from coverage import Coverage
from covering import Covering, record, recorded
from mutants import Mutant, mutants, mutated
from trying import prepare, survives, with_tests

ROOT = Path(__file__).parents[2]
KEPT = Path(".mutation")  # in the root: what was recorded and tried
TRIED = KEPT / "tried.jsonl"

#: Packages, and the tests that cover them.
TESTS = {
    ("elfen_sea",): ("tests/sea",),
    ("elfen_favor",): ("tests/favor",),
    ("elfen_gold",): ("tests/gold",),
    ("elfen.land",): (
        "tests/rulebook",
        "tests/planner/test_short_cuts.py",
        "tests/planner/test_leaps.py",
        "tests/unit/test_short_cuts.py",
        "tests/unit/test_short_cuts_of_elfenland.py",
        "tests/unit/test_vacancy.py",
    ),
    ("elfen.declare", "elfen.compiler", "elfen.kernel"): (
        "tests/rulebook",
        "tests/unit",
        "tests/probes",
        "tests/saves",
        "tests/views",
        "tests/testing",
        "tests/composing",
        "tests/gold/test_replaced_options.py",
        "tests/draw/test_pictures.py",
        "tests/interface",
        "tests/encoding/test_declared.py",
        "tests/encoding/test_tables.py",
        "tests/planner/test_leaps.py",
        "tests/planner/test_declared.py",
        "tests/cli/test_cautions.py",
        "tests/words/test_errors.py",
        "tests/laws/test_the_long_way.py",
    ),
    ("elfen.knowledge",): ("tests/knowledge", "tests/views/test_supposing.py"),
}
#: Modules without rules: front doors, advice, pictures, names, what is deprecated.
NO_RULES = {
    "__init__",
    "advice",
    "given",
    "interface",
    "lazy_names",
    "looks",
    "names",
    "old_blocks",
    "old_paths",
    "pictures",
}


def modules_of(packages: Sequence[str]) -> list[str]:
    """The modules of these packages that have rules."""
    return [
        f"{package}.{file.stem}"
        for package in packages
        for file in sorted(Path("src", *package.split(".")).glob("*.py"))
        if file.stem not in NO_RULES
    ]


def file_of(module: str) -> Path:
    return Path("src", *module.split(".")).with_suffix(".py")


def recording(packages: Sequence[str]) -> Path:
    return KEPT / f"{packages[0]}.json"


def sample(module: str, most: int, seed: int, since: str) -> Iterator[tuple[str, Mutant]]:
    """Some mutants of a module, each with a name; the same ones for the same seed.

    If `since` names a commit, only those of what has changed since then.
    """
    source = file_of(module).read_text()
    of_source = hashlib.sha256(source.encode()).hexdigest()[:12]
    every = mutants(source)
    if since:
        lines = changed_lines(file_of(module), since)
        every = [mutant for mutant in every if lines.intersection(mutant.lines)]
    some = random.Random(f"{seed} {module}").sample(every, min(most, len(every)))
    for mutant in sorted(some, key=lambda mutant: mutant.number):
        if mutant.idle:
            continue
        yield f"{module} {of_source} {mutant.number}", mutant


def tried() -> dict[str, bool]:
    """Whether each mutant, by name, survived its last trial."""
    lines = TRIED.read_text().splitlines() if TRIED.exists() else []
    return dict(map(json.loads, lines))


def tests_for(
    mutant: Mutant, file: Path, covering: Covering, items: dict[str, Any], budget: float
) -> list[Any]:
    """The tests that run the change, then any others, for `budget` seconds.

    First come those of the test file with the same name, and the fastest; of a table that is read
    when its file is imported, no test runs a line, and only these are known. Others may depend on
    the change too: through what an earlier test has made and kept.
    """
    sure = covering.tests(str(file), (mutant.lines, mutant.statement))
    sure = sure or [test for test in covering.seconds if f"test_{file.stem}.py" in test]
    sure.sort(key=lambda test: file.stem not in test)
    others = sorted(set(covering.seconds) - set(sure))
    random.Random(mutant.number).shuffle(others)
    chosen, left = [], [budget, budget / 2]
    for which, some in enumerate((sure, others)):
        for test in some:
            left[which] -= covering.seconds[test]
            if left[which] < 0 or test not in items:
                break
            chosen.append(items[test])
    return chosen


def attempt(mutant: Mutant, module: str, tests: Sequence[Any], seconds: float, anew: bool) -> bool:
    """Whether a mutant survives these tests."""
    file = file_of(module)
    source = file.read_text()
    trees = ast.parse(source), mutated(source, mutant.number)
    return not tests or survives(module, file, trees, tests, seconds, anew)


def unchanged(module: str, tests: Sequence[Any]) -> bool:
    """Whether the tests pass with the module as it is."""
    file = file_of(module)
    tree = ast.parse(file.read_text())
    return not tests or survives(module, file, (tree, tree), tests, 60, False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=("record", "run", "again", "report"))
    parser.add_argument("only", nargs="*", help="these modules, or modules of these packages")
    parser.add_argument("--sample", type=int, default=20, help="mutants a module, at most")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument(
        "--since", default="", metavar="COMMIT", help="only of lines that have changed since"
    )
    parser.add_argument("--budget", type=float, default=2, help="seconds of tests a mutant")
    parser.add_argument(
        "--first", nargs="*", default=(), help="tests, or how they begin, to run first"
    )
    given = parser.parse_intermixed_args()
    os.chdir(ROOT)
    os.environ |= {"HYPOTHESIS_PROFILE": "ci", "HYPOTHESIS_NO_PLUGINS": "1"}
    which = given.sample, given.seed, given.since
    rows = []
    for packages, folders in TESTS.items():
        modules = [
            m
            for m in modules_of(packages)
            if not given.only or m in given.only or m.rpartition(".")[0] in given.only
        ]
        if given.what == "report":
            rows += [(module, [*sample(module, *which)]) for module in modules]
        elif given.what == "record" and modules:
            files = [str(file_of(module).resolve()) for module in modules_of(packages)]
            coverage = Coverage(data_file=None, include=files, config_file=False)
            coverage.start()
            with_tests(folders, partial(record, coverage=coverage, to=recording(packages)))
            coverage.stop()
        elif modules:
            again = given.what == "again"
            todo = [
                (name, mutant, module)
                for module in modules
                for name, mutant in sample(module, *which)
                if tried().get(name) is (True if again else None)
            ]
            budget = given.budget * (20 if again else 1)
            if todo:
                first = tuple(given.first)
                with_tests(
                    folders, partial(run, todo, recorded(recording(packages)), budget, first, again)
                )
    if rows:
        report(rows)


def run(
    todo: Sequence[tuple[str, Mutant, str]],
    covering: Covering,
    budget: float,
    first: tuple[str, ...],
    again: bool,
    tests: list[Any],
) -> None:
    """Try these mutants, and record the results.

    `again` imports a module anew, in case its code has already been run.
    """
    items = {test.nodeid: test for test in tests}
    sound: set[str] = set()
    prepare([file_of(module) for module in dict.fromkeys(module for *_, module in todo)])
    for name, mutant, module in todo:
        chosen = [test for name, test in items.items() if name.startswith(first)] if first else []
        chosen += tests_for(mutant, file_of(module), covering, items, budget)
        if module not in sound and not unchanged(module, chosen):
            raise SystemExit(f"{module}: its tests fail though nothing is changed")
        sound.add(module)
        anew = again and covering.at_import(str(file_of(module)), mutant.lines)
        survived = attempt(mutant, module, chosen, 15 + 4 * budget, anew)
        with TRIED.open("a") as file:
            print(json.dumps([name, survived]), file=file)
        if survived:
            print(f"{file_of(module)}, {mutant.told}", file=sys.stderr, flush=True)


def report(rows: Sequence[tuple[str, list[tuple[str, Mutant]]]]) -> None:
    """The scores as a table, then what survived."""
    known = tried()
    left = []
    totals = [0, 0]
    print("| module | mutants | killed | score |\n| --- | ---: | ---: | ---: |")
    for module, some in rows:
        done = [(known[name], mutant) for name, mutant in some if name in known]
        killed = sum(not survived for survived, _ in done)
        left += [f"- `{module}`, {mutant.told}" for survived, mutant in done if survived]
        row(f"`{module}`", len(done), killed)
        totals = [totals[0] + len(done), totals[1] + killed]
    row("all", *totals)
    print("", *left, sep="\n")


def row(name: str, mutants: int, killed: int) -> None:
    score = f"{killed / mutants:.0%}" if mutants else ""
    print(f"| {name} | {mutants} | {killed} | {score} |")


if __name__ == "__main__":
    main()
