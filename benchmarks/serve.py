"""How many moves a server answers: real HTTP, on one machine, with ever more games.

python benchmarks/serve.py [--store URL] [--games 1 10 100] [--seconds 10]

A driver in a process of its own keeps one move at a time under way in each of a few threads, and a
watcher of the server-sent events of one game notes when its moves arrive. The server and the driver
share the machine.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

THREADS = 4


class Table:
    """A game for two programs."""

    def __init__(self, connection: HTTPConnection) -> None:
        form = urlencode({"seat.0": "friend", "seat.1": "friend"})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/new", form, headers)
        page = connection.getresponse().read().decode()
        self.secrets = re.findall(r"/join#([\w-]+)", page)
        found = re.search(r'href="/table/([\w-]+)"', page)
        assert found, page
        self.here = f"/api/table/{found[1]}"
        self.lock = threading.Lock()
        self.seat = 0


def asked(connection: HTTPConnection, path: str, secret: str, body: Any = None) -> Any:
    """The JSON of an answer."""
    told = {"Authorization": f"Bearer {secret}"}
    method = "GET" if body is None else "POST"
    connection.request(method, path, None if body is None else json.dumps(body), told)
    answer = connection.getresponse()
    return json.loads(answer.read())


class Driver:
    """Moves in all games, and what they took, in milliseconds."""

    def __init__(self, host: str, port: int, tables: Sequence[Table], seconds: float) -> None:
        self.host, self.port, self.tables = host, port, tables
        self.until = time.monotonic() + seconds
        self.took: list[float] = []
        self.sent: dict[int, float] = {}
        self.arrived: list[float] = []

    def drive(self, seed: int) -> None:
        """Move until the time is over."""
        chance, connection = random.Random(seed), HTTPConnection(self.host, self.port)
        while time.monotonic() < self.until:
            table = chance.choice(self.tables)
            if not table.lock.acquire(timeout=0.01):
                continue
            try:
                self.move(table, chance, connection)
            finally:
                table.lock.release()

    def move(self, table: Table, chance: random.Random, connection: HTTPConnection) -> None:
        """One move of whoever is due."""
        view = asked(connection, f"{table.here}/view?since=0", table.secrets[table.seat])
        if "ending" in view["pending"] or "over" in view["pending"]:
            return
        table.seat = view["pending"].get("seat", table.seat)
        if not view["legal_actions"]:
            view = asked(connection, f"{table.here}/view?since=0", table.secrets[table.seat])
        if view["legal_actions"]:
            move = {"step": view["step"], "move": chance.choice(view["legal_actions"])}
            start = time.monotonic()
            if table is self.tables[0]:
                self.sent[view["step"] + 1] = start
            asked(connection, f"{table.here}/move", table.secrets[table.seat], move)
            self.took.append((time.monotonic() - start) * 1000)

    def watch(self) -> None:
        """Note when the moves of the first game arrive at one who watches."""
        table = self.tables[0]
        connection = HTTPConnection(self.host, self.port)
        connection.request("GET", f"{table.here}/events")
        answer = connection.getresponse()
        while time.monotonic() < self.until:
            line = answer.readline()
            if line.startswith(b"data:"):
                sent = self.sent.get(int(line[5:]))
                if sent is not None:
                    self.arrived.append((time.monotonic() - sent) * 1000)
            if not line:
                return


def measured(store: str, games: int, seconds: float) -> str:
    """A row of the table."""
    command = [sys.executable, "-m", "elfen.cli", "serve", "--port", "0", "--store", store]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)/", server.stdout.readline())
        assert found
        host, port = found[1], int(found[2])
        connection = HTTPConnection(host, port)
        tables = []
        for n in range(games):
            tables.append(Table(connection))
            if n % 25 == 24:
                time.sleep(50)  # no address may begin more games a minute
        driver = Driver(host, port, tables, seconds)
        threads = [threading.Thread(target=driver.drive, args=(n,)) for n in range(THREADS)]
        watcher = threading.Thread(target=driver.watch, daemon=True)
        watcher.start()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took, arrived = sorted(driver.took), sorted(driver.arrived)
        p99 = took[int(len(took) * 0.99)]
        told = f"{statistics.median(arrived):.0f}" if arrived else "–"
        rate = len(took) / seconds
        return f"| {games} | {rate:.0f} | {statistics.median(took):.1f} | {p99:.1f} | {told} |"
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--store", default="")
    options.add_argument("--games", type=int, nargs="+", default=[1, 10])
    options.add_argument("--seconds", type=float, default=10)
    given = options.parse_args()
    print("| games | moves a second | p50 of a move, ms | p99 | arrives after, ms |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for games in given.games:
        with tempfile.TemporaryDirectory() as folder:
            store = given.store or f"sqlite:///{folder}/games.db"
            print(measured(store, games, given.seconds), flush=True)


if __name__ == "__main__":
    main()
