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


@pytest.mark.parametrize("other", ["gold", "favor"])
def test_whole_games_with_another_expansion_keep_the_laws(other: str) -> None:
    rules = compile_ruleset("white-wind", expansions=["minstrels", other])
    check_game(play_out(rules, players=3, seed=1), every=60)
