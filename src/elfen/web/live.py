"""Telling pages that a game has changed, in this process or in another one on the same store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

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

    def is_full(self, game: str) -> bool:
        """Whether nobody more may watch a game."""
        here = len(self._watching.get(game, ()))
        return here >= MOST_AT_A_TABLE or sum(map(len, self._watching.values())) >= MOST

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

    async def watch(self, game: str) -> AsyncIterator[int]:
        """The version of a game, now and whenever it changes."""
        event = asyncio.Event()
        event.set()
        self._watching.setdefault(game, set()).add(event)
        try:
            if game not in self._known:
                found = await run_in_threadpool(self._versions, [game])
                self._known[game] = max(found.get(game, 0), self._known.get(game, 0))
            while True:
                await event.wait()
                event.clear()
                yield self._known.get(game, 0)
        finally:
            self._watching[game].discard(event)
            if not self._watching[game]:
                del self._watching[game]
                self._known.pop(game, None)

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
