"""Favors keep the laws: variants, editions and numbers of players, every two of them together."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combining import pairwise
from elfen import Game, RulesetError, State, compile_ruleset
from elfen.bots import GreedyPlayer
from elfen.land import OBSTACLES, SECRET
from elfen.land.editions import EDITIONS
from elfen.testing import agreement, check_game, check_rules, check_state, play_out
from elfen.testing.strategies import games, states
from elfen_favor import (
    CARRIED,
    FOUND,
    LAY_FOUND,
    SET_ASIDE,
    TILES,
    USE,
    LayFound,
    Tiles,
    UseFavor,
)

from .scenes import VARIANTS, favors, offered, tiles

TABLES = [
    (pick["variant"], pick["edition"], pick["players"])
    for pick in pairwise(
        {"variant": VARIANTS, "edition": tuple(EDITIONS), "players": (2, 3, 4, 5, 6)}
    )
]


@pytest.mark.alike(5)
@pytest.mark.parametrize(("variant", "edition", "players"), TABLES)
def test_whole_games_keep_the_laws(variant: str, edition: str, players: int) -> None:
    game = play_out(favors(variant, edition), players, seed=players)
    assert game.is_over
    check_game(game, every=40)


@pytest.mark.alike(2)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ruleset_keeps_the_laws(variant: str, edition: str) -> None:
    check_rules(favors(variant, edition))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_state_keeps_the_laws(variant: str) -> None:
    @settings(max_examples=max(2, settings().max_examples // 10))
    @given(states(favors(variant), 3))
    def holds(state: State) -> None:
        check_state(favors(variant), state)

    holds()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_keeps_the_laws(variant: str) -> None:
    @settings(max_examples=max(2, settings().max_examples // 25))
    @given(games(favors(variant), 2), st.none())
    def holds(game: Game, nothing: None) -> None:
        check_game(game, every=20)

    holds()


@pytest.mark.alike(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_whole_domain_agrees_with_the_list_at_every_decision_of_favors(variant: str) -> None:
    rules = favors(variant)
    for favor in ("lay-counter", "free-path"):
        game = offered(variant, favor)
        agreement(rules, game.state, breadth=None)
        agreement(rules, game.play(UseFavor()).state, breadth=None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_come_to_every_decision_and_favor(variant: str) -> None:
    rules = favors(variant)
    asked, used = set(), set()
    for seed in range(12):
        numbers, game = random.Random(seed), rules.new_game(4, seed)
        while not game.is_over:
            asked.add(game.pending.name)  # type: ignore[union-attr]
            action = numbers.choice(game.legal_actions)
            if isinstance(action, UseFavor):
                town = game.state.boots[game.seat or 0]
                game = game.play(action)
                used.add(game.state.ext[TILES].open[town])
            else:
                game = game.play(action)
    assert {USE, LAY_FOUND} <= asked
    assert len(used) == 6


def test_an_invariant_knows_more_tiles_than_there_are() -> None:
    rules = favors("great")
    build = rules.build(2).slot(TILES, tiles(rules, beata="obstacle", elvenhold="obstacle"))
    assert any("elvenhold" in wrong for wrong in rules.validate(build.draft()))
    everywhere = Tiles(tuple("obstacle" if t.id != "elvenhold" else "" for t in rules.board.towns))
    wrong = rules.validate(rules.build(2).slot(TILES, everywhere).draft())
    assert any("20 obstacle tiles lie open; there are 3" in one for one in wrong)


def test_an_invariant_knows_how_many_towns_there_are() -> None:
    rules = favors()
    some = Tiles(("two-cards",))
    assert "1 towns have" in "".join(rules.validate(rules.build(2).slot(TILES, some).draft()))


def test_an_invariant_knows_counters_that_were_forgotten() -> None:
    build = favors().build(2).zone(FOUND.of(1), {"dragon": 1})
    assert any("looks at 1 counters" in wrong for wrong in favors().validate(build.draft()))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_stock_bots_use_favors(variant: str) -> None:
    rules = favors(variant)
    used = declined = laid = 0
    for seed in range(2):
        bots = [GreedyPlayer(rules, seat) for seat in range(3)]
        game = rules.new_game(3, seed)
        while not game.is_over:
            assert game.seat is not None
            action = bots[game.seat].choose(game.view(game.seat))
            used += str(action) == "use favor"
            declined += str(action) == "decline favor"
            laid += isinstance(action, LayFound)
            game = game.play(action)
    assert used > 2 * declined


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_bot_leaves_a_favor_for_the_next_round_alone_in_the_last(variant: str) -> None:
    bot = GreedyPlayer(favors(variant), 1)
    for favor, chosen in (("obstacle", "decline favor"), ("two-cards", "use favor")):
        game = offered(variant, favor, round=4)
        assert str(bot.choose(game.view(0))) == chosen


def test_f8_with_elfensea_it_is_an_error_that_says_why() -> None:
    from types import SimpleNamespace

    from elfen.plugin import Manifest, hookimpl

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("sea", rules_version=1, api=1, requires=("land",), help="Another sea.")

    with pytest.raises(RulesetError, match=r"'favor' does not go with 'sea'.*other towns"):
        compile_ruleset(expansions=["favor", SimpleNamespace(elfen_manifest=elfen_manifest)])


def test_set_aside_and_carried_pieces_are_conserved() -> None:
    game = offered("small", "card-aside").play(UseFavor())
    assert game.position.size(SET_ASIDE.of(0)) == 1
    assert game.position.size(CARRIED.of(0)) == game.position.size(SECRET.of(0)) == 0
    assert game.position.size(OBSTACLES.of(0)) == 1
    assert game.rules.validate(game.state) == ()
