"""What songs are worth, and who sees what at the end."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.errors import RulesetError
from elfen.land import ARRIVAL, HAND, MOVE
from elfen.plugin import Do, Manifest, Ruleset, Step, Table, hookimpl, parse_board
from elfen.testing import play_out
from elfen_minstrels import KNOWN, SONGS, SUNG, UNSUNG
from situations import evening, minstrels


def lines(state_of: object, seat: int) -> dict[str, int]:
    """The points of a seat by score line, in a situation."""
    results = minstrels().results(state_of)  # type: ignore[arg-type]
    return {line.name: line.points for line in results[seat].lines}


def test_songs_count_their_points_and_those_not_sung_a_point_less() -> None:
    build = evening("yttar", round=2).zone(SUNG.of(0), {"kihromah": 1, "beata": 1})
    found = lines(build.zone(KNOWN.of(0), {"virst": 1}).state(), 0)
    assert (found["minstrels/sung"], found["minstrels/unsung"]) == (6, -1)


def test_songs_left_over_are_shown_at_the_end_and_not_before() -> None:
    game = play_out(minstrels(), players=4, seed=2)
    for seat in range(4):
        assert game.position.size(KNOWN.of(seat)) == 0
        before = game.undo().position
        assert before.size(UNSUNG.of(seat)) == 0
        assert before.size(KNOWN.of(seat)) >= game.position.size(UNSUNG.of(seat))


def test_they_are_shown_too_when_another_plugin_ends_the_game_on_the_way() -> None:
    rules = compile_ruleset(expansions=["minstrels", Hasty()])
    build = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 2})
    game = rules.game_from(build.zone(KNOWN.of(1), {"virst": 1}).state(), seed=1)
    game = game.play("move elvenhold-virst-lake raft*2")
    assert game.is_over
    assert game.view(0).counts(UNSUNG, 1) == {"virst": 1}


class Hasty:
    """Whoever arrives anywhere ends the game."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("hasty", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        def end(table: Table, item: Do) -> None:
            table.end("land/last-round")

        return [Step("hasty/end", end, of=ARRIVAL, after="land/collect")]


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
