"""The server, asked as browsers ask: seats, moves, and what is refused."""

from __future__ import annotations

import asyncio
import random
import re
import resource
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from visitors import Visitor, choices_of, links_of, served, step_of

from elfen import ElfenError
from elfen.compiler import discovery
from elfen.web import live, safety, setting_up
from elfen.web.bots import Bots
from elfen.web.store import Row, Seat, Stale, Store, StoreLost
from elfen.web.tables import Tables
from elfen.web.tokens import hash_of, new_secret


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    with served(tmp_path) as app:
        yield app


@pytest.fixture
def two(app: Any) -> tuple[Visitor, Visitor, str]:
    """Two people at a table, and its address."""
    one, other = Visitor(app), Visitor(app)
    page = one.sets_up(["me", "friend"], **{"name.0": "Ann", "name.1": "Bo"})
    assert page.status_code == 200
    (link,) = links_of(page.text)
    return one, other, other.joins(link)


def due(two: tuple[Visitor, Visitor, str]) -> tuple[Visitor, Visitor]:
    """Who is to move, and who is not."""
    one, other, table = two
    return (one, other) if one.choices(table) else (other, one)


def test_a_game_is_set_up_and_played_in_turns(two: tuple[Visitor, Visitor, str]) -> None:
    *_, table = two
    for _ in range(6):
        mover, waits = due(two)
        assert not waits.choices(table)
        before = mover.get(table).text
        answer = mover.plays(table, choices_of(before)[-1])
        assert answer.status_code == 200
        assert answer.url.path == table  # shown by a request of its own: reloading moves nothing
        assert step_of(waits.get(table).text) != step_of(before)
    assert "Ann" in two[0].get(table).text


def test_bots_move_by_themselves_and_one_plays_to_the_end(app: Any) -> None:
    me, chance = Visitor(app), random.Random(1)
    table = me.sets_up(["me", "random"]).url.path
    for _ in range(400):
        moves = me.choices(table)
        if moves:
            me.plays(table, chance.choice(moves))
        elif "The end." in me.get(table).text:
            break
    assert "Keep this game" in me.get(table).text
    replay = me.get(f"{table}/replay")
    assert replay.headers["content-disposition"].startswith("attachment")
    assert "as seat 0 saw it" in replay.text


def test_a_stale_a_repeated_and_a_foreign_move_change_nothing(
    two: tuple[Visitor, Visitor, str],
) -> None:
    table = two[2]
    mover, waits = due(two)
    page = mover.get(table).text
    move, step = choices_of(page)[0], int(step_of(page))
    foreign = waits.plays(table, move, step)
    assert foreign.status_code == 403
    assert "not your turn" in foreign.text
    assert Visitor(mover.http.app).plays(table, move, step).status_code == 403
    assert mover.plays(table, move, step).status_code == 200
    now = mover.get(table).text
    for _ in range(2):
        repeated = mover.plays(table, move, step)
        assert repeated.status_code == 409
        assert "gone on" in repeated.text
    assert step_of(mover.get(table).text) == step_of(now)


def test_an_illegal_move_is_refused_in_the_words_of_the_rules(
    two: tuple[Visitor, Visitor, str],
) -> None:
    table = two[2]
    mover, _ = due(two)
    for move, words in (
        ("stop", "choose a transportation counter"),
        ("<script>", "is not an action"),
        ("x" * 5000, "xxx"),
    ):
        answer = mover.plays(table, move)
        assert answer.status_code == 422
        told = re.search(r'<p class="told">(.*?)</p>', answer.text)
        assert told is not None
        assert len(told[1]) < 400
        assert "<script>" not in told[1]
        assert words in unescape(told[1])


def test_of_two_moves_at_once_one_is_kept(tmp_path: Path) -> None:
    """Two processes, a double click, two tabs: the store takes one of them."""
    with served(tmp_path) as app:
        me = Visitor(app)
        id = me.sets_up(["me", "random"]).url.path.rpartition("/")[2]
        store = Store(f"sqlite:///{tmp_path / 'games.db'}")
        row = store.row(id)
        assert row is not None
        version, moves = store.moves(id)
        store.append(id, version, len(moves), "draw blind")
        for change in (
            lambda: store.append(id, version, len(moves), "draw blind"),
            lambda: store.append(id, version + 1, len(moves), "draw blind"),
            lambda: store.take_back(id, version, len(moves)),
        ):
            with pytest.raises(Stale):
                change()
        assert store.moves(id) == (version + 1, [*moves, "draw blind"])
        store.close()


def test_what_reveals_nothing_can_be_taken_back_by_who_did_it(
    two: tuple[Visitor, Visitor, str],
) -> None:
    table = two[2]
    for _ in range(60):
        mover, waits = due(two)
        before = mover.get(table).text
        mover.plays(table, choices_of(before)[0])
        after = mover.get(table).text
        if ">Take back<" in after:
            break
        assert "cannot be taken back" in after or ">Take back<" not in after
    step = int(step_of(before))
    told = {"step": str(step + 1)}
    assert waits.post(f"{table}/undo", told).status_code == 422
    assert mover.post(f"{table}/undo", {"step": str(step)}).status_code == 409
    assert mover.post(f"{table}/undo", told).status_code == 200
    assert choices_of(mover.get(table).text) == choices_of(before)


def test_a_link_opens_its_seat_from_any_browser_until_the_seat_is_handed_over(app: Any) -> None:
    owner, friend, late = Visitor(app), Visitor(app), Visitor(app)
    page = owner.sets_up(["me", "friend"]).text
    (link,) = links_of(page)
    table = friend.joins(link)
    assert late.joins(link) == table
    assert friend.post(f"{table}/hand-over", {"seat": "1", "to": "random"}).status_code == 403
    given = owner.post(f"{table}/hand-over", {"seat": "1", "to": "friend", "name": "Cy"})
    (new,) = links_of(given.text)
    assert Visitor(app).post("/join", {"link": link}).status_code == 403
    assert "You are watching" in friend.get(table).text
    assert "You are watching" not in _joined(app, new, table)
    assert owner.post(f"{table}/hand-over", {"seat": "1", "to": "random"}).status_code == 200
    assert 'Random 1</b> <span class="dim">a bot' in owner.get(table).text
    for wrong in ({"seat": "9", "to": "random"}, {"seat": "1", "to": "os:system"}):
        assert owner.post(f"{table}/hand-over", wrong).status_code in (403, 422)


def _joined(app: Any, link: str, table: str) -> str:
    visitor = Visitor(app)
    visitor.joins(link)
    return str(visitor.get(table).text)


def test_cookies_belong_to_their_table(two: tuple[Visitor, Visitor, str], app: Any) -> None:
    one, _, table = two
    (cookie,) = one.http.cookies.jar
    assert cookie.path == table
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "lax"
    other = Visitor(app)
    elsewhere = other.sets_up(["me", "random"]).url.path
    id = elsewhere.rpartition("/")[2]
    thief = Visitor(app)
    thief.http.cookies.set(f"seat-{id}", cookie.value or "", path=elsewhere)
    assert "You are watching" in thief.get(elsewhere).text


#: Origins that are no addresses.
UNREADABLE = ("http://[", "http://[::1", "http://]", "http://a@[b", "http://[::1]x")


def test_pages_from_elsewhere_cannot_move(two: tuple[Visitor, Visitor, str]) -> None:
    table = two[2]
    mover, _ = due(two)
    page = mover.get(table).text
    told = {"step": step_of(page), "move": choices_of(page)[0]}
    origins = ("https://evil.example", "null", "", "x", *UNREADABLE)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, *({"Origin": one} for one in origins)):
        assert mover.post(f"{table}/move", told, headers=headers).status_code == 403
    assert step_of(mover.get(table).text) == told["step"]


def test_every_answer_has_its_headers(two: tuple[Visitor, Visitor, str]) -> None:
    one, _, table = two
    paths = ("/", "/join", table, f"{table}/now", "/table/none", "/nowhere", "/static/table.js")
    for path in paths:
        answer = one.get(path)
        assert "script-src 'self'" in answer.headers["content-security-policy"], path
        assert answer.headers["x-content-type-options"] == "nosniff"
        if "text/html" in answer.headers["content-type"]:
            assert not re.search(r"<script(?! src=)|\son\w+=", answer.text), path
            assert answer.headers["cache-control"] == "no-store"


def test_sizes_rates_and_numbers_are_bounded(tmp_path: Path) -> None:
    with served(tmp_path, most_games=2) as app:
        me = Visitor(app)
        large = me.post("/new", {"name.0": "x" * safety.MOST_BYTES})
        assert large.status_code == 413
        for _ in range(2):
            assert me.sets_up(["me", "random"]).status_code == 200
        full = me.sets_up(["me", "random"])
        assert full.status_code == 503
        assert "as many games as it may have" in full.text
        codes = [me.sets_up(["me"]).status_code for _ in range(40)]
        assert set(codes) == {422, 429}
    rate = safety.Rate(60)
    assert [rate.allows("a") for _ in range(61)] == [True] * 60 + [False]
    assert rate.allows("b")


@pytest.mark.parametrize("below", ["", "/api"])
def test_those_who_come_at_once_are_counted_too(app: Any, below: str) -> None:
    table = Visitor(app).sets_up(["me", "random"]).url.path
    scope = {
        **{"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"},
        **{"path": f"{below}{table}/events", "raw_path": b"", "query_string": b""},
        **{"headers": [], "root_path": "", "client": ("10.0.0.1", 1), "server": ("here", 80)},
    }

    async def watch(codes: list[int], all_are_here: asyncio.Event) -> None:
        async def receive() -> Any:
            await all_are_here.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                codes.append(message["status"])

        await app({**scope, "state": {}}, receive, send)

    async def come_and_go(number: int) -> list[int]:
        codes: list[int] = []
        all_are_here = asyncio.Event()
        some = [asyncio.create_task(watch(codes, all_are_here)) for _ in range(number)]
        while len(codes) < number:
            await asyncio.sleep(0.01)
        all_are_here.set()
        await asyncio.gather(*some)
        return codes

    async def several_times() -> None:
        for _ in range(2):  # who has gone is counted no more
            codes = await come_and_go(live.MOST_AT_A_TABLE + 30)
            assert sorted(codes) == [200] * live.MOST_AT_A_TABLE + [503] * 30

    asyncio.run(several_times())


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"with": "nothing"}, "not installed"),
        ({"edition": "none"}, "none"),
        ({"option.land.rounds": "many"}, "rounds"),
        ({"option.land.nothing": "1"}, "nothing"),
        ({"seat.0": "nobody-at-all"}, "no bot"),
        ({"seat.0": "random", "seat.1": "random"}, "nobody plays but bots"),
        ({"seat.0": "me", "seat.1": "me"}, "one seat"),
        ({"seat.0": "me"}, "1 seat is taken"),
        ({"seat.0": "os:system", "seat.1": "me"}, "no bot"),
    ],
)
def test_what_cannot_be_set_up_is_told(app: Any, fields: dict[str, str], told: str) -> None:
    seats = {"seat.0": "me", "seat.1": "random"} if "seat.0" not in fields else {}
    answer = Visitor(app).post("/new", {**seats, **fields})
    assert answer.status_code == 422
    assert told in answer.text


def test_what_is_installed_is_looked_up_once_however_much_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[None] = []

    def installed() -> dict[str, Any]:
        looked.append(None)
        return discovery.installed()

    monkeypatch.setattr(setting_up, "installed", installed)
    form = {"seat.0": "me", "seat.1": "random"}
    assert setting_up.wish(form, ["gold"] * 400).rules.option("gold.witches") is not None
    assert len(looked) == 1


def test_what_was_chosen_stays_chosen_when_it_cannot_be_set_up(app: Any) -> None:
    """Nobody has to fill in the form again for one field."""
    fields = {"with": "gold", "edition": "white-wind", "option.land.hand_limit": "many"}
    people = {"seat.0": "friend", "seat.1": "planner", "name.0": 'Ann "A"'}
    text = Visitor(app).post("/new", {**fields, **people}).text
    for told in (
        'value="gold" checked',
        'value="white-wind" selected',
        'value="many"',
        'value="friend" selected',
        'value="planner" selected',
        'value="Ann &#34;A&#34;"',
    ):
        assert told in text
    assert 'value="greedy" selected' not in text
    assert 'value="greedy" selected' in Visitor(app).get("/").text


def test_names_cannot_break_out(app: Any) -> None:
    nasty = "</script><img src=x onerror=alert(1)>\u202e\u3164\x00" + "y" * 99
    me = Visitor(app)
    table = me.sets_up(["me", "random"], **{"name.0": nasty}).url.path
    text = me.get(table).text
    assert "<img" not in text
    assert "\u202e" not in text
    assert "\u3164" not in text
    assert "y" * 41 not in text


@pytest.mark.parametrize("name", ["you", "YOU", "Seat 1", "\u0301\u0308", "\u20ddA", "Ann"])
def test_nobody_is_called_as_another_one_is(name: str, app: Any) -> None:
    owner = Visitor(app)
    refused = owner.sets_up(["me", "friend"], **{"name.0": "Ann", "name.1": name})
    assert refused.status_code == 422
    assert f"{name!r} cannot be a name; each is another one" in unescape(refused.text)
    table = owner.sets_up(["me", "friend"], **{"name.0": "Ann", "name.1": "Bo"})
    to = re.search(r"/table/[^/\"]+", table.text)
    assert to is not None
    told = {"seat": "1", "to": "friend", "name": name}
    assert owner.post(f"{to[0]}/hand-over", told).status_code == 422
    assert owner.post(f"{to[0]}/hand-over", {**told, "name": "Bo"}).status_code == 200


def test_a_name_that_means_you_in_the_language_of_a_person_is_refused(app: Any) -> None:
    german = {"Accept-Language": "de"}
    for name in ("Du", "Platz 2"):
        form = {"seat.0": "me", "seat.1": "random", "name.0": name}
        answer = Visitor(app).post("/new", form, headers=german)
        assert answer.status_code == 422
        assert "geht nicht als Name" in answer.text


@pytest.mark.parametrize(
    "path",
    ["/table/../../etc/passwd", "/table/x'--", "/static/../app.py", "/static/%2e%2e/app.py"],
)
def test_paths_lead_nowhere_else(app: Any, path: str) -> None:
    assert Visitor(app).get(path).status_code in (404, 405)


def test_a_lost_store_is_told_and_loses_nothing(
    two: tuple[Visitor, Visitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two[2]
    mover, _ = due(two)
    page = mover.get(table).text
    with monkeypatch.context() as patch:

        def full(*given: object) -> int:
            raise StoreLost("the store of this server cannot be reached")

        patch.setattr(Store, "append", full)
        answer = mover.plays(table, choices_of(page)[0])
        assert answer.status_code == 503
        assert "cannot be reached" in answer.text
    assert step_of(mover.get(table).text) == step_of(page)


def test_a_full_disk_is_told_and_loses_nothing(two: tuple[Visitor, Visitor, str], app: Any) -> None:
    """No file of this process may grow, as if the disk were full."""
    table = two[2]
    mover, _ = due(two)
    page = mover.get(table).text
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, usual[1]))
    try:
        answers = [mover.plays(table, choices_of(page)[0]), Visitor(app).sets_up(["me", "random"])]
        seen = mover.get(table)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    for answer in answers:
        assert answer.status_code == 503
        assert "is full" in answer.text
    assert seen.status_code == 200
    assert step_of(mover.get(table).text) == step_of(page)
    assert mover.plays(table, choices_of(page)[0]).status_code == 200


def test_secrets_are_kept_as_hashes(two: tuple[Visitor, Visitor, str], tmp_path: Path) -> None:
    one, other, _ = two
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.db*"))
    for visitor in (one, other):
        for cookie in visitor.http.cookies.jar:
            assert hash_of(cookie.value or "").encode() in kept
            assert (cookie.value or "").encode() not in kept
    assert hash_of("too short") == ""
    assert len({new_secret() for _ in range(50)}) == 50


def test_hints_and_reasons(two: tuple[Visitor, Visitor, str]) -> None:
    table = two[2]
    mover, waits = due(two)
    assert "A greedy player would" in mover.get(f"{table}/hint").text
    assert waits.get(f"{table}/hint").status_code == 403
    why = mover.get(f"{table}/why", params={"on": "route:feodor-rivinia-woods"})
    assert "<p>" in why.text
    assert "not your turn" in waits.get(f"{table}/why", params={"on": "x"}).text


def test_what_a_page_is_told_again_is_nothing(two: tuple[Visitor, Visitor, str]) -> None:
    one, _, table = two
    version = re.search(r'id="version" name="version" value="(\d+)"', one.get(table).text)
    assert version is not None
    assert one.get(f"{table}/now", params={"version": version[1]}).status_code == 204
    assert one.get(f"{table}/now", params={"version": "x"}).status_code == 200


def test_a_seat_has_the_name_of_who_plays_it(two: tuple[Visitor, Visitor, str], app: Any) -> None:
    text = Visitor(app).get(two[2]).text
    assert "Ann" in text
    assert "Bo" in text


def test_a_move_that_nobody_would_mean_is_asked_for_once(app: Any) -> None:
    me = Visitor(app)
    table = me.sets_up(["me", "random"], **{"with": "gold"}).url.path
    for _ in range(200):
        page = me.get(table).text
        bids = [move for move in choices_of(page) if move.startswith("bid ")]
        if bids:
            break
        if choices_of(page):
            me.plays(table, choices_of(page)[0])
    step = step_of(page)
    asked = me.plays(table, bids[-1])
    assert "Do it all the same" in asked.text
    assert step_of(me.get(table).text) == step
    told = {"step": step, "move": bids[-1], "sure": "yes"}
    assert me.post(f"{table}/move", told).status_code == 200
    assert step_of(me.get(table).text) != step


def test_a_move_made_while_a_bot_is_still_busy_is_not_overlooked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody moves after a bot's move is kept, and before the bot's thread is done with it."""
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    tables = Tables(store, lambda game, version: None)
    bots, make = Bots(tables), Bots._make
    wish = setting_up.wish({"seat.0": "me", "seat.1": "random"}, [])
    store.create(Row("id", wish.recipe, wish.rules.fingerprint, "1", 0, wish.seats), [])

    def goes_on() -> None:
        table = tables.table("id")
        while table.game.seat == 0:
            table = tables.play(table, 0, table.game.steps, str(table.game.legal_actions[-1]))
        bots.wake(table)

    monkeypatch.setattr(Bots, "_make", lambda self, id: (make(self, id), goes_on()))
    goes_on()
    until = time.monotonic() + 60
    while not tables.table("id").game.is_over and time.monotonic() < until:
        time.sleep(0.05)
    bots.close()
    assert tables.table("id").game.is_over
    store.close()


@pytest.mark.parametrize("recipe", ["", "{}", "[]", "null", "no json", "[" * 100_000, "9" * 5000])
def test_a_game_whose_rules_cannot_be_read_is_told_and_not_lost(
    tmp_path: Path, recipe: str
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    seats = (Seat("Ann"), Seat("Bob"))
    store.create(Row("id", recipe, "f", "1", 0, seats), [])
    with pytest.raises(ElfenError, match="was begun by other rules"):
        Tables(store, lambda game, version: None).table("id")
    store.close()
