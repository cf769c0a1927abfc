"""Which lines of a file have changed since a commit."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def changed_lines(file: Path, since: str, root: Path = Path()) -> set[int]:
    """The lines of a file, as it is now, that are new or changed since a commit."""
    asked = ["git", "diff", "-U0", "--no-color", "--no-ext-diff", since, "--", str(file)]
    told = subprocess.run(asked, cwd=root, check=True, capture_output=True, text=True)
    return set(lines_of(told.stdout))


def lines_of(diff: str) -> Iterator[int]:
    """The new lines that a diff without context tells of."""
    for first, number in _HUNK.findall(diff):
        yield from range(int(first), int(first) + int(number or 1))
