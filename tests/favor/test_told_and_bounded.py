"""F2, F4: how often a favor is offered, what is told of its use, and who looks at counters."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import Decide
from elfen.declare.chance import Rolled
from elfen.land import MOVE
from elfen_favor import FOUND, LAY_FOUND, TILES, USE, FavorUsed, TileTurnedUp, UseFavor
from elfen_favor.favors import TWO_CARDS

from .scenes import HERE, VARIANTS, favors, offered, tiles


@pytest.mark.parametrize("players", [2, 6])
def test_f2_a_small_favor_is_offered_once_a_turn_and_a_great_one_for_every_town_piece(
    players: int,
) -> None:
    small, great = favors("small"), favors("great")
    assert small.at_most(USE, players) == small.most_rounds * players
    assert great.at_most(USE, players) == 20 * players


@pytest.mark.parametrize("variant", VARIANTS)
def test_f2_who_uses_which_favor_where_is_told(variant: str) -> None:
    game = offered(variant, TWO_CARDS)
    told = game.rules.trace(game.state, UseFavor()).events
    assert FavorUsed(0, HERE, TWO_CARDS) in told


def test_f2_the_tile_that_is_turned_up_lies_open_in_its_town_and_no_other_changes() -> None:
    rules = favors("great")
    game = offered("great", "", rules=rules)
    state = rules.apply(game.state, UseFavor())
    traced = rules.trace(state, Rolled(TWO_CARDS))
    assert TileTurnedUp(HERE, TWO_CARDS) in traced.events
    assert traced.state.ext[TILES] == tiles(rules, **{HERE: TWO_CARDS})


def test_who_looks_at_counters_is_the_one_that_is_asked_about_them() -> None:
    rules = favors()
    state = rules.build(2).at(MOVE, seat=0, round=1).zone(FOUND.of(0), {"dragon": 1}).draft()
    for seat, wrong in ((0, False), (1, True)):
        asked = evolve(state, agenda=(*state.agenda, Decide(LAY_FOUND, seat, ())))
        told = "".join(rules.validate(asked))
        assert ("seat 0 looks at 1 counters and is not asked" in told) is wrong
    assert "seat 0 looks at 1 counters and is not asked" in "".join(rules.validate(state))


@pytest.mark.parametrize("variant", VARIANTS)
def test_f2_a_favor_is_that_of_the_town_where_the_boot_stands(variant: str) -> None:
    rules = favors(variant)
    state = offered(variant, TWO_CARDS, rules=rules).state
    assert rules.validate(state) == ()
    elsewhere, start = rules.board.town_number["virst"], rules.board.town_number["elvenhold"]
    assert HERE not in ("virst", "elvenhold")
    moved = evolve(state, boots=(elsewhere, *state.boots[1:]))
    assert f"offered the favor of {HERE}, where its boot is not" in "".join(rules.validate(moved))
    asked = Decide(USE, 0, ("elvenhold",))
    at_start = evolve(state, boots=(start, *state.boots[1:]), agenda=(*state.agenda[:-1], asked))
    assert "offered the favor of elvenhold, which has none" in "".join(rules.validate(at_start))


def test_a_favor_of_no_town_is_refused_in_one_short_line() -> None:
    state = offered("small", TWO_CARDS).state
    asked = Decide(USE, 0, ("x" * 30_000,))
    [told] = favors("small").validate(evolve(state, agenda=(*state.agenda[:-1], asked)))
    assert told == "seat 0 is offered the favor of a town that is not on the board (favor/offer)"


def test_f1_a_great_favor_may_lie_face_down_but_a_small_one_may_not() -> None:
    state = offered("great", "").state
    assert favors("great").validate(state) == ()
    small = offered("small", TWO_CARDS).state
    closed = evolve(small, ext=small.ext.with_value(TILES, tiles(favors("small"))))
    assert f"{HERE}, which has none" in "".join(favors("small").validate(closed))
