"""How many moves a server answers: real HTTP, on one machine, with ever more games.

python benchmarks/serve.py [--games 1 10 100 1000] [--seconds 8] [--store sqlite postgres]
python benchmarks/serve.py --memory 600
python benchmarks/serve.py --browsers 6

Each move is a form that a browser would send, and the answer is the page after it. Six more watch
one of the games: each waits for the server's event, and then asks for the page. What a move takes
to arrive at them is from its sending to the end of that page. The server, the database and the
driver share the machine. With `--memory` games are played for so many seconds, one after the other,
and the memory of the server is looked at. With `--browsers` that many pages of Chromium note when
they show a move; each has a host name of its own, so that none waits for another's connections.
"""

from __future__ import annotations

import argparse
import contextlib
import html
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from elfen.web import Key, Row, Store
from elfen.web.setting_up import wish
from elfen.web.tables import Tables
from elfen.web.tokens import hash_of, new_id, new_secret

sys.path.append(str(Path(__file__).parents[1] / "tests" / "web"))

from servers import has_postgres, postgres

CLIENTS = 4
WATCHERS = 6

#: So few games in memory that a run of some minutes comes to forget games.
FEW_KEPT = 50
STEP = re.compile(r'name="step" value="(\d+)"')
MOVE = re.compile(r'<button name="move" value="([^"]*)"')
FORM = "application/x-www-form-urlencoded"


class Table:
    """A game of two people, and a moment at which a move was sent, by step."""

    def __init__(self, store: Store) -> None:
        told = wish({"seat.0": "friend", "seat.1": "friend"}, [])
        self.id = new_id()
        self.secrets = [new_secret(), new_secret()]
        keys = [(hash_of(one), Key(self.id, n, owner=False)) for n, one in enumerate(self.secrets)]
        row = Row(self.id, told.recipe, told.rules.fingerprint, new_secret(), 0, told.seats)
        store.create(row, keys)
        self.seat = 0
        self.page = ""
        self.sent: dict[int, float] = {}

    def cookie(self, seat: int) -> dict[str, str]:
        """What the browser of a seat sends."""
        return {"Cookie": f"seat-{self.id}={self.secrets[seat]}", "HX-Request": "true"}


def asked(connection: HTTPConnection, path: str, headers: dict[str, str], form: Any = None) -> str:
    """The page of an answer."""
    more = {} if form is None else {"Content-Type": FORM}
    body = None if form is None else urlencode(form)
    connection.request("GET" if form is None else "POST", path, body, {**headers, **more})
    answer = connection.getresponse()
    page = answer.read().decode()
    if answer.status not in (200, 204):
        raise SystemExit(f"{path}: {answer.status}: {page[:300]}")
    return page


class Driver:
    """Moves in all games, and what they took, in milliseconds."""

    def __init__(
        self, address: tuple[str, int], more: Callable[[], Table], games: int, seconds: float
    ) -> None:
        self.more, tables = more, [more() for _ in range(games)]
        self.address, self.tables = address, tables
        self.until = time.monotonic() + seconds
        self.took: list[float] = []
        self.waited = 0.0
        self.arrived: list[float] = []
        self.over = 0
        self._free = list(tables)
        self._lock = threading.Lock()

    def run(self, clients: int) -> None:
        """Play and watch until the time is over."""
        watching = [threading.Thread(target=self.watch, daemon=True) for _ in range(WATCHERS)]
        playing = [threading.Thread(target=self.drive, args=(n,)) for n in range(clients)]
        for thread in (*watching, *playing):
            thread.start()
        for thread in playing:
            thread.join()

    def drive(self, seed: int) -> None:
        """Move, now in this game, now in that one."""
        chance, connection = random.Random(seed), HTTPConnection(*self.address)
        while time.monotonic() < self.until:
            table = self._taken(chance)
            if table is None:
                time.sleep(0.001)
                continue
            after = self.move(table, chance, connection)
            with self._lock:
                self._free.insert(0 if after is self.tables[0] else len(self._free), after)

    def _taken(self, chance: random.Random) -> Table | None:
        """A game that no other client plays; one move of ten is in the game that is watched."""
        with self._lock:
            if not self._free:
                return None
            first = self._free[0] is self.tables[0] and chance.random() < 0.1
            return self._free.pop(0 if first else chance.randrange(len(self._free)))

    def move(self, table: Table, chance: random.Random, connection: HTTPConnection) -> Table:
        """One move of whoever is due: the table, or another if its game is over."""
        here = f"/table/{table.id}"
        moves = MOVE.findall(table.page)
        if not moves:
            for seat in (1 - table.seat, table.seat):
                table.page = self.asked(connection, f"{here}/now", table.cookie(seat))
                table.seat, moves = seat, MOVE.findall(table.page)
                if moves:
                    break
            else:
                assert "The end." in table.page, table.page
                self.over += 1
                return self.more()
        found = STEP.search(table.page)
        assert found is not None
        step = found[1]
        form = {"step": step, "move": html.unescape(chance.choice(moves)), "sure": "yes"}
        start = time.monotonic()
        table.sent[int(step) + 1] = start
        table.page = self.asked(connection, f"{here}/move", table.cookie(table.seat), form)
        self.took.append((time.monotonic() - start) * 1000)
        return table

    def asked(self, *request: Any) -> str:
        """The page of an answer; the time counts as waiting."""
        start = time.monotonic()
        page = asked(*request)
        self.waited += time.monotonic() - start
        return page

    def watch(self) -> None:
        """Note when the moves of the first game have arrived at one who watches."""
        with contextlib.suppress(OSError, HTTPException):  # the server is ended while they watch
            self._watch()

    def _watch(self) -> None:
        table = self.tables[0]
        events, pages = HTTPConnection(*self.address), HTTPConnection(*self.address)
        events.request("GET", f"/table/{table.id}/events")
        answer = events.getresponse()
        while line := answer.readline():
            if line.startswith(b"data:"):
                asked(pages, f"/table/{table.id}/now", {})
                sent = table.sent.get(int(line[5:]))  # nothing is taken back: versions are steps
                if sent is not None:
                    self.arrived.append((time.monotonic() - sent) * 1000)


class Server:
    """A server in a process of its own, without limits for the one address that asks."""

    def __init__(self, store: str, games_kept: int, clocks: bool) -> None:
        program = Path(__file__).with_name("serve_measured.py")
        command = [sys.executable, program, store, str(games_kept), *["clocks"][: int(clocks)]]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
        assert self.process.stdout is not None
        self.address = "127.0.0.1", int(self.process.stdout.readline())

    def memory(self) -> float:
        """Its memory, in megabytes."""
        told = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", told)
        assert found is not None
        return int(found[1]) / 1024

    def clocks(self) -> dict[str, float]:
        """Seconds by what they were spent on, since the last question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        told: dict[str, float] = json.loads(self.process.stdout.readline())
        return told


@contextlib.contextmanager
def serving(store: str, games_kept: int = 500, clocks: bool = False) -> Iterator[Server]:
    """A server that is ended at the end."""
    server = Server(store, games_kept, clocks)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


@contextlib.contextmanager
def stores(kind: str) -> Iterator[str]:
    """The address of an empty store of a kind."""
    if kind == "postgres":
        with postgres() as address:
            yield address
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/games.db"


def part(sorted_times: Sequence[float], share: float) -> str:
    """A time that so many are not longer than, in milliseconds."""
    return f"{sorted_times[int(len(sorted_times) * share)]:.0f}" if sorted_times else "–"


def row(kind: str, games: int, seconds: float) -> str:
    """A row of the table."""
    with stores(kind) as address, serving(address) as server:
        store = Store(address)
        driver = Driver(server.address, lambda: Table(store), games, seconds)
        driver.run(CLIENTS)
        store.close()
    took, arrived = sorted(driver.took), sorted(driver.arrived)
    rate = len(took) / seconds
    cells = [kind, games, f"{rate:.0f}", part(took, 0.5), part(took, 0.99)]
    cells += [part(arrived, 0.5), part(arrived, 0.99)]
    return "| " + " | ".join(map(str, cells)) + " |"


def shares(kind: str, seconds: float) -> str:
    """Where the time of a move goes, if one comes after the other and nobody watches."""
    with stores(kind) as address, serving(address, clocks=True) as server:
        store = Store(address)
        driver = Driver(server.address, lambda: Table(store), 10, seconds)
        server.clocks()
        driver.drive(1)
        spent = server.clocks()
        store.close()
    whole = driver.waited
    spent["the rest: HTTP, forms, threads"] = whole - sum(spent.values())
    told = [f"{name} {100 * one / whole:.0f}%" for name, one in spent.items()]
    return (
        f"- {kind}: {', '.join(told)}; {1000 * whole / len(driver.took):.1f} ms"
        " for a move and the page of whoever is next"
    )


def miss(kind: str) -> str:
    """What it costs to have a game at hand that is kept in memory, and one that is not."""
    with stores(kind) as address:
        store, chance = Store(address), random.Random(1)
        id = Table(store).id
        tables = Tables(store, lambda game, version: None)
        table = tables.table(id)
        while table.game.seat is not None:
            move = str(chance.choice(table.game.legal_actions))
            table = tables.play(table, table.game.seat, table.game.steps, move)
        kept, lost = [], []
        for _ in range(9):
            for times, where in ((kept, tables), (lost, Tables(store, lambda game, version: None))):
                start = time.perf_counter()
                where.table(id)
                times.append(1000 * (time.perf_counter() - start))
        store.close()
    return (
        f"- {kind}: a game of {len(table.moves)} moves is at hand after"
        f" {statistics.median(kept):.1f} ms if it is kept in memory, else after"
        f" {statistics.median(lost):.0f} ms"
    )


def growing(seconds: float) -> None:
    """Print the memory of a server while games are played to their ends, again and again."""
    print("| minutes | games that ended | moves | memory, MB |")
    print("| ---: | ---: | ---: | ---: |")
    with stores("sqlite") as address, serving(address, games_kept=FEW_KEPT) as server:
        store = Store(address)
        driver = Driver(server.address, lambda: Table(store), 10, seconds)
        playing = threading.Thread(target=driver.run, args=(2,))
        playing.start()
        start = time.monotonic()
        while playing.is_alive():
            spent = (time.monotonic() - start) / 60
            told = f"{spent:.1f} | {driver.over} | {len(driver.took)} | {server.memory():.0f}"
            print(f"| {told} |", flush=True)
            playing.join(max(seconds / 10, 1))
        store.close()
    print(f"\n{FEW_KEPT} games are kept in memory.")


NOTE = """
window.shown = {};
document.addEventListener("htmx:afterSettle", () => {
  const version = document.getElementById("version").value;
  window.shown[version] ??= performance.timeOrigin + performance.now();
});
"""


def showing(pages: int, moves: int = 40) -> None:
    """Print after which time moves stand on pages of a real browser."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in ("headless=new", "no-sandbox", "disable-gpu", "no-first-run"):
        options.add_argument(f"--{flag}")
    options.add_argument("--host-resolver-rules=MAP *.test 127.0.0.1")
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    with stores("sqlite") as address, serving(address) as server:
        store = Store(address)
        driver = Driver(server.address, lambda: Table(store), 1, 0)
        (table,) = driver.tables
        browser = webdriver.Chrome(options=options, service=service)
        try:
            for n in range(pages):
                browser.switch_to.new_window("window")
                browser.get(f"http://page{n}.test:{server.address[1]}/table/{table.id}")
                browser.execute_script(NOTE)
            chance, connection = random.Random(1), HTTPConnection(*server.address)
            for _ in range(moves):
                driver.move(table, chance, connection)
                time.sleep(0.3)
            now, sent = time.time() - time.monotonic(), table.sent
            took: list[float] = []
            for window in browser.window_handles[1:]:
                browser.switch_to.window(window)
                shown = browser.execute_script("return window.shown")
                took += [
                    shown[str(step)] - 1000 * (at + now)
                    for step, at in sent.items()
                    if str(step) in shown
                ]
        finally:
            browser.quit()
        store.close()
    took.sort()
    print(
        f"Of {len(sent)} moves, {pages} browsers showed {len(took) / pages:.0f}:"
        f" half of them within {part(took, 0.5)} ms, nine of ten within {part(took, 0.9)} ms, with"
        f" {os.getloadavg()[0]:.1f} processes that wanted to run on {os.cpu_count()} cores."
    )


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--games", type=int, nargs="+", default=[1, 10, 100, 1000])
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--store", nargs="+", default=["sqlite", "postgres"])
    options.add_argument("--memory", type=float, default=0, metavar="SECONDS")
    options.add_argument("--browsers", type=int, default=0, metavar="PAGES")
    given = options.parse_args()
    if given.browsers:
        showing(given.browsers)
        return
    if given.memory:
        growing(given.memory)
        return
    kinds = [kind for kind in given.store if kind != "postgres" or has_postgres()]
    print("| store | games | moves/s | a move: p50, ms | p99 | at others: p50, ms | p99 |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in kinds:
        for games in given.games:
            print(row(kind, games, given.seconds), flush=True)
    print("\nWhere the time of a move goes, if one comes after the other:\n")
    for kind in kinds:
        print(shares(kind, given.seconds), flush=True)
    print("\nWhat is not in memory is played again from the store:\n")
    for kind in kinds:
        print(miss(kind), flush=True)
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"\nAt the end, {load:.1f} processes wanted to run, on {cores} cores.")


if __name__ == "__main__":
    main()
