"""Which lines have changed since a commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from changed import changed_lines

FIRST = "one\ntwo\nthree\nfour\nfive\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that has been committed."""
    path = tmp_path / "rules.py"
    path.write_text(FIRST)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "rules.py")
    git(tmp_path, "commit", "-q", "-m", "Begin")
    return path


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True)


@pytest.mark.parametrize(
    ("now", "lines"),
    [
        (FIRST, set()),
        ("one\nTWO\nthree\nfour\nfive\n", {2}),
        ("zero\none\ntwo\nthree\nfour\nfive\n", {1}),
        ("one\nfour\nfive\n", set()),
        ("one\nTWO\n2½\nthree\nfour\nFIVE\nsix\n", {2, 3, 6, 7}),
    ],
    ids=["nothing", "one line", "a line before all", "lines left out", "two places"],
)
def test_lines_that_are_new_or_changed_are_told(file: Path, now: str, lines: set[int]) -> None:
    file.write_text(now)
    assert changed_lines(file, "HEAD", file.parent) == lines


def test_all_lines_are_new_since_a_commit_without_the_file(file: Path) -> None:
    other = file.with_name("moves.py")
    other.write_text("one\ntwo\n")
    git(file.parent, "add", "moves.py")
    git(file.parent, "commit", "-q", "-m", "Move")
    assert changed_lines(other, "HEAD~1", file.parent) == {1, 2}
