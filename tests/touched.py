"""Which tests a change touches: `python tests/touched.py [COMMIT]` prints their folders.

The change is all that differs from the commit, by default from where `main` was left, with
what is not committed. Tests are found by name: those of a package or room in the folder of its
name, others in `unit`. The golden games always belong to them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
ALWAYS = "golden"

#: Where the tests are of what has no folder of its own name.
ELSEWHERE = {"land": "rulebook", "compiler": "unit", "README.md": "docs", "examples": "docs"}


def touched(files: Iterable[str]) -> list[str]:
    """The folders of tests, from the root of the project, for files given in the same way."""
    folders = {ALWAYS} | {_folder(PurePosixPath(file).parts) for file in files}
    return sorted(f"tests/{folder}" for folder in folders if (ROOT / "tests" / folder).is_dir())


def _folder(parts: tuple[str, ...]) -> str:
    """The name of the folder with the tests of a file: that of the innermost room that has one."""
    if parts[0] not in ("src", "tests") or len(parts) < 3:
        return ELSEWHERE.get(parts[0], parts[0])
    if parts[0] == "tests":
        return parts[1]
    names = [part.removeprefix("elfen_").removesuffix(".py") for part in reversed(parts[1:])]
    return next((ELSEWHERE.get(name, name) for name in names if _is_tested(name)), "unit")


def _is_tested(name: str) -> bool:
    return name in ELSEWHERE or (ROOT / "tests" / name).is_dir()


def changed(since: str | None) -> list[str]:
    """The files that differ from a commit, and those that git does not know yet."""
    base = since or _git("merge-base", "HEAD", "main")[0]
    return _git("diff", "--name-only", base) + _git("ls-files", "--others", "--exclude-standard")


def _git(*arguments: str) -> list[str]:
    told = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


if __name__ == "__main__":
    print(*touched(changed(sys.argv[1] if len(sys.argv) > 1 else None)))
