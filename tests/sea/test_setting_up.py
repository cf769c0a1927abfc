"""S0 to S3: what Elfensea replaces, the deal, the counters, and what is left of Elfenland."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import Over, PositionError, RulesetError, compile_ruleset
from elfen.land import (
    COUNTERS,
    DISCARD,
    DRAW,
    HAND,
    KEEP,
    MOVE,
    OBSTACLES,
    OPEN,
    PILE,
    PLAN,
    SECRET,
    SHOWN,
    STACK,
    PlaceObstacle,
)
from elfen.land.editions import EDITIONS, TABLE
from elfen.plugin import Option
from elfen.testing import play_out
from elfen_sea import BONUS_PILE
from elfen_sea.pieces import BONUS_COUNTERS
from elfen_sea.plugin import SETTLED
from playing import asked, written

from .situations import build, elfensea, game_from, on_until, quietly, to_the_end

LEFT_ALONE = {"start_player", "hand_limit", "counters_kept", "caravan", "strict_caravan"}


def other_value(option: Option) -> object:
    """A value of an option that Elfensea does not have."""
    now = SETTLED[f"land.{option.name}"]
    if option.type is bool:
        return not now
    values = option.choices or (option.least, option.most)
    return next(value for value in values if value != now)


@pytest.mark.parametrize("edition", EDITIONS)
def test_s0_every_edition_is_the_same_elfensea(edition: str) -> None:
    usual, other = elfensea(), elfensea(edition)
    assert usual.option_values == other.option_values
    one, two = play_out(usual, 4, seed=3), play_out(other, 4, seed=3)
    assert [entry.move for entry in one.log] == [entry.move for entry in two.log]
    assert one.state == two.state


@pytest.mark.parametrize("name", sorted(TABLE.keys() - LEFT_ALONE))
def test_s0_an_option_that_elfensea_replaces_changes_nothing(name: str) -> None:
    option = elfensea().options["land", name]
    with pytest.raises(RulesetError, match=rf"land\.{name}.* does not go with 'sea'"):
        compile_ruleset(expansions=["sea"], options={name: other_value(option)})  # type: ignore[dict-item]
    settled = compile_ruleset(expansions=["sea"], options={name: SETTLED[f"land.{name}"]})
    assert settled.fingerprint == elfensea().fingerprint


@pytest.mark.parametrize("name", sorted(LEFT_ALONE))
def test_s0_what_it_leaves_alone_is_the_same_in_all_editions(name: str) -> None:
    assert len(set(TABLE[name])) == 1
    assert f"land.{name}" not in SETTLED


def test_s0_there_are_no_obstacles_and_no_town_cards() -> None:
    rules = elfensea()
    position = rules.new_game(3, seed=1).position
    assert [position.size(OBSTACLES.of(seat)) for seat in range(3)] == [0, 0, 0]
    assert not any("town-card" in name for name in rules.layout.zones)
    game = play_out(rules, 4, seed=7)
    assert not any(isinstance(entry.move, PlaceObstacle) for entry in game.log)


def test_s0_all_start_in_the_capital_and_there_are_32_village_pieces_each() -> None:
    rules = elfensea()
    position = rules.new_game(6, seed=1).position
    assert [position.town(seat) for seat in range(6)] == ["elfenhaven"] * 6
    assert rules.piece_towns.bit_count() == 32


def test_s0_there_are_four_rounds() -> None:
    game = to_the_end(elfensea().new_game(2, seed=1))
    assert game.pending == Over("land/last-round")
    assert game.state.round == 4


def test_s1_the_pieces_are_64_cards_40_counters_and_60_bonus_counters() -> None:
    rules = elfensea()
    position = rules.position(rules.start(2))
    cards = dict.fromkeys(("dragon", "unicorn", "giant-pig", "magic-cloud"), 10)
    assert position.counts(STACK) == {**cards, "whale": 12, "raft": 12}
    counters = {**position.counts(PILE)}
    for kind, n in position.counts(OPEN).items():
        counters[kind] = counters.get(kind, 0) + n
    assert counters == dict.fromkeys(("dragon", "unicorn", "giant-pig", "magic-cloud"), 10)
    assert position.counts(BONUS_PILE) == dict.fromkeys((*cards, "whale", "raft"), 10)


def test_s1_rafts_and_whales_have_cards_and_no_counters() -> None:
    kinds = {kind.id for kind in elfensea().layout.kinds_of(PILE)}
    assert {"dragon", "unicorn", "giant-pig", "magic-cloud"} <= kinds
    assert kinds.isdisjoint({"raft", "whale"})


def test_s1_eight_new_cards_are_dealt_on_top_of_those_kept() -> None:
    game = elfensea().new_game(2, seed=1)
    assert [game.position.size(HAND.of(seat)) for seat in (0, 1)] == [8, 8]
    game = on_until(game, DRAW, round=2)
    assert [game.position.size(HAND.of(seat)) for seat in (0, 1)] == [12, 12]


def test_s1_where_cards_do_not_suffice_all_get_the_same_smaller_number() -> None:
    game = on_until(elfensea().new_game(6, seed=1), DRAW, round=2)
    sizes = [game.position.size(HAND.of(seat)) for seat in range(6)]
    assert sizes == [4 + 6] * 6  # 64 - 6 * 4 are left, of which everyone gets 6
    assert game.position.size(STACK) == 64 - 60


def test_s1_who_kept_fewer_cards_gets_no_more_than_the_others() -> None:
    state = on_until(elfensea().new_game(6, seed=1), MOVE).state
    rules = elfensea()
    hand, played = rules.layout.index(HAND, 0), rules.layout.index(STACK)
    zones = list(state.zones)
    zones[played] = tuple(a + b for a, b in zip(zones[played], zones[hand], strict=True))
    zones[hand] = (0,) * len(zones[hand])
    game = on_until(game_from(evolve(state, zones=tuple(zones))), DRAW, round=2)
    sizes = [game.position.size(HAND.of(seat)) for seat in range(6)]
    assert sizes == [7] + [4 + 7] * 5  # 64 - 5 * 4 are left, of which everyone gets 7


def test_s2_everyone_draws_four_counters_one_at_a_time() -> None:
    game = elfensea().new_game(3, seed=2)
    seats = []
    while asked(game)[0] == DRAW:
        seats.append(asked(game)[1])
        game = game.play("draw blind")
    assert seats == [0, 1, 2] * 4
    assert asked(game)[0] == PLAN


def test_s2_an_open_counter_stays_open_and_the_row_is_filled_up_to_five() -> None:
    game = game_from(build(2).at(DRAW, seat=0).zone(OPEN, {"dragon": 2, "unicorn": 3}))
    game = game.play("draw open dragon")
    assert game.position.counts(SHOWN.of(0)) == {"dragon": 1}
    assert game.position.size(SECRET.of(0)) == 0
    assert game.position.size(OPEN) == 5


def test_s2_a_counter_drawn_face_down_is_kept_secret() -> None:
    game = game_from(build(3).at(DRAW, seat=0)).play("draw blind")
    assert game.position.size(SHOWN.of(0)) == 0
    assert game.position.size(SECRET.of(0)) == 1
    assert game.view(0).holding(SECRET, 0).pieces is not None
    for other in (1, 2, None):
        assert game.view(other).holding(SECRET, 0).pieces is None


def test_s2_nothing_is_drawn_before() -> None:
    game = elfensea().new_game(4, seed=1)
    assert asked(game) == (DRAW, 0)
    assert [game.position.size(SECRET.of(seat)) for seat in range(4)] == [0] * 4


def test_s3_the_hand_is_cut_to_four_after_moving() -> None:
    game = game_from(build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"whale": 6})).play("stop")
    assert asked(game) == (DISCARD, 0)
    assert written(game) == {"discard whale*2"}


def test_s3_one_ordinary_counter_is_kept() -> None:
    situation = build(2).at(KEEP, seat=0, round=1).zone(SHOWN.of(0), {"dragon": 1, "unicorn": 2})
    game = game_from(situation)
    assert written(game) == {"keep dragon", "keep unicorn"}
    assert game.play("keep dragon").position.counts(SHOWN.of(0)) == {"dragon": 1}


def test_s3_all_village_pieces_do_not_end_the_game_early() -> None:
    rules = elfensea()
    villages = [town.id for town in rules.board.towns if town.id != "elfenhaven"]
    game = game_from(build(2).at(MOVE, seat=0, round=2).visited(0, *villages))
    while game.state.round == 2:
        game = quietly(game)
    assert not game.is_over
    assert game.state.round == 3


def test_s3_cards_in_hand_break_a_tie() -> None:
    game = to_the_end(elfensea().new_game(2, seed=1))
    rules = elfensea()
    hands = [{"whale": 4}, {"raft": 3}]
    zones = list(game.state.zones)
    for seat, hand in enumerate(hands):
        zones[rules.layout.index(HAND, seat)] = rules.layout.vector(HAND, hand)
    standings = rules.standings(evolve(game.state, zones=tuple(zones)))
    assert [(s.rank, s.seat, s.total) for s in standings] == [(1, 0, 0), (2, 1, 0)]
    assert [str(tie) for tie in standings[0].ties] == ["cards in hand: 4"]


def test_s0_what_elfenland_leaves_to_options_is_settled() -> None:
    assert elfensea().option("land.town_cards") is False
    assert elfensea().option("land.obstacles") == 0


def test_s0_there_are_no_boatmen_as_without_that_option_of_elfenland() -> None:
    assert elfensea().option("land.boatmen") is False
    without = compile_ruleset(expansions=["sea"], options={"boatmen": False})
    assert without.fingerprint == elfensea().fingerprint


def test_s1_the_sea_is_no_road_and_no_counter_is_for_whales() -> None:
    assert not elfensea().terrains["sea"].road
    assert set(elfensea().layout.kinds_of(PILE)) == set(COUNTERS)


def test_s1_there_are_ten_bonus_counters_of_each_kind_and_one_at_most_on_a_route() -> None:
    start = elfensea().build(2).state()
    pile = elfensea().position(start).counts(BONUS_PILE)
    assert set(pile.values()) == {10}
    route = elfensea().board.routes[0].id
    with pytest.raises(PositionError, match=route):
        elfensea().build(2).lay(route, BONUS_COUNTERS[0], BONUS_COUNTERS[0]).state()
