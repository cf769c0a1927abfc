"""Phase 6: the end of a round; E10 keeping one counter."""

from __future__ import annotations

import pytest

from elfen.kernel.builder import Builder
from elfen.land import (
    DRAW,
    HAND,
    KEEP,
    KEPT_SECRET,
    KEPT_SHOWN,
    MOVE,
    OBSTACLES,
    OPEN,
    PILE,
    REMOVED,
    SECRET,
    SHOWN,
    Keep,
    Stop,
)
from playing import asked, on_until, why_not, written

from .situations import build, elfenland, game_from, seats_asked, start_player

TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
WOODS = "feodor-lapphalya-woods"


def last_to_move(players: int = 2) -> Builder:
    """In round 1 the last seat's movement is due."""
    return build(players).at(MOVE, seat=players - 1, round=1)


def keeper(secret: dict[str, int], shown: dict[str, int]) -> Builder:
    """Of two seats, seat 1 (the new start player) chooses what to keep; seat 0 has nothing."""
    situation = last_to_move().zone(SECRET.of(1), secret).zone(SHOWN.of(1), shown)
    return situation


# E10: keeping -----------------------------------------------------------------------------


@pytest.mark.editions("rio-grande", "deluxe")
def test_e10_one_counter_is_kept_secret_or_open_and_these_are_different_choices() -> None:
    game = game_from(keeper({"dragon": 1}, {"dragon": 1, "unicorn": 2})).play("stop")
    assert asked(game) == (KEEP, 1)
    assert written(game) == {"keep dragon", "keep unicorn", "keep secret dragon"}


@pytest.mark.editions("rio-grande", "deluxe")
def test_e10_a_kept_open_counter_stays_open() -> None:
    state = keeper({"dragon": 1}, {"dragon": 1, "unicorn": 2}).state()
    game = game_from(state).play("stop").play("keep dragon")
    assert game.position.counts(SHOWN.of(1)) == {"dragon": 1}
    assert game.position.size(SECRET.of(1)) == 1  # the one of the new round


@pytest.mark.editions("rio-grande", "deluxe")
def test_e10_a_kept_secret_counter_stays_secret() -> None:
    state = keeper({"dragon": 1}, {"dragon": 1, "unicorn": 2}).state()
    game = game_from(state).play("stop").play("keep secret dragon")
    assert game.position.size(SHOWN.of(1)) == 0
    assert game.position.counts(SECRET.of(1))["dragon"] >= 1
    assert game.position.size(SECRET.of(1)) == 2


@pytest.mark.editions("rio-grande", "deluxe")
def test_e10_all_other_counters_go_back_to_the_pile() -> None:
    rules = elfenland()
    situation = keeper({"dragon": 1, "elfcycle": 1}, {"unicorn": 3})
    choosing = rules.apply(situation.state(), Stop())
    kept = rules.apply(choosing, Keep("unicorn"))
    before, after = rules.position(choosing), rules.position(kept)
    back = {"dragon": 1, "elfcycle": 1, "unicorn": 2}
    assert after.counts(PILE) == {id: n + back.get(id, 0) for id, n in before.counts(PILE).items()}
    assert after.counts(SHOWN.of(1)) == {"unicorn": 1}
    assert after.size(SECRET.of(1)) == 0


@pytest.mark.editions("rio-grande", "deluxe")
def test_e10_exactly_one_is_kept_if_any_is_left() -> None:
    game = game_from(keeper({}, {"unicorn": 2})).play("stop")
    assert written(game) == {"keep unicorn"}
    game = game.play("keep unicorn")
    assert game.position.counts(SHOWN.of(1)) == {"unicorn": 1}


@pytest.mark.parametrize("zone", [SECRET, SHOWN])
def test_e10_a_single_counter_is_kept_without_asking(zone: object) -> None:
    situation = last_to_move().zone(zone.of(1), {"unicorn": 1})  # type: ignore[attr-defined]
    game = game_from(situation).play("stop")
    assert asked(game) == (DRAW, 1)
    assert game.position.counts(zone.of(1)).get("unicorn", 0) >= 1  # type: ignore[attr-defined]


def test_e10_with_no_counter_left_nothing_is_kept() -> None:
    game = game_from(last_to_move()).play("stop")
    assert asked(game) == (DRAW, 1)
    assert [game.position.size(SHOWN.of(seat)) for seat in (0, 1)] == [0, 0]
    assert [game.position.size(SECRET.of(seat)) for seat in (0, 1)] == [1, 1]


@pytest.mark.editions("rio-grande", "deluxe")
@pytest.mark.parametrize("action", ["keep elfcycle", "keep secret unicorn"])
def test_e10_one_keeps_only_what_one_has(action: str) -> None:
    game = game_from(keeper({"dragon": 1}, {"unicorn": 2})).play("stop")
    assert "you have no" in why_not(game, action)


@pytest.mark.editions("rio-grande", "deluxe")
@TABLES
def test_e10_keeping_goes_in_turn_order_from_the_new_start_player(players: int) -> None:
    situation = last_to_move(players)
    for seat in range(players):
        situation.zone(SHOWN.of(seat), {"unicorn": 1}).zone(SECRET.of(seat), {"dragon": 1})
    game = game_from(situation).play("stop")
    assert seats_asked(game, KEEP) == [(1 + n) % players for n in range(players)]


# The rest of the phase --------------------------------------------------------------------


@pytest.mark.editions("rio-grande", "deluxe")
def test_rg_the_start_player_card_is_passed_on_before_counters_are_turned_in() -> None:
    game = game_from(keeper({"dragon": 1}, {"unicorn": 1})).play("stop")
    assert asked(game) == (KEEP, 1)
    assert start_player(game) == 1


def test_rg_counters_on_the_board_go_back_to_the_pile() -> None:
    situation = last_to_move().zone(OPEN, {"unicorn": 5})
    for road in (WOODS, "lapphalya-virst-plains", "dagamura-ixara-woods"):
        situation.lay(road, "dragon")
    game = game_from(situation)
    assert game.position.counts(PILE)["dragon"] == 5
    state = game.rules.apply(game.state, game.parse("stop"))
    after = game_from(state).position
    assert not any(state.routes)
    assert after.counts(PILE)["dragon"] == 8
    assert after.counts(OPEN) == {"unicorn": 5}


def test_rg_counters_stay_on_the_board_until_everyone_has_moved() -> None:
    game = game_from(build(3).at(MOVE, seat=0, round=1).lay(WOODS, "dragon", "obstacle"))
    for _ in range(3):
        assert [kind.id for kind in game.position.lying(WOODS)] == ["dragon", "obstacle"]
        game = game.play("stop")
    assert game.state.round == 2
    assert game.position.lying(WOODS) == ()


def test_rg_used_obstacles_are_removed_from_the_game_entirely() -> None:
    game = game_from(last_to_move().lay(WOODS, "dragon", "obstacle")).play("stop")
    assert game.position.counts(REMOVED) == {"obstacle": 1}
    assert game.position.size(PILE) + game.position.size(OPEN) == 48 - 2
    assert sum(game.position.size(OBSTACLES.of(seat)) for seat in (0, 1)) == 1


def test_rg_boots_town_pieces_and_cards_stay_where_they_are() -> None:
    situation = last_to_move().boot(0, "feodor").visited(0, "feodor", "virst")
    game = game_from(situation.zone(HAND.of(0), {"raft": 3})).play("stop")
    assert game.position.town(0) == "feodor"
    assert set(game.view(None).visited[0]) == {"feodor", "virst"}
    assert game.position.counts(HAND.of(0))["raft"] >= 3


@TABLES
def test_rg_a_round_is_counted_up_and_begins_with_the_new_start_player(players: int) -> None:
    game = on_until(game_from(last_to_move(players)).play("stop"), DRAW)
    assert game.state.round == 2
    assert asked(game) == (DRAW, 1)


def test_e10_counters_being_kept_have_a_place_of_their_own_only_if_more_than_one_is() -> None:
    kept = {KEPT_SECRET.name, KEPT_SHOWN.name}
    assert kept.isdisjoint(elfenland().layout.zones)
    assert kept <= set(elfenland(counters_kept=2).layout.zones)
