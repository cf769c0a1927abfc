"""The least and the most that decisions and slots of the expansions say is written as it is."""

from __future__ import annotations

from array import array

import pytest
from attrs import evolve

from elfen import Game
from elfen.encoding import Field, encoding_of
from elfen.land import MOVE
from elfen_gold import JOURNEY, REWARD, Journey
from gold.scenes import auction, gold
from sea.situations import game_from as game_of_elfensea
from sea.test_bonus import TO_FOUR, before_four


def number(game: Game, name: str) -> tuple[float, Field]:
    """What the observer at seat 0 reads in a field of one number, and the field."""
    observer = encoding_of(game.rules, game.players).observer(0)
    observer.write(game.rules.observe(game.state, 0))
    field = observer.layout.field(name)
    assert field.length == 1
    return array("f", bytes(observer.cells))[field.offset], field


@pytest.mark.parametrize("players", [2, 3, 6])
def test_two_tiles_a_player_and_bids_from_none_to_one_more_than_all_gold(players: int) -> None:
    coins = 9999 + 12 * players
    tiles = ["elfcycle"] * players + ["giant-pig"] * players
    game = auction(*tiles, purses=(coins, *[0] * (players - 1)))
    row, field = number(game, "slot/gold/lots.tiles.number")
    assert (row, field.most) == (2 * players, 2 * players)
    standing, field = number(game, "pending/gold/bid.standing")
    assert (standing, field.least, field.most) == (0, 0, coins + 1)
    most, field = number(game, "pending/gold/bid.most")
    assert (most, field.most) == (coins + 1, coins + 1)


@pytest.mark.parametrize("earned", [0, 9999])
def test_a_journey_has_earned_from_nothing_to_all_the_gold_of_the_bank(earned: int) -> None:
    rules = gold()
    state = rules.build(2).at(MOVE, seat=0, round=1).slot(JOURNEY, Journey(earned, True)).state()
    agenda = (*state.agenda, rules.decide(REWARD, 0, (earned,)))
    game = rules.game_from(evolve(state, agenda=agenda), 1)
    assert number(game, "slot/gold/journey.earned")[0] == earned
    assert number(game, "pending/gold/reward.earned")[0] == earned


def test_the_capital_is_worth_no_gold() -> None:
    rules = gold()
    capital = rules.board.town_number[rules.board.capital]
    worth = number(rules.new_game(2, 1), f"slot/gold/values.by_town.{capital}")
    assert (worth[0], worth[1].least) == (0, 0)


def test_two_bonus_counters_to_keep_are_the_most() -> None:
    game = game_of_elfensea(before_four()).play(f"move {TO_FOUR} dragon")
    kept, field = number(game, "pending/sea/choose.kept")
    assert (kept, field.most) == (2, 2)
