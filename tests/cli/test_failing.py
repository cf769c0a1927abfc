"""Plugins, players and packages that fail: commands say so in a line, and never end without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Ended, environment, install, python, run
from elfen import Game

#: A plugin whose rule, when it is asked, ends the program.
LEAVING_RULE = """
from elfen.plugin import Manifest, ScoreLine, hookimpl

@hookimpl
def elfen_manifest():
    return Manifest("leaving", rules_version=1, api=1, help="Ends the program.", requires=("land",))

@hookimpl
def elfen_scoring(rules):
    return [ScoreLine(
        "leaving/now", lambda position, seat: exit(0), lowest=lambda rules: 0,
        highest=lambda rules: 1, text="none",
    )]
"""
LEAVING_HOOK = """
from elfen.plugin import hookimpl

@hookimpl
def elfen_manifest():
    raise SystemExit
"""
PLAYERS = r"""
import sys
class Raising:
    def choose(self, view):
        raise ValueError("oh\x1b[31m")

class Waiting:
    async def choose(self, view):
        return view.legal_actions[0]

async def waited_for(rules):
    return Waiting()

class Leaving:
    def choose(self, view):
        raise SystemExit(0)

class Bare(BaseException):
    def __str__(self):
        raise self

class Ending:
    def choose(self, view):
        raise Bare

class Closing:
    def choose(self, view):
        sys.stdout.close()
        return view.legal_actions[0]

class Closing2(Closing):
    def choose(self, view):
        sys.stderr.close()
        return super().choose(view)

class Replacing:
    def choose(self, view):
        sys.stdout, sys.stderr = object(), None
        return view.legal_actions[0]
"""


@pytest.mark.parametrize(
    ("source", "command", "told"),
    [
        (
            "raise SystemExit(0)",
            "explain --with leaving",
            "loaded from leaving_plugin: SystemExit: 0",
        ),
        (LEAVING_HOOK, "explain --with leaving", "elfen_manifest raised SystemExit"),
        (
            LEAVING_RULE,
            "demo --with leaving",
            "a rule of plugin 'leaving' failed when it was asked",
        ),
        (
            LEAVING_RULE,
            "simulate --games 1 --bots random --with leaving",
            "'leaving/now' (elfen_scoring, points=): SystemExit: 0",
        ),
    ],
)
def test_a_plugin_that_ends_the_program_is_told(
    source: str, command: str, told: str, tmp_path: Path
) -> None:
    install(tmp_path, "leaving", source)
    ended = run(command, env={"PYTHONPATH": str(tmp_path)})
    assert ended.code == 2
    assert ended.err.startswith("elfen: ")
    assert ended.err.count("\n") == 1
    assert told in ended.err


@pytest.mark.parametrize("source", ["raise SystemExit(0)", LEAVING_HOOK], ids=["import", "hook"])
def test_a_plugin_that_ends_the_program_hides_no_other(source: str, tmp_path: Path) -> None:
    install(tmp_path, "leaving", source)
    ended = run("expansions", env={"PYTHONPATH": str(tmp_path), "COLUMNS": "200"})
    assert (ended.code, ended.err) == (0, "")
    assert "SystemExit" in ended.out
    assert "Elfenland" in ended.out


def with_player(command: str, name: str, folder: Path) -> Ended:
    """Run a command with one of `PLAYERS`; a person who plays chooses the first move each time."""
    (folder / "failing_players.py").write_text(PLAYERS)
    code = (
        "import io, os, sys; from elfen.cli import main; os.chdir(sys.argv.pop());"
        "sys.stdin = io.StringIO('1\\n' * 99); sys.exit(main(sys.argv[1:]))"
    )
    line = command.format(f"failing_players:{name}")
    return python("-c", code, *line.split(), str(folder))


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Raising", "ValueError: oh\ufffd[31m"),
        ("Leaving", "S"),
        ("Waiting", "TypeError: it is an async def, which nobody awaits"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "simulate --games 2 --players 2 --seed 1 --bots {}",
        "simulate --games 4 --players 2 --seed 1 --jobs 2 --bots {}",
        "simulate --games 2 --players 2 --seed 1 --stats --bots {}",
        "play --seats human,{} --seed 1",
    ],
)
def test_a_player_that_fails_is_named(command: str, name: str, told: str, tmp_path: Path) -> None:
    ended = with_player(command, name, tmp_path)
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("elfen: player ")
    assert f"failed: {told}" in ended.err


def test_a_player_that_is_awaited_is_none(tmp_path: Path) -> None:
    ended = with_player("arena --games 2 --seats 2 --players random,{}", "Waiting", tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "forfeits, TypeError: 'it is an async def," in ended.out
    ended = with_player("simulate --games 1 --bots {}", "waited_for", tmp_path)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "cannot be made: 'it is an async def, which nobody awaits'" in ended.err


def test_a_player_that_fails_does_not_lose_the_game(tmp_path: Path) -> None:
    """Where it is saved is told, even with another name than usual."""
    (tmp_path / "elfen-game.json").touch()
    ended = with_player("play --seats human,{} --seed 1 --lang de", "Raising", tmp_path)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "ValueError: oh" in ended.err
    assert "elfen play --load elfen-game-2.json --seats human,failing_" in ended.err
    assert Game.load(tmp_path / "elfen-game-2.json").steps == 1


SPOILT = "elfen: a player or a plugin has closed or replaced what elfen writes to\n"
BARE = "elfen: a plugin or a library ended the program: Bare: what it says cannot be shown\n"


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("name", "told"),
    [("Ending", BARE), ("Closing", SPOILT), ("Closing2", SPOILT), ("Replacing", SPOILT)],
)
@pytest.mark.parametrize(
    "command",
    [
        "simulate --games 2 --players 2 --seed 1 --bots {}",
        "arena --games 2 --seats 2 --seed 1 --players random,{}",
        "play --seats human,{} --seed 1",
    ],
)
def test_whatever_a_player_does_to_the_program_is_a_line(
    command: str, name: str, told: str, tmp_path: Path
) -> None:
    ended = with_player(command, name, tmp_path)
    if name == "Ending" and command.startswith("arena"):
        assert (ended.code, ended.err) == (0, "")
        assert "forfeits, Bare: 'what it says cannot be shown'" in ended.out
    else:
        assert (ended.code, ended.err) == (2, told)


@pytest.mark.parametrize(
    "command", ["expansions", "demo --with gold --seed 1", "explain --with sea"]
)
def test_a_package_whose_list_is_damaged_hides_no_other(command: str, tmp_path: Path) -> None:
    install(tmp_path, "damaged", "")
    (tmp_path / "damaged-2.5.dist-info" / "entry_points.txt").write_bytes(b"[a]\n\xff = x\n")
    ended = run(command, env={"PYTHONPATH": str(tmp_path)})
    assert (ended.code, ended.err) == (0, "")


def test_a_library_that_ends_the_program_is_told() -> None:
    code = (
        "import sys; from elfen.cli import app; app.elfen.main = lambda *a, **k: sys.exit(0);"
        "sys.exit(app.run(['demo']))"
    )
    ended = python("-c", code)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "elfen: a plugin or a library ended the program: SystemExit: 0\n"


@pytest.mark.parametrize("encoding", ["idna", "undefined", "undefined:strict"])
def test_an_encoding_that_takes_no_text_is_told(encoding: str) -> None:
    ended = run("demo --seed 1", env={"PYTHONIOENCODING": encoding})
    name = encoding.partition(":")[0]
    told = f"elfen: the encoding {name} is not for any text: set PYTHONIOENCODING=utf-8\n"
    assert ended == Ended(2, "", told)


def test_input_that_is_not_in_its_encoding_is_told(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "elfen.cli", "play", "--seed", "1"],
        input=b"1\nhelp\n",
        cwd=tmp_path,
        env=environment({"PYTHONIOENCODING": "utf-16"}),
        capture_output=True,
        check=False,
    )
    told = "cannot read the input or write the output: UTF-16 stream does not start with BOM"
    assert (ended.returncode, ended.stderr.decode("utf-16")) == (2, f"elfen: {told}\n")
