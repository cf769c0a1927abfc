"""Elfengold with a plugin of anybody's that offers another piece in the place of a card."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.land import HAND, MOVE, Move
from elfen.plugin import (
    PUBLIC,
    Crossing,
    Group,
    Kind,
    Manifest,
    Offer,
    Price,
    SeatZone,
    Stock,
    TableZone,
    hookimpl,
)

ROAD = "feodor-lapphalya-woods"
STAMPS = Group("stamp", noun="stamp")
STAMP = Kind("stamp", STAMPS, name="stamp")
USED = TableZone("stamps/used", holds=(STAMPS,), visibility=PUBLIC)
HELD = SeatZone("stamps/held", holds=(STAMPS,), visibility=PUBLIC, pays_into=USED)


def stamped(crossing: Crossing, prices: tuple[Price, ...]) -> list[Price]:
    """A stamp for one card of each price."""
    return [p.more(-1).plus(HELD, "stamp") for p in prices if p.needs[0].zone is HAND]


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("stamps", rules_version=1, api=1, requires=("land",), help="For a test.")


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [STAMP]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[SeatZone | TableZone]:
    return [HELD, USED]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("stamps/stamps", (STAMP,), 2, HELD)]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[Offer]:
    return [Offer("stamps/for-a-card", stamped, depends_on=("route",), text="a stamp for a card")]


STAMPING = SimpleNamespace(
    elfen_manifest=elfen_manifest,
    elfen_kinds=elfen_kinds,
    elfen_zones=elfen_zones,
    elfen_components=elfen_components,
    elfen_move_cost=elfen_move_cost,
)


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        ({"unicorn": 2}, {"unicorn*2", "stamp unicorn"}),
        (
            {"unicorn": 1, "witch": 1},
            {"stamp unicorn", "gold-coin unicorn witch", "gold-coin stamp witch"},
        ),
        ({"witch": 1}, {"gold-coin stamp witch"}),
    ],
)
def test_a_witch_cancels_an_obstacle_that_is_paid_with_a_stamp(
    hand: dict[str, int], ways: set[str]
) -> None:
    rules = compile_ruleset(expansions=["gold", STAMPING], options={"gold.witches": True})
    scene = rules.build(players=2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    state = scene.zone(HAND.of(0), hand).lay(ROAD, "unicorn", "tree").state()
    moves = [action for action in rules.legal_actions(state) if isinstance(action, Move)]
    assert {str(action.cards) for action in moves if action.route == ROAD} == ways
