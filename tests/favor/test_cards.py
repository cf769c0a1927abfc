"""F3, F4 and F6: the travel cards that favors give."""

from __future__ import annotations

import pytest

from elfen.land import DISCARD, DRAW, HAND, KEEP, MOVE, PLAYED, STACK
from elfen_favor import SET_ASIDE, USE, UseFavor
from playing import on_until, quietly, to_the_end

from .scenes import VARIANTS, asked, favors, offered, size, without


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_two_cards_come_into_the_hand_and_can_be_played_at_once(variant: str) -> None:
    game = offered(variant, "two-cards", hand={"raft": 1}).play(UseFavor())
    assert size(game, HAND.of(0)) == 3
    assert asked(game) == (MOVE, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_cards_come_from_what_is_neither_held_nor_played_this_round(variant: str) -> None:
    rules = favors(variant)
    played, stack = {"raft": 5}, {"dragon": 2}
    away = without(rules, played, stack, {"unicorn": 1} if variant == "great" else {})
    zones = {HAND.of(1): away, PLAYED: played}
    game = offered(variant, "two-cards", zones=zones).play(UseFavor())
    assert game.position.counts(HAND.of(0)) == {"dragon": 2}
    assert game.position.count(PLAYED, rules.layout.kind("raft", PLAYED.holds[0])) == 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_when_the_stack_is_empty_cards_come_from_what_was_played(variant: str) -> None:
    rules = favors(variant)
    mine = {"unicorn": 1} if variant == "great" else {}
    played, stack = {"raft": 6}, {"dragon": 1}
    zones = {HAND.of(1): without(rules, played, stack, mine), PLAYED: played}
    game = offered(variant, "two-cards", zones=zones).play(UseFavor())
    hand = game.position.counts(HAND.of(0))
    assert hand.pop("dragon") == 1
    assert sum(hand.values()) == 1
    assert size(game, PLAYED) == 0
    assert size(game, STACK) == sum(played.values()) + sum(mine.values()) - 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_then_fewer_cards_or_none(variant: str) -> None:
    rules = favors(variant)
    mine = {"unicorn": 1} if variant == "great" else {}
    stack = {} if mine else {"raft": 1}  # the unicorn has been played
    zones = {HAND.of(1): without(rules, stack, mine)}
    game = offered(variant, "two-cards", zones=zones).play(UseFavor())
    assert size(game, HAND.of(0)) == 1
    assert size(game, STACK) == size(game, PLAYED) == 0
    assert asked(game) == (MOVE, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_a_card_set_aside_joins_the_hand_after_the_deal_on_top_of_the_eight(
    variant: str,
) -> None:
    game = offered(variant, "card-aside", hand={"raft": 2}).play(UseFavor())
    aside = game.position.counts(SET_ASIDE.of(0))
    assert sum(aside.values()) == 1
    assert size(game, HAND.of(0)) == 2
    game = on_until(game, DRAW, round=2)
    assert size(game, SET_ASIDE.of(0)) == 0
    assert [size(game, HAND.of(seat)) for seat in (0, 1)] == [9, 8]
    hand = game.position.counts(HAND.of(0))
    assert all(hand.get(kind, 0) >= n for kind, n in aside.items())


@pytest.mark.parametrize("variant", VARIANTS)
def test_f4_a_card_set_aside_does_not_count_for_the_hand_limit(variant: str) -> None:
    game = offered(variant, "card-aside", hand={"raft": 4}).play(UseFavor())
    game = quietly(game)
    assert asked(game) != (DISCARD, 0)
    assert size(game, HAND.of(0)) == 4
    over = offered(variant, "two-cards", hand={"raft": 4}).play(UseFavor())
    assert asked(quietly(over)) == (DISCARD, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f4_a_card_set_aside_in_the_last_round_does_not_count_in_a_tie(variant: str) -> None:
    hands = {HAND.of(1): {"raft": 3}}
    game = offered(variant, "card-aside", hand={"raft": 2}, zones=hands, round=4)
    assert asked(game) == (USE, 0)
    game = to_the_end(game.play(UseFavor()))
    assert size(game, SET_ASIDE.of(0)) == 1
    pieces = [game.position.pieces_taken(seat) for seat in (0, 1)]
    assert pieces == [int(variant == "great"), 0]
    by_seat = sorted(game.standings, key=lambda standing: standing.seat)
    assert [standing.ties[-1].points for standing in by_seat] == [2, 3]


@pytest.mark.parametrize("variant", VARIANTS)
def test_f4_only_the_owner_sees_the_card_set_aside(variant: str) -> None:
    game = offered(variant, "card-aside").play(UseFavor())
    rules, state = game.rules, game.state
    own = rules.observe(state, 0).holding(SET_ASIDE, 0)
    assert own.pieces is not None
    assert len(own.pieces) == 1
    for seat in (1, None):
        assert rules.observe(state, seat).holding(SET_ASIDE, 0).pieces is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_f6_with_white_wind_and_six_players_the_deal_is_equal_and_smaller(variant: str) -> None:
    game = offered(variant, "card-aside", edition="white-wind", players=6)
    rules = game.rules
    game = game.play(UseFavor())
    held = dict.fromkeys(range(6), 4)
    assert size(game, SET_ASIDE.of(0)) == 1
    # everyone ends the round with four cards: 24 held, 1 set aside, 47 for six
    build = rules.build(6).at(MOVE, seat=5, round=1)
    cards = ("raft", "dragon", "unicorn", "elfcycle", "giant-pig", "troll-wagon")
    for seat, card in zip(held, cards, strict=True):
        build = build.zone(HAND.of(seat), {card: 4})
    build = build.zone(SET_ASIDE.of(0), {"magic-cloud": 1})
    game = on_until(rules.game_from(build.state(), seed=1), DRAW, round=2)
    assert [size(game, HAND.of(seat)) for seat in range(6)] == [4 + 7 + 1, *[4 + 7] * 5]
    assert size(game, STACK) == 72 - 6 * 11 - 1


def test_f6_without_a_card_set_aside_the_deal_is_whole() -> None:
    rules = favors("small", "white-wind")
    build = rules.build(6).at(MOVE, seat=5, round=1)
    cards = ("raft", "dragon", "unicorn", "elfcycle", "giant-pig", "troll-wagon")
    for seat, card in enumerate(cards):
        build = build.zone(HAND.of(seat), {card: 4})
    game = on_until(rules.game_from(build.state(), seed=1), DRAW, round=2)
    assert [size(game, HAND.of(seat)) for seat in range(6)] == [12] * 6


def test_the_last_round_keeps_nothing() -> None:
    game = offered("small", "card-aside", round=4).play(UseFavor())
    while not game.is_over:
        assert asked(game)[0] != KEEP
        game = quietly(game)
