"""Eastern: a part of Elfenland's board, and another capital."""

from __future__ import annotations

from functools import cache

import eastern
import pytest

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.land import the_board
from elfen.testing import check_game, play_out


@cache
def in_the_east(edition: str = "rio-grande") -> Ruleset:
    return compile_ruleset(edition, expansions=[eastern])


def test_it_is_a_part_of_the_board_as_it_is_printed() -> None:
    part, whole = in_the_east().board, the_board()
    assert 8 <= len(part.towns) < len(whole.towns)
    assert set(part.towns) < set(whole.towns)
    assert set(part.routes) < set(whole.routes)
    assert {"elvenhold", "rivinia", "feodor"} <= set(part.town_number)
    assert "dagamura" not in part.town_number


def test_all_start_from_the_other_capital_which_has_no_piece() -> None:
    rules = in_the_east()
    game = rules.new_game(3, seed=1)
    assert {game.position.town(seat) for seat in range(3)} == {"rivinia"}
    assert rules.piece_towns.bit_count() == len(rules.board.towns) - 1
    assert rules.piece_towns >> rules.board.town_number["elvenhold"] & 1


def test_four_can_play_and_five_cannot() -> None:
    in_the_east().new_game(4)
    with pytest.raises(RulesetError, match="2 to 4"):
        in_the_east().new_game(5)


@pytest.mark.parametrize("edition", ["white-wind", "deluxe"])
def test_other_editions_are_played_there_too(edition: str) -> None:
    game = play_out(in_the_east(edition), 3, seed=2)
    assert game.is_over
    check_game(game, every=30)
