"""`elfen laws`: every law on an installed plugin, a line a trial."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import called, environment, install, python
from cli.test_ending import heed_ctrl_c
from testing.plugins import MOTH

RULESET = r"  1/1 land\+sea deluxe: ruleset: holds \(\d+\.\d s\)\n"


def test_a_plugin_that_keeps_the_laws(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "laws sea --only deluxe:")
    assert ended.code == 0, ended.err
    assert re.match(RULESET, ended.out)
    assert "sea was not tried with gold: 'gold' does not go with 'sea'" in ended.out
    assert re.search(r"^agreement +ruleset +1 ", ended.out, re.MULTILINE)
    assert re.search(r"^sea: reached \d+ of \d+ places and \d+ of \d+ lines$", ended.out, re.M)
    assert re.search(r"^not reached: lines .* of trading.py$", ended.out, re.MULTILINE)
    assert re.search(r"1 of 1 trials in \d+ seconds of .*: no law is broken\n$", ended.out)


def test_a_threshold_for_what_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "laws sea --only deluxe: --reach 99")
    assert ended.code == 1
    assert re.search(r"\d+ % of the lines have run, but --reach asks for 99 %\n$", ended.out)
    assert called(capsys, "laws sea --only deluxe: --reach 10").code == 0


def moth(tmp_path: Path, line: str) -> tuple[int, str]:
    """The exit code and the output with a moth installed."""
    install(tmp_path, "moth", MOTH)
    env = environment({"PYTHONPATH": str(tmp_path)})
    ended = python("-m", "elfen.cli", *line.split(), env=env)
    assert ended.err == ""
    return ended.code, ended.out


def test_a_broken_law_is_told_with_a_save(tmp_path: Path) -> None:
    line = f"laws moth --only corners -x --examples {tmp_path / 'kept'}"
    code, out = moth(tmp_path, line)
    assert code == 1
    first, second, *_ = out.splitlines()
    assert re.match(r"  1/\d+ land\+moth 2 players: corners: broken \(", first)
    assert "conservation: " in second
    assert "[step 'moth/eat', plugin 'moth']" in second
    assert list((tmp_path / "kept").iterdir())
    assert re.search(r"1 of \d+ trials in .*: 1 failed, \d+ left out or stopped\n$", out)


def test_going_on_until_a_law_is_broken(tmp_path: Path) -> None:
    late = MOTH.replace("if any(counts):", "if sum(counts) == max(counts) == 4:")
    assert late != MOTH
    install(tmp_path, "moth", late)
    env = environment({"PYTHONPATH": str(tmp_path), "ELFEN_EXAMPLES": ""})
    only = "moth 2 players: equipped seats"
    line = "-m elfen.cli laws moth --until-found -x --seed 5 --only"
    ended = python(*line.split(), only, env=env)
    assert ended.code == 1
    assert ended.out.startswith("seed 5\n")
    assert "\nseed 6\n" in ended.out
    assert "conservation: " in ended.out
    assert "in eat (plugin 'moth')" in ended.out


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_says_what_has_been_found() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "elfen.cli", "laws", "sea"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=heed_ctrl_c,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert "ruleset: holds" in first
    assert "trials in" in out
    assert "left out or stopped" in out
    assert "Traceback" not in err
    assert process.returncode == 130
