"""Nowhere to write, and nobody to ask: one line on stderr, and an exit code, of every command."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.running import called, environment, run
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


def shell(line: str, folder: Path, first: str = "") -> tuple[int, str]:
    """The exit code of `elfen` with these arguments and redirections, and stderr.

    What the shell is to do `first` ends with a semicolon.
    """
    done = subprocess.run(
        ["sh", "-c", f'{first}exec "$0" -m elfen.cli {line}', sys.executable],
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


# Files that commands write --------------------------------------------------------------

#: Each command that writes a file, after which its name comes, and how that ends.
WRITING = {
    "draw": ("draw game.json -o", "svg"),
    "board": ("board draw board.toml -o", "svg"),
    "replay": ("replay game.json --seat 0 -o", "html"),
    "figures": ("simulate --games 2 --players 2 --stats -o", "csv"),
    "plot": ("simulate --games 2 --players 2 --stats --plot", "png"),
    "heat": ("simulate --games 2 --players 2 --stats --heat", "svg"),
    "arena": ("arena --players greedy,random --games 2 --seats 2 --plot", "svg"),
}
#: What some of them need, which may not be installed.
NEEDED = {"figures": "polars", "plot": "matplotlib", "arena": "matplotlib"}
for _name in [name for name, library in NEEDED.items() if find_spec(library) is None]:
    del WRITING[_name]


def test_a_pipe_without_a_reader_is_one_line(folder: Path) -> None:
    lines = {}
    for name, (line, end) in WRITING.items():
        os.mkfifo(folder / f"{name}.{end}")
        lines[name] = f"{line} {name}.{end}"
    ended = side_by_side(lines, lambda line: shell(line, folder))
    assert {name: code for name, (code, _) in ended.items()} == dict.fromkeys(lines, 2)
    for _, err in ended.values():
        assert err.endswith(": nobody reads what is written there\n")
        assert err.count("\n") == 1
    assert all((folder / f"{name}.{WRITING[name][1]}").is_fifo() for name in lines)


def test_a_pipe_with_a_reader_is_written_to(folder: Path) -> None:
    os.mkfifo(folder / "pipe.html")
    with subprocess.Popen(["cat", "pipe.html"], stdout=subprocess.PIPE, cwd=folder) as reader:
        time.sleep(0.5)
        assert shell("replay game.json --seat 0 -o pipe.html", folder) == (0, "")
        assert reader.stdout is not None
        assert reader.stdout.read().rstrip().endswith(b"</html>")
    assert (folder / "pipe.html").is_fifo()


def test_a_disk_that_fills_leaves_the_old_file_and_no_other(folder: Path) -> None:
    for name, (_, end) in WRITING.items():
        (folder / f"{name}.{end}").write_text("mine")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    lines = {name: f"{line} {name}.{end}" for name, (line, end) in WRITING.items()}
    ended = side_by_side(lines, lambda line: shell(line, folder, first="ulimit -f 1; "))
    assert {name: code for name, (code, _) in ended.items()} == dict.fromkeys(lines, 2)
    for _, err in ended.values():
        assert err.endswith(": File too large\n")
        assert err.count("\n") == 1
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("name", sorted({"plot", "arena"} & WRITING.keys()))
def test_a_setting_with_which_matplotlib_does_not_load_is_one_line(name: str, folder: Path) -> None:
    line, end = WRITING[name]
    code, err = shell(f"{line} new.{end}", folder, first="export MPLBACKEND=nonsense; ")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("elfen: matplotlib cannot be loaded: ValueError: ")
    assert not (folder / f"new.{end}").exists()


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


@pytest.mark.parametrize("asked", ["bash_complete", "fish_complete", "foo", "bash_foo", "_"])
def test_what_no_shell_asks_of_completion_is_ignored(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_ELFEN_COMPLETE", asked)
    ended = called(capsys, "cite --seed 1")
    assert (ended.code, ended.err) == (0, "")
    assert "seeds: 1" in ended.out


def test_a_shell_gets_completions() -> None:
    asked = {"_ELFEN_COMPLETE": "bash_complete", "COMP_WORDS": "elfen ci", "COMP_CWORD": "1"}
    assert run("", asked).out == "plain,cite\n"
