"""People at a table of the server, as their browsers ask: with cookies and forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from elfen.web.app import application
from elfen.web.store import Store

_CHOICE = re.compile(r'<button name="move" value="([^"]*)"')


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[Any]:
    """The application on a store in a folder, alive."""
    store = Store(f"sqlite:///{folder / 'games.db'}", **settings)
    with TestClient(application(store), client=("10.0.0.1", 1)) as client:
        yield client.app
    store.close()


class Visitor:
    """A browser: it keeps cookies and what it was sent."""

    def __init__(self, app: Any) -> None:
        self.http = TestClient(app, base_url="http://testserver")
        self.seen: list[bytes] = []

    def get(self, path: str, **more: Any) -> Any:
        return self._kept(self.http.get(path, **more))

    def post(self, path: str, data: dict[str, str], **more: Any) -> Any:
        return self._kept(self.http.post(path, data=data, **more))

    def _kept(self, answer: Any) -> Any:
        for one in (*answer.history, answer):
            self.seen.append(repr(one.headers.multi_items()).encode() + one.content)
        return answer

    def sets_up(self, seats: list[str], **fields: str) -> Any:
        """Set up a game; the last answer."""
        told = {f"seat.{n}": who for n, who in enumerate(seats)}
        told |= {f"seat.{n}": "" for n in range(len(seats), 8)}
        return self.post("/new", {**told, **fields})

    def joins(self, link: str) -> str:
        """Take the seat of a link; the address of the table."""
        answer = self.post("/join", {"link": link})
        assert answer.status_code == 200, answer.text
        return str(answer.url.path)

    def choices(self, table: str) -> list[str]:
        """What the page offers."""
        return choices_of(self.get(table).text)

    def plays(self, table: str, move: str, step: int | None = None) -> Any:
        """Send a move, by default for the state that the page shows."""
        told = step_of(self.get(table).text) if step is None else str(step)
        return self.post(f"{table}/move", {"step": told, "move": move})


def choices_of(page: str) -> list[str]:
    """The moves that a page offers."""
    return [unescape(move) for move in _CHOICE.findall(page)]


def step_of(page: str) -> str:
    """The step that the forms of a page are for."""
    found = re.search(r'name="step" value="(\d+)"', page)
    return found[1] if found else "-1"


def links_of(page: str) -> list[str]:
    """The links that a page shows."""
    return [unescape(link) for link in re.findall(r'value="([^"]*/join#[^"]*)"', page)]


def table_of(page: str) -> str:
    """The address of the table to which a page leads."""
    found = re.search(r'href="(/table/[^"/]+)"', page)
    assert found is not None, page
    return found[1]
