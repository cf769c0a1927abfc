"""A penny on the way."""

from __future__ import annotations

from elfen import Game
from elfen.land import HAND, MOVE, Move
from elfen_minstrels import PENNIES, TILL
from situations import game_from, minstrels

ROAD = "albaran-dagamura-desert"


def in_the_desert(hand: dict[str, int], counter: str, pennies: int) -> Game:
    """Seat 0 is in Al'Baran with these cards and pennies; the counter lies in the desert."""
    build = minstrels().build(players=2).at(MOVE, seat=0, round=2).boot(0, "albaran")
    build = build.zone(HAND.of(0), hand).zone(PENNIES.of(0), {"penny": pennies})
    return game_from(build.lay(ROAD, counter))


def payments(game: Game) -> set[str]:
    """The ways to go along the road."""
    return {
        str(action.cards)
        for action in game.legal_actions
        if isinstance(action, Move) and action.route == ROAD
    }


def test_a_penny_stands_in_for_one_of_two_cards_and_goes_back() -> None:
    game = in_the_desert({"troll-wagon": 2}, "troll-wagon", pennies=2)
    caravan = "penny troll-wagon*2"  # it takes any three cards
    assert payments(game) == {"troll-wagon*2", "penny troll-wagon", caravan}
    after = game.play(f"move {ROAD} penny troll-wagon").position
    assert after.counts(HAND.of(0)) == {"troll-wagon": 1}
    assert (after.size(PENNIES.of(0)), after.size(TILL)) == (1, 17)


def test_without_a_penny_it_takes_both_cards() -> None:
    assert payments(in_the_desert({"troll-wagon": 1}, "troll-wagon", pennies=0)) == set()


def test_a_penny_does_not_stand_in_for_a_single_card() -> None:
    assert payments(in_the_desert({"dragon": 1}, "dragon", pennies=1)) == {"dragon"}
