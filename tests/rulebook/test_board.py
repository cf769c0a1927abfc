"""The printed board, and E3: distances on it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from .facts import FACTS, LAKES, RIVERS, ROADS, TOWNS, all_links, distances
from .situations import elfenland

BOARD = elfenland().board


def test_rg_every_town_is_on_the_board_under_its_name() -> None:
    board = BOARD
    assert {t.id: [t.name, t.x, t.y] for t in board.towns} == TOWNS
    assert (board.width, board.height) == (1140, 827)


@pytest.mark.parametrize("terrain", ROADS)
def test_rg_every_road_of_a_region_is_on_the_board(terrain: str) -> None:
    roads = [route for route in BOARD.routes if route.terrain == terrain]
    assert Counter(frozenset(r.ends) for r in roads) == Counter(map(frozenset, ROADS[terrain]))


def test_rg_rivers_flow_as_the_printed_arrows_say() -> None:
    rivers = [route for route in BOARD.routes if route.terrain == "river"]
    assert sorted(list(river.ends) for river in rivers) == sorted(RIVERS)


@pytest.mark.parametrize("lake", LAKES)
def test_rg_ferries_link_the_towns_of_the_two_lakes(lake: str) -> None:
    links = [route for route in BOARD.routes if route.water == lake]
    assert Counter(frozenset(r.ends) for r in links) == Counter(map(frozenset, LAKES[lake]))
    assert {link.terrain for link in links} == {"lake"}


def test_rg_rivers_and_lakes_are_no_roads_and_a_river_has_a_direction() -> None:
    terrains = elfenland().terrains.values()
    assert {one.id for one in terrains if not one.road} == {"river", "lake"}
    assert {one.id for one in terrains if one.directed} == {"river"}


def test_rg_there_are_48_routes_35_roads_7_rivers_and_6_ferry_links() -> None:
    terrains = Counter(route.terrain for route in BOARD.routes)
    assert terrains == {
        "plains": 8,
        "woods": 12,
        "desert": 7,
        "mountains": 8,
        "river": 7,
        "lake": 6,
    }
    assert len({route.id for route in BOARD.routes}) == 48


def test_e09_seven_pairs_of_towns_have_two_routes() -> None:
    pairs = Counter(frozenset(route.ends) for route in BOARD.routes)
    assert {tuple(sorted(pair)) for pair, n in pairs.items() if n > 1} == {
        ("beata", "elvenhold"),
        ("grangor", "mahdavikia"),
        ("grangor", "yttar"),
        ("ixara", "mahdavikia"),
        ("ixara", "virst"),
        ("strykhaven", "virst"),
        ("usselen", "wylhien"),
    }
    assert max(pairs.values()) == 2


def test_rg_a_town_piece_lies_in_each_of_20_towns_and_none_in_elvenhold() -> None:
    rules, board = elfenland(), BOARD
    towns = {town.id for n, town in enumerate(board.towns) if rules.piece_towns >> n & 1}
    assert len(towns) == 20
    assert towns == set(TOWNS) - {"elvenhold"}
    assert board.capital == FACTS["capital"] == "elvenhold"


def test_e03_distance_is_the_fewest_routes_between_any_two_towns() -> None:
    wanted = distances()
    found = {(a, b): BOARD.distance(a, b) for a, b in product(TOWNS, TOWNS)}
    assert found == wanted


def test_e03_roads_rivers_and_ferry_links_all_count_as_one() -> None:
    assert all(BOARD.distance(a, b) == 1 for a, b in all_links())


def test_e03_a_river_counts_alike_in_both_directions() -> None:
    board = BOARD
    assert board.distance("rivinia", "tichih") == board.distance("tichih", "rivinia") == 1


def test_e03_a_ferry_link_shortens_the_way() -> None:
    assert BOARD.distance("grangor", "parundia") == 1
    assert BOARD.distance("mahdavikia", "parundia") == 2


def test_rg_example_5_throtmanni_is_one_away_from_jaccaranda() -> None:
    assert BOARD.distance("throtmanni", "jaccaranda") == 1
