"""Typed lines of any length are answered at once, whatever they consist of."""

from __future__ import annotations

import math
import re
import resource
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import pytest

from cli.running import environment
from elfen import Game, compile_ruleset
from elfen.cli.lines import MOST
from elfen.cli.playing.typed import Reader, folded
from paced import seconds

LONG, LONGEST = 100_000, 5_000
#: Of a usual machine's processor, for one reading.
SECONDS = 1.0

#: What is repeated, between a beginning and an end.
LINES = {
    "spaces": ("", " ", ""),
    "spaces before a word": ("move", " ", "x"),
    "spaces before a bracket": ("place", " ", "("),
    "spaces before a dash": ("place a", " ", "–b"),
    "spaces of other sorts": ("place", "\t\u3000", "x"),
    "one word": ("move ", "a", ""),
    "words": ("place ", "a ", ""),
    "the same piece": ("draw open ", "dragon ", ""),
    "routes": ("place dragon ", "elvenhold-", ""),
    "brackets": ("", "(a", ")"),
    "open brackets": ("", " (", ""),
    "hyphens": ("move ", "-", ""),
    "dashes": ("move", " –", ""),
    "stars": ("move a", "*1", ""),
    "digits": ("", "9", ""),
    "numbers": ("draw open ", "1 ", ""),
    "accents": ("place e", "\u0301", ""),
    "letters of many letters": ("", "\ufdfa", ""),
    "apostrophes": ("why", "'", ""),
}


@cache
def game() -> Game:
    return compile_ruleset("rio-grande").new_game(2, seed=1)


def line(what: str, length: int) -> str:
    begin, again, end = LINES[what]
    return begin + again * ((length - len(begin) - len(end)) // len(again)) + end


@pytest.mark.parametrize("what", LINES)
def test_reading_takes_no_longer_than_the_line(what: str) -> None:
    reader = Reader(game().view(0))
    readings = {
        LONG: (folded, reader.words, game().rules.parse),
        LONGEST: (
            reader.find,
            reader.about,
            reader.meant,
            reader.route,
            lambda text: reader.completions(text, "d"),
            lambda text: reader.completions("draw", text),
        ),
    }
    for length, some in readings.items():
        for reading in some:
            assert seconds(partial(reading, line(what, length)), SECONDS) < SECONDS


def test_reading_that_takes_the_square_of_the_spaces_is_found_out() -> None:
    spaces = line("spaces before a word", LONG // 4)
    assert seconds(lambda: re.sub(r"\s+$", "", spaces), math.inf) > SECONDS


def test_spaces_are_one_space() -> None:
    assert folded("  Erg'Erén \t –\u3000 Wylhién’s  x ") == "ergeren-wylhiens x"


def test_a_line_that_is_too_long_is_answered_in_one(tmp_path: Path) -> None:
    typed = [*(line(what, LONG) for what in LINES), "a" * (LONGEST + 1)]
    typed += [*(line(what, LONGEST) for what in LINES), "quit"]
    done = subprocess.run(
        [sys.executable, "-m", "elfen.cli", "play", "--seed", "1"],
        input="\n".join(typed).encode(),
        capture_output=True,
        cwd=tmp_path,
        env=environment({"COLUMNS": "9999"}),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = done.stdout.decode().partition("seat 0> ")[2].split("seat 0> ")
    too_long = [answer for answer in answers if answer.endswith("type at most 5,000\n")]
    assert len(too_long) == len(LINES) + 1 - len(["spaces"])
    assert f"that line has {LONGEST + 1:,} characters; type at most 5,000\n" == too_long[-1]
    assert all(answer.count("\n") == 1 for answer in too_long)
    assert max(map(len, answers)) <= MOST + 1
    assert Game.load(tmp_path / "elfen-game.json").steps == 0


def test_bytes_that_are_no_text_are_no_end(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "elfen.cli", "play", "--seed", "1"],
        input=b"\xff\xed\xa0\x80 \nsave a\0b\n1\nquit\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is no action" in done.stdout
    assert Game.load(tmp_path / "elfen-game.json").steps == 3


def test_a_line_without_an_end_is_the_end(tmp_path: Path) -> None:
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-m", "elfen.cli", "play", "--seed", "1"],
            stdin=zeros,
            capture_output=True,
            cwd=tmp_path,
            env=environment(),
            preexec_fn=bounded,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    assert Game.load(tmp_path / "elfen-game.json").steps == 0
