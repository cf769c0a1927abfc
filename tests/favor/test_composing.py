"""F7: favors go with an expansion that has other cards and counters, and neither knows the other.

`nuggets` does in small what Elfengold does; and so, at the end, does Elfengold.
"""

from __future__ import annotations

from functools import cache

import pytest

from elfen import Decide, Ruleset, compile_ruleset
from elfen.land import DRAW, HAND, KEEP, MOVE, OBSTACLES, PILE, SECRET, SHOWN, STACK
from elfen.testing import check_game, check_rules, play_out
from elfen_favor import (
    CARRIED,
    FOUND,
    FREE_PATHS,
    LAY_FOUND,
    SET_ASIDE,
    USE,
    LayFound,
    PutBack,
    UseFavor,
)
from playing import on_until, payments

from . import nuggets
from .scenes import HERE, VARIANTS, asked, offered, size

RIVER = "wylhien-usselen-river"


@cache
def with_nuggets(variant: str) -> Ruleset:
    return compile_ruleset(expansions=["favor", nuggets], options={"favor.variant": variant})


@pytest.mark.parametrize("variant", VARIANTS)
def test_f7_only_transports_are_laid(variant: str) -> None:
    rules = with_nuggets(variant)
    kinds = [kind.id for kind in rules.layout.kinds_of(PILE)]
    lying = int(variant == "great")
    away = {kind: 8 - (kind == "unicorn") * lying for kind in kinds}
    zones = {SECRET.of(1): {**away, "spell": 2, "giant-pig": 8}}
    game = offered(variant, "lay-counter", zones=zones, rules=rules).play(UseFavor())
    assert game.position.counts(FOUND.of(0)) == {"spell": 2}
    assert [*game.legal_actions] == [PutBack()]
    reason = game.check(LayFound("spell", "elvenhold-lapphalya-plains"))
    assert reason is not None
    assert "not suited" in reason.text
    assert asked(game) == (LAY_FOUND, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_f7_a_carried_counter_is_on_top_of_the_two_kept(variant: str) -> None:
    mine = {SECRET.of(0): {"dragon": 2}, SHOWN.of(0): {"elfcycle": 1}}
    rules = with_nuggets(variant)
    game = offered(variant, "carry-counter", zones=mine, rules=rules).play(UseFavor())
    game = on_until(game, KEEP)
    assert game.pending == Decide(KEEP, 0, (2,))
    game = on_until(game, DRAW, round=2)
    assert size(game, CARRIED.of(0)) == 0
    assert size(game, SECRET.of(0)) + size(game, SHOWN.of(0)) == 2 + 1 + 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_f7_obstacles_of_favors_come_where_nobody_has_one_of_his_own(variant: str) -> None:
    game = offered(variant, "obstacle", rules=with_nuggets(variant))
    assert size(game, OBSTACLES.of(0)) == 0
    assert size(game.play(UseFavor()), OBSTACLES.of(0)) == 1


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("favor", "n"), [("two-cards", 2), ("card-aside", 1)])
def test_f7_cards_are_drawn_blind_and_what_is_no_travel_card_is_replaced(
    variant: str, favor: str, n: int
) -> None:
    turned_up = 0
    for seed in range(40):
        game = offered(variant, favor, rules=with_nuggets(variant))
        game = game.rules.game_from(game.state, seed=seed).play(UseFavor())
        assert size(game, HAND.of(0)) + size(game, SET_ASIDE.of(0)) == n
        assert asked(game) == (MOVE, 0)
        turned_up += size(game, nuggets.TURNED_UP)
    assert turned_up


@pytest.mark.parametrize("variant", VARIANTS)
def test_f7_a_card_set_aside_joins_after_the_cards_of_the_next_round(variant: str) -> None:
    game = offered(variant, "card-aside", rules=with_nuggets(variant)).play(UseFavor())
    game = on_until(game, DRAW, round=2)
    assert [size(game, HAND.of(seat)) for seat in (0, 1)] == [3 + 1, 3]
    assert size(game, SET_ASIDE.of(0)) == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_f5_a_free_path_is_of_no_help_against_a_sea_monster(variant: str) -> None:
    rules = with_nuggets(variant)
    build = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "wylhien").lay(RIVER, "monster")
    build = build.zone(HAND.of(0), {"raft": 4}).zone(FREE_PATHS.of(0), {"free-path": 2})
    game = rules.game_from(build.state(), seed=1)
    assert not any("free-path" in paid for paid in payments(game, RIVER))
    assert payments(game, RIVER)


@pytest.mark.alike(2)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 5])
def test_f7_with_other_cards_and_counters_the_laws_hold(variant: str, players: int) -> None:
    check_rules(with_nuggets(variant))
    check_game(play_out(with_nuggets(variant), players, seed=3), every=25)


@pytest.mark.alike(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_f7_with_elfengold_the_laws_hold(variant: str) -> None:
    rules = compile_ruleset(expansions=["favor", "gold"], options={"favor.variant": variant})
    game = play_out(rules, 3, seed=1)
    check_game(game, every=60)
    assert any(str(entry.move) == "use favor" for entry in game.log)


def test_the_stack_of_nuggets_is_whole() -> None:
    game = offered("small", "two-cards", rules=with_nuggets("small"))
    assert size(game, STACK) == 72
    assert (asked(game), game.position.town(0)) == ((USE, 0), HERE)
