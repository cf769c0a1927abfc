"""Whole games: engine and twin agree at every decision, on what is asked, legal and so."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combining import Pick, factors, pairwise, spelled, split
from elfen import Ruleset, compile_ruleset
from elfen.land.editions import EDITIONS
from elfen.plugin import Action

from .pair import STYLES, Choose, anything, eagerly, play_both
from .world import World, as_board, printed_world

EXAMPLES = settings().max_examples


@cache
def rules_of(edition: str) -> Ruleset:
    """The rules of an edition, compiled once."""
    return compile_ruleset(edition)


def rio_grande() -> Ruleset:
    """The rules of the usual edition."""
    return rules_of("rio-grande")


SEEDS = st.integers(0, 10**9)


@settings(max_examples=EXAMPLES)
@given(
    edition=st.sampled_from([*EDITIONS]),
    players=st.integers(2, 6),
    seed=SEEDS,
    choose=st.sampled_from(STYLES),
)
def test_random_games_are_the_same_in_the_engine_and_in_the_twin(
    edition: str, players: int, seed: int, choose: Choose
) -> None:
    rules = rules_of(edition)
    ending, story = play_both(rules, printed_world(rules.board), players, seed, choose)
    assert ending == "last-round"
    assert rules.most_rounds * 5 * players <= len(story) <= rules.longest(players)


@pytest.mark.alike(2)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_number_of_players_is_played(players: int, edition: str) -> None:
    rules = rules_of(edition)
    ending, _ = play_both(rules, printed_world(rules.board), players, players, anything)
    assert ending == "last-round"


@pytest.mark.alike(4)
@pytest.mark.parametrize("pick", pairwise(factors()), ids=spelled)
def test_options_in_pairs_are_the_same_in_the_engine_and_in_the_twin(pick: Pick) -> None:
    edition, players, options = split(pick)
    rules = compile_ruleset(edition, options=options)
    world = printed_world(rules.board)
    for seed, choose in enumerate(STYLES[1:]):
        ending, story = play_both(rules, world, players, seed, choose)
        assert ending == "last-round"
        assert len(story) <= rules.longest(players)


def test_six_players_of_white_wind_can_exhaust_the_cards_in_both() -> None:
    rules = rules_of("white-wind")
    _, story = play_both(rules, printed_world(rules.board), 6, 1, hoarding)
    assert {action[0] for action in story} >= {"pass", "stop", "discard", "keep"}


def hoarding(actions: list[Action], random: Random) -> Action:
    """Pass, stop, and keep four cards whatever they are."""
    calm = [action for action in actions if action.verb in ("pass", "stop")]
    return (calm or actions)[0]


def test_the_games_compared_show_every_kind_of_action_and_crossing() -> None:
    rules = rio_grande()
    world = printed_world(rules.board)
    verbs, terrains, prices = set(), set(), set()
    for seed in range(24):
        _, story = play_both(rules, world, 3, seed, STYLES[seed % len(STYLES)])
        verbs |= {action[0] for action in story}
        moves = [action for action in story if action[0] == "move"]
        terrains |= {world["routes"][route][2] for _, route, _ in moves}
        prices |= {(len(cards), len(set(cards)) > 1) for _, _, cards in moves}
    assert verbs == set(rules.notation.verbs)
    assert terrains == {"plains", "woods", "desert", "mountains", "river", "lake"}
    assert {(1, False), (2, False), (3, True), (4, True)} <= prices


@st.composite
def small_worlds(draw: st.DrawFn) -> World:
    """A few towns, all of them joined, with roads, rivers and lakes and some pairs twice."""
    towns = ["elm", "fir", "oak", "yew", "ash"][: draw(st.integers(2, 5))]
    terrains = st.sampled_from(["plains", "woods", "desert", "mountains", "river", "lake"])
    links = set()
    for n, town in enumerate(towns[1:], 1):
        other = towns[draw(st.integers(0, n - 1))]
        links.add((*draw(st.permutations([town, other])), draw(terrains)))
    for _ in range(draw(st.integers(0, 4))):
        pair = draw(st.lists(st.sampled_from(towns), min_size=2, max_size=2, unique=True))
        links.add((*pair, draw(terrains)))
    capital = draw(st.sampled_from(towns))
    routes = {f"way-{n}": link for n, link in enumerate(sorted(links))}
    lakes = sorted(route for route, link in routes.items() if link[2] == "lake")
    return {
        "capital": capital,
        "towns": set(towns),
        "boatmen": set(lakes[draw(st.integers(0, len(lakes))) :]),
        "town_cards": set(towns) - {capital},
        "routes": routes,
    }


@settings(max_examples=EXAMPLES // 4)
@given(
    world=small_worlds(),
    edition=st.sampled_from([*EDITIONS]),
    players=st.integers(2, 6),
    seed=SEEDS,
    choose=st.sampled_from(STYLES),
)
def test_games_in_small_worlds_are_the_same_too(
    world: World, edition: str, players: int, seed: int, choose: Choose
) -> None:
    rules = compile_ruleset(edition, board=as_board(world))
    ending, _ = play_both(rules, world, players, seed, choose)
    assert ending in ("all-pieces", "last-round")


def test_small_worlds_show_both_endings() -> None:
    ways = {"way-1": ("elm", "fir", "river"), "way-2": ("elm", "oak", "plains")}
    world = {
        "capital": "elm",
        "towns": {"elm", "fir", "oak"},
        "boatmen": set(),
        "town_cards": {"fir", "oak"},
        "routes": ways,
    }
    for edition in ("rio-grande", "white-wind"):
        rules = compile_ruleset(edition, board=as_board(world))
        endings = Counter(
            play_both(rules, world, 3, seed, choose)[0]
            for seed in range(8)
            for choose in (anything, eagerly)
        )
        assert endings.keys() == {"all-pieces", "last-round"}
