"""Simulations: the same games from the same seed, in one process or in several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from elfen import ElfenError, Ruleset, compile_ruleset
from elfen.bots import RandomPlayer, play, simulate, stock_players
from elfen.bots.processes import _context
from elfen.bots.simulation import seed_of


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


def test_jobs_change_nothing(rules: Ruleset) -> None:
    alone = list(simulate(rules, ["random", "greedy"], 3, 5, seed=7))
    together = list(simulate(rules, ["random", "greedy"], 3, 5, seed=7, jobs=2))
    assert together == alone
    assert [record.index for record in alone] == [0, 1, 2, 3, 4]


def test_a_longer_series_begins_like_a_shorter_one(rules: Ruleset) -> None:
    longer = list(simulate(rules, ["random"], 2, 6, seed="a"))
    assert list(simulate(rules, ["random"], 2, 3, seed="a")) == longer[:3]
    assert list(simulate(rules, ["random"], 2, 3, seed="b")) != longer[:3]


def test_a_game_can_be_played_again_from_its_record(rules: Ruleset) -> None:
    *_, record = simulate(rules, ["random"], 4, 3, seed=1)
    players = stock_players(record.bots, rules, record.players, record.seed)
    game = play(rules.new_game(record.players, record.seed), players)
    assert game.standings == record.standings
    assert game.state.round == record.rounds
    assert record.ending == "land/last-round"
    assert record.bots == ("random",) * 4


def test_the_seeds_of_games_differ_and_survive_json() -> None:
    seeds = Counter(seed_of(seed, index) for seed in range(50) for index in range(50))
    assert len(seeds) == 2500
    assert max(seeds) < 2**53


def test_winners_are_all_of_the_first_rank(rules: Ruleset) -> None:
    for record in simulate(rules, ["random"], 6, 12, seed=2):
        best = max((row.total, *(tie.points for tie in row.ties)) for row in record.standings)
        tied = [
            row.seat
            for row in record.standings
            if (row.total, *(tie.points for tie in row.ties)) == best
        ]
        assert list(record.winners) == tied


@pytest.mark.parametrize(
    ("bots", "players", "says"),
    [
        (["best"], 4, "no bot is called 'best'"),
        (["random"], 7, "7 players"),
        (["random"] * 5, 4, "5 bots for 4 players"),
    ],
)
def test_what_is_wrong_is_said_before_the_first_game(
    rules: Ruleset, bots: list[str], players: int, says: str
) -> None:
    with pytest.raises(ElfenError, match=says):
        simulate(rules, bots, players, 10, seed=1, jobs=2)


def test_a_series_can_be_left_early(rules: Ruleset) -> None:
    series = simulate(rules, ["random"], 2, 10_000, seed=1, jobs=2)
    first = next(series)
    series.close()
    assert first == next(simulate(rules, ["random"], 2, 1, seed=1))


def test_players_that_cannot_be_sent_are_told(rules: Ruleset) -> None:
    class Nobody(RandomPlayer):
        """No other process finds this class."""

    with pytest.raises(ElfenError, match="names or pickle"):
        list(simulate(rules, players=["random", Nobody()], games=2, jobs=2))


def test_processes_are_copies_only_where_that_is_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(path: str) -> list[str]:
        raise FileNotFoundError(path)

    monkeypatch.setattr("sys.platform", "linux")
    for found, method in ((["1"], "fork"), (["1", "2"], "spawn")):
        monkeypatch.setattr(os, "listdir", lambda path, found=found: found)
        assert _context().get_start_method() == method
    monkeypatch.setattr(os, "listdir", none)
    assert _context().get_start_method() == "spawn"
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(os, "listdir", lambda path: ["1"])
    assert _context().get_start_method() == "spawn"


#: Starts two processes, tells which, and is killed.
KILLED = """
import os, signal
from elfen.bots import worker_processes

if __name__ == "__main__":
    with worker_processes(2) as pool:
        found = [pool.submit(os.getpid) for _ in range(8)]
        print(*{one.result() for one in found}, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "killed.py").write_text(KILLED)
    done = subprocess.run(
        [sys.executable, "killed.py"], cwd=tmp_path, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    workers = [Path("/proc", pid, "stat") for pid in done.stdout.decode().split()]
    assert workers
    until = time.monotonic() + 20
    while any(map(runs, workers)):
        assert time.monotonic() < until
        time.sleep(0.1)


def runs(stat: Path) -> bool:
    """Whether there is such a process, which is not only waited for."""
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    "wrong", [*({"games": one} for one in (None, "x", 1.5, [])), {"jobs": None}, {"jobs": 0}]
)
def test_numbers_that_cannot_be_are_told_in_a_line(rules: Ruleset, wrong: dict[str, Any]) -> None:
    with pytest.raises(ElfenError, match="has to be a whole number"):
        simulate(**{"rules": rules, "bots": ["random"], "players": 2, "games": 2, **wrong})
