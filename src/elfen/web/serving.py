"""Running the server: one process, at one address."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable

import uvicorn

from elfen.errors import ElfenError, brief
from elfen.web.app import application
from elfen.web.store import Store


def serve(store: str, host: str, port: int, begun: Callable[[str], None]) -> None:
    """Serve until the process is told to stop; `begun` is given the address at which it listens.

    Port 0 is any that is free. Requests are not logged, so that no secret gets into a log. Raises
    `ElfenError` if the address is taken or none, and `StoreLost`.
    """
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise ElfenError(f"{host}:{port} cannot be served: {error.strerror or error}") from None
    except (ValueError, TypeError, OverflowError) as error:  # no name, or no port
        raise ElfenError(f"{brief(host)}:{brief(port)} cannot be served: {error}") from None
    kept = Store(store)
    app = application(kept)
    told = f"[{host}]" if ":" in host else host or "localhost"
    begun(f"http://{told}:{listening.getsockname()[1]}/")
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # it tells of wrong forms
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=2
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        kept.close()
