"""Runs the code on a Markdown page.

The blocks of a page share their names, as one session would. A `pycon` block is a doctest,
a `python` block is executed, and a block of any language whose first line is a comment with a
file name is written to that file, in a directory of the page's own; with `, continued` after
the name it is appended to the file. In a `console` block the
lines that begin with `$ elfen` are run there and must print what follows them; `elfen play` is not,
as it waits for input.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from attrs import frozen

from elfen.cli import main

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ elfen (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_FILE = re.compile(r"# ([\w-]+\.\w+)(, continued)?\n")


@frozen
class Block:
    """A fenced block; `line` is the number of its first line on the page."""

    language: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The name of the file that the block is written to."""
        found = _FILE.match(self.text)
        return found[1] if found else None

    @property
    def continues(self) -> bool:
        """Whether the block is appended to its file."""
        found = _FILE.match(self.text)
        return bool(found and found[2])

    @property
    def runs(self) -> bool:
        """Whether running the page runs or writes the block."""
        if self.language == "console":
            return bool(self.commands)
        return self.language in ("python", "pycon") or self.file is not None

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands of a `console` block, without `elfen`, each with the output shown."""
        found = _COMMAND.findall(self.text) if self.language == "console" else []
        return [(command, shown) for command, shown in found if command.split()[0] != "play"]


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page's text."""
    return [
        Block(found[1], found[2], page.count("\n", 0, found.start(2)) + 1)
        for found in _BLOCK.finditer(page)
    ]


def run(page: Path, directory: Path) -> list[str]:
    """Run a page with its files in `directory`, and return what differs from the page."""
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.file is not None:
            with (directory / block.file).open("a" if block.continues else "w") as file:
                file.write(block.text)
        elif block.language == "python":
            padding = "\n" * (block.line - 1)
            code = compile(padding + block.text, str(page), "exec", dont_inherit=True)
            exec(code, names)
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
        for command, shown in block.commands:
            printed = output(shlex.split(command))
            if not doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS):
                failures.append(f"{page.name}: elfen {command}\nprints\n{printed}")
    return failures


def output(arguments: list[str]) -> str:
    """The output of the command `elfen`, including errors."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        main(arguments)
    return printed.getvalue()
