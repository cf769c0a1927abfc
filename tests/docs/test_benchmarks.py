"""The benchmarks run, and the page about them shows what they measure."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


def figures(program: str, *options: str) -> dict[str, Any]:
    command = [sys.executable, str(ROOT / "benchmarks" / program), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_every_measurement_on_the_page_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    found = [one["command"] for one in importlib.import_module("refresh").MEASURED.finditer(PAGE)]
    assert len(found) == PAGE.count("<!-- measured -->\n") > 8
    assert all((ROOT / command.split()[0]).is_file() for command in found)


def test_random_games_are_measured_and_every_way_to_play_them_is_on_the_page() -> None:
    measured = figures("random_games.py", "--rounds", "2", "--slice", "0.01", "--warm-up", "0")
    ways = measured["times_python_chess"]
    assert len(ways) == 3
    for name, figure in ways.items():
        assert f"| {name} |" in PAGE
        first, third = figure["quartiles"]
        assert 0 < first <= figure["median"] <= third
        assert figure["choices_a_game"] > 50


def test_pictures_are_measured_and_on_the_page() -> None:
    measured = figures("pictures.py", "--rounds", "1", "--rules", "Elfenland")["pictures"]
    assert [*measured] == ["Elfenland, 4 players", "Elfenland, 6 players"]
    for name, one in measured.items():
        assert one["made"] > 1
        assert 1 < one["read"] < 20
        assert one["plays"] > 1
        assert f"| {name} |" in PAGE


def test_starting_up_is_measured_and_on_the_page() -> None:
    measured = figures("start_up.py", "--rounds", "1")["times_import_chess"]
    assert [*measured] == [
        "import chess",
        "import elfen",
        "import elfen; elfen.compile_ruleset()",
        "import attrs, cattrs, pluggy",
    ]
    assert measured["import chess"] == 1
    for name, times in measured.items():
        assert times > 0
        assert f"| `{name}` |" in PAGE


def test_statistics_are_measured_and_on_the_page() -> None:
    measured = figures("figures.py", "--games", "10", "--warm-up", "1", "--rules", "Elfenland")
    (times,) = measured["times_the_games_alone"].values()
    assert times > 0
    assert "| random games of four with statistics | times the games alone |" in PAGE


def test_searches_are_measured_and_on_the_page() -> None:
    options = ("--rounds", "1", "--iterations", "5", "--rules", "Elfenland")
    measured = figures("searching.py", *options)
    assert {"Elfenland, `rollout=planner`", "Elfenland, `rollout=light`"} <= {*measured}
    for name, rate in measured.items():
        assert rate > 0
        assert f"| {name} |" in PAGE


def test_environments_are_measured_and_on_the_page() -> None:
    pytest.importorskip("pettingzoo")
    options = ("--rounds", "1", "--slice", "0.01", "--warm-up", "0", "--only", "Elfenland, 2")
    measured = figures("environments.py", *options)["environments"]
    assert measured["Elfenland, 2: the game itself"]["times_the_game"] == 1
    assert len(measured) >= 2
    for name, one in measured.items():
        assert one["steps_a_second"] > 0
        assert f"| {name} |" in PAGE
