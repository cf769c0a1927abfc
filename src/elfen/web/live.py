"""Telling pages that a game has changed, in this process or in another one on the same store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress

from sse_starlette import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from elfen.web.store import StoreLost

#: How often the store is asked whether another process has changed a game that is watched.
PAUSE = 0.1

#: At most so many pages watch one game, and all games, from one process.
MOST_AT_A_TABLE, MOST = 100, 5000


class Live:
    """Who watches which game; `versions(games)` asks the store. Used within one event loop."""

    def __init__(self, versions: Callable[[list[str]], Mapping[str, int]]) -> None:
        self._versions = versions
        self._watching: dict[str, set[asyncio.Event]] = {}
        self._known: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def events(self, game: str) -> Response | None:
        """Server-sent events: the version of a game, now and whenever it changes.

        Who is given them watches from now on until they end. None if nobody more may watch.
        """
        watching = self._watching.get(game, set())
        if len(watching) >= MOST_AT_A_TABLE or sum(map(len, self._watching.values())) >= MOST:
            return None
        event = asyncio.Event()
        event.set()
        self._watching.setdefault(game, set()).add(event)
        return _Events(self._told(game, event), lambda: self._leave(game, event))

    def _leave(self, game: str, event: asyncio.Event) -> None:
        self._watching[game].discard(event)
        if not self._watching[game]:
            del self._watching[game]
            self._known.pop(game, None)

    def changed(self, game: str, version: int) -> None:
        """Tell those who watch a game of its new version; from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended: nobody watches
                self._loop.call_soon_threadsafe(self._tell, game, version)

    def _tell(self, game: str, version: int) -> None:
        if version > self._known.get(game, -1) and game in self._watching:
            self._known[game] = version
            for event in self._watching[game]:
                event.set()

    async def _told(self, game: str, event: asyncio.Event) -> AsyncIterator[dict[str, str]]:
        """The version of a game, at once and whenever the event is set."""
        if game not in self._known:
            found = await run_in_threadpool(self._versions, [game])
            self._known[game] = max(found.get(game, 0), self._known.get(game, 0))
        while True:
            await event.wait()
            event.clear()
            yield {"event": "state", "data": str(self._known.get(game, 0))}

    async def look(self) -> None:
        """Ask the store again and again, as long as somebody watches."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(PAUSE)
            games = [*self._watching]
            if games:
                with suppress(StoreLost):  # pages notice when they ask; events come later
                    now = await run_in_threadpool(self._versions, games)
                    for game, version in now.items():
                        self._tell(game, version)


class _Events(EventSourceResponse):
    """Events that are sent until who is sent them is gone, which is told then."""

    def __init__(self, told: AsyncIterator[dict[str, str]], is_gone: Callable[[], None]) -> None:
        super().__init__(told, ping=20)
        self._is_gone = is_gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._is_gone()
