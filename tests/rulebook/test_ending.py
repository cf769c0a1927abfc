"""The end of the game: E2 the early win, E4 shared victories, E11 the last hands."""

from __future__ import annotations

import pytest

from elfen import Decide, Game, Over, Ruleset, compile_ruleset, plan
from elfen.kernel.builder import Builder
from elfen.land import DISCARD, HAND, KEEP, MOVE, SECRET, SHOWN, TOWN_CARDS, Move
from elfen.plugin import Ending, Manifest, hookimpl
from elfen.testing import check_game, check_rules, check_state, play_out
from planner.twin import best_by_trying_all
from playing import asked, quietly

from .facts import TOWNS
from .situations import elfenland, game_from

ALL_TOWNS = [town for town in TOWNS if town != "elvenhold"]


def last_move(players: int = 2, round: int | None = None, **options: int | str) -> Builder:
    """The last seat to move in a round (None: the last) is about to; its stop ends the round."""
    if round is None:
        round = elfenland(**options).most_rounds
    last = (round - 2) % players
    return elfenland(**options).build(players).at(MOVE, seat=last, round=round)


def ended(situation: Builder, **options: int | str) -> Game:
    """The game after everyone has stopped and cut the hand."""
    game = game_from(situation, elfenland(**options)).play("stop")
    while not game.is_over and asked(game)[0] == DISCARD:
        game = game.play(game.legal_actions[0])
    return game


def ranks(game: Game) -> list[int]:
    """The rank of each seat."""
    return [row.rank for row in sorted(game.standings, key=lambda row: row.seat)]


def ending(game: Game) -> str:
    """How the game ended."""
    assert isinstance(game.pending, Over)
    return game.pending.ending


# The last round ---------------------------------------------------------------------------


@pytest.mark.editions("rio-grande", "white-wind")
def test_rg_the_game_ends_after_the_fourth_round() -> None:
    game = ended(last_move(round=4))
    assert ending(game) == "land/last-round"
    assert game.legal_actions == ()
    assert game.check("stop") is not None


@pytest.mark.editions("rio-grande", "white-wind")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_rg_the_game_goes_on_after_the_rounds_before(round: int) -> None:
    game = ended(last_move(round=round))
    assert not game.is_over
    assert game.state.round == round + 1


def test_rg_option_of_three_rounds_ends_the_game_after_the_third() -> None:
    assert not ended(last_move(round=2, rounds=3), rounds=3).is_over
    assert ending(ended(last_move(round=3, rounds=3), rounds=3)) == "land/last-round"


def test_rg_most_town_pieces_win() -> None:
    situation = last_move(3).visited(0, *ALL_TOWNS[:7]).visited(1, *ALL_TOWNS[:9])
    situation.visited(2, *ALL_TOWNS[:8]).zone(HAND.of(2), {"raft": 4})
    game = ended(situation)
    assert ranks(game) == [3, 1, 2]
    assert [row.total for row in game.standings] == [9, 8, 7]
    assert [row.seat for row in game.standings] == [1, 2, 0]


def test_rg_a_tie_goes_to_whoever_holds_most_cards() -> None:
    situation = last_move(3)
    for seat, cards in enumerate((1, 3, 2)):
        situation.visited(seat, *ALL_TOWNS[seat : seat + 5])
        situation.zone(HAND.of(seat), {"giant-pig": cards})
    assert ranks(ended(situation)) == [3, 1, 2]


def test_e04_whoever_is_still_tied_shares_the_victory() -> None:
    situation = last_move(4)
    for seat, cards in enumerate((2, 1, 2, 2)):
        situation.visited(seat, *ALL_TOWNS[seat : seat + 5])
        situation.zone(HAND.of(seat), {"giant-pig": 1, "raft": cards - 1})
    assert ranks(ended(situation)) == [1, 4, 1, 1]


def test_e04_second_places_are_shared_in_the_same_way() -> None:
    situation = last_move(3).visited(0, *ALL_TOWNS[:6])
    situation.visited(1, *ALL_TOWNS[:5]).visited(2, *ALL_TOWNS[3:8])
    assert ranks(ended(situation)) == [1, 2, 2]


def test_e11_hands_are_cut_after_the_last_round_too_and_the_tie_break_counts_that() -> None:
    situation = last_move(2)
    last = asked(game_from(situation))[1]
    situation.zone(HAND.of(1 - last), {"unicorn": 4}).zone(HAND.of(last), {"raft": 7})
    game = game_from(situation).play("stop")
    assert asked(game) == (DISCARD, last)
    game = game.play("discard raft*3")
    assert game.is_over
    assert [game.position.size(HAND.of(seat)) for seat in (0, 1)] == [4, 4]
    assert ranks(game) == [1, 1]


@pytest.mark.parametrize("zone", [SECRET, SHOWN])
def test_e11_nothing_is_kept_after_the_last_round(zone: object) -> None:
    situation = last_move(2)
    situation.zone(zone.of(0), {"dragon": 2, "unicorn": 1})  # type: ignore[attr-defined]
    assert ending(ended(situation)) == "land/last-round"


@pytest.mark.editions("rio-grande")
def test_e11_counters_are_kept_after_any_round_before() -> None:
    situation = last_move(2, round=3).zone(SHOWN.of(0), {"dragon": 2, "unicorn": 1})
    assert asked(ended(situation)) == (KEEP, 0)


# E2: the early win, in the game of four rounds, which in the deluxe edition is a choice ------

#: The rounds at whose end all pieces win.
EARLY = {"rio-grande": (1, 2, 3), "white-wind": (3,), "deluxe": (1, 2, 3)}


def long_game(players: int, round: int) -> Builder:
    """The last move of a round in a game of four rounds."""
    return last_move(players, round, rounds=4)


@pytest.mark.parametrize("round", [1, 2, 3])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_e02_all_20_pieces_at_the_end_of_round_1_2_or_3_win_in_white_wind_of_round_3_alone(
    round: int, seat: int, edition: str
) -> None:
    game = ended(long_game(3, round).visited(seat, *ALL_TOWNS), rounds=4)
    if round not in EARLY[edition]:
        assert not game.is_over
        return
    assert ending(game) == "land/all-pieces"
    assert game.state.round == round
    assert ranks(game)[seat] == 1


@pytest.mark.editions("white-wind")
def test_e02_in_white_wind_all_pieces_of_round_1_still_win_at_the_end_of_round_3() -> None:
    game = ended(long_game(2, 1).visited(0, *ALL_TOWNS), rounds=4)
    while not game.is_over:
        game = quietly(game)
    assert ending(game) == "land/all-pieces"
    assert game.state.round == 3


@pytest.mark.parametrize("round", [1, 3, 4])
@pytest.mark.parametrize("town_cards", [False, True])
def test_e02_option_at_once_the_game_ends_with_the_last_piece_in_mid_move(
    round: int, town_cards: bool
) -> None:
    options: dict[str, int | str] = {"rounds": 4, "early_win": "at-once", "town_cards": town_cards}
    rules = elfenland(**options)
    situation = rules.build(3).at(MOVE, seat=2, round=round).boot(2, "elvenhold")
    situation.visited(2, *[t for t in ALL_TOWNS if t != "rivinia"]).zone(HAND.of(2), {"raft": 6})
    situation.visited(0, *ALL_TOWNS[:19]).zone(HAND.of(0), {"dragon": 8})
    if town_cards:
        for seat, town in enumerate(("tichih", "grangor", "jaccaranda")):
            situation.zone(TOWN_CARDS.of(seat), {town: 1})
    game = game_from(situation, rules).play("move elvenhold-rivinia-river raft")
    assert ending(game) == "land/all-pieces"
    assert game.state.round == round
    assert game.position.size(HAND.of(2)) == 5, "nobody cuts his hand"
    assert ranks(game) == [2, 3, 1]
    assert game.standings[0].total == 20, "town cards do not count"
    assert game.undo().pending == Decide(MOVE, 2)
    if town_cards:
        assert [game.position.size(TOWN_CARDS.of(seat)) for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_e02_option_at_once_who_has_got_all_pieces_otherwise_wins_when_the_round_ends(
    round: int,
) -> None:
    situation = last_move(round=round, rounds=4, early_win="at-once").visited(0, *ALL_TOWNS)
    game = ended(situation, rounds=4, early_win="at-once")
    assert (ending(game), game.state.round) == ("land/all-pieces", round)


@pytest.mark.parametrize(
    ("early_win", "when"),
    [
        ("at-once", "a player has taken their last town piece"),
        ("any-round", "a player has all town pieces before the last round"),
        ("round-3", "a player has all town pieces before the last round"),
    ],
)
def test_e02_the_rules_tell_when_all_pieces_win(early_win: str, when: str) -> None:
    rules = elfenland(rounds=4, early_win=early_win)
    assert {one.name: one.text for one in rules.endings}["land/all-pieces"] == when


def test_e02_option_at_once_whoever_lacks_a_piece_moves_on() -> None:
    rules = elfenland(rounds=4, early_win="at-once")
    situation = rules.build(2).at(MOVE, seat=0, round=4).boot(0, "elvenhold")
    situation.visited(0, *[t for t in ALL_TOWNS if t not in ("rivinia", "virst")])
    game = game_from(situation.zone(HAND.of(0), {"raft": 6}), rules)
    game = game.play("move elvenhold-rivinia-river raft")
    assert asked(game) == (MOVE, 0), "also in the last round, which is not over"
    while not game.is_over:
        game = quietly(game)
    assert ending(game) == "land/last-round"


def test_e02_option_at_once_plays_no_part_in_a_game_of_three_rounds() -> None:
    rules = elfenland(rounds=3, early_win="at-once")
    situation = rules.build(2).at(MOVE, seat=0, round=3).boot(0, "elvenhold")
    situation.visited(0, *[t for t in ALL_TOWNS if t != "rivinia"]).zone(HAND.of(0), {"raft": 1})
    game = game_from(situation, rules).play("move elvenhold-rivinia-river raft")
    assert asked(game) == (MOVE, 0)


class Patience:
    """A plugin whose own ending takes the place of the early win."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest(
            "patience",
            rules_version=1,
            api=1,
            requires=("land",),
            help="For a test.",
            defaults={"land.early_win": "at-once"},
        )

    @hookimpl
    def elfen_endings(self, rules: Ruleset) -> list[Ending]:
        return [
            Ending(
                "patience/all-but-one",
                lambda position: position.pieces_taken(0) >= 19,
                replaces="land/all-pieces",
                text="seat 0 has all pieces but one",
            )
        ]


@pytest.mark.editions("rio-grande")
def test_e02_option_at_once_is_not_for_an_ending_that_takes_its_place() -> None:
    rules = compile_ruleset(expansions=[Patience()], options={"rounds": 4})
    situation = rules.build(2).at(MOVE, seat=0, round=2).boot(0, "elvenhold")
    situation.visited(0, *[t for t in ALL_TOWNS if t != "rivinia"]).zone(HAND.of(0), {"raft": 1})
    game = game_from(situation, rules).play("move elvenhold-rivinia-river raft")
    assert asked(game) == (MOVE, 0), "it is looked at when it says"
    while not game.is_over:
        game = quietly(game)
    assert ending(game) == "patience/all-but-one"


@pytest.mark.alike(2)
@pytest.mark.editions("rio-grande")
@pytest.mark.parametrize("town_cards", [False, True])
def test_e02_option_at_once_plans_and_laws_know_of_it(town_cards: bool) -> None:
    rules = elfenland(rounds=4, early_win="at-once", town_cards=town_cards)
    situation = rules.build(2).at(MOVE, seat=0, round=2).boot(0, "elvenhold")
    situation.visited(0, *[t for t in ALL_TOWNS if t not in ("rivinia", "virst")])
    situation.zone(HAND.of(0), {"raft": 6}).visited(1, "rivinia")
    state = situation.state()
    check_state(rules, state)
    found = plan(rules.observe(state, 0))
    assert (found.total, found.kept) == best_by_trying_all(rules, state, Move)
    assert found.total == 20
    check_state(rules, rules.advance(state, found.actions[0]))
    check_rules(rules)
    check_game(play_out(rules, 3, seed=1), every=60)


def test_e02_19_pieces_are_not_all() -> None:
    assert not ended(long_game(2, 3).visited(0, *ALL_TOWNS[:19]), rounds=4).is_over


def test_e02_the_round_is_played_to_its_end_first() -> None:
    rules = elfenland(rounds=4)
    situation = rules.build(3).at(MOVE, seat=2, round=3).boot(2, "elvenhold")
    situation.visited(2, *[t for t in ALL_TOWNS if t != "rivinia"]).zone(HAND.of(2), {"raft": 1})
    game = game_from(situation, rules).play("move elvenhold-rivinia-river raft")
    assert game.position.pieces_taken(2) == 20
    for seat in (2, 0, 1):
        assert asked(game) == (MOVE, seat)
        game = game.play("stop")
    assert ending(game) == "land/all-pieces"


def test_e02_it_is_looked_at_before_anything_is_kept() -> None:
    situation = long_game(2, 3).visited(0, *ALL_TOWNS)
    situation.zone(SHOWN.of(0), {"dragon": 2}).zone(SECRET.of(1), {"dragon": 2})
    assert ending(ended(situation, rounds=4)) == "land/all-pieces"


def test_e02_hands_are_cut_before_the_early_win_is_looked_at() -> None:
    situation = long_game(2, 3).visited(1, *ALL_TOWNS).zone(HAND.of(1), {"raft": 7})
    game = game_from(situation, elfenland(rounds=4)).play("stop")
    assert asked(game) == (DISCARD, 1)


def test_e02_among_several_holders_of_all_pieces_most_cards_in_hand_decides() -> None:
    situation = long_game(3, 3)
    for seat, cards in enumerate((2, 3, 4)):
        situation.zone(HAND.of(seat), {"unicorn": cards})
    situation.visited(0, *ALL_TOWNS).visited(1, *ALL_TOWNS).visited(2, *ALL_TOWNS[:19])
    game = ended(situation, rounds=4)
    assert ending(game) == "land/all-pieces"
    assert ranks(game) == [2, 1, 3]


def test_e02_holders_with_as_many_cards_share_the_early_win() -> None:
    situation = long_game(2, 3).visited(0, *ALL_TOWNS).visited(1, *ALL_TOWNS)
    situation.zone(HAND.of(0), {"raft": 2}).zone(HAND.of(1), {"dragon": 2})
    assert ranks(ended(situation, rounds=4)) == [1, 1]


@pytest.mark.parametrize("nearer", [0, 1])
def test_e02_town_cards_do_not_count_in_an_early_win_and_stay_secret(nearer: int) -> None:
    options = {"rounds": 4, "town_cards": True}
    situation = last_move(2, 3, **options).visited(0, *ALL_TOWNS).visited(1, *ALL_TOWNS)
    situation.boot(nearer, "tichih").boot(1 - nearer, "grangor")
    situation.zone(TOWN_CARDS.of(nearer), {"tichih": 1}).zone(HAND.of(0), {"raft": 1})
    situation.zone(TOWN_CARDS.of(1 - nearer), {"jaccaranda": 1})
    game = ended(situation, **options)
    assert ending(game) == "land/all-pieces"
    assert ranks(game) == [1, 2]
    assert {row.total for row in game.standings} == {20}
    assert [game.position.size(TOWN_CARDS.of(seat)) for seat in (0, 1)] == [1, 1]
    assert game.view(None).counts(TOWN_CARDS, 0) == {}


def test_e02_in_the_last_round_all_pieces_are_just_the_most() -> None:
    game = ended(last_move(2).visited(1, *ALL_TOWNS))
    assert ending(game) == "land/last-round"
    assert ranks(game) == [2, 1]


@pytest.mark.parametrize("early_win", ["any-round", "round-3", "never"])
@pytest.mark.parametrize("round", [1, 2])
def test_e02_in_the_three_round_game_the_early_win_plays_no_part(
    round: int, early_win: str
) -> None:
    options = {"rounds": 3, "early_win": early_win}
    game = ended(last_move(2, round, **options).visited(0, *ALL_TOWNS), **options)
    assert not game.is_over


def test_e02_three_rounds_played_with_all_pieces_end_as_the_last_round() -> None:
    game = ended(last_move(2, round=3, rounds=3).visited(0, *ALL_TOWNS), rounds=3)
    assert ending(game) == "land/last-round"


def test_e02_option_never_without_an_early_win_four_rounds_are_played() -> None:
    options = {"rounds": 4, "early_win": "never"}
    assert not ended(last_move(2, 3, **options).visited(0, *ALL_TOWNS), **options).is_over
