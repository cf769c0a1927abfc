"""Checks the code of the manual as third-party code, with `mypy --strict`: run this file.

Every page with Python is a module, and the files it writes are modules beside it. Functions
in the manual are hooks without annotations, which plugins do not need either, so these may be
missing; what they call is still checked.

A page of faults is checked too. Each of its lines that ends in `# error` must be reported; if one
is not, or if there are errors anywhere else, the exit code is 1.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from doctest import DocTestParser
from pathlib import Path

from attrs import frozen
from pages import Block, blocks

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: The parts of `--strict` that pages need not satisfy: annotations, and no redefined names.
LENIENT = (
    "--allow-untyped-defs",
    "--allow-incomplete-defs",
    "--allow-untyped-calls",
    "--allow-untyped-decorators",
    "--allow-subclassing-any",
    "--allow-redefinition-new",
    "--local-partial-types",
    "--disable-error-code=no-redef",
)
FAULTS = """
import elfen

game = elfen.compile_ruleset().new_game(players=2)
name: str = game.pending.name
seat: int | None = game.pending.seat
asked: int = game.decision.seat
print(game.pending.nmae)  # error
print(game.pending.seat + 1)  # error
print(game.decison.name)  # error
print(game.view("0").step)  # error
whole: int = game.undoable(0)  # error
"""
_ERROR = re.compile(r"^(.+?):(\d+): error: (.*)$", re.MULTILINE)


@frozen
class Module:
    """A module made from a page; `lines` maps each of its lines to the line of the page."""

    path: str
    text: str
    page: str
    lines: tuple[int, ...]


def source(block: Block) -> list[tuple[str, int]]:
    """The Python code of a block, line by line, each with its line on the page."""
    if block.language != "pycon":
        return [(text, block.line + n) for n, text in enumerate(block.text.splitlines())]
    return [
        (text, block.line + example.lineno + n)
        for example in DocTestParser().get_examples(block.text)
        for n, text in enumerate(example.source.splitlines())
        if example.exc_msg is None
    ]


def modules(page: Path, root: Path = ROOT) -> list[Module]:
    """The modules of a page: its own, and one per file."""
    name = str(page.relative_to(root))
    made: dict[str, list[tuple[str, int]]] = {}
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language not in ("python", "pycon"):
            continue
        path = block.file or "page_" + re.sub(r"\W", "_", name.removesuffix(".md")) + ".py"
        made.setdefault(path, []).extend(source(block))
    return [
        Module(path, "\n".join(text for text, _ in lines) + "\n", name, tuple(n for _, n in lines))
        for path, lines in made.items()
    ]


def complaints(found: list[Module]) -> list[str]:
    """mypy's errors about them, each with the page and the line there."""
    with tempfile.TemporaryDirectory() as scratch:
        for module in found:
            (Path(scratch) / module.path).write_text(module.text, encoding="utf-8")
        told = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", *LENIENT, *sorted(m.path for m in found)],
            cwd=scratch,
            env={**os.environ, "MYPYPATH": str(ROOT / "examples" / "minstrels" / "src")},
            capture_output=True,
            text=True,
        )
    if told.returncode not in (0, 1):
        raise SystemExit(told.stdout + told.stderr)
    by_path = {module.path: module for module in found}
    return [
        f"{by_path[path].page}:{by_path[path].lines[int(line) - 1]}: {message}"
        for path, line, message in _ERROR.findall(told.stdout)
    ]


def main() -> None:
    """Check all pages in one run of mypy."""
    found = [module for page in PAGES for module in modules(page)]
    paths = [module.path for module in found]
    twice = sorted({path for path in paths if paths.count(path) > 1})
    if twice:
        raise SystemExit(f"two pages write {', '.join(twice)}: give one of them another name")
    lines = tuple(range(1, FAULTS.count("\n") + 1))
    told = complaints([*found, Module("faults.py", FAULTS, "faults", lines)])
    wanted = {f"faults:{n}" for n, line in enumerate(FAULTS.splitlines(), 1) if "# error" in line}
    missed = wanted - {one.rpartition(": ")[0].split(": ")[0] for one in told}
    wrong = [one for one in told if not one.startswith(tuple(f"{place}: " for place in wanted))]
    for one in wrong:
        print(one)
    for place in sorted(missed):
        print(f"{place}: mypy finds no fault in {FAULTS.splitlines()[int(place[7:]) - 1]!r}")
    if wrong or missed:
        raise SystemExit(1)
    print(f"{len(found)} modules of {len(PAGES)} pages: no error but those made on purpose")


if __name__ == "__main__":
    main()
