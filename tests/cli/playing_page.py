"""The session in docs/playing.md, played again; `python tests/cli/playing_page.py` rewrites it."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from cli.terminals import PROMPT, Terminal, plain

PAGE = Path(__file__).parents[2] / "docs" / "playing.md"
_BLOCK = re.compile(r"(?<=^```console\n)\$ elfen (.*?)\n(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"^seat \d+> (.*)$", re.MULTILINE)


def sessions(page: str) -> list[re.Match[str]]:
    """The console blocks of a page: the command line, and the session that follows."""
    return [*_BLOCK.finditer(page)]


def played(line: str, text: str, directory: Path) -> str:
    """The session again, from typing the same lines."""
    with Terminal(line, directory=directory, env={"NO_COLOR": "1"}) as terminal:
        terminal.read()
        for typed in _TYPED.findall(text):
            terminal.type(typed)
        said = plain(terminal.said)
        if PROMPT.search(said):
            said = said.rpartition("\n")[0] + "\n"
    return "".join(f"{row.rstrip()}\n" for row in said.splitlines())


def rewrite() -> None:
    """Write the session as it is now into the page."""
    page = PAGE.read_text(encoding="utf-8")
    for found in sessions(page):
        with tempfile.TemporaryDirectory() as directory:
            new = played(found[1], found[2], Path(directory))
        page = page.replace(found[0], f"$ elfen {found[1]}\n{new}")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
