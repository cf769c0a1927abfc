"""Running the command line: in this process, in a new process, and on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import frozen

from elfen.cli import main

PLAIN = {"TERM": "xterm-256color", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
#: Variables that control colours, and the height that a test runner may have been given.
_STEERING = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "LINES")


@frozen
class Ended:
    """How a run ended."""

    code: int
    out: str
    err: str


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what controls colours and height, plus the given ones."""
    kept = {name: value for name, value in os.environ.items() if name not in _STEERING}
    return {**kept, **PLAIN, **(more or {})}


def run(line: str = "", env: Mapping[str, str] | None = None, code: str | None = None) -> Ended:
    """Run `elfen` with these arguments (or other Python code) in a new process."""
    program = ["-m", "elfen.cli"] if code is None else ["-c", code]
    return python(*program, *line.split(), env=env)


def python(*arguments: str, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ended:
    """Run Python with these arguments in a new process."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(env),
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def called(capsys: pytest.CaptureFixture[str], line: str) -> Ended:
    """Run `elfen` with these arguments in this process."""
    code = main(line.split())
    out, err = capsys.readouterr()
    return Ended(code, out, err)


def on_terminal(line: str, columns: int = 80, env: Mapping[str, str] | None = None) -> Ended:
    """Run `elfen` on a new terminal, where stdout and stderr are mixed."""
    import pty

    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "elfen.cli", *line.split()],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment({"COLUMNS": str(columns), **(env or {})}),
    ) as process:
        os.close(follower)
        out = b""
        while chunk := _read(leader):
            out += chunk
        os.close(leader)
    return Ended(process.returncode, out.decode("utf-8"), "")


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # the terminal has been closed
        return b""


def install(directory: Path, name: str, source: str) -> None:
    """Write a distribution with one plugin, as if installed, into a folder of the import path."""
    (directory / f"{name}_plugin.py").write_text(source, encoding="utf-8")
    facts = directory / f"{name}-2.5.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n")
    (facts / "entry_points.txt").write_text(f"[elfen.expansions]\n{name} = {name}_plugin\n")
