"""Pictures can be read: names lie beside each other, colours differ enough, terrains differ."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from itertools import combinations, count
from math import cos, sin

import pytest
from attrs import evolve
from drawn_games import RULESETS, positions, rules_of
from reading import elements, texts

import elfen
import elfen.draw
from elfen import Board
from elfen.declare.bounds import MOST_ROUTES, MOST_TOWNS
from elfen.draw.ground import TOWN, Ground
from elfen.draw.kept import Kept
from elfen.draw.labels import Box, _cost, candidates, points_in
from elfen.draw.letters import LONGEST, cut, lines, width
from elfen.draw.looks import Looks
from elfen.draw.open_water import encloses, open_water
from elfen.draw.svg import LONGEST_TITLE, Svg, escaped, number, titled
from elfen.draw.themes import COLOURS, READ_ON, SEATS, Theme, contrast, ink_on, terrain_styles
from elfen.draw.ways import Way, some
from elfen.plugin import Route, Town
from elfen.views import Holding
from paced import seconds

ENOUGH = 4.5


@pytest.mark.alike(4)
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("players", [0, 2, 6])
@pytest.mark.parametrize(
    ("width", "tall"), [(572.0, 1.7), (700.0, 1.0), (972.0, 1.0), (1200.0, 1.0)]
)
def test_names_of_towns_do_not_overlap(name: str, players: int, width: float, tall: float) -> None:
    signs = 20.0 if players else 0.0
    ground = Ground(rules_of(name).board, width, players, signs, True, tall)
    boxes = ground.plates
    assert len(boxes) == len(ground.board.towns)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.overlap(b), (one, other)
    for id, box in boxes.items():
        assert box.inside(ground.width, ground.height), id


def test_overlapping_boxes_are_noticed() -> None:
    assert Box(0, 0, 10, 10).overlap(Box(9, 9, 5, 5)) == 1
    assert not Box(0, 0, 10, 10).overlap(Box(10, 0, 5, 5))


@pytest.mark.parametrize("name", RULESETS)
def test_distances_are_to_scale(name: str) -> None:
    board = rules_of(name).board
    places = Ground(board, 900.0, 0, 0.0, True).places
    scales = {
        round(
            (places[a.id][axis] - places[b.id][axis]) / ((a.x - b.x) if axis == 0 else (a.y - b.y)),
            6,
        )
        for a, b in combinations(board.towns, 2)
        for axis in (0, 1)
        if (a.x - b.x if axis == 0 else a.y - b.y)
    }
    assert len(scales) == 1


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_all_text_is_read_well_on_its_ground(theme: int) -> None:
    for ink, ground in READ_ON:
        assert contrast(COLOURS[ink][theme], COLOURS[ground][theme]) >= ENOUGH, (ink, ground)


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_written_on_seats_and_pieces_is_read_well(name: str) -> None:
    rules = rules_of(name)
    looks = rules.once(Looks)
    colours = {*SEATS, *(looks[kind].colour for kind in rules.layout.kinds)}
    for colour in colours:
        assert contrast(ink_on(colour), colour) >= ENOUGH, colour


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("name", RULESETS)
def test_text_is_written_in_the_colours_that_are_measured(name: str, theme: str) -> None:
    measured = {Theme(theme).paint(ink) for ink, _ in READ_ON} | {"#000000", "#ffffff"}
    for size in (400, 1600):
        svg = elfen.draw.board(positions(name, 4)[11].view(0), theme=theme, size=size)
        parts = [part for text in texts(svg) for part in text.iter()]
        assert len(parts) > 60
        assert {one.get("fill") for one in parts} <= measured


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("name", RULESETS)
def test_terrains_differ_by_pattern_and_not_by_colour_alone(name: str) -> None:
    rules = rules_of(name)
    styles = terrain_styles(rules.board, rules.terrains)
    patterns = [(style.dash, style.wave) for style in styles.values()]
    assert len({*patterns}) == len(patterns)


def test_terrains_that_nobody_knows_all_differ() -> None:
    board = rules_of("land").board
    routes = [evolve(r, terrain=f"t{n % 9}") for n, r in enumerate(board.routes)]
    styles = terrain_styles(evolve(board, routes=routes), None)
    assert len({style.dash for style in styles.values()}) == 9
    assert len({style.band for style in styles.values()}) == 9


def test_a_terrain_is_what_the_rules_say_and_not_what_its_id_says() -> None:
    rules = rules_of("land")
    dry = {id: evolve(t, directed=False, road=True) for id, t in rules.terrains.items()}
    styles = terrain_styles(rules.board, dry)
    assert not styles["river"].flows
    assert not styles["lake"].wet
    assert terrain_styles(rules.board, rules.terrains)["river"].flows
    assert terrain_styles(rules.board, rules.terrains)["lake"].wet


def test_pieces_on_a_route_lie_side_by_side() -> None:
    for end in ((300.0, 0.0), (30.0, 0.0), (0.0, 200.0)):
        stops = Way((0.0, 0.0), (end[0] / 2, end[1] / 2), end).stops(4, 23.0)
        for (a, b), (c, d) in combinations(stops, 2):
            assert (a - c) ** 2 + (b - d) ** 2 >= 22.5**2


def shapes(data: str) -> list[list[tuple[float, float]]]:
    """The closed shapes of a path."""
    return [
        [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", one)]
        for one in data.split("M")[1:]
    ]


def sea_routes(board: Board) -> list[Route]:
    return [route for route in board.routes if route.terrain == "sea"]


def test_the_sea_is_an_area_without_towns_and_roads() -> None:
    ground = Ground(rules_of("sea").board, 972.0, 0, 0.0, True)
    sea = sea_routes(ground.board)
    areas = shapes(open_water(sea, ground.ways, ground.places))
    assert len(areas) == 5
    ids = {route.id for route in sea}
    roads = [way.at(n / 10) for id, way in ground.ways.items() if id not in ids for n in (3, 5, 7)]
    for area in areas:
        corners = {town for town, at in ground.places.items() if nearest(at, area) < 0.2}
        assert len(corners) in (3, 4)
        for town, at in ground.places.items():
            assert town in corners or not encloses(area, at)
        assert not any(encloses(area, at) for at in roads)


def nearest(at: tuple[float, float], area: list[tuple[float, float]]) -> float:
    return min(abs(x - at[0]) + abs(y - at[1]) for x, y in area)


@pytest.mark.parametrize(("inside", "areas"), [(None, 1), ((50, 40), 0), ((90, 90), 1)])
def test_water_with_a_town_in_it_is_no_area(inside: tuple[int, int] | None, areas: int) -> None:
    towns = [Town("a", "A", 0, 0), Town("b", "B", 100, 0), Town("c", "C", 50, 100)]
    routes = [
        Route(f"{one}-{other}", (one, other), "sea")
        for one, other in (("a", "b"), ("b", "c"), ("a", "c"))
    ]
    if inside is not None:
        towns.append(Town("d", "D", *inside))
        routes.append(Route("a-d", ("a", "d"), "sea"))
    board = Board("water", "a", 100, 100, tuple(towns), tuple(routes))
    ground = Ground(board, 700.0, 0, 0.0, True)
    found = shapes(open_water(sea_routes(board), ground.ways, ground.places))
    assert len(found) == areas


def test_numbers_and_texts_are_written_as_svg_has_them() -> None:
    assert [number(n) for n in (1.0, 1.26, -0.04, -0.5, 0.0, 10.0)] == [
        "1",
        "1.3",
        "0",
        "-0.5",
        "0",
        "10",
    ]
    assert escaped("a\x00<b>&") == "a&#65533;&lt;b&gt;&amp;"
    assert escaped("Beatá") == "Beat&#225;"


def test_names_lie_where_the_obvious_way_puts_them() -> None:
    board = rules_of("land").board
    ground = Ground(board, 700.0, 6, 20.0, True)
    sizes = {town.id: ground._size(town.name) for town in board.towns}
    gap, picture = TOWN + 4, (ground.width, ground.height)
    choices = {
        id: sorted(
            (
                (_cost(box, at, rank, picture, gap, *ground.obstacles, others), box)
                for others in [[p for other, p in ground.places.items() if other != id]]
                for rank, box in enumerate(candidates(at, sizes[id], gap))
            ),
            key=lambda pair: pair[0],
        )
        for id, at in ground.places.items()
    }
    chosen: dict[str, Box] = {}
    for _ in range(4):
        for id in sorted(choices, key=lambda id: (-choices[id][0][0], id)):
            rest = [box for other, box in chosen.items() if other != id]
            chosen[id] = min(choices[id], key=partial(_together, rest))[1]
    assert ground.plates == chosen


def cut_letter_by_letter(text: str, size: float, most: float) -> str:
    """What `cut` does, in the obvious way."""
    if width(text, size) <= most:
        return text
    while text and width(f"{text}…", size) > most:
        text = text[:-1]
    return f"{text.rstrip()}…"


@pytest.mark.parametrize("most", [-5.0, 0.0, 3.0, 20.0, 57.3, 100.0, 1000.0])
def test_texts_are_cut_where_letter_by_letter_would(most: float) -> None:
    for text in ("", "m", "Strykhaven am Meer", "妖精 und Elfen", "e\u0301" * 30, "il m  " * 20):
        assert cut(text, 11.0, most) == cut_letter_by_letter(text, 11.0, most)
        for line in lines(text, 11.0, most):
            assert width(line, 11.0) <= most or len(line) == 1
        assert "".join(lines(text, 11.0, most)).replace(" ", "") == text.replace(" ", "")


def test_what_nobody_can_read_is_cut_before_it_is_measured() -> None:
    marks = "\u0301" * 10**6
    assert len(cut(marks, 11.0, 100.0)) == len("".join(lines(marks, 11.0, 100.0))) == LONGEST
    assert cut(marks, 11.0, 100.0).endswith("…")


@pytest.mark.parametrize("letters", ["N", "ab ", "\ufdfa", "e\u0301"])
def test_names_of_any_length_are_drawn_at_once(letters: str) -> None:
    board = rules_of("land").board
    name = (letters * 19_900)[:19_900]
    few = {board.capital, board.towns[0].id, board.towns[1].id}
    towns = [evolve(town, name=name) if town.id in few else town for town in board.towns]
    board = evolve(board, towns=towns)

    def drawn() -> Svg:
        return elfen.draw.board(elfen.compile_ruleset(board=board).new_game(3, seed=1).view(0))

    assert seconds(drawn, 4) < 4
    svg = drawn()
    shown = [one.text or "" for one in texts(svg)]
    assert sum(one.endswith("…") for one in shown) >= len(few)
    assert max(map(len, shown)) <= LONGEST


def test_what_is_told_of_names_of_any_length_is_cut() -> None:
    told = titled("x" * 10**6, "y")
    assert told == f"<title>{'x' * (LONGEST_TITLE - 1)}&#8230;\ny</title>"
    board = rules_of("land").board
    towns = [evolve(town, name="N" * 19_000) for town in board.towns]
    board = evolve(board, towns=towns)
    for svg in (
        elfen.draw.board(board),
        elfen.draw.board(elfen.compile_ruleset(board=board).new_game(3, seed=1).view(0)),
    ):
        assert len(svg) < 500_000


def test_areas_beyond_number_are_left_out_at_once() -> None:
    around = [(round(500 + 490 * cos(n)), round(500 + 490 * sin(n))) for n in range(17)]
    towns = [Town(f"t{n:03}", f"Town {n}", x, y) for n, (x, y) in enumerate(around)]
    routes = [Route(f"{a.id}-{b.id}", (a.id, b.id), "sea") for a, b in combinations(towns, 2)]
    board = Board("wet", "t000", 1000, 1000, tuple(towns), tuple(routes))
    ground = Ground(board, 700.0, 0, 0.0, True)
    places = {**ground.places, **{f"far{n}": (2.0, 2.0) for n in range(3000)}}
    assert open_water(sea_routes(board), ground.ways, places) == ""
    assert seconds(lambda: open_water(sea_routes(board), ground.ways, places), 2) < 2


def spread(chance: random.Random) -> list[tuple[int, int]]:
    return [(chance.randrange(1000), chance.randrange(1000)) for _ in range(MOST_TOWNS)]


def at_two_ends(chance: random.Random) -> list[tuple[int, int]]:
    return [((0 if n % 2 else 990) + n // 2 % 10, 500 + n // 20) for n in range(MOST_TOWNS)]


#: Where towns lie, and the seconds: it was 8 when every plate was compared with all, 20 at two ends
#: when no crowd was thinned, and 5 when that of the whole picture was not.
LARGEST = [(spread, 2), (at_two_ends, 3)]


@pytest.mark.parametrize(("lie", "most"), LARGEST, ids=["spread", "at two ends"])
def test_the_largest_board_is_drawn_soon(
    lie: Callable[[random.Random], list[tuple[int, int]]], most: float
) -> None:
    chance = random.Random(1)
    towns = [Town(f"t{n:03}", f"Town {n}", *at) for n, at in enumerate(lie(chance))]
    ends = [(f"t{n:03}", f"t{chance.randrange(n):03}") for n in range(1, MOST_TOWNS)]
    while len(ends) < MOST_ROUTES:
        one, other = chance.sample(towns, 2)
        ends.append((one.id, other.id))
    routes = [Route(f"r{n}", two, "river" if n % 3 else "woods") for n, two in enumerate(ends)]
    board = Board("large", "t000", 1000, 1000, tuple(towns), tuple(routes))
    names = map(str, count())  # a board of another name is drawn anew
    drawn: list[Svg] = []
    took = seconds(lambda: drawn.append(elfen.draw.board(evolve(board, name=next(names)))), most)
    assert took < most
    assert len([*elements(drawn[0], "plate")]) == MOST_TOWNS


@pytest.mark.parametrize("number", [0, 1, 39, 40, 41, 80, 81, 1000])
def test_of_a_crowd_only_some_are_kept_clear_of(number: int) -> None:
    kept = some(range(number), 40)
    assert [*kept] == [*range(number)] if number <= 40 else 20 <= len(kept) <= 40
    assert not number or kept[0] == 0


def test_points_in_a_box_are_found_without_looking_at_all() -> None:
    ground = Ground(rules_of("sea").board, 600.0, 6, 0.0, True, 1.7)
    points = ground.obstacles[1]
    assert points == sorted(points, key=lambda at: at[1])
    found = [points_in(box, points, 2.0) for box in ground.plates.values()]
    assert found == [sum(box.has(at, 2.0) for at in points) for box in ground.plates.values()]
    assert sum(found)
    x, y = points[50]
    assert points_in(Box(x + 2, y, 5, 5), [(x, y)], 2.0) == 0
    assert points_in(Box(x, y + 2, 5, 5), [(x, y)], 2.0) == 0


def _together(rest: list[Box], choice: tuple[float, Box]) -> float:
    cost, box = choice
    grown = Box(box.x - 1.5, box.y - 1.5, box.width + 3, box.height + 3)
    return cost + 400 * sum(grown.overlap(other) for other in rest)


@pytest.mark.parametrize("name", ["land", "gold"])
def test_a_zone_of_every_kind_is_no_wider_than_a_small_picture(name: str) -> None:
    rules = rules_of(name)
    desk, most = rules.once(Kept).told["en"].desks[Theme("light")], 400.0
    for n in range(rules.layout.size(2)):
        zone, seat = rules.layout.zone_at(n)
        counts = [n + 1 for n, _ in enumerate(rules.layout.kinds_of(zone))]
        held = Holding(zone.name, seat, sum(counts), rules.layout.pieces(zone, tuple(counts)))
        for block in (desk.held[most, held], desk.fans[most, held]):
            assert block.width <= most + 8, zone.name
            assert block.width > 100 or len(counts) < 3
