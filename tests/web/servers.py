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


class Postgres:
    """A PostgreSQL server in a folder, on a socket; `address` is that of its database."""

    def __init__(self, home: Path) -> None:
        programs = _POSTGRES[-1].parent
        as_user: list[str | Path] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root; Debian has a user for it
            as_user = ["runuser", "-u", "postgres", "--"]
            shutil.chown(home, "postgres")
        data = home / "data"
        self._run(*as_user, programs / "initdb", "-D", data, "-U", "elfen", "-A", "trust")
        self._control = [*as_user, programs / "pg_ctl", "-D", data, "-w"]
        # a socket's path has to be short
        options = f"-c listen_addresses='' -c unix_socket_directories={home}"
        self._start = ["-l", home / "log", "-o", options, "start"]
        self.address = f"postgresql+psycopg://elfen@/postgres?host={home}"

    def start(self) -> None:
        """Let it run."""
        self._run(*self._control, *self._start)

    def stop(self) -> None:
        """End it at once, whoever is connected."""
        self._run(*self._control, "-m", "immediate", "stop")

    @staticmethod
    def _run(*command: str | Path) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server of our own, which is ended at the end."""
    home = Path(tempfile.mkdtemp(prefix="elfen"))
    try:
        server = Postgres(home)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database of our own."""
    with postgres_server() as server:
        yield server.address
