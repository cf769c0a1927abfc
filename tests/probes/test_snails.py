"""Snails: the core plays a game that knows nothing of Elfenland."""

from __future__ import annotations

from functools import cache

import pytest
import snails
from snails import EATEN, STORE, Crawl, Rest

from elfen import Ruleset, State, compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.testing import check_game, check_rules, check_state, play_out


@cache
def in_the_garden(rounds: int = 6) -> Ruleset:
    return compile_ruleset(base=snails, options={"rounds": rounds})


def on_mint(bread: int, cake: int) -> State:
    build = in_the_garden().build(players=2).at(snails.CRAWL, seat=0, round=1)
    return build.boot(0, "mint").zone(STORE.of(0), {"bread": bread, "cake": cake}).state()


def test_nothing_of_elfenland_is_there() -> None:
    rules = in_the_garden()
    assert [plugin.name for plugin in rules.plugins] == ["snails"]
    assert rules.edition == "garden"
    assert {kind.id for kind in rules.layout.kinds} == {"bread", "cake"}


def test_every_action_is_known_before() -> None:
    twigs = [Crawl(r, Pieces.of([c])) for r in TWIGS for c in ("bread", "cake")]
    stone = [Crawl(STONE, Pieces.of(p)) for p in (["bread"] * 2, ["cake"] * 2, ["bread", "cake"])]
    assert set(in_the_garden().actions) == {*twigs, *stone, Rest()}


TWIGS = ("shell-dock-twig", "mint-shell-twig", "mint-clover-twig")
STONE = "dock-mint-stone"


def test_a_stone_costs_two_crumbs_of_any_kind_and_a_twig_one() -> None:
    rules = in_the_garden()
    state = on_mint(bread=1, cake=1)
    assert {str(action) for action in rules.legal_actions(state)} == {
        "crawl dock-mint-stone bread cake",
        "crawl mint-shell-twig bread",
        "crawl mint-shell-twig cake",
        "crawl mint-clover-twig bread",
        "crawl mint-clover-twig cake",
        "rest",
    }
    check_state(rules, state, breadth=None)


def test_crumbs_are_eaten_and_the_leaf_is_visited() -> None:
    rules = in_the_garden()
    game = rules.game_from(on_mint(bread=1, cake=1), seed=1)
    game = game.play("crawl mint-clover-twig cake")
    assert game.position.town(0) == "clover"
    assert game.position.has_visited(0, "clover")
    assert game.position.counts(EATEN) == {"cake": 1}
    assert game.position.counts(STORE.of(0)) == {"bread": 1}


@pytest.mark.parametrize("players", [1, 2, 5, 8])
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(in_the_garden(), players, seed=players)
    assert game.is_over
    check_game(game)


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(in_the_garden())


def test_it_ends_when_a_snail_has_been_on_every_leaf() -> None:
    rules = in_the_garden()
    build = rules.build(players=1).at(snails.CRAWL, seat=0, round=2).boot(0, "mint")
    state = build.visited(0, "dock", "mint").zone(STORE.of(0), {"cake": 1}).state()
    game = rules.game_from(state, seed=2).play("crawl mint-clover-twig cake").play("rest")
    assert game.is_over
    assert game.state.agenda[-1].ending == "snails/everywhere"  # type: ignore[union-attr]
    assert [(s.rank, s.total) for s in game.standings] == [(1, 3)]


def test_its_option_is_its_own() -> None:
    assert play_out(in_the_garden(1), 3, seed=1).state.round == 1
