"""`elfen expansions`: what is installed, with version and help."""

from __future__ import annotations

from pathlib import Path

import pytest

import elfen
from cli.running import called, install, run


def test_elfenland_is_listed_with_version_editions_and_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = called(capsys, "expansions").out
    (line,) = (line for line in out.splitlines() if line.startswith("land "))
    assert line.split()[:2] == ["land", elfen.__version__]
    assert "Elfenland: " in line
    assert "rio-grande" in out


def test_an_installed_plugin_is_listed(
    capsys: pytest.CaptureFixture[str], house: dict[str, str]
) -> None:
    lines = [line.strip() for line in called(capsys, "expansions").out.splitlines()]
    at = next(n for n, line in enumerate(lines) if line.startswith("house "))
    assert lines[at].split(maxsplit=2) == ["house", "2.5", "Rules of the house."]
    assert lines[at + 1 : at + 4] == [
        "requires: land",
        "not with sea: no roads there",
        "rules version 3",
    ]


def test_a_broken_plugin_is_told_and_hides_no_other(tmp_path: Path) -> None:
    install(tmp_path, "broken", "import no_such_module\n")
    install(tmp_path, "empty", "")
    install(tmp_path, "odd", "def elfen_manifest(): return 3\n")
    ended = run("expansions", env={"PYTHONPATH": str(tmp_path), "COLUMNS": "200"})
    assert (ended.code, ended.err) == (0, "")
    rows = {line.split()[0]: line for line in ended.out.splitlines() if line[0] != " "}
    assert "no_such_module" in rows["broken"]
    assert "elfen_manifest" in rows["empty"]
    assert "no Manifest but 3" in rows["odd"]
    assert "Elfenland" in rows["land"]


def test_listing_needs_no_terminal_and_has_no_colour(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = called(capsys, "expansions").out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 60
