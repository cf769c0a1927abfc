"""`elfen demo`, and the story that it tells."""

from __future__ import annotations

import re

import pytest

from cli.running import called, on_terminal, run
from elfen import Ruleset, compile_ruleset
from elfen.bots import play, stock_players
from elfen.cli.story import Round, Story
from elfen.game import Entry
from elfen.land import Move, Place, PlaceObstacle, PlaceSecret


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


def told(rules: Ruleset, players: int, seed: int) -> tuple[list[Round], Story]:
    story = Story(rules, stock_players(["greedy"], rules, players, seed), seed)
    return list(story.rounds()), story


def test_the_story_is_that_of_the_game_with_this_seed(rules: Ruleset) -> None:
    rounds, story = told(rules, 3, 4)
    game = play(rules.new_game(3, 4), stock_players(["greedy"], rules, 3, 4))
    assert story.state == game.state
    assert [one.number for one in rounds] == [1, 2, 3, 4]

    def seats_of(*types: type) -> list[Entry]:
        return [entry for entry in game.log if isinstance(entry.move, types)]

    moves = [entry.move for entry in seats_of(Move)]
    hops = [(seat, hop) for one in rounds for seat, way in one.journeys.items() for hop in way.hops]
    assert [seat for seat, _ in hops] == [entry.seat for entry in seats_of(Move)]
    names = {card.id: card.name for card in rules.layout.kinds if card.group.name == "travel-card"}
    assert [hop.paid for _, hop in hops] == [
        {names[id]: n for id, n in move.cards.items} for move in moves if isinstance(move, Move)
    ]
    laid = [(route, kind) for one in rounds for kind, on in one.laid.items() for route in on]
    placed = [
        (move.route, "obstacle" if isinstance(move, PlaceObstacle) else move.counter)
        for entry in seats_of(Place, PlaceSecret, PlaceObstacle)
        if isinstance(move := entry.move, (Place, PlaceSecret, PlaceObstacle))
    ]
    assert sorted((route, kind.replace(" ", "-")) for route, kind in laid) == sorted(placed)


def test_town_pieces_add_up_round_by_round(rules: Ruleset) -> None:
    rounds, story = told(rules, 4, 9)
    for seat in range(4):
        so_far = 0
        for one in rounds:
            so_far += one.journeys[seat].gained
            assert one.journeys[seat].pieces == so_far
        assert so_far == story.state.visited[seat].bit_count()


def test_every_journey_goes_on_where_the_last_one_ended(rules: Ruleset) -> None:
    rounds, _ = told(rules, 4, 9)
    for seat in range(4):
        town = rules.board.capital
        for one in rounds:
            journey = one.journeys[seat]
            assert journey.start == town
            town = journey.hops[-1].town if journey.hops else town


def test_it_is_told_in_fewer_than_seventy_lines_of_eighty_columns() -> None:
    ended = run("demo --seed 5")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert len(lines) <= 70
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in ended.out
    assert lines[0] == "4 greedy players, land, edition rio-grande, seed 5"
    assert [line[:7] for line in lines if line.startswith("Round")] == [
        f"Round {n}" for n in (1, 2, 3, 4)
    ]


def test_the_end_has_the_standings_explained(
    capsys: pytest.CaptureFixture[str], rules: Ruleset
) -> None:
    out = called(capsys, "demo --seed 5").out
    _, _, end = out.partition("The end: ")
    assert end.startswith("the last round is over\n")
    _, story = told(rules, 4, 5)
    rows = [" ".join(line.split()) for line in end.splitlines()[1:]]
    assert rows == [
        f"{row.rank}. seat {row.seat} {row.total} town pieces: {row.total};"
        f" if tied, cards in hand: {row.ties[0].points}"
        for row in rules.standings(story.state)
    ]


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_it_fits_any_terminal(columns: int) -> None:
    plain = on_terminal("demo --seed 5", columns=columns, env={"NO_COLOR": "1"}).out
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= columns
    assert "Elvenhold" in plain
    coloured = on_terminal("demo --seed 5", columns=columns).out
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
