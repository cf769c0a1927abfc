"""The examples that the Rio Grande rulebook prints, as printed."""

from __future__ import annotations

from elfen.land import HAND, PLAN, SHOWN
from playing import payments, why_not

from .situations import build, elfenland, game_from, traveller

DESERT, WOODS = "albaran-feodor-desert", "feodor-lapphalya-woods"


def test_rg_example_1_a_troll_wagon_with_an_obstacle_in_the_desert_takes_three_cards() -> None:
    situation = traveller("feodor", {"troll-wagon": 4}).lay(DESERT, "troll-wagon", "obstacle")
    game = game_from(situation)
    assert payments(game, DESERT) == {"troll-wagon*3", "troll-wagon*4"}
    assert "3 troll-wagon" in why_not(game, f"move {DESERT} troll-wagon*2")


def test_rg_example_1_is_explained_line_by_line() -> None:
    situation = traveller("feodor", {"troll-wagon": 4}).lay(DESERT, "troll-wagon", "obstacle")
    price, _caravan = elfenland().quote(situation.state(), 0, DESERT)
    assert [(line.term, line.amount) for line in price.lines] == [
        ("land/chart", 2),
        ("land/obstacle", 1),
    ]


def test_rg_example_2_dragon_through_woods_with_an_obstacle_then_elfcycle_over_plains() -> None:
    situation = (
        traveller("feodor", {"dragon": 3, "elfcycle": 1})
        .lay(WOODS, "dragon", "obstacle")
        .lay("lapphalya-virst-plains", "elfcycle")
    )
    game = game_from(situation)
    assert "3 dragon" in why_not(game, f"move {WOODS} dragon*2")
    game = game.play(f"move {WOODS} dragon*3")
    assert game.position.town(0) == "lapphalya"
    game = game.play("move lapphalya-virst-plains elfcycle")
    assert game.position.town(0) == "virst"
    assert game.position.size(HAND.of(0)) == 0
    assert set(game.view(0).visited[0]) == {"lapphalya", "virst"}


def test_rg_example_3_one_raft_from_virst_to_ixara_and_two_back() -> None:
    situation = traveller("virst", {"raft": 1}).boot(1, "ixara").zone(HAND.of(1), {"raft": 2})
    game = game_from(situation).play("move virst-ixara-river raft")
    assert game.position.town(0) == "ixara"
    game = game.play("stop")
    assert "2 raft" in why_not(game, "move virst-ixara-river raft")
    game = game.play("move virst-ixara-river raft*2")
    assert game.position.town(1) == "virst"


def test_rg_example_4_a_magic_cloud_through_woods_and_back_takes_four_cards() -> None:
    road = "dagamura-kihromah-woods"
    game = game_from(traveller("dagamura", {"magic-cloud": 4}).lay(road, "magic-cloud"))
    game = game.play(f"move {road} magic-cloud*2")
    assert game.position.town(0) == "kihromah"
    game = game.play(f"move {road} magic-cloud*2")
    assert game.position.town(0) == "dagamura"
    assert game.position.size(HAND.of(0)) == 0
    assert set(game.view(0).visited[0]) == {"dagamura", "kihromah"}


def test_rg_example_5_17_towns_and_one_town_away_from_jaccaranda_would_score_16() -> None:
    towns = [t.id for t in elfenland().board.towns if t.id not in ("elvenhold", "jaccaranda")]
    situation = traveller("throtmanni", {}).visited(0, *towns[:17])
    pieces = game_from(situation).standings[0].total
    assert pieces == 17
    assert pieces - elfenland().board.distance("throtmanni", "jaccaranda") == 16


def test_rg4_a_giant_pig_may_not_be_placed_on_a_desert_road() -> None:
    situation = build(2).at(PLAN, seat=0, round=1).asked(0).zone(SHOWN.of(0), {"giant-pig": 1})
    assert "not suited to desert" in why_not(game_from(situation), f"place giant-pig {DESERT}")
