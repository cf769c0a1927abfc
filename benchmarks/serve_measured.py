"""The server that `serve.py` measures: without limits for the one address that asks, and clocked.

python benchmarks/serve_measured.py STORE GAMES_KEPT [clocks]

It prints its port. For each line that it reads it prints the seconds that were spent on what.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import uvicorn
from jinja2 import Template

import elfen.web.app
from elfen.game import Game
from elfen.web import Limits, Store, application

_NO_LIMIT = 10**9


class Clocks:
    """Seconds by what they were spent on; time within another clock counts there alone."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._within = threading.local()

    def on(self, owner: Any, name: str, called: str) -> None:
        """Clock a function from now on."""
        inner: Callable[..., Any] = getattr(owner, name)

        def clocked(*given: Any, **named: Any) -> Any:
            start = time.perf_counter()
            before, self._within.spent = getattr(self._within, "spent", 0.0), 0.0
            try:
                return inner(*given, **named)
            finally:
                took = time.perf_counter() - start
                self.spent[called] += took - self._within.spent
                self._within.spent = before + took

        setattr(owner, name, clocked)


def main() -> None:
    """Serve until killed."""
    store, clocks = Store(sys.argv[1]), Clocks()
    if "clocks" in sys.argv:
        for name in ("key", "row", "moves", "versions", "append", "open"):
            clocks.on(store, name, "store")
        clocks.on(elfen.web.app, "shown", "view and picture")
        clocks.on(Template, "render", "page")
        clocks.on(Game, "play", "rules")
        clocks.on(Game, "parse", "rules")

    def tell() -> None:
        for _ in sys.stdin:
            told = {name: clocks.spent[name] for name in sorted(clocks.spent)}
            clocks.spent.clear()
            print(json.dumps(told), flush=True)

    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    threading.Thread(target=tell, daemon=True).start()
    app = application(store, Limits(_NO_LIMIT, _NO_LIMIT, int(sys.argv[2])))
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
