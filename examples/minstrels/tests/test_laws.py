"""The laws that every game keeps, with minstrels, alone and with others."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.errors import PositionError
from elfen.testing import check_game, check_rules, play_out
from elfen_minstrels import KNOWN, SUNG, UNSUNG
from situations import evening, minstrels


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(minstrels())


@pytest.mark.parametrize("players", [2, 6])
def test_whole_games_keep_the_laws(players: int) -> None:
    check_game(play_out(minstrels(), players, seed=players), every=60)


def test_a_whole_game_with_other_expansions_keeps_the_laws() -> None:
    rules = compile_ruleset("white-wind", expansions=["minstrels", "gold", "favor"])
    check_game(play_out(rules, players=2, seed=1), every=200)


def test_nobody_has_more_songs_left_than_one_can_know() -> None:
    few, many = {"virst": 1, "beata": 1}, {"kihromah": 1, "yttar": 1}
    evening("yttar").zone(KNOWN.of(1), few).state()
    with pytest.raises(PositionError, match="seat 1 knows 4 songs"):
        evening("yttar").zone(KNOWN.of(1), few).zone(UNSUNG.of(1), many).state()


def test_nobody_has_sung_more_songs_than_there_were_evenings() -> None:
    evening("yttar", round=2).zone(SUNG.of(1), {"virst": 1, "beata": 1}).state()
    with pytest.raises(PositionError, match="seat 1 has sung 2 songs in 1 rounds"):
        evening("yttar").zone(SUNG.of(1), {"virst": 1, "beata": 1}).state()
