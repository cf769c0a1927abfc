"""What songs are worth, and who sees what at the end."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.errors import RulesetError
from elfen.plugin import parse_board
from elfen.testing import play_out
from elfen_minstrels import KNOWN, SONGS, SUNG, UNSUNG
from situations import evening, minstrels


def lines(state_of: object, seat: int) -> dict[str, int]:
    """The points of a seat by score line, in a situation."""
    results = minstrels().results(state_of)  # type: ignore[arg-type]
    return {line.name: line.points for line in results[seat].lines}


def test_songs_count_their_points_and_those_not_sung_a_point_less() -> None:
    build = evening("yttar").zone(SUNG.of(0), {"kihromah": 1, "beata": 1})
    found = lines(build.zone(KNOWN.of(0), {"virst": 1}).state(), 0)
    assert (found["minstrels/sung"], found["minstrels/unsung"]) == (6, -1)


def test_songs_left_over_are_shown_at_the_end_and_not_before() -> None:
    game = play_out(minstrels(), players=4, seed=2)
    for seat in range(4):
        assert game.position.size(KNOWN.of(seat)) == 0
        before = game.undo().position
        assert before.size(UNSUNG.of(seat)) == 0
        assert before.size(KNOWN.of(seat)) >= game.position.size(UNSUNG.of(seat))


def test_every_song_is_of_three_towns_and_worth_two_to_four_points() -> None:
    towns = {town.id for town in compile_ruleset().board.towns}
    assert set(SONGS) == towns - {"elvenhold"}
    for town, song in SONGS.items():
        assert len({town, *song.after}) == 3
        assert set(song.after) <= towns
        assert song.points in (2, 3, 4)


def test_a_board_without_the_towns_is_an_error_that_says_so() -> None:
    board = parse_board(
        """
        format = 1
        name = "tiny"
        capital = "here"
        size = [10, 10]
        routes = [{ ends = ["here", "there"], terrain = "plains" }]
        [towns]
        here = { name = "Here", at = [1, 1] }
        there = { name = "There", at = [9, 9] }
        """
    )
    with pytest.raises(RulesetError, match="no such town on board 'tiny'"):
        compile_ruleset(expansions=["minstrels"], board=board)
