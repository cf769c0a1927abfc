"""Languages: which one each browser reads, and what every answer says of that."""

from __future__ import annotations

import re
from functools import cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from elfen.text import ENGLISH, language, languages, say, speaking

#: The cookie in which a browser keeps the language that was chosen there.
COOKIE = "lang"

#: One language of `Accept-Language`, and how much it is wished for.
_WISH = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,40})?(?:;q=([01](?:\.\d{0,3})?))?")

#: No header is read further.
_MOST_WISHES = 20


def preferred(wishes: str) -> str:
    """The language of these that `Accept-Language` wishes for most; English if there is none."""
    best, most = ENGLISH, 0.0
    for one in wishes.split(",", _MOST_WISHES)[:_MOST_WISHES]:
        found = _WISH.fullmatch("".join(one.split()))
        if found is not None and found[1].lower() in languages():
            strength = 1.0 if found[2] is None else float(found[2])
            if strength > most:
                best, most = found[1].lower(), strength
    return best


@cache
def own_names() -> dict[str, str]:
    """The languages, each by what it calls itself."""
    names: dict[str, str] = {}
    for one in languages():
        with speaking(one):
            names[one] = say("English")  # each catalogue has its own language there
    return names


def others() -> dict[str, str]:
    """The languages that a page can be read in instead, by what they call themselves."""
    return {one: name for one, name in own_names().items() if one != language()}


class Speaking:
    """Speaks, while a request is answered, the language that was chosen or is preferred there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self._app(scope, receive, send)
            return
        chosen = Request(scope).cookies.get(COOKIE, "")
        if chosen not in languages():
            chosen = preferred(Headers(scope=scope).get("accept-language", ""))

        async def send_spoken(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told["Content-Language"] = chosen
                for name in ("Accept-Language", "Cookie"):
                    told.add_vary_header(name)
            await send(message)

        with speaking(chosen):
            await self._app(scope, receive, send_spoken)
