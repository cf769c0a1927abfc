"""Whole games: engine and twin agree at every decision, on what is asked, legal and so."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Ruleset, compile_ruleset

from .pair import STYLES, Choose, anything, eagerly, play_both
from .world import World, as_board, printed_world

EXAMPLES = settings().max_examples


@cache
def rio_grande(**options: int | str) -> Ruleset:
    """The rules of the edition, compiled once."""
    return compile_ruleset(edition="rio-grande", options=options)


SEEDS = st.integers(0, 10**9)


@settings(max_examples=EXAMPLES)
@given(players=st.integers(2, 6), seed=SEEDS, choose=st.sampled_from(STYLES))
def test_random_games_are_the_same_in_the_engine_and_in_the_twin(
    players: int, seed: int, choose: Choose
) -> None:
    rules = rio_grande()
    ending, story = play_both(rules, printed_world(rules.board), players, seed, choose)
    assert ending == "last-round"
    assert 4 * 5 * players <= len(story) <= rules.longest(players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_number_of_players_is_played(players: int) -> None:
    rules = rio_grande()
    ending, _ = play_both(rules, printed_world(rules.board), players, players, anything)
    assert ending == "last-round"


@pytest.mark.parametrize("options", [{"rounds": 3}, {"start_player": "random"}])
@pytest.mark.parametrize("seed", range(3))
def test_options_are_the_same_in_the_engine_and_in_the_twin(
    options: dict[str, int | str], seed: int
) -> None:
    rules = rio_grande(**options)
    ending, _ = play_both(rules, printed_world(rules.board), 3, seed, anything)
    assert ending == "last-round"


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
    return {
        "capital": draw(st.sampled_from(towns)),
        "towns": set(towns),
        "routes": {f"way-{n}": link for n, link in enumerate(sorted(links))},
    }


@settings(max_examples=EXAMPLES // 4)
@given(world=small_worlds(), players=st.integers(2, 6), seed=SEEDS, choose=st.sampled_from(STYLES))
def test_games_in_small_worlds_are_the_same_too(
    world: World, players: int, seed: int, choose: Choose
) -> None:
    rules = compile_ruleset(edition="rio-grande", board=as_board(world))
    ending, _ = play_both(rules, world, players, seed, choose)
    assert ending in ("all-pieces", "last-round")


def test_small_worlds_show_both_endings() -> None:
    ways = {"way-1": ("elm", "fir", "river"), "way-2": ("elm", "oak", "plains")}
    world = {"capital": "elm", "towns": {"elm", "fir", "oak"}, "routes": ways}
    rules = compile_ruleset(edition="rio-grande", board=as_board(world))
    endings = Counter(
        play_both(rules, world, 3, seed, choose)[0]
        for seed in range(8)
        for choose in (anything, eagerly)
    )
    assert endings.keys() == {"all-pieces", "last-round"}
