"""Servers are killed while people play: no move that was answered is lost, none is half done.

ELFEN_KILLS says how often, instead of a few times.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest
from servers import Server, has_postgres, postgres, postgres_server, running
from visitors import links_of, table_of

from elfen.web.store import Store

KILLS = int(os.environ.get("ELFEN_KILLS", "2"))


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
    elif has_postgres():
        pytest.importorskip("psycopg", reason="psycopg is not installed")
        with postgres() as address:
            yield address
    else:
        pytest.skip("there is no PostgreSQL")


def set_up(server: Server) -> tuple[str, list[str]]:
    """A table for two programs: its address, and the secrets of the seats."""
    form = urlencode({"seat.0": "friend", "seat.1": "friend"}).encode()
    status, page = server.asks("new", form=form)
    assert status == 200
    return table_of(page), [link.rpartition("#")[2] for link in links_of(page)]


class Playing(threading.Thread):
    """Plays on at random until the server is gone; notes what was sent and what was answered."""

    def __init__(self, server: Server, table: str, secrets: list[str], seed: int) -> None:
        super().__init__()
        self.server, self.table, self.secrets = server, table, secrets
        self.chance = random.Random(seed)
        self.sent: list[tuple[int, str]] = []
        self.answered: list[tuple[int, str]] = []

    def run(self) -> None:
        while True:
            for secret in self.secrets:
                status, view = self.server.asks(f"api{self.table}/view", secret=secret)
                if status != 200 or "over" in view["pending"]:
                    return
                if view["legal_actions"]:
                    step, move = view["step"], self.chance.choice(view["legal_actions"])
                    self.sent.append((step, move))
                    told = {"step": step, "move": move}
                    status, _ = self.server.asks(f"api{self.table}/move", told, secret)
                    if status == 200:
                        self.answered.append((step, move))


def test_no_answered_move_is_lost(store: str) -> None:
    chance, count = random.Random(7), Counter[str]()
    with running(store) as server:
        table, secrets = set_up(server)
    sent: list[tuple[int, str]] = []
    answered: dict[int, str] = {}
    for kill in range(KILLS):
        with running(store) as server:
            if is_over(server, table):
                table, secrets = set_up(server)
                sent, answered, count["games"] = [], {}, count["games"] + 1
            playing = Playing(server, table, secrets, kill)
            playing.start()
            time.sleep(chance.random() * 0.5)
            server.kill()
            playing.join()
        version, kept = kept_of(store, table)
        assert version == len(kept)
        sent += playing.sent
        answered |= playing.answered
        assert set(enumerate(kept)) <= set(sent)
        for step, move in answered.items():
            assert kept[step] == move
        count["moves"] += len(playing.answered)
        count["kept without an answer"] += len(kept) - len(answered)
        answered |= enumerate(kept)
    print(f"{KILLS} kills: {dict(count)}")
    with running(store) as server:  # and the game goes on
        assert server.asks(f"api{table}/view")[1]["step"] == len(kept)
        if not is_over(server, table):
            views = [server.asks(f"api{table}/view", secret=secret)[1] for secret in secrets]
            assert any(view["legal_actions"] for view in views)
        assert server.stop() in (0, 130)


def is_over(server: Server, table: str) -> bool:
    """Whether a game has ended."""
    return "over" in server.asks(f"api{table}/view")[1]["pending"]


def kept_of(store: str, table: str) -> tuple[int, list[str]]:
    """The version of a game that is kept, and its decisions."""
    kept = Store(store)
    try:
        return kept.moves(table.rpartition("/")[2])
    finally:
        kept.close()


def test_two_servers_share_a_game() -> None:
    """Whichever is asked, the game is the same, and a move is kept once; if they have a store."""
    if not has_postgres():
        pytest.skip("there is no PostgreSQL")
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    chance = random.Random(3)
    with (
        postgres_server() as database,
        running(store := database.address) as one,
        running(store) as other,
        ThreadPoolExecutor(2) as at_once,
    ):
        table, secrets = set_up(one)
        database.stop()  # and what is lost is told, and there again
        status, told = one.asks(f"api{table}/view")
        assert status == 503
        assert "cannot be reached" in told
        database.start()
        played: list[str] = []
        for asked in ([one], [other], [one, other]) * 8:  # each alone, then both at once
            secret, moves = asked_of(one, table, secrets)
            assert (secret, moves) == asked_of(other, table, secrets)
            sent = [chance.choice(moves) for _ in asked]
            answers = [
                at_once.submit(server.asks, f"api{table}/move", told, secret)
                for server, move in zip(asked, sent, strict=True)
                for told in [{"step": len(played), "move": move}]
            ]
            statuses = [answer.result()[0] for answer in answers]
            assert sorted(statuses) == [200, 409][: len(asked)]
            played.append(sent[statuses.index(200)])
        assert kept_of(store, table) == (len(played), played)


def asked_of(server: Server, table: str, secrets: list[str]) -> tuple[str, list[str]]:
    """The secret of a seat that has to decide, and its legal actions."""
    for secret in secrets:
        status, view = server.asks(f"api{table}/view", secret=secret)
        assert status == 200
        if view["legal_actions"]:
            return secret, view["legal_actions"]
    raise AssertionError("nobody is asked")
