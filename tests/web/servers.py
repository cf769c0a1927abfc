"""Servers as processes of their own, to be killed, and databases to be shared."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

#: Debian keeps the server's programs out of the path.
_POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


class Server:
    """`elfen serve` on a store, at a port of its own."""

    def __init__(self, store: str, modules: Path | None = None) -> None:
        command = [sys.executable, "-m", "elfen.cli", "serve", "--port", "0", "--store", store]
        more = {} if modules is None else {"PYTHONPATH": str(modules)}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **more}
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found is not None, line
        self.address = found[0]

    def kill(self) -> None:
        """End it at once, in whatever it is doing."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """End it as Ctrl-C does; its exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=60)

    def asks(
        self, path: str, data: Any = None, secret: str = "", form: bytes | None = None
    ) -> tuple[int, Any]:
        """The status and the JSON of an answer; 0 if there is none."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        body = form if data is None else json.dumps(data).encode()
        request = Request(self.address + path, body, headers)
        try:
            with urlopen(request, timeout=60) as answer:
                text = answer.read().decode()
                return answer.status, text if form else json.loads(text)
        except HTTPError as error:
            return error.code, error.read().decode()
        except (URLError, OSError, ValueError, HTTPException):
            return 0, None


@contextmanager
def running(store: str, modules: Path | None = None) -> Iterator[Server]:
    """A server that is ended at the end, whatever happens; it finds modules in a folder, too."""
    server = Server(store, modules)
    try:
        yield server
    finally:
        server.kill()


def has_postgres() -> bool:
    """Whether a server of PostgreSQL can be started here."""
    return bool(_POSTGRES) and (os.geteuid() != 0 or shutil.which("runuser") is not None)


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own on a socket; the address of its database."""
    home = Path(tempfile.mkdtemp(prefix="elfen"))
    try:
        with _postgres(home) as address:
            yield address
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def _postgres(home: Path) -> Iterator[str]:
    programs = _POSTGRES[-1].parent
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root; Debian's package has its own user
        as_user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(home, "postgres")
    quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL}
    data = home / "data"
    subprocess.run(
        [*as_user, programs / "initdb", "-D", data, "-U", "elfen", "-A", "trust"], **quiet
    )
    # a socket's path has to be short
    options = f"-c listen_addresses='' -c unix_socket_directories={home}"
    control = [*as_user, programs / "pg_ctl", "-D", data, "-w"]
    subprocess.run([*control, "-l", home / "log", "-o", options, "start"], **quiet)
    try:
        yield f"postgresql+psycopg://elfen@/postgres?host={home}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
