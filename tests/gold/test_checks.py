"""Every invariant of Elfengold is seen to fail on a state that breaks it."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen.land import MOVE
from elfen.testing import play_out, states_of
from elfen_gold.bids import ROW_OF_LOTS, RowOfLots
from elfen_gold.pieces import LOTS, ROW
from elfen_gold.town_values import VALUES, Values
from elfen_gold.travel import JOURNEY, REWARD, Journey

from .scenes import gold

WOODS, RIVER = "feodor-lapphalya-woods", "virst-ixara-river"


@pytest.mark.parametrize(
    ("route", "lying", "wrong"),
    [
        (WOODS, ["gold"], f"a gold tile lies on {WOODS}, where there is no transport"),
        (WOODS, ["tree"], f"a tree obstacle lies on {WOODS}, where there is no transport"),
        (WOODS, ["double"], f"a double transport lies on {WOODS}, where there is no transport"),
        (WOODS, ["dragon", "gold", "tree"], f"a gold tile and an obstacle lie on {WOODS}"),
        (WOODS, ["sea-monster"], f"a sea monster is on {WOODS}, a road"),
        (WOODS, ["dragon", "unicorn"], f"two transports lie on {WOODS} without a double transport"),
        (WOODS, ["dragon", "exchange"], f"an exchange lies on {WOODS}"),
        (WOODS, ["dragon", "tree", "tree"], f"{WOODS}: 2 pieces of gold/route-obstacle, at most 1"),
        (WOODS, ["dragon", "gold", "gold"], f"{WOODS}: 2 pieces of gold/route-gold, at most 1"),
        (WOODS, ["dragon"] * 3 + ["double"], f"{WOODS}: 3 pieces of land/route-counter, at most 2"),
        (RIVER, ["dragon"], f"a dragon counter is not suited to river ({RIVER})"),
        (RIVER, ["sea-monster"] * 2, f"{RIVER}: 2 pieces of gold/route-obstacle, at most 1"),
    ],
)
def test_tiles_in_the_wrong_place_are_found(route: str, lying: list[str], wrong: str) -> None:
    rules = gold()
    scene = rules.build(2).at(MOVE, seat=0, round=1)
    assert rules.validate(scene.draft()) == ()
    found = rules.validate(scene.lay(route, *lying).draft())
    assert found[0].removesuffix(" (gold/tiles)").removesuffix(" (land/suited)") == wrong


def test_two_obstacles_of_two_kinds_on_a_road_are_found() -> None:
    rules = gold(obstacles=1)
    scene = rules.build(2).at(MOVE, seat=0, round=1).lay(WOODS, "dragon", "tree")
    assert rules.validate(scene.draft()) == ()
    found = rules.validate(scene.lay(WOODS, "obstacle").draft())
    assert found == (f"2 obstacles lie on {WOODS} (gold/tiles)",)


def test_a_row_of_tiles_that_does_not_lie_there_is_found() -> None:
    rules = gold()
    scene = rules.build(2).at(MOVE, seat=0, round=1)
    for tiles, lying in ((("gold",), {}), ((), {"gold": 1}), (("gold", "tree"), {"gold": 2})):
        draft = scene.zone(LOTS, lying).slot(ROW_OF_LOTS, RowOfLots(tiles)).draft()
        (found,) = rules.validate(draft)
        assert "which is not what lies there (gold/lots)" in found
    fine = scene.zone(LOTS, {"gold": 1}).slot(ROW_OF_LOTS, RowOfLots(("gold",))).draft()
    assert rules.validate(fine) == ()


def test_four_open_cards_are_one_too_many() -> None:
    rules = gold()
    draft = rules.build(2).at(MOVE, seat=0, round=1).zone(ROW, {"raft": 4}).draft()
    assert rules.validate(draft) == ("4 cards lie open; there are 3 at most (gold/row)",)


@pytest.mark.parametrize("earned", [-1, 1_000_000])
def test_earnings_that_the_bank_does_not_have_are_found(earned: int) -> None:
    rules = gold()
    bank = rules.build(2).draft().zones[rules.layout.zone_indexes["gold/bank"][0]][0]
    told = f"a journey has earned {earned} gold; the bank has {bank} (gold/earned)"
    scene = rules.build(2).at(MOVE, seat=0, round=1)
    moving, offered = scene.draft(), rules.decide(REWARD, 0, (earned,))
    assert rules.validate(evolve(moving, agenda=(*moving.agenda[:-1], offered))) == (told,)
    assert rules.validate(scene.slot(JOURNEY, Journey(bank, True)).draft()) == ()
    assert rules.validate(scene.slot(JOURNEY, Journey(earned, True)).draft()) == (told,)


@pytest.mark.parametrize("random", [False, True])
def test_towns_without_values_are_found_once_these_are_dealt(random: bool) -> None:
    rules = gold(random_gold_values=random)
    set_up = [state for state, _ in states_of(play_out(rules, 2, 1)) if not state.round]
    assert all(rules.validate(state) == () for state in set_up)  # also while values are dealt
    dealt = set_up[-1]
    without = evolve(dealt, ext=dealt.ext.with_value(VALUES, Values(())))
    told = "0 towns have a value or none, not all 21 (gold/values)"
    assert rules.validate(without) == (told,)


def test_g14_a_value_that_is_dealt_to_the_capital_is_found() -> None:
    rules = gold(random_gold_values=True)
    capital = rules.board.town_number["elvenhold"]
    states = [state for state, _ in states_of(play_out(rules, 2, 1)) if not state.round]
    dealing = next(one for one in states if len(one.ext[VALUES].by_town) == capital + 1)
    known = dealing.ext[VALUES].by_town[:capital]
    waiting = evolve(dealing, ext=dealing.ext.with_value(VALUES, Values(known)))
    assert rules.validate(waiting) == (
        "a value is dealt to elvenhold, which has none (gold/values)",
    )


def test_a_coin_too_many_is_found() -> None:
    rules = gold()
    state = rules.build(2).at(MOVE, seat=0, round=1).draft()
    bank = rules.layout.zone_indexes["gold/bank"][0]
    zones = list(state.zones)
    zones[bank] = (zones[bank][0] + 1,)
    (found,) = rules.validate(evolve(state, zones=tuple(zones)))
    assert "coin:gold-coin pieces instead of" in found
