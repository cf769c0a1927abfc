"""`elfen demo`, and the story that it tells."""

from __future__ import annotations

import re

import pytest

from cli.running import called, on_terminal, run
from elfen import Game, Ruleset, compile_ruleset
from elfen.bots import play, stock_players
from elfen.game.story import Round, rounds
from elfen.text.rankings import places


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


def told(rules: Ruleset, players: int, seed: int) -> tuple[list[Round], Game]:
    game = play(rules.new_game(players, seed), stock_players(["greedy"], rules, players, seed))
    return rounds(game), game


def test_it_is_told_in_fewer_than_seventy_lines_of_eighty_columns() -> None:
    ended = run("demo --seed 2")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert len(lines) <= 70
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in ended.out
    assert lines[0] == "4 greedy players, Elfenland, edition rio-grande, seed 2"
    assert [line[:7] for line in lines if line.startswith("Round")] == [
        f"Round {n}" for n in (1, 2, 3, 4)
    ]


def test_the_end_has_the_standings_explained(
    capsys: pytest.CaptureFixture[str], rules: Ruleset
) -> None:
    out = called(capsys, "demo --seed 5").out
    _, _, end = out.partition("The end: ")
    assert end.startswith("the last round is over\n")
    _, game = told(rules, 4, 5)
    rows = [" ".join(line.split()) for line in end.splitlines()[1:]]
    assert rows == [
        f"{row.rank}. seat {row.seat} {row.total} town pieces: {row.total};"
        f" if tied, cards in hand: {row.ties[0].points}"
        for row in game.standings
    ] + [*places(game.standings)]


@pytest.mark.alike(2)
@pytest.mark.parametrize("columns", [60, 80, 140])
def test_it_fits_any_terminal(columns: int) -> None:
    line = "demo --seed 5 --option rounds=3"
    plain = on_terminal(line, columns=columns, env={"NO_COLOR": "1"}).out
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= columns
    assert "Elvenhold" in plain
    coloured = on_terminal(line, columns=columns).out
    assert "\x1b[1mRound 1\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_players_and_options_are_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(capsys, "demo --players 2 --option rounds=3 --seed 1").out
    assert out.startswith("2 greedy players")
    assert "Round 3" in out
    assert "Round 4" not in out
    assert "seat 2" not in out


def test_without_a_seed_the_line_says_which_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(capsys, "demo --players 2").out
    seed = out.splitlines()[0].rpartition("seed ")[2]
    assert called(capsys, f"demo --players 2 --seed {seed}").out == out
