"""F3, F4 and F5: the counters, obstacles and free paths that favors give."""

from __future__ import annotations

import pytest

from elfen import Decide
from elfen.declare.events import PiecesMovedUnseen
from elfen.declare.kinds import Pieces
from elfen.land import (
    DRAW,
    HAND,
    KEEP,
    MOVE,
    OBSTACLES,
    PILE,
    PLAN,
    REMOVED,
    SECRET,
    SHOWN,
    Move,
    PlaceObstacle,
)
from elfen_favor import (
    CARRIED,
    FOUND,
    FREE_PATH_POOL,
    FREE_PATHS,
    LAY_FOUND,
    OBSTACLE_POOL,
    USE,
    LayFound,
    PutBack,
    UseFavor,
)
from playing import on_until, payments, quietly

from .scenes import HERE, ROAD, VARIANTS, asked, favors, offered, size

PIG_ROAD = "elvenhold-lapphalya-plains"


def pile(variant: str, *counters: str) -> dict:
    """All counters but these are seat 1's."""
    rules = favors(variant)
    kinds = [kind.id for kind in rules.layout.kinds_of(PILE)]
    on_road = int(variant == "great")
    return {
        SECRET.of(1): {
            kind: 8 - counters.count(kind) - (on_road if kind == "unicorn" else 0) for kind in kinds
        }
    }


# Two counters to look at -------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_two_counters_are_looked_at_and_one_may_be_laid_by_the_usual_rules(
    variant: str,
) -> None:
    zones = pile(variant, "giant-pig", "unicorn")
    game = offered(variant, "lay-counter", zones=zones).play(UseFavor())
    assert asked(game) == (LAY_FOUND, 0)
    assert game.position.counts(FOUND.of(0)) == {"giant-pig": 1, "unicorn": 1}
    assert PutBack() in game.legal_actions
    assert game.check(LayFound("giant-pig", PIG_ROAD)) is None
    assert {a.counter for a in game.legal_actions if isinstance(a, LayFound)} == {
        "giant-pig",
        "unicorn",
    }
    refused = {
        LayFound("dragon", PIG_ROAD): "not found a dragon",
        LayFound("unicorn", PIG_ROAD): "not suited",
        LayFound("unicorn", "nowhere"): "no route",
    }
    if variant == "great":
        refused[LayFound("unicorn", ROAD)] = "already"
    for action, why in refused.items():
        reason = game.check(action)
        assert reason is not None, action
        assert why in reason.text

    game = game.play(LayFound("giant-pig", PIG_ROAD))
    assert [kind.id for kind in game.position.lying(PIG_ROAD)] == ["giant-pig"]
    assert size(game, FOUND.of(0)) == 0
    assert game.position.counts(PILE) == {"unicorn": 1}
    assert asked(game) == (MOVE, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_none_need_be_laid(variant: str) -> None:
    zones = pile(variant, "giant-pig", "unicorn")
    game = offered(variant, "lay-counter", zones=zones).play(UseFavor()).play(PutBack())
    assert game.position.counts(PILE) == {"giant-pig": 1, "unicorn": 1}
    assert not game.position.lying(PIG_ROAD)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_a_counter_laid_can_be_used_at_once(variant: str) -> None:
    zones = pile(variant, "giant-pig")
    hand = {"giant-pig": 1}
    game = offered(variant, "lay-counter", zones=zones, hand=hand).play(UseFavor())
    game = game.play(LayFound("giant-pig", PIG_ROAD))
    assert payments(game, PIG_ROAD) == {"giant-pig"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_from_a_short_pile_there_is_one_to_look_at(variant: str) -> None:
    zones = pile(variant, "dragon")
    game = offered(variant, "lay-counter", zones=zones).play(UseFavor())
    assert game.position.counts(FOUND.of(0)) == {"dragon": 1}


@pytest.mark.parametrize("variant", VARIANTS)
def test_f4_only_who_looks_sees_the_counters_and_nobody_what_goes_back(variant: str) -> None:
    game = offered(variant, "lay-counter").play(UseFavor())
    rules, state = game.rules, game.state
    assert rules.observe(state, 0).holding(FOUND, 0).pieces is not None
    for seat in (1, None):
        assert rules.observe(state, seat).holding(FOUND, 0).pieces is None
        assert rules.observe(state, seat).holding(FOUND, 0).size == 2
    events = rules.trace(state, PutBack()).events
    assert rules.seen(events, 1) == (PiecesMovedUnseen(2, FOUND.name, 0, PILE.name, None),)


# A counter for the next round ----------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_a_carried_counter_comes_on_top_of_the_kept_one_up_to_six(variant: str) -> None:
    mine = {SECRET.of(0): {"dragon": 2}, SHOWN.of(0): {"elfcycle": 1}}
    game = offered(variant, "carry-counter", zones=mine).play(UseFavor())
    carried = game.position.counts(CARRIED.of(0))
    assert sum(carried.values()) == 1
    assert size(game, SECRET.of(0)) + size(game, SHOWN.of(0)) == 3
    game = on_until(game, KEEP)
    assert game.pending == Decide(KEEP, 0, (1,))
    game = on_until(game, PLAN, round=2)
    assert size(game, CARRIED.of(0)) == 0
    assert size(game, SECRET.of(0)) + size(game, SHOWN.of(0)) == 1 + 1 + 4
    assert size(game, SECRET.of(1)) + size(game, SHOWN.of(1)) == 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_the_usual_limit_applies_afterwards(variant: str) -> None:
    game = offered(variant, "carry-counter").play(UseFavor())
    game = on_until(game, DRAW, round=3)
    assert size(game, SECRET.of(0)) + size(game, SHOWN.of(0)) <= 1 + 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_f4_a_carried_counter_is_secret(variant: str) -> None:
    game = offered(variant, "carry-counter").play(UseFavor())
    observe = game.rules.observe
    assert observe(game.state, 0).holding(CARRIED, 0).pieces is not None
    for seat in (1, None):
        assert observe(game.state, seat).holding(CARRIED, 0).pieces is None


# Obstacles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_obstacles_come_on_top_of_the_own_one_and_leave_the_game_after_use(
    variant: str,
) -> None:
    game = offered(variant, "obstacle").play(UseFavor())
    assert (size(game, OBSTACLE_POOL), size(game, OBSTACLES.of(0))) == (11, 2)
    rules = game.rules
    build = rules.build(2).at(PLAN, seat=0, round=1)
    build = build.zone(OBSTACLES.of(0), {"obstacle": 3}).zone(OBSTACLES.of(1), {"obstacle": 1})
    build = build.lay(ROAD, "unicorn").lay(PIG_ROAD, "giant-pig")
    game = rules.game_from(build.state(), seed=1)
    game = game.play(PlaceObstacle(ROAD))
    assert asked(game) == (PLAN, 1)  # one a turn
    game = quietly(game)
    reason = game.check(PlaceObstacle(ROAD))
    assert reason is not None  # one a road
    game = game.play(PlaceObstacle(PIG_ROAD))
    assert size(game, OBSTACLES.of(0)) == 1
    game = on_until(game, DRAW, round=2)
    assert size(game, REMOVED) == 2
    assert (size(game, OBSTACLE_POOL), size(game, OBSTACLES.of(0))) == (10, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_an_obstacle_is_for_the_next_round(variant: str) -> None:
    game = offered(variant, "obstacle").play(UseFavor())
    while game.state.round == 1:
        assert not any(isinstance(a, PlaceObstacle) for a in game.legal_actions)
        game = quietly(game)


# Free paths ----------------------------------------------------------------------------------


def blocked(variant: str, hand: dict[str, int], paths: int = 1):  # type: ignore[no-untyped-def]
    """Seat 0 may move from Lapphalya along the plains, where a pig and an obstacle lie."""
    rules = favors(variant)
    build = rules.build(2).at(MOVE, seat=0, round=1).boot(0, HERE).zone(HAND.of(0), hand)
    build = build.zone(FREE_PATHS.of(0), {"free-path": paths})
    return rules.game_from(build.lay(PIG_ROAD, "giant-pig", "obstacle").state(), seed=1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_a_free_path_is_usable_at_once(variant: str) -> None:
    game = offered(variant, "free-path").play(UseFavor())
    assert (size(game, FREE_PATH_POOL), size(game, FREE_PATHS.of(0))) == (11, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_a_free_path_ignores_an_obstacle_and_goes_back_to_the_pool(variant: str) -> None:
    game = blocked(variant, {"giant-pig": 2})
    assert payments(game, PIG_ROAD) == {"giant-pig*2", "free-path giant-pig"}
    game = game.play(Move(PIG_ROAD, Pieces.of(["giant-pig", "free-path"])))
    assert size(game, FREE_PATH_POOL) == 12
    assert {kind.id for kind in game.position.lying(PIG_ROAD)} == {"giant-pig", "obstacle"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_a_caravan_of_four_becomes_one_of_three(variant: str) -> None:
    game = blocked(variant, {"raft": 4})
    assert payments(game, PIG_ROAD) == {"raft*4", "free-path raft*3"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_it_serves_one_crossing(variant: str) -> None:
    game = blocked(variant, {"giant-pig": 3})
    game = game.play(Move(PIG_ROAD, Pieces.of(["giant-pig", "free-path"])))
    while asked(game)[0] != MOVE:
        game = quietly(game)
    assert payments(game, PIG_ROAD) == {"giant-pig*2"}
    twice = blocked(variant, {"giant-pig": 2}, paths=2)
    twice = twice.play(Move(PIG_ROAD, Pieces.of(["giant-pig", "free-path"])))
    while asked(twice)[0] != MOVE:
        twice = quietly(twice)
    assert payments(twice, PIG_ROAD) == {"free-path giant-pig"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_the_quote_says_where_the_price_comes_from(variant: str) -> None:
    game = blocked(variant, {})
    told = [
        [line.text for line in price.lines] for price in game.rules.quote(game.state, 0, PIG_ROAD)
    ]
    assert ["transport chart", "obstacle"] in told
    assert ["transport chart", "free path"] in told
    assert ["caravan", "free path"] in told


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_where_no_obstacle_lies_there_is_nothing_to_waive(variant: str) -> None:
    rules = favors(variant)
    build = rules.build(2).at(MOVE, seat=0, round=1).boot(0, HERE)
    build = build.zone(HAND.of(0), {"giant-pig": 2}).zone(FREE_PATHS.of(0), {"free-path": 1})
    game = rules.game_from(build.lay(PIG_ROAD, "giant-pig").state(), seed=1)
    assert payments(game, PIG_ROAD) == {"giant-pig"}


# Pools run empty -----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_f3_both_pools_run_empty_and_then_give_nothing(variant: str) -> None:
    zones = {
        OBSTACLES.of(1): {"obstacle": 12},
        FREE_PATHS.of(1): {"free-path": 11},
    }
    last = offered(variant, "obstacle", zones=zones)
    assert asked(last) == (USE, 0)
    assert size(last, OBSTACLE_POOL) == 1
    assert size(last.play(UseFavor()), OBSTACLE_POOL) == 0
    last = offered(variant, "free-path", zones=zones)
    assert size(last.play(UseFavor()), FREE_PATH_POOL) == 0
    zones = {OBSTACLES.of(1): {"obstacle": 14}, FREE_PATHS.of(1): {"free-path": 12}}
    for favor in ("obstacle", "free-path"):
        assert asked(offered(variant, favor, zones=zones)) == (MOVE, 0)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("favor", ["card-aside", "carry-counter", "obstacle"])
def test_f3_in_the_last_round_they_may_be_used_to_no_effect(variant: str, favor: str) -> None:
    game = offered(variant, favor, round=4)
    assert asked(game) == (USE, 0)
    game = game.play(UseFavor())
    while not game.is_over:
        game = quietly(game)
    assert game.state.round == 4
