"""What is White Wind's alone: eight new cards, counters that go back early, the boatmen."""

from __future__ import annotations

import pytest

from elfen.kernel.builder import Builder
from elfen.land import (
    DISCARD,
    DRAW,
    HAND,
    KEEP,
    MOVE,
    OPEN,
    PILE,
    PLAN,
    PLAYED,
    SECRET,
    SHOWN,
    STACK,
    TOWN_CARDS,
)
from playing import asked, on_until, payments, quietly, why_not, written

from .facts import LAKES
from .situations import build, elfenland, game_from, seats_asked, stepwise, traveller

pytestmark = pytest.mark.editions("white-wind")

TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
KINDS = ("dragon", "unicorn", "elfcycle", "giant-pig", "magic-cloud", "troll-wagon")
FERRY = "grangor-yttar-lake"


# Dealing -----------------------------------------------------------------------------------


@TABLES
def test_ww_everyone_is_dealt_eight_new_cards_on_top_of_those_kept(players: int) -> None:
    situation = build(players).at(MOVE, seat=players - 1, round=1)
    kept = [seat % 5 for seat in range(players)]
    for seat in range(players):
        situation.zone(HAND.of(seat), {KINDS[seat]: kept[seat]})
    state = elfenland().apply(situation.state(), game_from(situation).parse("stop"))
    items, _, after = stepwise(state)
    dealt = {item.seat: item.data for item in items if item.name == "land/deal"}
    assert dealt == dict.fromkeys(range(players), (8,))
    sizes = [elfenland().position(after).size(HAND.of(seat)) for seat in range(players)]
    assert sizes == [8 + n for n in kept]


def test_ww_six_players_who_keep_four_take_all_72_cards() -> None:
    situation = build(6).at(MOVE, seat=5, round=1)
    for seat in range(6):
        situation.zone(HAND.of(seat), {KINDS[seat]: 4})
    position = game_from(situation).play("stop").position
    assert [position.size(HAND.of(seat)) for seat in range(6)] == [12] * 6
    assert position.size(STACK) == position.size(PLAYED) == 0


def test_ww_a_hand_of_twelve_is_cut_to_four_after_moving() -> None:
    situation = build(6).at(MOVE, seat=0, round=1)
    situation.zone(HAND.of(0), {"dragon": 6, "unicorn": 6})
    game = game_from(situation).play("stop")
    assert asked(game) == (DISCARD, 0)
    assert "exactly 4" in why_not(game, "discard dragon*3")
    game = game.play("discard dragon*4")
    assert asked(game) == (DISCARD, 0)
    game = game.play("discard unicorn*4")
    assert asked(game) == (MOVE, 1)
    assert game.position.counts(HAND.of(0)) == {"dragon": 2, "unicorn": 2}


# Counters ----------------------------------------------------------------------------------


def planner(secret: dict[str, int], shown: dict[str, int], round: int = 1) -> Builder:
    """Two seats, of whom seat 0 (whose obstacle is used) is about to plan alone."""
    rules = elfenland(obstacles=0)
    seat = (round - 1) % 2
    situation = rules.build(2).at(PLAN, seat=seat, round=round)
    return situation.zone(SECRET.of(seat), secret).zone(SHOWN.of(seat), shown)


def planned(secret: dict[str, int], shown: dict[str, int], round: int = 1) -> object:
    """The same when planning has ended."""
    return game_from(planner(secret, shown, round), elfenland(obstacles=0)).play("pass")


def test_ww_all_but_one_counter_go_back_when_planning_ends_before_anyone_moves() -> None:
    game = game_from(planner({"dragon": 1}, {"unicorn": 2}), elfenland(obstacles=0))
    pile = game.position.counts(PILE)
    game = game.play("pass")
    assert asked(game) == (KEEP, 0)
    assert written(game) == {"keep unicorn", "keep secret dragon"}
    game = game.play("keep unicorn")
    assert asked(game) == (MOVE, 0)
    assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}
    assert game.position.size(SECRET.of(0)) == 0
    back = {"dragon": pile["dragon"] + 1, "unicorn": pile["unicorn"] + 1}
    assert game.position.counts(PILE) == {**pile, **back}


@pytest.mark.parametrize(
    ("kept", "zone", "counter"),
    [("keep unicorn", SHOWN, "unicorn"), ("keep secret dragon", SECRET, "dragon")],
)
def test_ww_a_saved_counter_stays_face_up_or_face_down_as_it_was(
    kept: str, zone: object, counter: str
) -> None:
    game = planned({"dragon": 1}, {"unicorn": 2}).play(kept)  # type: ignore[attr-defined]
    game = on_until(game, DRAW, round=2)
    assert game.position.counts(zone.of(0))[counter] >= 1  # type: ignore[attr-defined]
    assert game.position.size(SECRET.of(0)) == 1 + (zone is SECRET)
    assert game.position.size(SHOWN.of(0)) == (zone is SHOWN)


def test_ww_a_single_counter_is_kept_without_asking() -> None:
    game = planned({}, {"unicorn": 1})
    assert asked(game) == (MOVE, 0)  # type: ignore[arg-type]
    assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}  # type: ignore[attr-defined]


@TABLES
def test_e10_keeping_goes_in_turn_order_from_the_start_player_of_the_round(players: int) -> None:
    game = on_until(elfenland().new_game(players, seed=4), DRAW, round=2)
    assert seats_asked(game, KEEP) == [(1 + n) % players for n in range(players)]


def test_ww_nothing_is_asked_after_moving() -> None:
    game = on_until(elfenland().new_game(2, seed=4), MOVE, round=1)
    while game.state.round == 1:
        assert asked(game)[0] in (MOVE, DISCARD)
        game = quietly(game)


def test_e11_nothing_is_kept_in_the_last_round_and_nobody_is_asked() -> None:
    game = on_until(elfenland().new_game(3, seed=4), PLAN, round=4)
    while asked(game)[0] == PLAN:
        game = game.play("pass")
    assert asked(game)[0] == MOVE
    assert [game.position.size(SHOWN.of(seat)) for seat in range(3)] == [0, 0, 0]
    assert [game.position.size(SECRET.of(seat)) for seat in range(3)] == [0, 0, 0]
    assert game.position.size(PILE) + game.position.size(OPEN) == 48


def test_e06_secret_counters_given_back_stay_secret() -> None:
    game = planned({"dragon": 1, "elfcycle": 1}, {"unicorn": 1})
    told = game.play("keep unicorn").view(1)  # type: ignore[attr-defined]
    assert told.holding(PILE).pieces is None
    assert "dragon" not in "\n".join(str(entry) for entry in told.log)
    hidden = game.play("keep secret dragon").view(1)  # type: ignore[attr-defined]
    assert "dragon" not in "\n".join(str(entry) for entry in hidden.log)


# The lakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", LAKES["mare-nebulae"])
def test_ww_mare_nebulae_takes_one_raft_or_any_three_cards_in_any_direction(
    ends: list[str],
) -> None:
    ferry = next(r.id for r in elfenland().board.routes if r.water and set(r.ends) == set(ends))
    for town in ends:
        game = game_from(traveller(town, {"raft": 1, "dragon": 2, "unicorn": 1}))
        assert payments(game, ferry) == {
            "raft",
            "dragon*2 unicorn",
            "dragon*2 raft",
            "dragon raft unicorn",
        }


def test_e12_the_boatmen_take_rafts_too() -> None:
    game = game_from(traveller("grangor", {"raft": 5}))
    assert payments(game, FERRY) == {"raft", "raft*3"}
    game = game_from(traveller("grangor", {"raft": 2, "elfcycle": 1}))
    assert payments(game, FERRY) == {"raft", "elfcycle raft*2"}


@pytest.mark.parametrize("ends", LAKES["mare-magnum"])
def test_ww_mare_magnum_takes_two_rafts_and_has_no_boatmen(ends: list[str]) -> None:
    ferry = next(r.id for r in elfenland().board.routes if r.water and set(r.ends) == set(ends))
    for town in ends:
        game = game_from(traveller(town, {"raft": 3, "dragon": 3}))
        assert payments(game, ferry) == {"raft*2"}


def test_ww_boatmen_need_no_counter_and_their_price_is_told_in_words() -> None:
    situation = traveller("grangor", {"raft": 1, "dragon": 3})
    rafts, boatmen = elfenland().quote(situation.state(), 0, FERRY)
    assert [(line.term, line.text, line.amount) for line in rafts.lines] == [
        ("land/rafts", "by water", 1)
    ]
    assert [(line.term, line.text, line.amount) for line in boatmen.lines] == [
        ("land/boatmen", "boatmen", 3)
    ]
    assert str(boatmen) == "any 3"
    game = game_from(situation).play(f"move {FERRY} dragon*3")
    assert game.position.town(0) == "yttar"


def test_ww_trouble_counters_never_affect_rivers_and_lakes() -> None:
    situation = build(2).at(PLAN, seat=0, round=1).lay("grangor-yttar-mountains", "dragon")
    game = game_from(situation)
    assert "no transportation counter lies on" in why_not(game, f"place obstacle {FERRY}")
    assert "place obstacle grangor-yttar-mountains" in written(game)


def test_ww_no_caravan_goes_on_rivers_and_on_mare_magnum() -> None:
    game = game_from(traveller("virst", {"dragon": 3, "elfcycle": 3}))
    assert written(game) == {"stop"}


def test_ww_an_obstacle_makes_the_boatmen_no_dearer_for_it_cannot_lie_there() -> None:
    assert not any(str(a) == f"place obstacle {FERRY}" for a in elfenland().actions)


# Printed examples --------------------------------------------------------------------------


def test_ww_example_a_troll_wagon_with_trouble_on_a_desert_track_takes_three() -> None:
    road = "albaran-feodor-desert"
    situation = traveller("feodor", {"troll-wagon": 3}).lay(road, "troll-wagon", "obstacle")
    assert payments(game_from(situation), road) == {"troll-wagon*3"}


def test_ww_example_peter_in_rivinia_with_tichih_has_17_less_1() -> None:
    towns = [t.id for t in elfenland().board.towns if t.id not in ("elvenhold", "tichih")]
    situation = build(2).at(MOVE, seat=0, round=4).boot(0, "rivinia")
    situation.visited(0, *towns[:17]).zone(TOWN_CARDS.of(0), {"tichih": 1})
    rows = game_from(situation).standings
    assert next(row.total for row in rows if row.seat == 0) == 16


def test_ww_a_giant_pig_may_not_be_placed_on_a_desert_track() -> None:
    situation = build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(0), {"giant-pig": 1})
    assert "not suited to desert" in why_not(
        game_from(situation), "place giant-pig albaran-feodor-desert"
    )
