"""Which tests a change touches: `python tests/touched.py [COMMIT]` prints their folders.

The change is everything that differs from the commit (by default where the branch left `main`),
committed or not. Tests are found by name: those of a package or room in the folder with its
name, others in `unit`. The golden games are always included.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
ALWAYS = "golden"

#: The tests of packages and rooms that have no folder with their name.
ELSEWHERE = {"land": "rulebook", "compiler": "unit", "README.md": "docs", "examples": "docs"}


def touched(files: Iterable[str]) -> list[str]:
    """The folders of tests for these files; all paths are relative to the project's root."""
    folders = {ALWAYS} | {_folder(PurePosixPath(file).parts) for file in files}
    return sorted(f"tests/{folder}" for folder in folders if (ROOT / "tests" / folder).is_dir())


def _folder(parts: tuple[str, ...]) -> str:
    """The folder with the tests of a file: that of the innermost room that has one."""
    if parts[0] not in ("src", "tests") or len(parts) < 3:
        return ELSEWHERE.get(parts[0], parts[0])
    if parts[0] == "tests":
        return parts[1]
    names = [part.removeprefix("elfen_").removesuffix(".py") for part in reversed(parts[1:])]
    return next((ELSEWHERE.get(name, name) for name in names if _is_tested(name)), "unit")


def _is_tested(name: str) -> bool:
    return name in ELSEWHERE or (ROOT / "tests" / name).is_dir()


def changed(since: str | None) -> list[str]:
    """The files that differ from a commit, and untracked files."""
    base = since or _git("merge-base", "HEAD", "main")[0]
    return _git("diff", "--name-only", base) + _git("ls-files", "--others", "--exclude-standard")


def _git(*arguments: str) -> list[str]:
    told = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


if __name__ == "__main__":
    print(*touched(changed(sys.argv[1] if len(sys.argv) > 1 else None)))
