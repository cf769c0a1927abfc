"""A game without a last round comes to its end, with greedy players who were told nothing of it."""

from __future__ import annotations

from functools import cache

import lodgings
import pytest
import strides
import wanderers
from wanderers import MOST_ROUNDS

from elfen import Over, Ruleset, compile_ruleset
from elfen.bots import play, stock_players
from elfen.land import HAND, MOVE
from elfen.testing import check_game, check_rules, check_state, play_out

FEW = 12


@cache
def endless(*others: object) -> Ruleset:
    return compile_ruleset(expansions=[wanderers, *others])


@pytest.mark.parametrize("others", [(), (strides,)], ids=["alone", "in turn"])
def test_four_greedy_players_come_to_the_end(others: tuple[object, ...]) -> None:
    rules = endless(*others)
    game = play(rules.new_game(4, seed=2), stock_players(["greedy"], rules, 4, 2))
    assert game.pending == Over("wanderers/everywhere")
    assert max(place.total for place in game.standings) == rules.piece_towns.bit_count()
    assert 4 < game.state.round < FEW, "later than the last round of the usual game, but not late"


def test_nothing_ends_the_game_before() -> None:
    rules = endless()
    assert rules.most_rounds == MOST_ROUNDS
    towns = [town.id for town in rules.board.towns if town.id not in ("elvenhold", "virst")]
    table = rules.build(players=2).at(MOVE, seat=0, round=60).visited(1, *towns)
    table = table.visited(0, *towns).zone(HAND.of(0), {"raft": 2})
    for first, ended in (("stop", False), ("move elvenhold-virst-lake raft*2", True)):
        game = rules.game_from(table.state(), seed=1).play(first)
        while game.state.round == 60 and not game.is_over:
            game = game.play(game.legal_actions[-1])
        assert game.is_over == ended


def test_a_generous_bound_costs_nothing() -> None:
    """Rulesets compile as fast and games begin the same, whatever the bound."""
    rules, usual = endless(), compile_ruleset()
    assert rules.longest(4) > 100 * usual.longest(4)
    assert rules.start(4).zones == usual.start(4).zones
    assert rules.actions == usual.actions


def test_it_keeps_the_laws() -> None:
    check_rules(endless())
    check_rules(compile_ruleset(expansions=[wanderers, lodgings, strides]))
    state = play_out(compile_ruleset(), 3, seed=1).at(60).state
    check_state(endless(), state)


def test_a_whole_game_keeps_the_laws() -> None:
    rules = endless()
    game = play(rules.new_game(2, seed=1), stock_players(["greedy"], rules, 2, 1))
    check_game(game, every=40)
