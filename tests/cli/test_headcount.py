"""A plugin for two, four or six players, at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import called, install
from elfen import compile_ruleset
from elfen.cli.play import seated

EVEN = """
from elfen.plugin import Manifest, hookimpl


@hookimpl
def elfen_manifest():
    return Manifest("even", rules_version=1, api=1, help="For pairs.", players={2, 4, 6})
"""


@pytest.fixture(autouse=True)
def _even(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "even", EVEN)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize("command", ["simulate --games 1", "demo", "explain"])
def test_another_number_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, f"{command} --with even --players 3")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "elfen: 3 players: these rules are for 2, 4 or 6\n"


def test_games_of_these_numbers_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate --with even --games 1 --bots random --seed 1 --json --players"
    for players in (2, 4):
        ended = called(capsys, f"{line} {players}")
        assert (ended.code, ended.out.count("\n")) == (0, 1)


def test_explain_says_which_numbers_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert "players: 2, 4 or 6\n" in called(capsys, "explain --with even").out
    difference = called(capsys, "explain --diff land even").out
    assert "2 to 6" in difference
    assert "2, 4 or 6" in difference


def test_who_says_nothing_plays_with_three_others_where_three_cannot_play() -> None:
    assert len(seated(None, compile_ruleset(), None)) == 3
    assert len(seated(None, compile_ruleset(expansions=["even"]), None)) == 4
