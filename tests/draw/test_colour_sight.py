"""Nothing in a picture is told apart by colour alone, whoever looks at it."""

from __future__ import annotations

import pytest
from attrs import evolve
from colour_sight import SIGHTS, Thing, alike, apart
from drawn_games import RULESETS, rules_of

from elfen.draw.looks import Looks
from elfen.draw.on_board import of_seat
from elfen.draw.themes import COLOURS, SEATS, Route, ink_on, terrain_styles

#: Far enough apart to be told apart at a glance, and to see a pattern on its ground.
ENOUGH, SEEN = 25.0, 15.0

every_sight = pytest.mark.parametrize("sight", SIGHTS)
both_papers = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
all_rules = pytest.mark.parametrize("name", RULESETS)


def styles_of(name: str) -> dict[str, Route]:
    rules = rules_of(name)
    return terrain_styles(rules.board, rules.terrains)


def terrains(styles: dict[str, Route], dark: bool) -> list[Thing]:
    return [(id, (one.dash, one.wave, one.flows), one.band[dark]) for id, one in styles.items()]


def test_distances_are_those_of_the_standard() -> None:
    assert apart("#ffffff", "#000000", "all colours") == pytest.approx(100, abs=0.01)
    assert apart("#ff0000", "#00ff00", "all colours") == pytest.approx(170.6, abs=0.1)
    # what red and green are to those who see neither
    assert apart("#8a6a3c", "#7d7038", "all colours") > 2 * apart(
        "#8a6a3c", "#7d7038", "deuteranopia"
    )
    for sight in SIGHTS:
        assert apart("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.1)


@every_sight
@both_papers
@all_rules
def test_terrains_differ_by_pattern_or_for_everybody(name: str, dark: bool, sight: str) -> None:
    assert not alike(terrains(styles_of(name), dark), sight, ENOUGH)


@every_sight
@both_papers
@all_rules
def test_patterns_are_seen_on_their_routes_and_routes_on_the_paper(
    name: str, dark: bool, sight: str
) -> None:
    for id, style in styles_of(name).items():
        paper = COLOURS["water" if style.wet else "land"][dark]
        if style.wave:
            assert apart(style.band[dark], COLOURS["water"][dark], sight) > SEEN, id
        else:
            assert apart(style.mark[dark], style.band[dark], sight) > SEEN, id
        if not style.wet:
            assert apart(style.band[dark], paper, sight) > SEEN, id


def test_terrains_that_differ_by_red_and_green_alone_are_noticed() -> None:
    styles = styles_of("land")
    woods = evolve(styles["woods"], band=("#5a7d2a", "#5a7d2a"))
    desert = evolve(styles["desert"], band=("#a0622a", "#a0622a"), dash=woods.dash)
    faulty = terrains({**styles, "woods": woods, "desert": desert}, dark=False)
    assert not alike(faulty, "all colours", ENOUGH)
    for sight in ("protanopia", "deuteranopia"):
        assert alike(faulty, sight, ENOUGH) == {frozenset(("woods", "desert"))}


@every_sight
def test_what_belongs_to_a_seat_has_its_number_which_is_seen(sight: str) -> None:
    for seat, colour in enumerate(SEATS):
        drawn = of_seat(seat, colour)
        assert drawn.count(f">{seat}</text>") == 2
        assert drawn.count(f'fill="{colour}"') == 3
        assert apart(colour, ink_on(colour), sight) > ENOUGH


@every_sight
@all_rules
def test_pieces_of_a_group_differ_by_what_is_on_them(name: str, sight: str) -> None:
    rules = rules_of(name)
    looks = rules.once(Looks)
    for group in {kind.group for kind in rules.layout.kinds}:
        pieces = [(kind.id, looks[kind]) for kind in rules.layout.kinds_in(group)]
        things = [(id, (one.path or one.letters, one.shape), one.colour) for id, one in pieces]
        assert not alike(things, sight, ENOUGH)
        for _, one in pieces:
            assert apart(one.colour, ink_on(one.colour), sight) > ENOUGH
