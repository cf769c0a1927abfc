"""Tiles that lie face down: drawn when they are turned up, which is as good as laid out before."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from elfen import Chance, Game, Ruleset, State, determinize
from elfen.declare.kinds import Pieces
from elfen.land import HAND, MOVE, Move
from elfen.testing import noninterference
from elfen_favor import FAVORS, FOUND, TILES, DeclineFavor, LayFound, UseFavor

from .scenes import HERE, ROAD, comes, favors, offered, tiles

STEP = Move(ROAD, Pieces.of(["unicorn"]))


def turned_up(rules: Ruleset, state: State) -> dict[str, Fraction]:
    """With what probability each favor comes up that is due to be turned up."""
    item = rules.pending(state)
    assert isinstance(item, Chance)
    return {outcome.face: odds for outcome, odds in rules.outcomes(state)}  # type: ignore[union-attr]


def two_in_a_row(rules: Ruleset) -> Counter[tuple[str, str]]:
    """The exact probabilities of the favors of two towns, turned up one after the other."""
    found: Counter[tuple[str, str]] = Counter()
    state = comes(rules, "great", tiles(rules), hand={"unicorn": 1}).state
    state = rules.apply(state, UseFavor())
    for first, odds in turned_up(rules, state).items():
        there = tiles(rules, **{HERE: first})
        build = rules.build(2).at(MOVE, seat=0, round=1).slot(TILES, there).boot(0, HERE)
        build = build.zone(HAND.of(0), {"unicorn": 1}).lay(ROAD, "unicorn").visited(0, HERE)
        then = rules.apply(rules.apply(build.state(), STEP), UseFavor())
        for second, more in turned_up(rules, then).items():
            found[first, second] += odds * more  # type: ignore[assignment]
    return found


@pytest.mark.parametrize(
    "distribution", [(17, 2, 1, 0, 0, 0), (4, 4, 3, 3, 3, 3), (9, 9, 9, 0, 0, 0)]
)
def test_turning_up_is_as_probable_as_with_tiles_laid_out_before(
    distribution: tuple[int, ...],
) -> None:
    rules = favors("great", tiles=" ".join(map(str, distribution)))
    bag = [favor for favor, n in zip(FAVORS, distribution, strict=True) for _ in range(n)]
    placements = Counter(permutations(bag, 2))  # what any two given towns have
    total = sum(placements.values())
    assert two_in_a_row(rules) == {pair: Fraction(n, total) for pair, n in placements.items()}


def test_nothing_about_a_tile_that_lies_face_down_is_in_the_state() -> None:
    rules = favors("great")
    game = comes(rules, "great", tiles(rules))
    assert {*game.state.ext[TILES].open} == {""}
    assert not any(
        favor in game.to_json() for favor in FAVORS if favor not in ("obstacle", "free-path")
    )


def test_the_blind_choice_leaks_nothing() -> None:
    rules = favors("great")
    state = comes(rules, "great", tiles(rules)).state
    for action in (None, UseFavor(), DeclineFavor()):
        now = state if action is None else rules.apply(state, action)
        noninterference(rules, now, breadth=None)
    views = {
        json.dumps(comes(rules, "great", tiles(rules)).view(seat).to_data()["legal_actions"])
        for seat in (0,)
    }
    assert views == {'["use favor", "decline favor"]'}


def test_a_determinized_world_turns_up_tiles_with_the_same_probabilities() -> None:
    rules = favors("great")
    there = tiles(rules, beata="two_cards", yttar="two_cards")
    state = rules.apply(comes(rules, "great", there).state, UseFavor())
    exact = {favor: Fraction(data.tiles, 18) for favor, data in FAVORS.items()}
    exact["two-cards"] = Fraction(2, 18)
    assert turned_up(rules, state) == exact
    for seat in (0, 1, None):
        world = determinize(rules.observe(state, seat), random.Random(1))
        assert rules.observe(world, seat) == rules.observe(state, seat)
        assert turned_up(rules, world) == exact


@pytest.mark.parametrize("variant", ["small", "great"])
def test_what_one_looks_at_is_drawn_anew_for_others(variant: str) -> None:
    game = offered(variant, "lay-counter").play(UseFavor())
    rules, state = game.rules, game.state
    noninterference(rules, state, breadth=None)
    own = rules.position(state).counts(FOUND.of(0))
    found = set()
    for seed in range(12):
        assert (
            rules.position(determinize(rules.observe(state, 0), random.Random(seed))).counts(
                FOUND.of(0)
            )
            == own
        )
        world = determinize(rules.observe(state, 1), random.Random(seed))
        found.add(str(rules.position(world).counts(FOUND.of(0))))
    assert len(found) > 3


def test_laying_a_counter_found_tells_of_that_counter_only() -> None:
    game = offered("small", "lay-counter").play(UseFavor())
    rules = game.rules
    laid = next(a for a in game.legal_actions if isinstance(a, LayFound))
    told = rules.seen(rules.trace(game.state, laid).events, 1)
    other = [kind for kind in game.position.counts(FOUND.of(0)) if kind != laid.counter]
    assert laid.counter in str(told)
    assert not any(f"'{kind}'" in str(told) for kind in other)


def test_a_save_of_a_game_with_favors_comes_back() -> None:
    for variant in ("small", "great"):
        rules = favors(variant)
        game = rules.new_game(3, seed=5)
        for _ in range(60):
            game = game.play(game.legal_actions[0])
        again = Game.from_json(game.to_json(), rules)
        assert again.state == game.state
