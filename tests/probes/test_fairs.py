"""Fairs are an expansion of Elfengold by a stranger, who needs nothing but its public names."""

from __future__ import annotations

from functools import cache

import fairs
import pytest
from fairs import FAIR, LUCK, Dismiss, Hold, TakeSome

from elfen import Chance, Game, Ruleset, compile_ruleset
from elfen.declare.chance import Rolled
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE, PILE, PLAN, SECRET, SHOWN
from elfen.testing import check_game, check_rules, play_out
from elfen_gold import (
    BANK,
    BID,
    DRAW_CARD,
    LOTS,
    PURSE,
    REWARD,
    ROW_OF_LOTS,
    Bid,
    DrawTop,
    NoBid,
    RowOfLots,
    TakeCards,
    TakeEarnings,
)
from playing import asked, why_not, written

ROAD = "feodor-lapphalya-woods"


@cache
def with_fairs(witches: bool = False) -> Ruleset:
    return compile_ruleset(expansions=["gold", fairs], options={"gold.witches": witches})


def begun(scene: Builder, witches: bool = False) -> Game:
    return with_fairs(witches).game_from(scene.state(), seed=1)


def bidding(tile: str, standing: int = 0) -> Game:
    """Seat 0 of three is asked what to bid; seat 2 has bid, if anybody has."""
    scene = with_fairs().build(3).at(BID, seat=0, round=1).zone(LOTS, {tile: 1})
    scene = scene.slot(ROW_OF_LOTS, RowOfLots((tile,)))
    return begun(scene.asked(standing, 13, 2 if standing else -1, 0b111, 0b111))


def travelling(*tiles: str) -> Game:
    """Seat 0 of two has come from Feodor to Lapphalya, which is worth gold, and stopped."""
    scene = with_fairs().build(2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    scene = scene.lay(ROAD, "unicorn", *tiles).zone(HAND.of(0), {"unicorn": 1})
    return begun(scene).play(f"move {ROAD} unicorn").play("stop")


def purse(game: Game) -> int:
    return game.position.size(PURSE.of(0))


def test_a_new_tile_is_drawn_auctioned_and_kept_as_all_others_are() -> None:
    layout = with_fairs().layout
    assert all(FAIR in layout.kinds_of(zone) for zone in (PILE, LOTS, SHOWN, SECRET))
    games = [play_out(with_fairs(), 4, seed=seed) for seed in range(3)]
    moves = {str(entry.move) for game in games for entry in game.log}
    assert "show fair" in moves
    assert any(move.startswith("hold fair") for move in moves)


def test_a_fair_is_laid_where_a_transport_lies_and_no_fair() -> None:
    scene = with_fairs().build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(0), {"fair": 2})
    scene = scene.lay(ROAD, "unicorn").lay("feodor-rivinia-woods", "unicorn", "fair")
    game = begun(scene)
    assert written(game, Hold) == {f"hold fair {ROAD}"}
    assert "no fair" in why_not(game, "hold fair feodor-rivinia-woods")
    assert FAIR in game.play(f"hold fair {ROAD}").position.lying(ROAD)


def test_who_comes_along_a_fair_earns_two_gold_more() -> None:
    plain, fair = travelling(), travelling("fair")
    assert asked(plain) == asked(fair) == (REWARD, 0)
    assert purse(fair.play(TakeEarnings())) == purse(plain.play(TakeEarnings())) + 2


def test_half_of_the_earnings_and_a_card_are_a_third_choice() -> None:
    game = travelling("fair")
    assert written(game) == {str(TakeEarnings()), str(TakeCards()), "take some"}
    earned, cards = purse(game.play(TakeEarnings())) - purse(game), game.position.size(HAND.of(0))
    some = game.play(TakeSome())
    assert asked(some) == (DRAW_CARD, 0)
    assert purse(some) == purse(game) + earned // 2
    assert some.play(DrawTop()).position.size(HAND.of(0)) == cards + 1


def test_bids_rise_by_two_at_least() -> None:
    assert written(bidding("gold"), Bid) == {f"bid {n}" for n in range(1, 14)}
    assert written(bidding("gold", 3), Bid) == {f"bid {n}" for n in range(5, 14)}
    assert why_not(bidding("gold", 3), "bid 4") == "bid at least 5"


def test_nobody_bids_more_than_six_for_a_fair() -> None:
    assert written(bidding("fair"), Bid) == {f"bid {n}" for n in range(1, 7)}
    assert why_not(bidding("fair"), "bid 7") == "nobody bids more than 6 for a fair"
    assert written(bidding("fair", 5)) == {str(NoBid())}


@pytest.mark.parametrize(("face", "left"), [("coin", 12 - 3 + 1), ("nothing", 12 - 3)])
def test_who_buys_a_fair_may_get_a_coin_back_before_it_is_his(face: str, left: int) -> None:
    rules = with_fairs()
    state = bidding("fair").play(Bid(3)).play(NoBid()).state
    state = rules.apply(state, NoBid())
    assert rules.pending(state) == Chance(LUCK, 0)
    assert rules.validate(state) == ()
    assert rules.position(state).counts(LOTS) == {"fair": 1}
    after = rules.position(rules.apply(state, Rolled(face)))
    assert after.size(PURSE.of(0)) == left
    assert after.counts(SHOWN.of(0)) == {"fair": 1}


def test_other_tiles_give_nothing_back() -> None:
    game = bidding("gold").play(Bid(3)).play(NoBid()).play(NoBid())
    assert purse(game) == 12 - 3
    assert game.position.counts(SHOWN.of(0)) == {"gold": 1}


def test_a_witch_is_dismissed_for_what_the_town_is_worth() -> None:
    scene = with_fairs(witches=True).build(2).at(MOVE, seat=0, round=1).boot(0, "beata")
    game = begun(scene.zone(HAND.of(0), {"witch": 1}), witches=True)
    before = game.position.size(BANK)
    game = game.play(Dismiss())
    assert asked(game) == (MOVE, 0)
    assert before - game.position.size(BANK) == purse(game) - 12 == 2
    assert "no witch" in why_not(game, "dismiss witch")


def test_ten_gold_are_worth_a_point() -> None:
    state = with_fairs().build(2).zone(PURSE.of(0), {"gold-coin": 29}).state()
    first = next(one for one in with_fairs().results(state) if one.seat == 0)
    assert [(line.name, line.points) for line in first.lines][-1] == ("fairs/gold", 2)


@pytest.mark.alike(2)
@pytest.mark.parametrize("witches", [False, True])
def test_it_keeps_the_laws(witches: bool) -> None:
    rules = with_fairs(witches)
    check_rules(rules)
    for players in (2, 5):
        check_game(play_out(rules, players, seed=players), every=60)
