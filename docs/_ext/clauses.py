"""The tests of each clause of the rules, listed under the clause in the manual.

A clause is a heading such as `### E9 One route at a time` on a page in `docs/rules`; its tests
are those that are called `test_e09_...`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"

_HEADING = re.compile(r"^### ([EGSF])(\d+)\b", re.MULTILINE)
_TEST = re.compile(r"^(?:    )?def (test_([egsf])(\d+)_\w+)", re.MULTILINE)


@frozen
class Test:
    """A test named after a clause, and its file below the root."""

    name: str
    file: str


@frozen
class Section:
    """What a page says of a clause, without its heading."""

    clause: str
    text: str


@cache
def tests() -> dict[str, tuple[Test, ...]]:
    """All tests named after clauses, by clause (`E9`)."""
    found: dict[str, list[Test]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        file = path.relative_to(ROOT).as_posix()
        for name, game, number in _TEST.findall(path.read_text(encoding="utf-8")):
            found.setdefault(f"{game.upper()}{int(number)}", []).append(Test(name, file))
    return {clause: tuple(of_clause) for clause, of_clause in found.items()}


def sections(page: str) -> list[Section]:
    """The clauses of a page's text, in order."""
    starts = [*_HEADING.finditer(page)]
    ends = [*(found.start() for found in starts), len(page)][1:]
    return [
        Section(found[1] + found[2], page[found.end() : _end(page, found.end(), end)])
        for found, end in zip(starts, ends, strict=True)
    ]


def _end(page: str, start: int, end: int) -> int:
    """Where a section ends: at the next clause, or at a heading above it."""
    above = re.compile(r"^#{1,2} ", re.MULTILINE).search(page, start, end)
    return above.start() if above else end


def with_tests(page: str) -> str:
    """The page with the tests of each clause below it."""
    for section in sections(page):
        of_clause = tests().get(section.clause, ())
        listed = "\n".join(f"- [`{test.name}`](/../{test.file})" for test in of_clause)
        summary = f"{len(of_clause)} tests" if len(of_clause) != 1 else "1 test"
        details = f"<details><summary>{summary}</summary>\n\n{listed}\n\n</details>\n\n"
        page = page.replace(section.text, section.text.rstrip() + "\n\n" + details, 1)
    return page


def add_tests(app: Sphinx, docname: str, source: list[str]) -> None:
    """Called by Sphinx for every page."""
    if docname.startswith("rules/"):
        source[0] = with_tests(source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", add_tests)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
