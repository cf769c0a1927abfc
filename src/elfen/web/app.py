"""The application: what each address answers.

`/` sets up a game, `/language` remembers what a browser reads, `/join` turns the secret of a link
into a cookie, `/table/ID` is the page of a game, and the addresses below it are what that page
sends and asks for. `api` has the same for programs, as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from importlib.resources import as_file, files
from typing import Any

import jinja2
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import elfen.draw
from elfen.errors import ElfenError, IllegalAction, NotationError
from elfen.text import Words, capital, language, languages, say, say_of
from elfen.web import setting_up
from elfen.web.api import Api
from elfen.web.bots import Bots
from elfen.web.choices import why_not
from elfen.web.languages import COOKIE, Speaking, others
from elfen.web.live import Live
from elfen.web.page import hint, shown
from elfen.web.safety import Limits, Rate, Safety, for_programs
from elfen.web.setting_up import FRIEND, ME, MOST_SEATS
from elfen.web.store import Key, Row, Stale, Store, StoreLost
from elfen.web.tables import NoTable, NotYours, Table, Tables
from elfen.web.telling import refusal
from elfen.web.tokens import hash_of, new_id, new_secret

_YEAR = 365 * 24 * 3600

#: The pages that a choice of the language leads back to.
_OWN_PAGE = re.compile(r"/(join|table/[A-Za-z0-9_-]{1,64})?")

#: What an error is called in HTTP, the first that fits.
CODES: tuple[tuple[type[Exception], int], ...] = (
    (NoTable, 404),
    (Stale, 409),
    (NotYours, 403),
    (StoreLost, 503),
    (NotationError, 422),
    (IllegalAction, 422),
    (ElfenError, 422),
)


class Unsure(Exception):
    """A move is legal, and nobody would mean it: whoever chose it is asked once."""

    def __init__(self, told: str, move: str) -> None:
        super().__init__(told)
        self.move = move


def code_of(error: Exception) -> int:
    """The HTTP status that tells of an error."""
    return next(code for kind, code in CODES if isinstance(error, kind))


class Web:
    """The addresses of one application, on one store."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.live = Live(store.versions)
        self.tables = Tables(store, self.live.changed, limits.games_kept)
        self.bots = Bots(self.tables)
        self._new, self.changes = Rate(limits.new_games), Rate(limits.changes)
        self._pages = jinja2.Environment(
            loader=jinja2.PackageLoader("elfen.web", "pages"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._pages.filters["capitalize_first"] = capital
        self._pages.globals |= {"say": say, "say_of": say_of, "language": language}
        self._pages.globals["others"] = others

    # Who is asking ---------------------------------------------------------------------

    def key(self, request: Request) -> Key:
        """What the cookie of a request opens at the table of its address: at least a look."""
        game = request.path_params["id"]
        key = self.store.key(hash_of(request.cookies.get(f"seat-{game}", "")))
        return key if key is not None and key.game == game else Key(game, None, owner=False)

    async def choose_language(self, request: Request) -> Response:
        """Remember the language that a browser reads, and go back to where it was chosen."""
        async with request.form(max_fields=4, max_files=0) as form:
            chosen, back = str(form.get("lang", "")), str(form.get("back", ""))
        answer = RedirectResponse(back if _OWN_PAGE.fullmatch(back) else "/", 303)
        if chosen in languages():
            secure = request.url.scheme == "https"
            told: Any = {"max_age": _YEAR, "secure": secure, "httponly": True, "samesite": "lax"}
            answer.set_cookie(COOKIE, chosen, **told)
        return answer

    # A new game, and the way to a seat -------------------------------------------------

    def home(self, request: Request) -> Response:
        """The page on which a game is set up."""
        return self._home()

    def _home(
        self,
        told: str = "",
        status: int = 200,
        form: Mapping[str, str] = setting_up.USUAL,
        chosen: Sequence[str] = (),
    ) -> Response:
        page = self._pages.get_template("home.html")
        text = page.render(
            base=setting_up.base(),
            expansions=setting_up.expansions(),
            bots=setting_up.bots(),
            seats=range(MOST_SEATS),
            told=told,
            form=form,
            chosen=chosen,
            back="/",
        )
        return HTMLResponse(text, status)

    async def new(self, request: Request) -> Response:
        """Make the game that the form describes, and go to its table."""
        self._new.count(request)
        async with request.form(max_fields=400, max_files=0) as form:
            fields = {key: value for key, value in form.items() if isinstance(value, str)}
            chosen = [one for one in form.getlist("with") if isinstance(one, str)]
        return await run_in_threadpool(self._new_table, request, fields, chosen)

    def _new_table(self, request: Request, fields: dict[str, str], chosen: list[str]) -> Response:
        try:
            wish = setting_up.wish(fields, chosen)
            id, cookie = new_id(), new_secret()
            mine = next((n for n, who in enumerate(wish.whose) if who == ME), None)
            row = Row(id, wish.recipe, wish.rules.fingerprint, new_secret(), 0, wish.seats)
            links = {n: new_secret() for n, who in enumerate(wish.whose) if who == FRIEND}
            keys = [(hash_of(cookie), Key(id, mine, owner=True))]
            keys += [(hash_of(link), Key(id, n, owner=False)) for n, link in links.items()]
            self.store.create(row, keys)
        except ElfenError as error:
            return self._home(error.told(say), code_of(error), fields, chosen)
        table = self.tables.table(id)
        self.bots.wake(table)
        if not links:
            return self._with_cookie(RedirectResponse(f"/table/{id}", 303), request, id, cookie)
        return self._with_cookie(self._links(request, table, links), request, id, cookie)

    def _links(self, request: Request, table: Table, links: dict[int, str]) -> Response:
        """The page that shows the links of seats, once."""
        where = f"{request.url.scheme}://{request.url.netloc}/join#"
        words = Words(table.rules, table.names)
        told = [(words.seat(seat), where + link) for seat, link in links.items()]
        page = self._pages.get_template("links.html")
        return HTMLResponse(page.render(id=table.id, links=told))

    def _with_cookie(self, answer: Response, request: Request, id: str, secret: str) -> Response:
        answer.set_cookie(
            f"seat-{id}",
            secret,
            max_age=_YEAR,
            path=f"/table/{id}",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
        return answer

    def joining(self, request: Request) -> Response:
        """The page that sends the secret of a link, which browsers do not send by themselves."""
        return HTMLResponse(self._pages.get_template("join.html").render(back="/join"))

    async def join(self, request: Request) -> Response:
        """Give a cookie for the secret of a link, and go to the table."""
        self.changes.count(request)
        async with request.form(max_fields=4, max_files=0) as form:
            link = str(form.get("link", ""))
        return await run_in_threadpool(self._joined, request, link.rpartition("#")[2].strip())

    def _joined(self, request: Request, secret: str) -> Response:
        key = self.store.key(hash_of(secret))
        if key is None:
            raise HTTPException(403, say("This link opens no seat. Ask for a new one."))
        cookie = new_secret()
        self.store.open(hash_of(cookie), key)
        answer = RedirectResponse(f"/table/{key.game}", 303)
        return self._with_cookie(answer, request, key.game, cookie)

    # A table ---------------------------------------------------------------------------

    def table(self, request: Request) -> Response:
        """The page of a table."""
        return self._table(request, "table.html")

    def now(self, request: Request) -> Response:
        """What has changed on the page; nothing, if it shows that version already."""
        table, key = self.tables.table(request.path_params["id"]), self.key(request)
        if request.query_params.get("version") == str(table.version):
            return Response(status_code=204)
        return self._answer(table, key, "now.html")

    def _table(self, request: Request, page: str) -> Response:
        table = self.tables.table(request.path_params["id"])
        self.bots.wake(table)
        return self._answer(table, self.key(request), page)

    def _answer(
        self,
        table: Table,
        key: Key,
        page: str,
        told: tuple[str, ...] = (),
        status: int = 200,
        warned: str = "",
    ) -> Response:
        told_bots = setting_up.bots() if key.owner else ()
        text = self._pages.get_template(page).render(
            t=shown(table, key.seat, key.owner),
            told=told,
            warned=warned,
            bots=told_bots,
            back=f"/table/{table.id}",
        )
        return HTMLResponse(text, status)

    async def events(self, request: Request) -> Response:
        """Server-sent events: the version of the game, now and whenever it changes."""
        table = await run_in_threadpool(self.tables.table, request.path_params["id"])
        events = self.live.events(table.id)
        if events is None:
            raise HTTPException(503, say("Too many watch this table."))
        return events

    async def move(self, request: Request) -> Response:
        """Make a move; the page after it."""
        return await self._change(request, self._move)

    def _move(self, table: Table, key: Key, fields: dict[str, str]) -> Table:
        """The table after a move; raises `Unsure` if something speaks against it."""
        step, move = _step(fields), fields.get("move", "")
        if step == table.game.steps and table.game.seat == key.seat and not fields.get("sure"):
            action = table.game.parse(move)
            if table.game.check(action) is None:  # cautions are for legal actions
                warned = table.game.view(key.seat).cautions(action)
                if warned:
                    raise Unsure(" ".join([f"{capital(str(one))}." for one in warned]), move)
        return self.tables.play(table, key.seat, _step(fields), fields.get("move", ""))

    async def undo(self, request: Request) -> Response:
        """Take back the last decision; the page after that."""
        return await self._change(request, self._undo)

    def _undo(self, table: Table, key: Key, fields: dict[str, str]) -> Table:
        return self.tables.undo(table, key.seat, _step(fields))

    async def _change(
        self, request: Request, change: Callable[[Table, Key, dict[str, str]], Table]
    ) -> Response:
        """Change a table as a form says, and show the page, with an error if there was one."""
        self.changes.count(request)
        async with request.form(max_fields=8, max_files=0) as form:
            fields = {key: value for key, value in form.items() if isinstance(value, str)}
        return await run_in_threadpool(self._changed, request, change, fields)

    def _changed(
        self,
        request: Request,
        change: Callable[[Table, Key, dict[str, str]], Table],
        fields: dict[str, str],
    ) -> Response:
        table, key = self.tables.table(request.path_params["id"]), self.key(request)
        in_part = "hx-request" in request.headers
        page = "now.html" if in_part else "table.html"
        try:
            table = change(table, key, fields)
        except StoreLost:
            raise
        except Unsure as unsure:
            return self._answer(table, key, page, (str(unsure),), warned=unsure.move)
        except ElfenError as error:
            told = refusal(error, Words(table.rules, table.names))
            return self._answer(self.tables.table(table.id), key, page, (told,), code_of(error))
        self.bots.wake(table)
        if in_part:
            return self._answer(table, key, page)
        return RedirectResponse(f"/table/{table.id}", 303)

    def why(self, request: Request) -> Response:
        """Why nothing can be done with what a mark stands for."""
        table, key = self.tables.table(request.path_params["id"]), self.key(request)
        view = table.game.view(key.seat)
        words = Words(table.rules, table.names)
        lines = why_not(view, request.query_params.get("on", ""), words)
        return HTMLResponse(self._pages.get_template("lines.html").render(lines=lines))

    def hint(self, request: Request) -> Response:
        """What a bot would do in the place of who asks."""
        self.changes.count(request)
        table, key = self.tables.table(request.path_params["id"]), self.key(request)
        if key.seat is None or table.game.seat != key.seat:
            raise NotYours(say("hints are for whose turn it is"))
        lines = hint(table.game.view(key.seat), table.names)
        return HTMLResponse(self._pages.get_template("lines.html").render(lines=lines))

    def replay(self, request: Request) -> Response:
        """The game as a page to keep, as the seat saw it, when it is over."""
        table, key = self.tables.table(request.path_params["id"]), self.key(request)
        if not table.game.is_over:
            raise HTTPException(409, say("The game is not over."))
        page = elfen.draw.replay(table.game, key.seat, names=table.names)
        told = {"Content-Disposition": f'attachment; filename="game-{table.id}.html"'}
        return Response(page, media_type="text/html", headers=told)

    async def hand_over(self, request: Request) -> Response:
        """Give a seat to a bot, or to whoever gets a new link; for the owner of the table."""
        self.changes.count(request)
        async with request.form(max_fields=8, max_files=0) as form:
            fields = {key: value for key, value in form.items() if isinstance(value, str)}
        return await run_in_threadpool(self._handed_over, request, fields)

    def _handed_over(self, request: Request, fields: dict[str, str]) -> Response:
        table, key = self.tables.table(request.path_params["id"]), self.key(request)
        if not key.owner:
            raise NotYours(say("only who has set up the table can hand over seats"))
        told = fields.get("seat", "")
        number = int(told) if told.isascii() and told.isdigit() and len(told) < 3 else -1
        if not 0 <= number < len(table.seats):
            raise NotYours(say("there is no such seat"))
        who = fields.get("to", "")
        if who == FRIEND:
            link = new_secret()
            others = [*table.seats[:number], *table.seats[number + 1 :]]
            seat = setting_up.person_seat(fields.get("name", ""), others)
            table = self.tables.hand_over(table, number, seat, hash_of(link))
            return self._links(request, table, {number: link})
        table = self.tables.hand_over(
            table, number, setting_up.bot_seat(who, table.rules), hash=None
        )
        self.bots.wake(table)
        return RedirectResponse(f"/table/{table.id}", 303)

    # What goes wrong -------------------------------------------------------------------

    def failed(self, request: Request, error: Exception) -> Response:
        """A page, or JSON for programs, that says in a sentence what is wrong."""
        if isinstance(error, HTTPException):
            status, told = error.status_code, error.detail
            if told == HTTPStatus(status).phrase:  # what starlette says by itself
                told = say("There is nothing at this address.")
        else:
            status = code_of(error)
            told = f"{error.told(say) if isinstance(error, ElfenError) else error}."
        if for_programs(request.url.path):
            why = {"reason": error.reason.to_data()} if isinstance(error, IllegalAction) else {}
            answer = json.dumps({"error": told, **why})  # in ASCII, whatever an error quotes
            return Response(answer, status, media_type="application/json")
        if "hx-request" in request.headers:
            page = self._pages.get_template("lines.html").render(lines=[told])
            return HTMLResponse(page, status)
        return HTMLResponse(self._pages.get_template("failed.html").render(told=told), status)


def _step(fields: dict[str, str]) -> int:
    """The step that a form says it is for; one that there is not, if it says none."""
    told = fields.get("step", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 9 else -1


def application(store: Store, limits: Limits | None = None) -> Starlette:
    """The ASGI application on a store."""
    web = Web(store, limits or Limits())
    api = Api(web.store, web.tables, web.bots, web.live, web.changes)
    static = contextlib.ExitStack()
    folder = static.enter_context(as_file(files("elfen.web") / "static"))

    @contextlib.asynccontextmanager
    async def alive(app: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(web.live.look())
        try:
            yield
        finally:
            looking.cancel()
            await run_in_threadpool(web.bots.close)
            static.close()

    get: Any = partial(Route, methods=["GET"])
    post: Any = partial(Route, methods=["POST"])
    here = "/table/{id}"
    routes = [
        get("/", web.home),
        post("/new", web.new),
        post("/language", web.choose_language),
        get("/join", web.joining),
        post("/join", web.join),
        get(here, web.table),
        get(f"{here}/now", web.now),
        get(f"{here}/events", web.events),
        get(f"{here}/why", web.why),
        get(f"{here}/hint", web.hint),
        get(f"{here}/replay", web.replay),
        post(f"{here}/move", web.move),
        post(f"{here}/undo", web.undo),
        post(f"{here}/hand-over", web.hand_over),
        *api.routes(),
        Mount("/static", StaticFiles(directory=folder)),
    ]
    handlers: Any = {ElfenError: web.failed, HTTPException: web.failed}
    return Starlette(
        routes=routes,
        middleware=[Middleware(Speaking), Middleware(Safety)],
        exception_handlers=handlers,
        lifespan=alive,
    )
