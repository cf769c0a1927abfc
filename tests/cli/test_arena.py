"""`elfen arena` as a person uses it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import called, environment, on_terminal, python, run

QUICK = "arena --players random,my_bots:First --seats 2 --seed 1"

BOT = """\
class First:
    def choose(self, view):
        return view.legal_actions[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_bots.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_bot_of_four_lines_is_rated_without_a_package(folder: Path) -> None:
    ended = run(f"{QUICK} --games 6")
    assert (ended.code, ended.err) == (0, "")
    assert "6 games of 3 deals" in ended.out
    rows = [line.split() for line in ended.out.splitlines()]
    assert {"random", "my_bots:First"} <= {row[0] for row in rows if row}


def test_three_players_have_a_matrix(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(capsys, "arena --players random,random:,greedy --seats 2 --games 1 --seed 1")
    assert out.code == 2  # `random:` has no setting
    told = called(capsys, "arena --players random,planner,greedy --seats 3 --games 3 --seed 1").out
    assert "ahead of" in told
    assert len(re.findall(r"\d+%", told)) == 6


def test_each_game_is_a_line_and_resume_plays_none_twice(folder: Path) -> None:
    first = run(f"{QUICK} --games 4 -o games.jsonl")
    assert first.code == 0
    assert len((folder / "games.jsonl").read_text().splitlines()) == 4
    line = (folder / "games.jsonl").read_text().splitlines()[0]
    (folder / "games.jsonl").write_text("".join(f"{row}\n" for row in [line]))
    again = run("arena --players random,my_bots:First --seats 2 --games 8 --resume games.jsonl")
    assert again.code == 0
    rows = [json.loads(row) for row in (folder / "games.jsonl").read_text().splitlines()]
    assert rows[0] == json.loads(line)
    assert len({(row["deal"], row["rotation"]) for row in rows}) == len(rows) == 8
    assert {row["series"] for row in rows} == {1}


def test_a_file_that_is_there_is_kept(folder: Path) -> None:
    (folder / "mine").write_text("precious")
    ended = run(f"{QUICK} --games 2 -o mine")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert (folder / "mine").read_text() == "precious"


def test_a_file_to_go_on_with_is_kept_if_it_has_no_results(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "poem.txt").write_text("my only copy, no newline at the end")
    (folder / "endless").symlink_to("/dev/zero")
    for name in ("poem.txt", "endless"):
        ended = called(capsys, f"arena --players random,greedy --seats 2 --games 1 --resume {name}")
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert ended.err.startswith(f"elfen: {name}: ")
    assert (folder / "poem.txt").read_text() == "my only copy, no newline at the end"


def test_what_a_file_of_results_tells_is_harmless(folder: Path) -> None:
    """A reason of a forfeit is one short line, whoever has written it."""
    file = folder / "games.jsonl"
    assert run(f"{QUICK} --games 2 -o games.jsonl").code == 0
    rows = [json.loads(row) for row in file.read_text().splitlines()]
    rows[0]["forfeit"] = {"seat": 0, "reason": "oh\x1b[31m\n" + "no " * 3_000}
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    ended = run(f"{QUICK} --games 2 --resume games.jsonl")
    assert ended.code == 0
    assert "forfeits, oh" in ended.out
    assert "\x1b" not in ended.out
    assert len(ended.out) < 2000


def test_it_stops_when_the_question_is_answered(folder: Path) -> None:
    ended = run(
        "arena --players greedy,random --seats 2 --games 1000 --seed 1 --until greedy>random"
    )
    assert "Is greedy better than random? Yes." in ended.out
    games = int(ended.out.split()[0])
    assert games < 100


@pytest.mark.parametrize(
    "wrong",
    [
        "--until random",
        "--until random>planner",
        "--limit 0",
        "--limit nan",
        "--players random",
        "--players random,nobody",
        "--players random,random",
        "--seats 1000000000",
        "--cluster nowhere",
        "--margin 2 --until random>greedy",
        "-o a --resume b",
        "--resume missing.jsonl",
    ],
)
def test_what_is_wrong_is_one_line_and_code_2(
    folder: Path, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "cluster" in wrong:
        pytest.importorskip("distributed")
    ended = called(capsys, f"arena --players random,greedy --games 2 {wrong}")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert len(ended.err) < 350


def test_a_forfeit_is_told_with_its_reason(folder: Path) -> None:
    (folder / "bad.py").write_text(
        "class Bad:\n    def choose(self, view):\n        return 1 / 0\n", encoding="utf-8"
    )
    ended = run("arena --players random,bad:Bad --seats 2 --games 2 --seed 1")
    assert ended.code == 0
    assert "bad:Bad forfeits, ZeroDivisionError: 'division by zero'" in ended.out


def test_a_terminal_sees_how_far_it_is() -> None:
    out = on_terminal("arena --players greedy,random --seats 2 --games 6 --seed 1")
    assert re.search(r"[1-6]/6", out.out)
    assert "a second" in out.out


def heed_ctrl_c() -> None:
    """Tests that a shell starts in the background ignore the signal; what users start does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


#: As many games as a deal of two players in four seats has; workers write them all at once.
ONE_DEAL = 4


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_there_is_and_how_to_go_on(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ["arena", "--players", "greedy,random", "--games", "100000", "-o", str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "elfen.cli", *arguments, "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    ) as process:
        while not file.exists() or file.read_text().count("\n") <= ONE_DEAL:
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert err == b"elfen: interrupted\n"
    assert process.returncode == 130
    assert b"ahead of" not in out
    assert b"greedy" in out
    assert f"go on with --resume {file}".encode() in b"".join(out.split(b"\n"))


def test_a_plot_is_drawn(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run(f"{QUICK} --games 2 --plot arena.png").code == 0
    assert (folder / "arena.png").read_bytes().startswith(b"\x89PNG")


def test_no_command_loads_what_only_ratings_need() -> None:
    told = python(
        "-c",
        "import sys, elfen.cli.app; print([m for m in sys.modules"
        " if m.split('.')[0] in ('openskill', 'matplotlib', 'distributed', 'numpy')])",
    )
    assert told.out == "[]\n"
