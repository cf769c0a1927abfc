"""Absurd numbers, and far too many arguments: one line at once, and code 2."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from cli.running import Ended, environment
from elfen import compile_ruleset
from elfen.bots import stock_players
from elfen.cli import main
from elfen.cli.lines import MOST
from elfen.errors import RulesetError
from paced import seconds

BILLION = 10**9
DIGITS = "9" * 5000
MANY = 10_000
LONG = "x" * 100_000
SECONDS = 2.0  # of a usual machine's processor
MEMORY = 1 << 30

ABSURD = {
    "games": ["simulate", "--games", str(BILLION)],
    "games of many digits": ["simulate", "--games", DIGITS],
    "jobs": ["simulate", "--jobs", str(BILLION)],
    "bots": ["simulate", "--bots", ",".join(["greedy"] * MANY)],
    "no players": ["simulate", "--players", "0"],
    "fewer players": ["simulate", "--players", f"-{BILLION}"],
    "players of a demo": ["demo", "--players", str(BILLION)],
    "players to explain": ["explain", "--players", str(BILLION)],
    "players of many digits": ["demo", "--players", DIGITS],
    "a seed of many digits": ["demo", "--seed", DIGITS],
    "another": ["play", "--seed", f"-{DIGITS}"],
    "rounds": ["demo", "--option", f"rounds={BILLION}"],
    "rounds of many digits": ["explain", "--option", f"rounds={DIGITS}"],
    "one expansion, often": ["demo", *["--with", "gold"] * MANY],
    "many expansions": ["simulate", *(f"--with=x{n}" for n in range(MANY))],
    "one option, often": ["play", *["--option", "rounds=3"] * MANY],
    "many options": ["explain", *(f"--option=x{n}=3" for n in range(MANY))],
    "seats": ["play", "--seats", ",".join(["human"] * MANY)],
    "a long ruleset": ["explain", "--diff", "land", "+".join(["gold"] * MANY)],
    "another ruleset": ["explain", "--diff", "land", "+".join(["a"] * MANY)],
    "a third ruleset": ["explain", "--diff", "+".join(["rounds=3"] * MANY), "land"],
    "a long command": [LONG],
    "a long option": ["demo", f"--{LONG}"],
    "a long option of the group": [f"--{LONG}"],
    "a long flag": ["play", f"--lesson={LONG}"],
    "a long choice": ["play", "--color", LONG],
    "a long argument": ["cite", LONG],
    "long arguments": ["cite", *[LONG] * 9],
    "a long number": ["demo", "--seed", LONG],
    "a long language": ["--lang", LONG],
    "a long name": ["new-expansion", LONG],
    "a long edition": ["demo", "--edition", LONG],
    "a long file": ["show", LONG],
    "a long board": ["board", "check", LONG],
    "a board of no name": ["board", "check", ""],
    "a board of no name to play on": ["demo", "--board", ""],
    "a save of no name": ["show", ""],
    "a save of no name to go on with": ["play", "--load", ""],
    "a picture of no name": ["simulate", "--plot", ""],
    "results of no name": ["arena", "--output", ""],
    "a plot of no name": ["arena", "--plot", ""],
    "a plot of another format": ["arena", "--plot", "plot.what"],
    "a zero character": ["show", "a\0b"],
    "a board with one": ["explain", "--board=\0"],
    "half a character": ["show", "\ud800"],
    "an option of one": ["explain", "--option=\ud800"],
    "a seat": ["show", "none.json", "--seat", DIGITS],
}


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def ran(line: str, env: Mapping[str, str]) -> Ended:
    """Run `elfen` in a new process with little memory."""
    done = subprocess.run(
        [sys.executable, "-m", "elfen.cli", *line.split()],
        capture_output=True,
        text=True,
        env={**environment(), "OPENBLAS_NUM_THREADS": "1", **env},
        preexec_fn=limited,
        check=False,
        timeout=60,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("what", ABSURD)
def test_what_is_absurd_is_refused_at_once(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    codes = []
    took = seconds(lambda: codes.append(main(ABSURD[what])), SECONDS)
    out, err = capsys.readouterr()
    (told,) = {*err.splitlines()}
    assert ({*codes}, out, err) == ({2}, "", f"{told}\n" * len(codes))
    assert told.startswith("elfen: ")
    assert len(told) <= MOST
    assert took < SECONDS


def test_players_are_counted_before_a_bot_is_made() -> None:
    with pytest.raises(RulesetError, match=f"^{BILLION} players: these rules are for 2 to 6$"):
        stock_players(["random"], compile_ruleset(), BILLION)


def test_no_size_of_a_terminal_takes_the_memory() -> None:
    """And no number of players, in processes of their own, side by side."""
    game = "demo --players 2 --seed 1"
    sizes = [{"COLUMNS": "80"}, *({"COLUMNS": wide} for wide in (str(BILLION), DIGITS, "²", "0"))]
    cases = [
        *((game, {**size, "LINES": size["COLUMNS"]}) for size in sizes),
        (f"simulate --players {BILLION}", {}),
    ]
    with ThreadPoolExecutor(os.cpu_count()) as several:
        first, *others, refused = several.map(lambda case: ran(*case), cases)
    assert first.code == 0
    assert first.out
    assert others == [first] * len(others)
    assert refused == Ended(2, "", f"elfen: {BILLION} players: these rules are for 2 to 6\n")
