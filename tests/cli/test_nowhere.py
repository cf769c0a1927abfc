"""Nowhere to write, and nobody to ask: one line on stderr, and an exit code, of every command."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cli.running import called, environment
from elfen import Game, compile_ruleset

#: Each command, with something to print.
COMMANDS = {
    "demo": "demo --players 2 --seed 1",
    "play": "play --seed 1",
    "show": "show game.json",
    "draw": "draw game.json -o game.svg",
    "replay": "replay game.json --seat 0 -o game.html",
    "board draw": "board draw board.toml -o board.svg",
    "arena": "arena --players greedy,random --games 4 --seats 2",
    "simulate": "simulate --games 1 --players 2",
    "json": "simulate --games 1 --players 2 --json",
    "explain": "explain",
    "cite": "cite --seed 1",
    "expansions": "expansions",
    "board": "board check board.toml",
    "new": "new-expansion mine",
    "laws": "laws sea --only deluxe:",
    "help": "--help",
}
FULL = "elfen: cannot read the input or write the output: No space left on device\n"
CLOSED = "elfen: standard output is closed: send it to a file, or to /dev/null\n"
BOARD = """
format = 1
name = "two"
capital = "a"
size = [9, 9]
routes = [{ ends = ["a", "b"], terrain = "plains" }]
[towns]
a = { name = "A", at = [1, 1] }
b = { name = "B", at = [8, 8] }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    compile_ruleset().new_game(2, seed=1).save(tmp_path / "game.json")
    (tmp_path / "board.toml").write_text(BOARD)
    return tmp_path


def shell(line: str, folder: Path) -> tuple[int, str]:
    """The exit code of `elfen` with these arguments and redirections, and stderr."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m elfen.cli {line}', sys.executable],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment(),
        check=False,
    )
    return done.returncode, done.stderr


def side_by_side(
    lines: Mapping[str, str], run: Callable[[str], tuple[int, str]]
) -> dict[str, tuple[int, str]]:
    with ThreadPoolExecutor(os.cpu_count()) as several:
        return dict(zip(lines, several.map(run, lines.values()), strict=True))


def test_a_full_disk_is_one_line_and_code_2(folder: Path) -> None:
    ended = side_by_side(COMMANDS, lambda line: shell(f"{line} >/dev/full", folder))
    assert ended == dict.fromkeys(COMMANDS, (2, FULL))


def test_closed_streams_are_one_line_and_code_2(folder: Path) -> None:
    lines = {
        "demo": f"{COMMANDS['demo']} >&-",
        "play": "play >&-",
        "board": "board check board.toml >&-",
        "nobody to ask": "play <&-",
        "nobody is asked": "show game.json <&-",
        "no errors": "explain 2>&-",
        "no progress": "simulate --games 1 --players 2 2>&-",
        "nothing at all": "new-expansion mine <&- >&- 2>&-",
        "an error": "demo --players 99 2>&-",
        "a full disk": "demo --players 99 >/dev/full 2>/dev/full",
    }
    assert side_by_side(lines, lambda line: shell(line, folder)) == {
        **dict.fromkeys(("demo", "play", "board"), (2, CLOSED)),
        "nobody to ask": (2, "elfen: standard input is closed: there is nobody to play\n"),
        **dict.fromkeys(("nobody is asked", "no errors", "no progress"), (0, "")),
        **dict.fromkeys(("nothing at all", "an error", "a full disk"), (2, "")),
    }
    assert not (folder / "mine").exists()


def test_a_pipe_that_nobody_reads_is_quiet(folder: Path) -> None:
    def unread(line: str) -> tuple[int, str]:
        read, write = os.pipe()
        os.close(read)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "elfen.cli", *line.split()],
                stdin=subprocess.DEVNULL,
                stdout=write,
                stderr=subprocess.PIPE,
                text=True,
                cwd=folder,
                env=environment(),
                check=False,
            )
        finally:
            os.close(write)
        return done.returncode, done.stderr

    lines = {name: COMMANDS[name] for name in ("play", "show", "expansions", "board", "new")}
    assert side_by_side(lines, unread) == dict.fromkeys(lines, (1, ""))


NO_FOLDER = "/proc/self/fdinfo"  # not even the superuser can write there


@pytest.mark.skipif(not Path(NO_FOLDER).is_dir(), reason="there is no such folder")
def test_a_folder_where_nothing_can_be_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = called(capsys, f"new-expansion mine --folder {NO_FOLDER}/mine")
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    code, err = shell(f"play --seed 1 --save {NO_FOLDER}/game.json", Path(NO_FOLDER))
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"elfen: The game is lost: {NO_FOLDER}/game.json: ")


def test_a_disk_that_fills_during_a_game_says_what_becomes_of_the_game(folder: Path) -> None:
    """First there is no room for the save either, then there is."""

    def played(most: int) -> str:
        with (folder / "said").open("wb") as said:
            done = subprocess.run(
                [sys.executable, "-m", "elfen.cli", "play", "--seed", "1", "--save", "mine.json"],
                input=b"log\n" * 2000,
                stdout=said,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment(),
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
                check=False,
            )
        assert done.returncode == 2
        return done.stderr.decode()

    no_room, room = played(1000), played(50_000)
    assert no_room == "elfen: File too large. The game is lost: mine.json: File too large\n"
    assert room == (
        "elfen: File too large. Saved to mine.json. Go on with: elfen play --load mine.json\n"
    )
    assert Game.load(folder / "mine.json").steps == 0
