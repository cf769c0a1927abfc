"""S4 and S5: the chart, rivers, the sea and caravans; and the first four printed examples."""

from __future__ import annotations

import pytest

from elfen.land import HAND, PLAN, SHOWN, Place
from elfen_sea import BONUS_COUNTERS, TRANSPORTS
from playing import payments, why_not, written

from .situations import (
    CLOUDY,
    DESERT,
    PLAINS,
    RIVER,
    SEA_ROUTE,
    WOODS,
    build,
    elfensea,
    game_from,
    traveller,
)

MOUNTAINS = "highgarth-sternfell-mountains"

#: The chart of section 1; what is missing cannot be used.
CHART = {
    "giant-pig": {PLAINS: 1, WOODS: 1, MOUNTAINS: 2},
    "magic-cloud": {PLAINS: 2, WOODS: 2, MOUNTAINS: 1, SEA_ROUTE: 2},
    "unicorn": {WOODS: 1, DESERT: 2, MOUNTAINS: 1},
    "dragon": {PLAINS: 1, WOODS: 2, DESERT: 1, MOUNTAINS: 1},
}


def starting(route: str, hand: dict[str, int], end: int = 0):  # type: ignore[no-untyped-def]
    """Seat 0 stands at one end of a route."""
    return traveller(elfensea().board.route(route).ends[end], hand)


@pytest.mark.parametrize("route", [PLAINS, WOODS, DESERT, MOUNTAINS, SEA_ROUTE, RIVER])
@pytest.mark.parametrize("counter", CHART)
def test_s4_a_counter_takes_the_cards_of_the_chart(counter: str, route: str) -> None:
    cards = CHART[counter].get(route)
    game = game_from(build(2).at(PLAN, seat=0).zone(SHOWN.of(0), {counter: 1}))
    assert (f"place {counter} {route}" in written(game, Place)) == (cards is not None)
    if cards is not None:
        hand = {counter: 2}
        moving = game_from(starting(route, hand).lay(route, counter))
        exact = {"1": f"{counter}", "2": f"{counter}*2"}[str(cards)]
        assert payments(moving, route) == {exact}


def test_s4_the_sea_takes_two_rafts_or_one_whale() -> None:
    game = game_from(starting(SEA_ROUTE, {"raft": 3, "whale": 2, "magic-cloud": 3}))
    assert payments(game, SEA_ROUTE) == {"raft*2", "whale"}


def test_s4_two_clouds_go_where_a_magic_cloud_lies_and_rafts_and_whales_still_do() -> None:
    situation = starting(SEA_ROUTE, {"raft": 3, "whale": 2, "magic-cloud": 3})
    game = game_from(situation.lay(SEA_ROUTE, "magic-cloud"))
    assert payments(game, SEA_ROUTE) == {"raft*2", "whale", "magic-cloud*2"}


def test_s4_only_a_magic_cloud_may_be_laid_on_a_sea_route() -> None:
    stock = dict.fromkeys(CHART, 1)
    game = game_from(build(2).at(PLAN, seat=0).zone(SHOWN.of(0), stock))
    at_sea = {a for a in written(game, Place) if a.endswith("-sea")}
    assert at_sea
    assert {a.split()[1] for a in at_sea} == {"magic-cloud"}
    assert "not suited to sea" in why_not(game, f"place dragon {SEA_ROUTE}")


@pytest.mark.parametrize(("end", "rafts"), [(0, "raft"), (1, "raft*2")])
def test_s4_rivers_are_for_rafts_alone(end: int, rafts: str) -> None:
    hand = {"raft": 2, "whale": 2, "magic-cloud": 2}
    assert payments(game_from(starting(RIVER, hand, end)), RIVER) == {rafts}
    for kind in CHART:
        game = game_from(build(2).at(PLAN, seat=0).zone(SHOWN.of(0), {kind: 1}))
        assert "not suited to river" in why_not(game, f"place {kind} {RIVER}")


def test_s4_rafts_and_whales_have_no_counters() -> None:
    assert {id for id, t in TRANSPORTS.items() if not t.counters} == {"raft", "whale"}
    suited = {a.counter for a in elfensea().actions if isinstance(a, Place)}
    assert suited == set(CHART)
    assert {kind.id for kind in BONUS_COUNTERS} == set(TRANSPORTS)


def test_s5_a_caravan_takes_three_cards_of_any_kind_on_a_road_with_a_counter() -> None:
    hand = {"raft": 1, "whale": 1, "unicorn": 1}
    assert payments(game_from(starting(PLAINS, hand).lay(PLAINS, "dragon")), PLAINS) == {
        "raft unicorn whale"
    }
    assert payments(game_from(starting(PLAINS, hand)), PLAINS) == set()


def test_s5_a_caravan_goes_also_on_the_counter_s_road_of_whoever_could_pay() -> None:
    game = game_from(starting(PLAINS, {"dragon": 3}).lay(PLAINS, "dragon"))
    assert payments(game, PLAINS) == {"dragon", "dragon*3"}


def test_s5_caravans_do_not_go_on_rivers_or_the_sea() -> None:
    hand = {"unicorn": 3, "dragon": 3}
    assert payments(game_from(starting(RIVER, hand)), RIVER) == set()
    cloudy = starting(SEA_ROUTE, hand).lay(SEA_ROUTE, "magic-cloud")
    assert payments(game_from(cloudy), SEA_ROUTE) == set()


def test_example_1_a_dragon_through_woods_takes_two_and_a_giant_pig_on_plains_one() -> None:
    game = game_from(
        traveller("thee_hatches", {"dragon": 2, "giant-pig": 1})
        .lay(WOODS, "dragon")
        .lay(PLAINS, "giant-pig")
    )
    assert "2 dragon" in why_not(game, f"move {WOODS} dragon")
    game = game.play(f"move {WOODS} dragon*2").play(f"move {PLAINS} giant-pig")
    assert game.position.town(0) == "krantz_rapids"
    assert game.position.size(HAND.of(0)) == 0


def test_example_2_one_raft_from_kimbourg_to_thee_hatches_and_two_back() -> None:
    game = game_from(
        traveller("kimbourg", {"raft": 1}).boot(1, "thee_hatches").zone(HAND.of(1), {"raft": 2})
    )
    game = game.play(f"move {RIVER} raft")
    assert game.position.town(0) == "thee_hatches"
    game = game.play("stop")
    assert "2 raft" in why_not(game, f"move {RIVER} raft")
    assert game.play(f"move {RIVER} raft*2").position.town(1) == "kimbourg"


def test_example_3_clouds_then_rafts_then_a_whale_then_a_dragon() -> None:
    hand = {"magic-cloud": 2, "raft": 2, "whale": 1, "dragon": 1}
    game = game_from(
        traveller("marthas_orchard", hand)
        .lay(CLOUDY, "magic-cloud")
        .lay("full_moon-half_moon-plains", "dragon")
        .visited(0, "gordonshaven", "full_moon")
    )
    for step in (
        f"{CLOUDY} magic-cloud*2",
        f"{SEA_ROUTE} raft*2",
        "gordonshaven-half_moon-sea whale",
        "full_moon-half_moon-plains dragon",
    ):
        game = game.play(f"move {step}")
    assert game.position.town(0) == "full_moon"
    assert game.position.size(HAND.of(0)) == 0


def test_example_4_a_magic_cloud_through_woods_and_back_takes_four_cards() -> None:
    road = "thee_hatches-wolfsboro-woods"
    situation = traveller("thee_hatches", {"magic-cloud": 4}).lay(road, "magic-cloud")
    game = game_from(situation).play(f"move {road} magic-cloud*2")
    assert game.position.town(0) == "wolfsboro"
    game = game.play(f"move {road} magic-cloud*2")
    assert game.position.town(0) == "thee_hatches"
    assert game.position.size(HAND.of(0)) == 0
