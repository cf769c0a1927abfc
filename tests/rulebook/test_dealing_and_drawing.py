"""Phases 1 to 3: the deal, the secret counter, the three counters of one's choice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from elfen import State
from elfen.kernel.builder import Builder
from elfen.land import DRAW, HAND, KEEP, MOVE, OPEN, PILE, PLAN, PLAYED, SECRET, SHOWN, STACK, Stop
from elfen.land.drawing import Dealing, DrawOpen
from playing import asked, on_until, quietly, written

from .facts import CARDS, COUNTERS
from .situations import build, elfenland, game_from, stepwise

TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def end_of_round(players: int, round: int = 1) -> Builder:
    """The last seat to move is asked; nobody has a counter to choose from afterwards."""
    last = (round - 2) % players
    return build(players).at(MOVE, seat=last, round=round)


def after_the_last_stop(situation: Builder) -> State:
    """What the last seat's stop leads to: the chance of the next round."""
    return elfenland().apply(situation.state(), Stop())


# 1. Deal the travel cards ---------------------------------------------------------------


@TABLES
def test_rg_eight_cards_are_dealt_to_everyone_in_the_first_round(players: int) -> None:
    position = elfenland().new_game(players, seed=1).position
    assert [position.size(HAND.of(seat)) for seat in range(players)] == [8] * players
    assert position.size(STACK) == 72 - 8 * players


@pytest.mark.editions("rio-grande", "deluxe")
@TABLES
def test_rg_in_later_rounds_hands_are_filled_up_to_eight(players: int) -> None:
    situation = end_of_round(players)
    for seat in range(players):
        situation.zone(HAND.of(seat), {"unicorn": 1, "raft": seat % 4})
    game = game_from(situation).play("stop")
    for seat in range(players):
        assert game.position.size(HAND.of(seat)) == 8


def test_rg_cards_kept_in_hand_stay_there_when_new_ones_are_dealt() -> None:
    situation = end_of_round(2).zone(HAND.of(0), {"raft": 4}).zone(HAND.of(1), {"dragon": 3})
    situation.zone(PLAYED, {"raft": 8, "dragon": 7})
    game = game_from(situation).play("stop")
    assert game.position.counts(HAND.of(0))["raft"] >= 4
    assert game.position.counts(HAND.of(1))["dragon"] >= 3


@pytest.mark.editions("rio-grande", "deluxe")
def test_rg_only_the_missing_cards_are_dealt() -> None:
    situation = end_of_round(3).zone(HAND.of(1), {"raft": 4}).zone(HAND.of(2), {"dragon": 1})
    items, _, _ = stepwise(after_the_last_stop(situation))
    dealt = {item.seat: item.data for item in items if item.name == "land/deal"}
    assert dealt == {0: (8,), 1: (4,), 2: (7,)}


def test_e08_cards_are_dealt_from_the_stack_and_everything_played_so_far() -> None:
    situation = end_of_round(2).zone(PLAYED, {"raft": 12, "unicorn": 10})
    _, states, _ = stepwise(after_the_last_stop(situation))
    dealing = elfenland().position(states[1])
    assert dealing.counts(STACK) == CARDS
    assert dealing.size(PLAYED) == 0


@pytest.mark.editions("rio-grande", "deluxe")
@pytest.mark.parametrize(
    ("held", "stack", "shares"),
    [
        ((60, 0, 0), 2, [0, 1, 1]),
        ((60, 0, 0), 1, [0, 0, 0]),
        ((4, 0, 4), 3, [0, 3, 0]),
        ((4, 0, 4), 6, [0, 4, 0]),
        ((4, 0, 4), 7, [1, 5, 1]),
        ((0, 0, 0), 24, [8, 8, 8]),
        ((0, 0, 0), 23, [7, 7, 7]),
    ],
)
def test_e08_all_hands_are_filled_up_alike_as_far_as_the_cards_suffice(
    held: tuple[int, ...], stack: int, shares: list[int]
) -> None:
    assert Dealing(elfenland()).shares(held, stack) == shares


def test_e08_every_card_of_stack_and_played_is_as_likely() -> None:
    situation = (
        end_of_round(2)
        .zone(HAND.of(0), {"dragon": 4})
        .zone(HAND.of(1), {"raft": 2})
        .zone(PLAYED, {"raft": 10, "unicorn": 3})
    )
    items, states, _ = stepwise(after_the_last_stop(situation))
    deal = next(n for n, item in enumerate(items) if item.name == "land/deal")
    chances = {str(o.pieces): p for o, p in elfenland().outcomes(states[deal])}  # type: ignore[union-attr]
    left = {**CARDS, "dragon": 6, "raft": 10}
    assert chances == {card: Fraction(n, 66) for card, n in left.items()}


# 2. Draw a counter from the face-down stack ---------------------------------------------


@TABLES
def test_rg_everyone_draws_one_counter_blind_beginning_with_the_start_player(
    players: int,
) -> None:
    items, _, _ = stepwise(after_the_last_stop(end_of_round(players)))
    seats = [item.seat for item in items if item.name == "land/draw-secret"]
    assert seats == [(1 + n) % players for n in range(players)]


@TABLES
def test_rg_the_blind_counter_lies_secret_before_anyone_chooses_another(players: int) -> None:
    game = elfenland().new_game(players, seed=2)
    assert asked(game)[0] == DRAW
    assert [game.position.size(SECRET.of(seat)) for seat in range(players)] == [1] * players
    assert [game.position.size(SHOWN.of(seat)) for seat in range(players)] == [0] * players


def test_rg_the_secret_counter_comes_from_the_pile_and_not_from_the_open_ones() -> None:
    situation = end_of_round(2).zone(OPEN, {"dragon": 5})
    _, states, after = stepwise(after_the_last_stop(situation))
    assert elfenland().position(after).counts(OPEN) == {"dragon": 5}
    drawing = next(s for s in states if elfenland().pending(s).name == "land/draw-secret")  # type: ignore[union-attr]
    chances = {str(o.pieces): p for o, p in elfenland().outcomes(drawing)}  # type: ignore[union-attr]
    assert chances == {c: Fraction(n, 43) for c, n in {**COUNTERS, "dragon": 3}.items()}


# 3. Draw additional counters ------------------------------------------------------------


@TABLES
def test_rg_three_more_counters_are_drawn_one_at_a_time_in_turn_order(players: int) -> None:
    game = on_until(elfenland().new_game(players, seed=3), DRAW, round=2)
    seats = []
    while asked(game)[0] == DRAW:
        seats.append(asked(game)[1])
        game = quietly(game)
    assert seats == [(1 + n) % players for n in range(players)] * 3


def choosing(row: dict[str, int], players: int = 2) -> Builder:
    """Seat 0 chooses its first counter; these lie open."""
    return build(players).at(DRAW, seat=0, round=1).zone(OPEN, row)


def test_rg_one_chooses_among_the_open_counters_and_the_pile() -> None:
    game = game_from(choosing({"dragon": 3, "unicorn": 2}))
    assert written(game) == {"draw open dragon", "draw open unicorn", "draw blind"}


def test_rg_a_counter_that_does_not_lie_open_cannot_be_taken() -> None:
    game = game_from(choosing({"dragon": 3, "unicorn": 2}))
    reason = game.check("draw open elfcycle")
    assert reason is not None
    assert "no elfcycle counter lies open" in reason.text


@pytest.mark.parametrize(
    ("row", "there"),
    [({"dragon": 3, "unicorn": 2}, "dragon and unicorn"), ({"dragon": 5}, "dragon"), ({}, "none")],
)
def test_rg_who_cannot_take_a_counter_is_told_which_ones_lie_open(
    row: dict[str, int], there: str
) -> None:
    reason = game_from(choosing(row)).check("draw open elfcycle")
    assert reason is not None
    assert reason.text == f"no elfcycle counter lies open; there are: {there}"


def test_rg_an_open_counter_taken_lies_open_before_the_player() -> None:
    game = game_from(choosing({"dragon": 3, "unicorn": 2})).play("draw open dragon")
    assert game.position.counts(SHOWN.of(0)) == {"dragon": 1}
    assert game.position.size(SECRET.of(0)) == 0


def test_rg_an_open_counter_taken_is_replaced_at_once_from_the_pile() -> None:
    game = game_from(choosing({"dragon": 3, "unicorn": 2}))
    after = game.play("draw open dragon")
    assert after.position.size(OPEN) == 5
    assert after.position.counts(OPEN)["dragon"] >= 2
    assert after.position.size(PILE) == game.position.size(PILE) - 1


def test_rg_a_counter_drawn_blind_in_this_phase_lies_open() -> None:
    game = game_from(choosing({"dragon": 3, "unicorn": 2}))
    after = game.play("draw blind")
    assert after.position.size(SHOWN.of(0)) == 1
    assert after.position.size(SECRET.of(0)) == 0
    assert after.position.counts(OPEN) == {"dragon": 3, "unicorn": 2}
    assert after.position.size(PILE) == game.position.size(PILE) - 1


@TABLES
def test_rg_everyone_has_four_counters_in_the_first_round(players: int) -> None:
    game = on_until(elfenland().new_game(players, seed=4), PLAN)
    for seat in range(players):
        assert game.position.size(SECRET.of(seat)) == 1
        assert game.position.size(SHOWN.of(seat)) == 3


@pytest.mark.parametrize(("zone", "secret"), [(SECRET, 2), (SHOWN, 1)])
def test_rg_a_kept_counter_makes_five_in_stock(zone: object, secret: int) -> None:
    situation = end_of_round(2).zone(zone.of(1), {"unicorn": 1})  # type: ignore[attr-defined]
    game = on_until(game_from(situation).play("stop"), PLAN)
    assert game.position.size(SECRET.of(1)) == secret
    assert game.position.size(SHOWN.of(1)) == 5 - secret
    assert game.position.size(SECRET.of(0)) + game.position.size(SHOWN.of(0)) == 4


# E5: the five open counters -------------------------------------------------------------


def nearly_empty_pile(pile: dict[str, int]) -> Builder:
    """Seat 0 chooses; five dragons lie open and only these counters are left in the pile."""
    rest = {id: n - pile.get(id, 0) for id, n in {**COUNTERS, "dragon": 3}.items()}
    return choosing({"dragon": 5}).zone(SHOWN.of(1), rest)


def test_e05_the_open_counters_are_filled_up_only_as_far_as_the_pile_reaches() -> None:
    game = game_from(nearly_empty_pile({"unicorn": 1}))
    assert game.position.counts(PILE) == {"unicorn": 1}
    game = game.play("draw open dragon")
    assert game.position.counts(OPEN) == {"dragon": 4, "unicorn": 1}
    game = game.play("draw open dragon")
    assert game.position.counts(OPEN) == {"dragon": 3, "unicorn": 1}


def test_e05_with_an_empty_pile_only_open_counters_can_be_chosen() -> None:
    game = game_from(nearly_empty_pile({}))
    assert written(game) == {"draw open dragon"}
    reason = game.check("draw blind")
    assert reason is not None
    assert "the pile of counters is empty" in reason.text


def test_e05_the_open_counters_stay_open_from_round_to_round() -> None:
    situation = end_of_round(2).zone(OPEN, {"dragon": 4, "unicorn": 1})
    game = game_from(situation).play("stop")
    assert game.state.round == 2
    assert game.position.counts(OPEN) == {"dragon": 4, "unicorn": 1}


@pytest.mark.editions("rio-grande", "deluxe")
def test_e05_a_short_row_is_filled_up_when_counters_come_back() -> None:
    rest = {id: n for id, n in COUNTERS.items() if id != "dragon"}
    situation = (
        end_of_round(2)
        .at(KEEP, seat=1, round=1)
        .zone(OPEN, {"dragon": 2})
        .zone(SHOWN.of(0), {"dragon": 6})
        .zone(SHOWN.of(1), rest)
    )
    game = game_from(situation)
    assert game.position.size(PILE) == 0
    state = elfenland().apply(game.state, game.parse("keep unicorn"))
    items, states, _ = stepwise(elfenland().apply(state, game.parse("keep dragon")))
    assert (items[0].name, items[0].data) == ("land/refill", (3,))
    assert elfenland().position(states[1]).size(OPEN) == 5


def test_e05_the_row_is_five_again_in_a_game_after_every_choice() -> None:
    game = elfenland().new_game(6, 9)
    while game.state.round < 3:
        assert game.position.size(OPEN) == 5
        game = quietly(game) if asked(game)[0] != DRAW else game.play(game.legal_actions[0])


@pytest.mark.parametrize(("in_pile", "turned_up"), [(7, 1), (1, 1), (0, 0)])
def test_e05_the_row_is_filled_only_as_far_as_the_pile_reaches(
    in_pile: int, turned_up: int
) -> None:
    rest = {**COUNTERS, "giant-pig": 3, "unicorn": 8 - in_pile}
    situation = build(2).at(DRAW, seat=0, round=1).zone(OPEN, {"giant-pig": 5})
    game = game_from(situation.zone(SHOWN.of(1), rest))
    assert game.position.size(PILE) == in_pile
    game = game.play("draw open giant-pig")
    assert game.position.size(OPEN) == 4 + turned_up
    assert game.position.size(PILE) == in_pile - turned_up


@pytest.mark.parametrize(("in_pile", "turned_up"), [(1, 1), (2, 2), (3, 2)])
def test_e05_a_row_that_lacks_two_gets_no_more_than_the_pile_has(
    in_pile: int, turned_up: int
) -> None:
    rest = {**COUNTERS, "giant-pig": 4, "unicorn": 8 - in_pile}
    situation = build(2).at(DRAW, seat=0, round=1).zone(OPEN, {"giant-pig": 4})
    game = game_from(situation.zone(SHOWN.of(1), rest)).play("draw open giant-pig")
    assert game.position.size(OPEN) == 3 + turned_up
    assert game.position.size(PILE) == in_pile - turned_up


@pytest.mark.parametrize("row", [1, 2])
def test_option_open_row_a_short_row_is_filled_up_again_too(row: int) -> None:
    rules = elfenland(open_row=row)
    game = on_until(rules.new_game(2, seed=4), DRAW)
    for _ in range(4):
        game = game.play(next(a for a in game.legal_actions if isinstance(a, DrawOpen)))
        assert game.position.size(OPEN) == row
