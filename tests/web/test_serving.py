"""Where a server listens, and where it keeps its games: what is neither is told in a line."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import warnings
from contextlib import closing
from pathlib import Path

import pytest
from servers import Server

from elfen import ElfenError
from elfen.cli import main
from elfen.web import serve
from elfen.web.store import Store, StoreLost

HOSTS = ("é..", "\udcff", "\u202e", "é" * 300, "a" * 300, "..", "a b", "[::1", "::g", "1.2.3.4.5")


@pytest.mark.parametrize("host", HOSTS, ids=ascii)
def test_a_host_that_is_none_is_one_line_and_code_2(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = f"sqlite:///{tmp_path / 'games.db'}"
    assert main(["serve", "--host", host, "--port", "0", "--store", store]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert len(told.err) < 320
    assert told.err.removesuffix("\n").isprintable()
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("port", [-1, 65536, 10**30])
def test_a_port_that_is_none_is_told(port: int, tmp_path: Path) -> None:
    with pytest.raises(ElfenError, match="cannot be served"):
        serve(f"sqlite:///{tmp_path / 'games.db'}", "127.0.0.1", port, print)


@pytest.mark.parametrize(
    "wrong",
    [
        "?foo=bar",
        "?mode=ro",
        "?timeout=x",
        "?cached_statements=99999999999999999999",
        "?detect_types=99999999999999999999",
        "?plugin=x",
    ],
)
def test_a_store_with_settings_that_it_has_not_is_refused(tmp_path: Path, wrong: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(StoreLost) as told:
            Store(f"sqlite:///{tmp_path / 'games.db'}{wrong}")
    assert len(str(told.value)) <= 300


@pytest.mark.parametrize(
    "address",
    ["", "foo", "sqlite://a@b/c", "postgresql+psycopg://localhost:abc/x", "sqlite:///.", "none://"],
)
def test_what_is_no_address_of_a_store_is_refused(address: str) -> None:
    with pytest.raises(StoreLost) as told:
        Store(address)
    assert len(str(told.value)) <= 300


def test_a_store_has_settings_that_it_knows(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept = Store(f"sqlite:///{tmp_path / 'games.db'}?timeout=20")
    assert kept.row("none") is None
    kept.close()


@pytest.mark.parametrize("name", ["games", "seats", "moves", "keys"])
@pytest.mark.parametrize("what", ["TABLE {name} (id TEXT)", "VIEW {name} AS SELECT 1 AS id"])
def test_a_database_of_somebody_else_stays_as_it_is(
    name: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"CREATE {what.format(name=name)}")
    before = path.read_bytes()
    assert main(["serve", "--port", "0", "--store", f"sqlite:///{path}"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    text = f"the table '{name}' of that database is somebody else's: name another store"
    assert told.err == f"elfen: {text}\n"
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["theirs.db"]


@pytest.mark.parametrize("text", ["x", "milk, bread\n", "SQLite format 3", "a poem\n" * 999])
def test_a_file_that_is_no_database_stays_as_it_is(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite takes the shortest ones for empty, and writes over them."""
    path = tmp_path / "shopping.txt"
    path.write_text(text)
    assert main(["serve", "--port", "0", "--store", f"sqlite:///{path}"]) == 2
    told = capsys.readouterr().err
    assert told == f"elfen: the file {str(path)!r} is no database: name another store\n"
    assert path.read_text() == text
    assert os.listdir(tmp_path) == ["shopping.txt"]


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    kept = Store(f"sqlite:///{tmp_path / 'games.db'}")
    assert kept.row("none") is None
    kept.close()


def test_a_database_with_other_tables_of_somebody_else_is_used(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE players (id TEXT)")
    for _ in range(2):
        kept = Store(f"sqlite:///{path}")
        assert kept.row("none") is None
        kept.close()


@pytest.mark.parametrize(
    "address",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file::memory:?uri=true",
        "sqlite+pysqlite://",
    ],
)
def test_a_store_in_memory_is_refused(address: str) -> None:
    with pytest.raises(StoreLost, match="a store in memory would forget all games"):
        Store(address)


@pytest.mark.parametrize(
    ("kind", "length"),
    [
        ("application/x-www-form-urlencoded", 70),  # who sends it leaves before it is whole
        ("multipart/form-data; boundary=x", 70),
        ("multipart/form-data; boundary=x", 7),
    ],
)
def test_a_form_that_is_cut_off_or_none_is_not_told_at_the_terminal(
    kind: str, length: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.db'}")
    at = re.fullmatch(r"http://(.*):(\d+)/", server.address)
    assert at is not None
    head = f"POST /new HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n"
    head += f"Content-Length: {length}\r\n\r\n"
    for _ in range(3):
        with socket.create_connection((at[1], int(at[2])), timeout=60) as one:
            one.sendall(f"{head}garbage".encode())
            assert length > 7 or one.recv(99).startswith(b"HTTP/1.1 400 ")
    assert server.asks("api/openapi.json")[0] == 200
    server.stop()
    assert capfd.readouterr().err == "elfen: interrupted\n"
