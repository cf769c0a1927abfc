"""An almanac: an outsider that builds on what the shipped expansions print."""

from __future__ import annotations

from functools import cache

import almanac
import pytest

from elfen import Ruleset, compile_ruleset
from elfen.land import HAND, MOVE
from elfen.testing import check_game, check_rules, play_out
from elfen_favor import FREE_PATH_POOL, OBSTACLE_POOL
from elfen_gold import COINS_AT_FIRST, PURSE, TOWN_VALUES, TRANSPORT_TILES, VALUES
from playing import payments


@cache
def with_almanac(*more: str) -> Ruleset:
    return compile_ruleset(expansions=["gold", almanac, *more])


def test_the_printed_facts_are_those_that_are_played_by() -> None:
    rules = with_almanac("favor")
    state = rules.new_game(3, seed=1).state
    towns = rules.board.towns
    dealt = {t.id: v for t, v in zip(towns, state.ext[VALUES].by_town, strict=True) if v}
    assert dealt == dict(TOWN_VALUES)
    stocked = {s.entry.name: s.entry.count for s in rules.stock}
    assert {id: stocked[f"gold/{id}-counters"] for id in TRANSPORT_TILES} == dict(TRANSPORT_TILES)
    assert almanac.pages()[0] == "two travel cards at once: 4"
    assert almanac.pages()[6:9] == ["obstacles: 12", "free paths: 12", "bonus counters: 60"]
    position = rules.position(state)
    assert position.size(OBSTACLE_POOL) == position.size(FREE_PATH_POOL) == 12
    assert position.size(PURSE.of(0)) == COINS_AT_FIRST == 12


def test_nobody_can_change_them() -> None:
    with pytest.raises(TypeError):
        TOWN_VALUES["virst"] = 9  # type: ignore[index]
    with pytest.raises(TypeError):
        TRANSPORT_TILES["dragon"] = 9  # type: ignore[index]


def test_the_hardy_are_read_off_both_charts() -> None:
    assert [*almanac.hardy()] == ["dragon"]
    rules = with_almanac()
    scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    scene = scene.zone(HAND.of(0), {"dragon": 3}).lay("feodor-lapphalya-woods", "elfcycle")
    game = rules.game_from(scene.state(), seed=1)
    assert payments(game, "feodor-lapphalya-woods") == {"dragon*3"}
    assert "hardy beast" in str(game.quote("feodor-lapphalya-woods"))


def test_rich_towns_score_by_their_printed_values() -> None:
    rules = with_almanac()
    scene = rules.build(2).at(MOVE, seat=0, round=1)
    game = rules.game_from(scene.visited(0, "albaran", "beata", "grangor").state(), seed=1)
    line = game.view(None).scores[0].lines[1]
    assert (line.text, line.points) == ("rich towns", 4)


@pytest.mark.alike(2)
@pytest.mark.parametrize("more", [(), ("favor",)])
def test_it_keeps_the_laws(more: tuple[str, ...]) -> None:
    check_rules(with_almanac(*more))
    check_game(play_out(with_almanac(*more), 3, seed=2), every=60)
