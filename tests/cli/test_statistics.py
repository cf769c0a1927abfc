"""`elfen simulate --stats` and `--compare` as a person uses them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import called, environment, python
from cli.test_arena import heed_ctrl_c
from elfen.cli import main

QUICK = ["simulate", "--bots", "random", "--players", "2", "--seed", "1", "--games"]


@pytest.mark.parametrize("columns", ["80", "120"])
def test_tables_are_as_wide_as_the_terminal_and_cut_no_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    told = called(capsys, f"{' '.join(QUICK)} 2 --stats --with gold --with favor")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(
        "2 games of 2 players (random), Elfengold with Favor of the Towns, edition"
    )
    assert max(map(len, told.out.splitlines())) <= int(columns)
    for title in ("Length", "Scores", "Seats", "Ties", "Actions", "Towns", "Routes", "Events"):
        assert f"\n\n{title}" in told.out
    for line in told.out.splitlines():
        assert "…" not in line[-30:]


def test_a_comparison_says_which_rules_and_what_is_clear(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*QUICK, "16", "--compare", "", "--option obstacles=0"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("16 deals by A and by B, 2 players (random), seed 1\nA: Elfenland")
    assert "B: Elfenland, edition rio-grande (--option obstacles=0)" in out
    line = next(line for line in out.splitlines() if line.startswith("laid on routes: obstacles"))
    assert line.split()[-5:] == ["2.00", "0.00", "−2.00", "±", "0.00"]
    assert main([*QUICK, "4", "--compare", "", "--option boatmen=yes", "--all"]) == 0
    assert "clear" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--all"],
        ["-o", "a.csv"],
        ["--stats", "--json"],
        ["--stats", "-o", "a.txt"],
        ["--stats", "--plot", "a.doc"],
        ["--stats", "--heat", "a"],
        ["--stats", "--plot", "a.svg", "--heat", "a.svg"],
        ["--stats", "--players", "9"],
        ["--compare", "", ""],
        ["--compare", "--sea", ""],
        ["--compare", "'", ""],
        ["--compare", "", "--option rounds"],
        ["--compare", "--help", ""],
    ],
)
def test_what_is_wrong_is_one_line_and_code_2(
    wrong: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*QUICK, "2", *wrong]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert len(err) < 350
    assert [*tmp_path.iterdir()] == []


def test_ctrl_c_shows_the_figures_so_far(tmp_path: Path) -> None:
    (tmp_path / "telling.py").write_text(
        "from pathlib import Path\n\n\nclass Telling:\n    def choose(self, view):\n"
        "        Path('begun').touch()\n        return view.legal_actions[-1]\n"
    )
    line = ["simulate", "--bots", "telling:Telling", "--players", "2", "--stats", "--seed", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "elfen.cli", *line, "--games", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"PYTHONPATH": str(tmp_path)}),
        cwd=tmp_path,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    ) as process:
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert err == b"elfen: interrupted\n"
    assert process.returncode == 130
    assert b"of 2 players (telling:Telling)" in out


def test_nothing_of_it_is_loaded_until_it_is_used() -> None:
    told = python(
        "-c",
        "import sys, elfen.cli.app; print([m for m in sys.modules if m.startswith('elfen.stats')"
        " or m.split('.')[0] in ('polars', 'matplotlib')])",
    )
    assert told.out == "[]\n"
