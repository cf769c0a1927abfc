"""Runs the code on a Markdown page.

The blocks of a page share their names, as one session would. A `pycon` block is a doctest,
a `python` block is executed, and a block of any language whose first line is a comment with a
file name is written to that file, in a directory of the page's own.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

from attrs import frozen

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# ([\w-]+\.\w+)\n")


@frozen
class Block:
    """A fenced block; `line` is the number of its first line on the page."""

    language: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The name of the file that the block is the content of."""
        found = _FILE.match(self.text)
        return found[1] if found else None

    @property
    def runs(self) -> bool:
        """Whether running the page does something with the block."""
        return self.language in ("python", "pycon") or self.file is not None


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page's text."""
    return [
        Block(found[1], found[2], page.count("\n", 0, found.start(2)) + 1)
        for found in _BLOCK.finditer(page)
    ]


def run(page: Path, directory: Path) -> list[str]:
    """Run a page with its files in `directory`; what was not as the page shows it."""
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.file is not None:
            (directory / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            padding = "\n" * (block.line - 1)
            exec(compile(padding + block.text, str(page), "exec"), names)
        elif block.language == "pycon":
            test = doctest.DocTest(
                doctest.DocTestParser().get_examples(block.text, page.name),
                names,
                page.name,
                str(page),
                block.line - 1,
                block.text,
            )
            test.globs = names
            runner.run(test, out=failures.append, clear_globs=False)
    return failures
