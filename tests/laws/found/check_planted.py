"""Checks the planted faults beside this file: `check_planted.py [--play] [NAME ...]`.

Each fault replaces `old`, which is in `function` and once in `file`, by `new`. With `--play` two
random games are played to the end with each fault, in a process of its own that imports a copy of
the sources; a fault that does not even compile is an error, a crash in a game is only told.

A fault with `options` shows only with these options of the ruleset.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SRC = HERE.parents[2] / "src"
EXPANSIONS = ("land", "gold", "sea", "favor")
KEYS = {"name", "expansion", "file", "function", "old", "new", "why"}
AT_ONCE = 2
SECONDS = 300

Fault = dict[str, Any]

PLAY = """
import json, sys
import elfen
from elfen.bots import RandomPlayer, play
expansion, options, root = json.loads(sys.argv[1])
assert elfen.__file__.startswith(root), elfen.__file__
rules = elfen.compile_ruleset(
    expansions=[] if expansion == "land" else [expansion], options=options
)
print("compiled", flush=True)
for seed in (1, 2):
    bots = [RandomPlayer(f"{seed}/{seat}") for seat in range(3)]
    assert play(rules.new_game(players=3, seed=seed), bots).is_over
print("played", flush=True)
"""


def sorts() -> dict[str, list[Fault]]:
    """The faults by sort, the name of the file."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
        for path in sorted(HERE.glob("*.toml"))
    }


def faults() -> list[Fault]:
    """All faults."""
    return [fault for some in sorts().values() for fault in some]


def mutated(fault: Fault) -> str:
    """The text of the file with the fault in it."""
    text = (SRC / fault["file"]).read_text(encoding="utf-8")
    return text.replace(fault["old"], fault["new"])


def lines_of(tree: ast.Module, qualname: str) -> range | None:
    """The lines of a function, class or module-level assignment, from 1 on."""
    body: list[ast.stmt] = tree.body
    found: ast.stmt | None = None
    for name in qualname.split("."):
        found = next((node for node in body if name in names(node)), None)
        if found is None:
            return None
        body = getattr(found, "body", [])
    assert found is not None
    return range(found.lineno, (found.end_lineno or found.lineno) + 1)


def names(node: ast.stmt) -> list[str]:
    """The names that a statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def problems(fault: Fault) -> Iterator[str]:
    """What is wrong with the text of a fault."""
    if set(fault) - {"options"} != KEYS:
        yield f"has the keys {sorted(fault)}"
        return
    if fault["expansion"] not in EXPANSIONS:
        yield f"there is no expansion {fault['expansion']!r}"
    text = (SRC / fault["file"]).read_text(encoding="utf-8")
    if text.count(fault["old"]) != 1:
        yield f"old is there {text.count(fault['old'])} times"
        return
    if fault["old"] == fault["new"]:
        yield "new is like old"
    lines = lines_of(ast.parse(text), fault["function"])
    first = text[: text.index(fault["old"])].count("\n") + 1
    last = first + fault["old"].count("\n")
    if lines is None:
        yield f"there is no {fault['function']}"
    elif first not in lines or last not in lines:
        yield f"old is in lines {first} to {last}, not in {fault['function']}"
    try:
        compile(mutated(fault), fault["file"], "exec")
    except SyntaxError as error:
        yield f"does not compile: {error}"


def run(fault: Fault, program: str, *more: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a program with the fault; its first argument is JSON: expansion, options, root."""
    with tempfile.TemporaryDirectory(prefix="planted-") as root:
        copy = Path(root) / "src"
        shutil.copytree(SRC, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / fault["file"]).write_text(mutated(fault), encoding="utf-8")
        given = json.dumps([fault["expansion"], fault.get("options", {}), str(copy)])
        return subprocess.run(
            [sys.executable, "-c", program, given, *more],
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", **env},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )


def play(fault: Fault) -> tuple[bool, str]:
    """Whether the fault compiles and plays, and what to tell of it ("" for nothing)."""
    try:
        done = run(fault, PLAY)
    except subprocess.TimeoutExpired:
        return True, f"a game does not end in {SECONDS} s"
    said = done.stdout.split()
    if "played" in said:
        return True, ""
    last = (done.stderr.strip().splitlines() or ["?"])[-1][:200]
    where = "a game stops" if "compiled" in said else "does not compile as rules"
    return "compiled" in said, f"{where}: {last}"


def main(words: list[str]) -> int:
    """Check the faults named, or all; the exit status."""
    wanted = {word for word in words if not word.startswith("--")}
    chosen = [fault for fault in faults() if not wanted or fault["name"] in wanted]
    wrong = [f"{f['name']}: {problem}" for f in chosen for problem in problems(f)]
    counts = Counter(fault["name"] for fault in faults())
    wrong += [f"{name} is there {n} times" for name, n in counts.items() if n > 1]
    if "--play" in words and not wrong:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for fault, (ok, told) in zip(chosen, pool.map(play, chosen), strict=True):
                print(f"{fault['name']}: {told or 'played'}", flush=True)
                if not ok:
                    wrong.append(f"{fault['name']}: {told}")
    print("\n".join(wrong))
    for sort, some in sorts().items():
        print(f"{sort}: {dict(Counter(fault['expansion'] for fault in some))}")
    print(f"{len(chosen)} faults, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
