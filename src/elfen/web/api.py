"""The same for programs: a view, events and moves as JSON, with the secret of a link as the key.

`openapi.json` describes it.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from elfen.text import say
from elfen.web.bots import Bots
from elfen.web.live import Live
from elfen.web.safety import Rate
from elfen.web.store import Key, Store
from elfen.web.tables import Tables
from elfen.web.tokens import hash_of

_JSON = "application/json"


class Api:
    """The addresses below `/api`."""

    def __init__(self, store: Store, tables: Tables, bots: Bots, live: Live, changes: Rate) -> None:
        self._store, self._tables, self._bots, self._live = store, tables, bots, live
        self._changes = changes

    def routes(self) -> list[Route]:
        """All addresses, with what answers them."""
        here = "/api/table/{id}"
        return [
            Route("/api/openapi.json", self.description, methods=["GET"]),
            Route(f"{here}/rules", self.rules, methods=["GET"]),
            Route(f"{here}/view", self.view, methods=["GET"]),
            Route(f"{here}/events", self.events, methods=["GET"]),
            Route(f"{here}/move", self.move, methods=["POST"]),
        ]

    def _key(self, request: Request) -> Key:
        """What the secret in `Authorization: Bearer` opens; without one, the public view."""
        id = request.path_params["id"]
        told = request.headers.get("authorization")
        if told is None:
            return Key(id, None, owner=False)
        scheme, _, secret = told.partition(" ")
        key = self._store.key(hash_of(secret.strip())) if scheme.lower() == "bearer" else None
        if key is None or key.game != id:
            raise HTTPException(401, say("that secret opens no seat at this table"))
        return key

    def description(self, request: Request) -> Response:
        """The description of this interface, as OpenAPI."""
        text = (files("elfen.web") / "openapi.json").read_text(encoding="utf-8")
        return Response(text, media_type=_JSON)

    def rules(self, request: Request) -> Response:
        """Everything that views name, with its name for people."""
        table = self._tables.table(request.path_params["id"])
        return Response(table.rules.to_json(), media_type=_JSON)

    def view(self, request: Request) -> Response:
        """The view of a seat, with what is new in the log since a step."""
        table, key = self._tables.table(request.path_params["id"]), self._key(request)
        self._bots.wake(table)
        told = request.query_params.get("since")
        since = None if told is None else _whole(told)
        if since is not None and since > table.game.steps:
            raise HTTPException(409, say("the game has not come to that step, or has gone back"))
        return Response(table.game.view(key.seat).to_json(since), media_type=_JSON)

    async def events(self, request: Request) -> Response:
        """Server-sent events with the version of the game, now and whenever it changes."""
        table = await run_in_threadpool(self._tables.table, request.path_params["id"])
        await run_in_threadpool(self._key, request)
        events = self._live.events(table.id)
        if events is None:
            raise HTTPException(503, say("too many watch this table"))
        return events

    async def move(self, request: Request) -> Response:
        """Make a move: `{"step": 12, "move": "draw blind"}`."""
        self._changes.count(request)
        try:
            told: Any = json.loads(await request.body())
        except (ValueError, RecursionError):
            raise HTTPException(400, say("the body has to be JSON")) from None
        fits = (
            isinstance(told, dict)
            and type(told.get("step")) is int
            and isinstance(told.get("move"), str)
        )
        if not fits:
            wanted = '{"step": NUMBER, "move": NOTATION}'
            raise HTTPException(400, say("the body has to be {wanted}", wanted=wanted))
        return await run_in_threadpool(self._moved, request, told["step"], told["move"])

    def _moved(self, request: Request, step: int, move: str) -> Response:
        table, key = self._tables.table(request.path_params["id"]), self._key(request)
        table = self._tables.play(table, key.seat, step, move)
        self._bots.wake(table)
        return JSONResponse({"step": table.game.steps})


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise HTTPException(400, say("since has to be a number of a step"))
    return int(text)
