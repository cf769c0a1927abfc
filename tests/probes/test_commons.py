"""Commons: an end of another kind, and all win or lose together."""

from __future__ import annotations

from functools import cache

import commons
import pytest

from elfen import Game, Ruleset, RulesetError, compile_ruleset


@cache
def with_commons() -> Ruleset:
    return compile_ruleset(expansions=[commons])


def end_of(round: int, *missing: str) -> Game:
    """The end of a round: between them two seats have been everywhere but in these towns."""
    rules = with_commons()
    towns = [t.id for t in rules.board.towns if t.id not in (rules.board.capital, *missing)]
    build = rules.build(players=2).at("land/move", seat=0, round=round)
    state = build.visited(0, *towns[:9]).visited(1, *towns[7:]).state()
    game = rules.game_from(state, seed=1).play("stop")
    return game if game.is_over or game.state.round > round else game.play("stop")


@pytest.mark.parametrize("round", [1, 2, 4])
def test_once_every_town_has_been_visited_by_somebody_all_have_won(round: int) -> None:
    game = end_of(round)
    assert game.is_over
    assert game.state.agenda[-1].ending == "commons/everywhere"  # type: ignore[union-attr]
    assert [(s.rank, s.total) for s in game.standings] == [(1, 20), (1, 20)]


def test_while_a_town_is_missing_it_goes_on() -> None:
    assert not end_of(2, "yttar").is_over


def test_after_the_last_round_all_have_lost() -> None:
    game = end_of(4, "yttar")
    assert game.is_over
    assert game.state.agenda[-1].ending == "land/last-round"  # type: ignore[union-attr]
    assert [(s.rank, s.total) for s in game.standings] == [(2, 19), (2, 19)]


def test_nobody_wins_by_himself() -> None:
    with pytest.raises(RulesetError, match="early_win"):
        compile_ruleset(expansions=[commons], options={"early_win": "any-round"})
