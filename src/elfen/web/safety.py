"""What every request and every answer goes through: sizes, rates, origins, and headers."""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from attrs import frozen
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from elfen.text import say

#: No form is longer.
MOST_BYTES = 64 * 1024

#: Nothing comes from elsewhere, no script stands in a page, and no other page may frame ours.
#: Pictures have styles in them.
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)

_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@frozen
class Limits:
    """What one address may ask for in a minute, and how many games stay in memory."""

    new_games: int = 30
    changes: int = 600
    games_kept: int = 500
    """One of them takes about as many kilobytes as it has moves."""


class TooLarge(Exception):
    """A request is larger than anything that is asked for."""


class Safety:
    """Refuses requests that are too large or come from other pages; adds headers to all answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, begun = Headers(scope=scope), False

        async def send_safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                told = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    told[name] = value
                if not scope["path"].startswith("/static/"):
                    told["Cache-Control"] = "no-store"
            await send(message)

        received = 0

        async def receive_some() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MOST_BYTES:
                raise TooLarge
            return message

        if scope["method"] not in ("GET", "HEAD") and _from_elsewhere(headers):
            refused = _told(scope, say("This was asked for by another page."), 403)
            await refused(scope, receive, send_safely)
            return
        try:
            await self._app(scope, receive_some, send_safely)
        except ClientDisconnect:  # there is nobody left to answer
            pass
        except TooLarge:
            if not begun:
                refused = _told(scope, say("That is too large."), 413)
                await refused(scope, receive, send_safely)


def for_programs(path: str) -> bool:
    """Whether an address is one of those that answer in JSON."""
    return path.startswith("/api/")


def _told(scope: Scope, told: str, status: int) -> Response:
    """A sentence as the answer: a line, or JSON for programs."""
    if for_programs(scope["path"]):
        return JSONResponse({"error": told}, status)
    return PlainTextResponse(f"{told}\n", status)


def _from_elsewhere(headers: Headers) -> bool:
    """Whether another site's page has made a browser send this."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host")
    except ValueError:  # it is no address, so not ours
        return True


class Rate:
    """At most so many events a minute for each of those who cause them, with as many at once."""

    def __init__(self, a_minute: float, most_kept: int = 10_000) -> None:
        self._a_minute, self._most_kept = a_minute, most_kept
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count(self, request: Request) -> None:
        """Count a request; the answer is 429 if that is one too many."""
        if not self.allows(request.client.host if request.client else ""):
            raise HTTPException(429, say("Too much at once: wait a minute."))

    def allows(self, who: str) -> bool:
        """Whether one more is allowed now; it counts if it is."""
        now = time.monotonic()
        left, then = self._left.pop(who, (self._a_minute, now))
        left = min(self._a_minute, left + (now - then) * self._a_minute / 60)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > self._most_kept:
            self._left.popitem(last=False)
        return left >= 1
