"""`elfen simulate`: the table, the JSON, and that jobs change nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import stdev

import pytest

from cli.running import called, on_terminal, run
from elfen import compile_ruleset
from elfen.bots import Record, play, stock_players
from elfen.cli.simulate import Tally, count
from elfen.declare.scoring import Standing


def games(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_is_one_object_a_game_and_nothing_else() -> None:
    ended = run("simulate --games 3 --players 5 --bots random --json")
    assert (ended.code, ended.err) == (0, "")
    lines = games(ended.out)
    assert [line["game"] for line in lines] == [0, 1, 2]
    for line in lines:
        assert list(line) == ["game", "seed", "players", "bots", "rounds", "ending", "standings"]
        assert line["players"] == 5
        assert line["bots"] == ["random"] * 5
        assert (line["rounds"], line["ending"]) == (4, "land/last-round")
        standings = line["standings"]
        assert isinstance(standings, list)
        assert sorted(row["seat"] for row in standings) == [0, 1, 2, 3, 4]
        assert [row["rank"] for row in standings] == sorted(row["rank"] for row in standings)
        for row in standings:
            assert sum(row["lines"].values()) == row["total"]
            assert list(row["ties"]) == ["land/cards-in-hand"]


def test_a_game_of_the_json_can_be_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(
        capsys,
        "simulate --games 2 --players 3 --bots random --option rounds=3 --json",
    ).out
    line = games(out)[1]
    rules = compile_ruleset(options={"rounds": 3})
    seed = line["seed"]
    assert isinstance(seed, int)
    game = play(rules.new_game(3, seed), stock_players(["random"], rules, 3, seed))
    standings = line["standings"]
    assert isinstance(standings, list)
    assert [(row.seat, row.total) for row in game.standings] == [
        (row["seat"], row["total"]) for row in standings
    ]
    assert line["rounds"] == 3


@pytest.mark.parametrize("output", ["--json", ""])
def test_jobs_change_nothing(output: str, house: dict[str, str]) -> None:
    line = f"simulate --games 5 --players 2 --bots random,greedy --seed 11 --with house {output}"
    alone = run(f"{line} --jobs 1", env=house)
    assert alone.out
    assert run(f"{line} --jobs 2", env=house) == alone


def test_a_seed_repeats_and_none_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate --games 2 --players 2 --bots random --json"
    assert called(capsys, f"{line} --seed 1").out == called(capsys, f"{line} --seed 1").out
    assert called(capsys, f"{line} --seed 1").out != called(capsys, f"{line} --seed 2").out
    assert called(capsys, line).out != called(capsys, line).out


def test_the_seed_of_a_table_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate --games 3 --players 2 --bots random"
    out = called(capsys, line).out
    seed = out.splitlines()[0].rpartition("seed ")[2]
    assert called(capsys, f"{line} --seed {seed}").out == out


def test_the_table_has_a_line_a_seat_and_a_bot(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate --games 4 --players 3 --bots greedy,random --seed 1"
    out = called(capsys, line).out.splitlines()
    assert out[0] == "4 games of 3 players, Elfenland, edition rio-grande, seed 1"
    assert out[1].split() == ["wins", "score"]
    labels = [" ".join(row.split()[:3]) for row in out[2:5]]
    assert labels == ["seat 0 greedy", "seat 1 random", "seat 2 greedy"]
    assert out[5].split()[:3] == ["greedy", "4", "100.0%"]
    assert out[6].split()[:3] == ["random", "0", "0.0%"]
    assert " ".join(" ".join(out[7:]).split()) == (
        "A shared victory counts as an equal fraction for each winner."
        " The score is the mean with its 95% interval."
    )


def test_one_bot_has_no_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(capsys, "simulate --games 2 --players 2 --bots random --seed 1").out
    rows = out.splitlines()[2:]
    assert [row.split()[0] for row in rows[:2]] == ["seat", "seat"]
    assert rows[2].startswith("A shared victory")


def record(ranks: Sequence[int], totals: Sequence[int], bots: Sequence[str]) -> Record:
    rows = [
        Standing(rank, seat, total, (), ())
        for seat, (rank, total) in enumerate(zip(ranks, totals, strict=True))
    ]
    return Record(
        0, 0, tuple(bots), 4, "land/last-round", tuple(sorted(rows, key=lambda r: r.rank))
    )


def test_a_shared_victory_is_a_fraction_for_each() -> None:
    tallies: dict[str, Tally] = {}
    count(record([1, 1, 3], [9, 9, 2], ["a", "b", "b"]), tallies)
    count(record([2, 1, 3], [5, 6, 4], ["a", "b", "b"]), tallies)
    wins = {label: tally.wins for label, tally in tallies.items()}
    assert wins == {"seat 0  a": 0.5, "seat 1  b": 1.5, "seat 2  b": 0, "a": 0.5, "b": 1.5}
    assert tallies["b"].scores == [5.5, 5]


def test_the_interval_is_normal_and_needs_two_games() -> None:
    tally = Tally()
    tally.add(1, [10])
    assert tally.interval is None
    tally.add(0, [14])
    tally.add(0, [15])
    assert tally.interval == pytest.approx(1.959964 * stdev([10, 14, 15]) / 3**0.5)


def test_a_terminal_shows_how_far_it_is() -> None:
    seen = on_terminal("simulate --games 4 --players 2 --bots random")
    assert seen.code == 0
    assert "4/4" in seen.out
    assert "\x1b[" in seen.out


def test_elsewhere_there_is_no_progress_and_no_colour() -> None:
    ended = run("simulate --games 4 --players 2 --bots random")
    assert (ended.code, ended.err) == (0, "")
    assert "4/4" not in ended.out
    assert "\x1b" not in ended.out


def test_json_on_a_terminal_is_json_alone() -> None:
    seen = on_terminal("simulate --games 2 --players 2 --bots random --json")
    assert [game["game"] for game in games(seen.out)] == [0, 1]
