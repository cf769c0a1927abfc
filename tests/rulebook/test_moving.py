"""Phase 5: moving the boots: what a step costs, who goes where, town pieces, the hand limit."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from elfen import Pieces
from elfen.land import DISCARD, HAND, MOVE, PLAYED, SHOWN, Discard, Move
from playing import asked, payments, why_not, written

from .facts import A_ROAD, CARDS, CHART, LAKES, RIVERS
from .situations import build, elfenland, game_from, seats_asked, traveller

TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
WOODS, PLAINS = "feodor-lapphalya-woods", "lapphalya-virst-plains"
SUITED = [(c, t, n) for c, row in CHART.items() for t, n in row.items() if n]


def several(card: str, n: int) -> str:
    """n cards of a kind, in notation."""
    return str(Pieces.of({card: n}))


# Travelling on roads ----------------------------------------------------------------------


@pytest.mark.parametrize(("counter", "terrain", "n"), SUITED)
def test_rg_a_road_costs_the_cards_of_its_counter_that_the_chart_says(
    counter: str, terrain: str, n: int
) -> None:
    town, road = A_ROAD[terrain]
    game = game_from(traveller(town, {counter: 8}).lay(road, counter))
    assert payments(game, road) == {several(counter, n), several(counter, 3)}


@pytest.mark.parametrize(("counter", "terrain", "n"), SUITED)
def test_rg_an_obstacle_costs_one_more_card_of_the_same_kind(
    counter: str, terrain: str, n: int
) -> None:
    town, road = A_ROAD[terrain]
    game = game_from(traveller(town, {counter: 8}).lay(road, counter, "obstacle"))
    assert payments(game, road) == {several(counter, n + 1), several(counter, 4)}


@pytest.mark.parametrize(("counter", "terrain", "n"), SUITED)
def test_rg_one_card_too_few_does_not_do(counter: str, terrain: str, n: int) -> None:
    town, road = A_ROAD[terrain]
    other = "raft"
    hand = {counter: n - 1, other: 1} if n > 1 else {other: 2}
    game = game_from(traveller(town, hand).lay(road, counter))
    assert payments(game, road) == set()


@pytest.mark.parametrize("counter", CHART)
def test_rg_only_cards_that_match_the_counter_pay(counter: str) -> None:
    terrain = next(t for t, n in CHART[counter].items() if n)
    town, road = A_ROAD[terrain]
    for card in CARDS.keys() - {counter}:
        game = game_from(traveller(town, {card: 2}).lay(road, counter))
        assert payments(game, road) == set()


@pytest.mark.parametrize("terrain", A_ROAD)
def test_rg_a_road_without_a_counter_cannot_be_used(terrain: str) -> None:
    town, road = A_ROAD[terrain]
    game = game_from(traveller(town, {"dragon": 4, "raft": 4}))
    assert payments(game, road) == set()
    assert "no transportation counter lies on" in why_not(game, f"move {road} dragon*3")


@pytest.mark.parametrize("terrain", A_ROAD)
def test_rg_a_road_costs_the_same_from_either_end(terrain: str) -> None:
    _, road = A_ROAD[terrain]
    ends = elfenland().board.route(road).ends
    hand = {"dragon": 4, "unicorn": 2, "raft": 2}
    there, back = (
        payments(game_from(traveller(end, hand).lay(road, "dragon")), road) for end in ends
    )
    assert there == back != set()


def test_rg_every_player_may_use_every_counter_and_it_stays_for_the_others() -> None:
    situation = traveller("feodor", {"dragon": 2}).lay(WOODS, "dragon")
    situation.boot(1, "lapphalya").zone(HAND.of(1), {"dragon": 2})
    game = game_from(situation).play(f"move {WOODS} dragon*2").play("stop")
    assert asked(game) == (MOVE, 1)
    game = game.play(f"move {WOODS} dragon*2")
    assert game.position.town(1) == "feodor"
    assert [kind.id for kind in game.position.lying(WOODS)] == ["dragon"]


def test_rg_a_step_begins_where_the_boot_stands() -> None:
    game = game_from(traveller("tichih", {"dragon": 4}).lay(WOODS, "dragon"))
    assert "does not lead from Tichih" in why_not(game, f"move {WOODS} dragon*2")


def test_rg_cards_that_one_does_not_hold_pay_nothing() -> None:
    game = game_from(traveller("feodor", {"dragon": 1}).lay(WOODS, "dragon"))
    assert why_not(game, f"move {WOODS} dragon*2") == "you do not hold dragon*2"


def test_rg_played_cards_are_laid_open_beside_the_board() -> None:
    game = game_from(traveller("feodor", {"dragon": 3}).lay(WOODS, "dragon"))
    after = game.play(f"move {WOODS} dragon*2")
    assert after.position.counts(HAND.of(0)) == {"dragon": 1}
    assert after.view(1).counts(PLAYED) == {"dragon": 2}


# E1 and E12: caravans ---------------------------------------------------------------------


def any_cards(n: int, hand: dict[str, int]) -> set[str]:
    """Every way to take n cards from a hand."""
    ways = combinations_with_replacement(sorted(hand), n)
    return {str(Pieces.of(way)) for way in ways if all(way.count(c) <= hand[c] for c in way)}


def test_rg_a_caravan_takes_any_three_cards() -> None:
    hand = {"unicorn": 1, "giant-pig": 2, "elfcycle": 2}
    game = game_from(traveller("feodor", hand).lay(WOODS, "dragon"))
    assert payments(game, WOODS) == any_cards(3, hand)
    assert len(any_cards(3, hand)) == 5


def test_rg_a_caravan_takes_any_four_cards_where_an_obstacle_lies() -> None:
    hand = {"unicorn": 1, "giant-pig": 2, "elfcycle": 2}
    game = game_from(traveller("feodor", hand).lay(WOODS, "dragon", "obstacle"))
    assert payments(game, WOODS) == any_cards(4, hand)
    assert "any 4" in why_not(game, f"move {WOODS} giant-pig*2 unicorn")


def test_e01_a_caravan_is_always_allowed_on_a_road_with_a_counter() -> None:
    hand = {"dragon": 2, "unicorn": 1, "giant-pig": 1, "elfcycle": 1}
    game = game_from(traveller("feodor", hand).lay(WOODS, "dragon"))
    assert payments(game, WOODS) == {"dragon*2"} | any_cards(3, hand)


def test_e01_the_cards_of_the_counter_itself_may_make_the_caravan() -> None:
    game = game_from(traveller("lapphalya", {"elfcycle": 3}).lay(PLAINS, "elfcycle"))
    assert payments(game, PLAINS) == {"elfcycle", "elfcycle*3"}


@pytest.mark.parametrize("counter", [c for c, row in CHART.items() if row["mountains"]])
def test_e01_a_caravan_costs_three_whatever_the_counter_and_the_region(counter: str) -> None:
    town, road = A_ROAD["mountains"]
    game = game_from(traveller(town, {"giant-pig": 3}).lay(road, counter))
    assert payments(game, road) == {"giant-pig*3"}


def test_rg_caravans_do_not_move_on_roads_without_a_counter() -> None:
    game = game_from(traveller("feodor", {"giant-pig": 4, "unicorn": 4}))
    assert written(game) == {"stop"}


def test_rg_caravans_do_not_travel_on_rivers_and_lakes() -> None:
    game = game_from(traveller("virst", {"giant-pig": 4, "unicorn": 4}))
    assert written(game) == {"stop"}


def test_e12_the_cards_of_a_caravan_may_include_rafts() -> None:
    game = game_from(traveller("feodor", {"raft": 3}).lay(WOODS, "dragon"))
    assert payments(game, WOODS) == {"raft*3"}
    game = game_from(traveller("feodor", {"raft": 3, "dragon": 1}).lay(WOODS, "dragon", "obstacle"))
    assert payments(game, WOODS) == {"dragon raft*3"}


# Rivers and ferries -----------------------------------------------------------------------


@pytest.mark.parametrize("river", ["-".join(ends) for ends in RIVERS])
def test_rg_a_river_costs_one_raft_down_and_two_up(river: str) -> None:
    spring, mouth = river.split("-")
    for town, price in ((spring, "raft"), (mouth, "raft*2")):
        game = game_from(traveller(town, {"raft": 8}))
        assert payments(game, f"{river}-river") == {price}


@pytest.mark.editions("rio-grande", "deluxe")
@pytest.mark.parametrize("ends", [ends for links in LAKES.values() for ends in links])
def test_rg_a_ferry_costs_two_rafts_each_way(ends: list[str]) -> None:
    ferry = next(r.id for r in elfenland().board.routes if r.water and set(r.ends) == set(ends))
    for town in ends:
        game = game_from(traveller(town, {"raft": 8}))
        assert payments(game, ferry) == {"raft*2"}


def test_rg_rivers_and_ferries_need_rafts_and_nothing_else_pays() -> None:
    game = game_from(traveller("virst", {"raft": 1, "dragon": 4, "elfcycle": 3}))
    assert written(game) == {"stop", "move virst-ixara-river raft"}


def test_rg_rafts_need_no_counter() -> None:
    game = game_from(traveller("elvenhold", {"raft": 2}))
    assert not any(game.state.routes)
    assert written(game) == {
        "stop",
        "move beata-elvenhold-river raft*2",
        "move elvenhold-rivinia-river raft",
        "move elvenhold-strykhaven-lake raft*2",
        "move elvenhold-virst-lake raft*2",
    }


@pytest.mark.editions("rio-grande", "deluxe")
def test_rg_the_two_links_of_a_ferry_journey_cost_two_rafts_each() -> None:
    game = game_from(traveller("grangor", {"raft": 4}))
    game = game.play("move grangor-yttar-lake raft*2").play("move parundia-yttar-lake raft*2")
    assert game.position.town(0) == "parundia"
    assert game.position.size(HAND.of(0)) == 0


# E9: steps, stopping, turns ---------------------------------------------------------------


def test_e09_a_player_moves_along_one_route_at_a_time_as_far_as_cards_reach() -> None:
    situation = traveller("feodor", {"dragon": 2, "elfcycle": 1, "raft": 1})
    game = game_from(situation.lay(WOODS, "dragon").lay(PLAINS, "elfcycle"))
    for step in (f"{WOODS} dragon*2", f"{PLAINS} elfcycle", "virst-ixara-river raft"):
        assert asked(game) == (MOVE, 0)
        game = game.play(f"move {step}")
    assert game.position.town(0) == "ixara"
    assert asked(game) == (MOVE, 0)


def test_e09_a_player_may_stop_at_any_time() -> None:
    game = game_from(traveller("feodor", {"dragon": 4}).lay(WOODS, "dragon"))
    assert game.check("stop") is None
    assert asked(game.play("stop")) == (MOVE, 1)
    game = game.play(f"move {WOODS} dragon*2")
    assert game.check(f"move {WOODS} dragon*2") is None
    assert asked(game.play("stop")) == (MOVE, 1)


def test_e09_the_turn_ends_when_the_player_says_so_also_when_no_step_is_left() -> None:
    game = game_from(traveller("feodor", {"dragon": 2}).lay(WOODS, "dragon"))
    game = game.play(f"move {WOODS} dragon*2")
    assert game.position.size(HAND.of(0)) == 0
    assert asked(game) == (MOVE, 0)
    assert written(game) == {"stop"}


def test_e09_where_two_routes_join_two_towns_a_step_names_its_route() -> None:
    situation = traveller("strykhaven", {"raft": 2, "dragon": 1})
    game = game_from(situation.lay("strykhaven-virst-mountains", "dragon"))
    by_road = game.play("move strykhaven-virst-mountains dragon")
    by_ferry = game.play("move strykhaven-virst-lake raft*2")
    assert by_road.position.town(0) == by_ferry.position.town(0) == "virst"
    assert by_road.position.counts(HAND.of(0)) == {"raft": 2}
    assert by_ferry.position.counts(HAND.of(0)) == {"dragon": 1}


@TABLES
def test_rg_boots_move_in_turn_order_from_the_start_player(players: int) -> None:
    situation = build(players).at(MOVE, seat=1, round=2)
    assert seats_asked(game_from(situation), MOVE) == [(1 + n) % players for n in range(players)]


def test_rg_a_player_may_travel_back_and_forth_and_pays_each_time() -> None:
    game = game_from(traveller("feodor", {"dragon": 6}).lay(WOODS, "dragon"))
    for town in ("lapphalya", "feodor", "lapphalya"):
        game = game.play(f"move {WOODS} dragon*2")
        assert game.position.town(0) == town
    assert game.position.size(HAND.of(0)) == 0


# Collecting town pieces -------------------------------------------------------------------


def test_rg_the_town_piece_of_every_town_reached_is_taken() -> None:
    situation = traveller("feodor", {"dragon": 2, "elfcycle": 1})
    game = game_from(situation.lay(WOODS, "dragon").lay(PLAINS, "elfcycle"))
    game = game.play(f"move {WOODS} dragon*2")
    assert game.view(None).visited[0] == ("lapphalya",)
    game = game.play(f"move {PLAINS} elfcycle").play("stop")
    assert set(game.view(None).visited[0]) == {"lapphalya", "virst"}


def test_rg_the_town_where_one_sets_out_gives_no_piece() -> None:
    game = game_from(traveller("feodor", {"dragon": 2}).lay(WOODS, "dragon"))
    assert game.play("stop").position.pieces_taken(0) == 0


def test_rg_a_town_piece_is_taken_once() -> None:
    situation = traveller("feodor", {"dragon": 4}).visited(0, "lapphalya")
    game = game_from(situation.lay(WOODS, "dragon")).play(f"move {WOODS} dragon*2")
    assert game.position.pieces_taken(0) == 1
    game = game.play(f"move {WOODS} dragon*2")
    assert game.position.pieces_taken(0) == 2


def test_rg_everyone_takes_only_his_own_pieces() -> None:
    situation = traveller("feodor", {"dragon": 2}).visited(1, "lapphalya")
    game = game_from(situation.lay(WOODS, "dragon")).play(f"move {WOODS} dragon*2")
    assert game.position.has_visited(0, "lapphalya")
    assert [game.position.pieces_taken(seat) for seat in (0, 1)] == [1, 1]


def test_rg_elvenhold_has_no_piece_to_take() -> None:
    game = game_from(traveller("virst", {"raft": 2})).play("move elvenhold-virst-lake raft*2")
    assert game.position.town(0) == "elvenhold"
    assert game.position.pieces_taken(0) == 0


# The hand limit ---------------------------------------------------------------------------


@pytest.mark.parametrize("held", [5, 6, 7, 8])
def test_e10_the_hand_is_cut_to_exactly_four(held: int) -> None:
    game = game_from(traveller("feodor", {"unicorn": held - 2, "raft": 2})).play("stop")
    assert asked(game) == (DISCARD, 0)
    assert {len(a.cards) for a in game.legal_actions if isinstance(a, Discard)} == {held - 4}
    for action in game.legal_actions:
        after = game.play(action)
        assert after.position.size(HAND.of(0)) == 4
        assert asked(after) == (MOVE, 1)


@pytest.mark.parametrize("held", [0, 1, 3, 4])
def test_e10_a_hand_of_four_or_fewer_is_left_alone(held: int) -> None:
    game = game_from(traveller("feodor", {"unicorn": held})).play("stop")
    assert game.position.counts(HAND.of(0)) == ({"unicorn": held} if held else {})
    assert asked(game) == (MOVE, 1)


def test_e10_neither_more_nor_fewer_cards_are_discarded() -> None:
    game = game_from(traveller("feodor", {"unicorn": 4, "raft": 2})).play("stop")
    assert "discard exactly 2" in why_not(game, "discard raft")
    assert "discard exactly 2" in why_not(game, "discard raft*2 unicorn")


def test_rg_only_cards_in_hand_are_discarded() -> None:
    game = game_from(traveller("feodor", {"unicorn": 4, "raft": 2})).play("stop")
    assert why_not(game, "discard dragon raft") == "you hold 0 dragon, not 1"
    assert why_not(game, "discard dragon*2") == "you hold 0 dragon, not 2"


def test_rg_only_travel_cards_are_discarded() -> None:
    game = game_from(traveller("feodor", {"unicorn": 4, "raft": 2})).play("stop")
    assert why_not(game, "discard broom raft") == "you hold 0 broom, not 1"


def test_e10_up_to_four_cards_are_discarded_at_a_time() -> None:
    sizes = {len(a.cards) for a in elfenland().actions if isinstance(a, Discard)}
    assert sizes == {1, 2, 3, 4}


def test_rg_the_player_chooses_which_cards_to_discard() -> None:
    game = game_from(traveller("feodor", {"unicorn": 4, "raft": 1, "dragon": 1})).play("stop")
    assert written(game) == {
        f"discard {cards}"
        for cards in ("dragon raft", "dragon unicorn", "raft unicorn", "unicorn*2")
    }


def test_rg_discarded_cards_go_open_to_the_played_ones() -> None:
    game = game_from(traveller("feodor", {"unicorn": 4, "raft": 2})).play("stop")
    game = game.play("discard raft unicorn")
    for seat in (0, 1, None):
        assert game.view(seat).counts(PLAYED) == {"raft": 1, "unicorn": 1}


def test_rg_the_hand_is_cut_at_the_end_of_one_s_own_turn_and_not_before() -> None:
    situation = traveller("feodor", {"unicorn": 6}).zone(HAND.of(1), {"dragon": 7})
    game = game_from(situation)
    assert asked(game) == (MOVE, 0)
    game = game.play("stop").play("discard unicorn*2")
    assert game.position.size(HAND.of(1)) == 7
    assert asked(game) == (MOVE, 1)
    assert asked(game.play("stop")) == (DISCARD, 1)


def test_e10_each_seat_cuts_its_own_hand_whatever_the_others_hold() -> None:
    situation = traveller("feodor", {"unicorn": 4}, players=3)
    game = game_from(situation.zone(HAND.of(1), {"dragon": 7}).zone(HAND.of(2), {"raft": 4}))
    game = game.play("stop").play("stop")
    assert asked(game) == (DISCARD, 1)
    game = game.play("discard dragon*3")
    assert asked(game) == (MOVE, 2)
    assert [game.position.size(HAND.of(seat)) for seat in range(3)] == [4, 4, 4]


def test_rg_counters_in_stock_take_no_part_in_movement() -> None:
    situation = traveller("feodor", {"dragon": 4}).zone(SHOWN.of(0), {"dragon": 2})
    assert written(game_from(situation), Move) == set()
