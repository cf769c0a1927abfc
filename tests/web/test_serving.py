"""Where a server listens, and where it keeps its games: what is neither is told in a line."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

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
