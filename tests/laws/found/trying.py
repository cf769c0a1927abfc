"""Try the laws on a copy of the sources with one fault: which trial finds it, whom it blames."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from attrs import Factory, frozen

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src"

#: Where the rules are: of Elfenland, Elfengold, Elfensea, and Favor of the Towns.
_RULES = ("elfen/land/", "elfen_gold/", "elfen_sea/", "elfen_favor/")

#: Runs in a process of its own: it tries until a law is broken, and tells by which trial.
PROGRAM = """
import json, sys
import elfen
from elfen.errors import ElfenError
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.trials import Effort
from elfen.testing.suite.running import results
from elfen.testing.suite.timing import Costs
name, only, seed, part, root = json.loads(sys.argv[1])
assert elfen.__file__.startswith(root), elfen.__file__
found = {"caught": False, "seconds": 0.0, "stopped": []}
try:
    trials = plan(name, Effort(seed=seed)).only(only).part(seed, part)
    for result in results(trials, trials.reached(), Costs()):
        found["seconds"] += result.seconds
        if result.left_out:
            found["stopped"].append(f"{result.trial}: {result.left_out}")
        if result.error is not None:
            error = result.error
            if isinstance(error, ExceptionGroup):
                error = error.exceptions[0]
            found |= {
                "caught": True,
                "law": getattr(error, "law", type(error).__name__),
                "trial": str(result.trial),
                "told": str(error),
                "where": getattr(error, "where", None),
                "places": [str(place) for place in getattr(error, "places", ())],
            }
            break
except ElfenError as error:
    found |= {"caught": True, "law": "compiling", "trial": "", "told": str(error)}
print(json.dumps(found))
"""


@frozen
class Fault:
    """A planted fault: `old`, once in `file`, inside `function`, becomes `new`.

    `why` says what is wrong, and who could notice. It may show only with some `options`. If the
    laws do not find it, `missed` says why not.
    """

    sort: str
    name: str
    expansion: str
    file: str
    function: str
    old: str
    new: str
    why: str
    options: dict[str, Any] = Factory(dict)
    missed: str = ""

    @property
    def is_of_rules(self) -> bool:
        """Whether it is planted in rules, such as Elfenland's, and not in the core."""
        return self.file.startswith(_RULES)

    @property
    def mutated(self) -> str:
        """The text of the file with the fault in it."""
        text = (SOURCE / self.file).read_text(encoding="utf-8")
        assert text.count(self.old) == 1, self.name
        return text.replace(self.old, self.new)


def planted() -> list[Fault]:
    """All faults, by sort and in the order of their files."""
    return [
        Fault(path.stem, **fault)
        for path in sorted(HERE.glob("*.toml"))
        for fault in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    ]


def tried(fault: Fault, only: str = "", seed: int = 0) -> dict[str, Any]:
    """What a run of the laws finds: whether the fault is `caught`, and how; see `PROGRAM`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "src"
        shutil.copytree(SOURCE, root, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        (root / fault.file).write_text(fault.mutated, encoding="utf-8")
        given = json.dumps([fault.expansion, only, seed, 1, str(root)])
        path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH", "")]))
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, given],
            env={**os.environ, "PYTHONPATH": path, "ELFEN_EXAMPLES": ""},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        return {"caught": True, "law": "crash", "trial": "", "told": last, "seconds": 0.0}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1].replace(f"{root}/", ""))
    return found


def blamed(fault: Fault, found: dict[str, Any]) -> bool:
    """Whether what was found names a line of the function with the fault, or within it."""
    lines = lines_of(ast.parse(fault.mutated), fault.function)
    named = (re.match(r"(.+):(\d+) in ", place) for place in found.get("places", ()))
    return any(at[1] == fault.file and int(at[2]) in lines for at in named if at)


def lines_of(tree: ast.Module, qualname: str) -> range:
    """The lines of a function, class or assignment at the top of a module, from 1 on."""
    body: list[ast.stmt] = tree.body
    for name in qualname.split("."):
        node = next(node for node in body if name in _names(node) and not _is_overload(node))
        body = getattr(node, "body", [])
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _names(node: ast.stmt) -> list[str]:
    """The names that a statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _is_overload(node: ast.AST) -> bool:
    """Whether this only declares types, and the function itself comes later."""
    marks = getattr(node, "decorator_list", ())
    return any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in marks)
