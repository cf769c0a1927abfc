"""A pseudo-terminal that runs `elfen`, to type on and to read from."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from cli.running import environment

PROMPT = re.compile(r"((^|\n)\w+( \d+)?> |press Enter: |mit Enter: |\[[Yy]/[Nn]\] )$")
WIPE = "\x1b[H\x1b[2J\x1b[3J"
_PATIENCE = 60  # seconds
_TRIES = 30
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def plain(text: str) -> str:
    """The text without colours and carriage returns."""
    return _COLOURS.sub("", text).replace("\r", "")


def _as_at_a_terminal() -> None:
    """Give a process its own terminal, and signals as in a shell, even if the tests have none."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """`elfen` on a terminal of this size; `said` is everything printed so far."""

    def __init__(
        self,
        line: str,
        columns: int = 80,
        rows: int = 40,
        directory: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        wanted = environment(env)
        if "COLUMNS" not in (env or {}):
            del wanted["COLUMNS"]  # the width is the terminal's
        wanted["INPUTRC"] = os.devnull
        self.process = subprocess.Popen(
            [sys.executable, "-m", "elfen.cli", *line.split()],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=wanted,
            cwd=directory,
            start_new_session=True,
            preexec_fn=_as_at_a_terminal,
        )
        os.close(follower)
        self.said = ""
        self._bytes = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._leader)

    def read(self) -> str:
        """The output until the program waits for input, or ends."""
        start = len(self.said)
        while self._more():
            if PROMPT.search(plain(self.said[start:])):
                break
        return self.said[start:]

    def _more(self, again: Callable[[], object] | None = None) -> bool:
        """Read the next output; false if the program has ended."""
        ready: list[int] = []
        for _ in range(_TRIES):
            ready, _, _ = select.select([self._leader], [], [], _PATIENCE / _TRIES)
            if ready:
                break
            if again is not None and self.process.poll() is None:
                again()
        assert ready, f"nothing more comes after:\n{self.said[-2000:]}"
        try:
            chunk = os.read(self._leader, 65536)
        except OSError:  # the terminal has been closed
            chunk = b""
        self._bytes += chunk
        self.said = self._bytes.decode("utf-8", errors="ignore")
        return bool(chunk)

    def type(self, line: str) -> str:
        """Type a line, and read the output."""
        return self.keys(line + "\r")

    def keys(self, keys: str) -> str:
        """Type keys, and read the output."""
        self.press(keys)
        return self.read()

    def press(self, keys: str) -> None:
        """Type keys without waiting."""
        os.write(self._leader, keys.encode())

    @property
    def asks(self) -> bool:
        """Whether the program waits for an answer."""
        return PROMPT.search(plain(self.said)) is not None

    def code(self, again: Callable[[], object] | None = None) -> int:
        """The exit code; until the program has ended, repeat this every now and then."""
        while self._more(again):
            pass
        return self.process.wait(_PATIENCE)

    def interrupted(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        return self.signalled(lambda: self.press("\x03"))

    def signalled(self, send: Callable[[], object]) -> int:
        """Send a signal until it is handled, and return the exit code.

        A signal that arrives after Python's readline has written its prompt and before it waits
        is not handled until the next signal or key.
        """
        send()
        return self.code(again=send)
