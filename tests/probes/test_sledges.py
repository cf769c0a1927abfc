"""All laying goes by one door: what an outsider has put on the roads, and does on laying, holds."""

from __future__ import annotations

from functools import cache

import pytest
import sledges
from sledges import EARNED, SLEDGE

from elfen import Game, Ruleset, compile_ruleset
from elfen.land import MOVE, PILE, PLAN, SECRET, SHOWN
from elfen.testing import check_game, check_rules, play_out
from elfen_favor import TILES, LayFound, Tiles, UseFavor
from elfen_gold import DoubleTransport, Lay

ROAD = "elvenhold-lapphalya-plains"


@cache
def with_sledges(*others: str) -> Ruleset:
    return compile_ruleset(expansions=[sledges, *others])


def looking(*lying: str) -> Game:
    """Seat 0 has found a pig and a unicorn before it moves, and may lay one of them."""
    rules = with_sledges("favor")
    scene = rules.build(players=2).at(PLAN, seat=0).boot(0, "lapphalya")
    towns = [town.id for town in rules.board.towns]
    favors = tuple("lay-counter" if town == "lapphalya" else "" for town in towns)
    kinds = [kind.id for kind in rules.layout.kinds_of(PILE)]
    others = {kind: 7 if kind in ("giant-pig", "unicorn") else 8 for kind in kinds}
    scene = scene.slot(TILES, Tiles(favors)).zone(SECRET.of(1), others)
    game = rules.game_from((scene.lay(ROAD, *lying) if lying else scene).state(), seed=1)
    while not isinstance(game.legal_actions[0], UseFavor):
        game = game.play("pass")
    return game.play(UseFavor())


def planning(*lying: str, **tiles: int) -> Game:
    rules = with_sledges("gold")
    scene = rules.build(players=2).at(PLAN, seat=0).zone(SHOWN.of(0), tiles)
    scene = scene.zone(SHOWN.of(1), {"dragon": 1})
    return rules.game_from(scene.lay(ROAD, *lying).state(), seed=1)


def test_a_counter_found_cannot_lie_where_a_strangers_transport_lies() -> None:
    found = LayFound("giant-pig", ROAD)
    assert found in looking().legal_actions
    game = looking(SLEDGE.id)
    assert found not in game.legal_actions
    reason = game.check(found)
    assert reason is not None
    assert "already" in reason.text


def test_laying_a_counter_found_is_laying_and_the_turn_goes_on() -> None:
    game = looking().play(LayFound("giant-pig", ROAD))
    assert game.position.size(EARNED.of(0)) == 1
    assert (game.pending.name, game.seat) == (MOVE, 0)  # type: ignore[union-attr]


def test_a_gold_tile_needs_a_transport_and_a_strangers_is_one() -> None:
    game = planning(SLEDGE.id, gold=1)
    assert game.check(Lay("gold", ROAD)) is None
    assert Lay("gold", ROAD) in game.legal_actions
    after = game.play(Lay("gold", ROAD))
    assert after.rules.validate(after.state) == ()
    assert after.position.size(EARNED.of(0)) == 0, "a gold tile is no counter that one travels by"


def test_a_second_transport_is_laid_like_the_first() -> None:
    game = planning("elfcycle", double=1, **{"giant-pig": 1})
    after = game.play(DoubleTransport("open", "open", "giant-pig", ROAD))
    assert after.position.size(EARNED.of(0)) == 1
    assert (after.pending.name, after.seat) == (PLAN, 1)  # type: ignore[union-attr]
    by_a_sledge = planning(SLEDGE.id, double=1, **{"giant-pig": 1})
    assert DoubleTransport("open", "open", "giant-pig", ROAD) in by_a_sledge.legal_actions


@pytest.mark.alike(2)
@pytest.mark.parametrize("others", [(), ("favor",), ("gold",), ("gold", "favor")], ids=str)
def test_it_keeps_the_laws_alone_and_with_others(others: tuple[str, ...]) -> None:
    rules = with_sledges(*others)
    check_rules(rules)
    check_game(play_out(rules, 3, seed=1), every=40)


def test_counters_found_are_laid_in_whole_games_and_paid_for() -> None:
    rules = compile_ruleset(expansions=[sledges, "favor"], options={"favor.variant": "great"})
    games = [play_out(rules, 4, seed=seed) for seed in range(3)]
    laid = [entry for game in games for entry in game.log if isinstance(entry.move, LayFound)]
    assert laid
