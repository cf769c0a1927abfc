"""The laws that every game keeps, with minstrels, alone and with others."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.testing import check_game, check_rules, play_out
from situations import minstrels


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(minstrels())


@pytest.mark.parametrize("players", [2, 6])
def test_whole_games_keep_the_laws(players: int) -> None:
    check_game(play_out(minstrels(), players, seed=players), every=60)


def test_a_whole_game_with_other_expansions_keeps_the_laws() -> None:
    rules = compile_ruleset("white-wind", expansions=["minstrels", "gold", "favor"])
    check_game(play_out(rules, players=2, seed=1), every=200)
