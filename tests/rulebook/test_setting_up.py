"""Setting up: what is in the box, who starts, how many play, the options of the edition."""

from __future__ import annotations

from fractions import Fraction

import pytest

from elfen import Chance, Dealer, Decide, RulesetError, State, compile_ruleset
from elfen.declare.chance import Rolled
from elfen.land import DRAW, HAND, OBSTACLES, OPEN, PILE, PLAYED, REMOVED, SECRET, SHOWN, STACK
from elfen.plugin import Words
from playing import asked, on_until, to_the_end

from .facts import CARDS, COUNTERS
from .situations import elfenland, start_player

TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


@TABLES
def test_rg_there_are_72_travel_cards_ten_of_each_of_six_and_twelve_rafts(players: int) -> None:
    position = elfenland().position(elfenland().start(players))
    assert position.counts(STACK) == CARDS
    assert sum(CARDS.values()) == 72
    assert [position.size(HAND.of(seat)) for seat in range(players)] == [0] * players


@TABLES
def test_rg_there_are_48_counters_eight_of_each_of_six(players: int) -> None:
    position = elfenland().position(elfenland().start(players))
    assert position.counts(PILE) == COUNTERS
    assert sum(COUNTERS.values()) == 48


@TABLES
def test_rg_everyone_gets_one_obstacle_and_no_other_is_in_the_game(players: int) -> None:
    position = elfenland().position(elfenland().start(players))
    assert [position.counts(OBSTACLES.of(s)) for s in range(players)] == [{"obstacle": 1}] * players
    assert position.size(REMOVED) == 0


@TABLES
def test_rg_five_counters_are_turned_up_before_the_first_round(players: int) -> None:
    game = elfenland().new_game(players, seed=players)
    assert game.position.size(OPEN) == 5


@TABLES
def test_rg_all_boots_begin_in_elvenhold_and_all_town_pieces_lie_in_their_towns(
    players: int,
) -> None:
    game = elfenland().new_game(players, seed=players)
    assert [game.position.town(seat) for seat in range(players)] == ["elvenhold"] * players
    assert [game.position.pieces_taken(seat) for seat in range(players)] == [0] * players


@TABLES
def test_rg_nothing_lies_on_the_routes_and_no_card_is_played_at_first(players: int) -> None:
    game = elfenland().new_game(players, seed=players)
    assert all(not contents for contents in game.state.routes)
    assert game.position.size(PLAYED) == 0
    assert game.state.round == 1


@TABLES
def test_rg_two_to_six_can_play_to_the_end(players: int) -> None:
    game = to_the_end(elfenland().new_game(players, seed=players))
    assert game.is_over
    assert len(game.standings) == players


@pytest.mark.parametrize("players", [1, 7, 0, -2])
def test_rg_fewer_than_two_or_more_than_six_cannot_play(players: int) -> None:
    with pytest.raises(RulesetError, match="these rules are for 2 to 6"):
        elfenland().start(players)


@TABLES
def test_rg_seat_0_is_the_first_start_player(players: int) -> None:
    game = elfenland().new_game(players, seed=players)
    assert start_player(game) == 0
    assert asked(game) == (DRAW, 0)


def rolled(players: int) -> State:
    """With the option on: the state in which chance decides who starts."""
    rules = elfenland(start_player="random")
    state, dealer = rules.start(players), Dealer.seeded(1)
    while not any(isinstance(outcome, Rolled) for outcome, _ in rules.outcomes(state)):
        outcome, dealer = rules.sample(state, dealer)
        state = rules.apply(state, outcome)
    return state


@TABLES
def test_rg_option_the_first_start_player_is_drawn_at_random_all_alike(players: int) -> None:
    outcomes = elfenland(start_player="random").outcomes(rolled(players))
    assert [chance for _, chance in outcomes] == [Fraction(1, players)] * players
    assert len({outcome for outcome, _ in outcomes}) == players


@TABLES
def test_rg_option_whoever_is_drawn_at_random_starts(players: int) -> None:
    rules = elfenland(start_player="random")
    state = rolled(players)
    first = []
    for outcome, _ in rules.outcomes(state):
        after = rules.apply(state, outcome)
        item = rules.pending(after)
        assert isinstance(item, Chance)
        dealt = rules.deal(after, Dealer.seeded(1)).state
        decision = rules.pending(dealt)
        assert isinstance(decision, Decide)
        first.append(decision.seat)
    assert sorted(first) == list(range(players))


@pytest.mark.editions("rio-grande", "white-wind")
def test_rg_the_table_tells_who_is_the_start_player() -> None:
    game = elfenland().new_game(2, seed=1)
    assert "Seat 0 is the start player." in Words(elfenland()).table(game.view(1))


@pytest.mark.editions("rio-grande", "white-wind")
def test_rg_four_rounds_are_played() -> None:
    game = to_the_end(elfenland().new_game(3, seed=1))
    assert game.state.round == 4
    assert game.pending.ending == "land/last-round"  # type: ignore[union-attr]


def test_rg_option_three_rounds_are_played() -> None:
    game = to_the_end(elfenland(rounds=3).new_game(3, seed=1))
    assert game.state.round == 3
    assert game.pending.ending == "land/last-round"  # type: ignore[union-attr]


@pytest.mark.parametrize("rounds", [0, 2, 5, "4", True])
def test_rg_other_numbers_of_rounds_are_refused(rounds: object) -> None:
    with pytest.raises(RulesetError, match="rounds"):
        compile_ruleset(edition="rio-grande", options={"rounds": rounds})  # type: ignore[dict-item]


@TABLES
def test_rg_the_start_player_card_moves_on_to_the_left_each_round(players: int) -> None:
    game = elfenland().new_game(players, seed=players)
    for round in range(1, elfenland().most_rounds + 1):
        game = on_until(game, DRAW, round=round)
        assert start_player(game) == (round - 1) % players
        assert asked(game) == (DRAW, (round - 1) % players)


def test_rg_the_hand_and_the_counters_are_empty_before_the_first_deal() -> None:
    position = elfenland().position(elfenland().start(4))
    for seat in range(4):
        assert position.size(SECRET.of(seat)) == position.size(SHOWN.of(seat)) == 0
