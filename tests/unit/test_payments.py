"""Which payments a seat can make: a table says of all at once what each payment says of itself."""

from __future__ import annotations

from itertools import product

import pytest

from elfen import compile_ruleset
from elfen.kernel.payments import Choices
from elfen.land import HAND
from elfen.plugin import Need
from elfen_gold import PURSE

RULES = compile_ruleset(expansions="gold")
HAND_0, PURSE_0 = (RULES.layout.index(zone, 0) for zone in (HAND, PURSE))
CARDS = RULES.layout.kinds_of(HAND)
COINS = RULES.layout.kinds_of(PURSE)
ONE, OTHER = CARDS[0].id, CARDS[1].id


@pytest.mark.parametrize(
    "needs",
    [
        (Need(HAND, 2, (ONE, OTHER)),),
        (Need(HAND, 1, (ONE,)), Need(HAND, 1, (OTHER,))),
        (Need(HAND, 1, (ONE, OTHER)), Need(PURSE, 2)),
        (Need(HAND, 2, (ONE,)), Need(PURSE, 1)),
        (Need(HAND, 2, (ONE, OTHER)), Need(PURSE, 1)),
    ],
)
def test_a_table_has_those_payments_that_can_be_made(needs: tuple[Need, ...]) -> None:
    table = RULES.payment_table(needs)
    zones = [*RULES.start(2).zones]
    none = (0,) * len(COINS)
    for one, other, coins in product(range(4), repeat=3):
        zones[HAND_0] = (one, other, *zones[HAND_0][2:])
        zones[PURSE_0] = (coins, *none[1:])
        able = [payment for payment in table.payments if payment.affordable(zones, 0)]
        assert [*table.affordable(zones, 0)(table.payments)] == able
    assert able


def test_of_a_table_of_two_zones_no_row_looks_beyond_a_zone_of_a_single_kind() -> None:
    table = RULES.payment_table((Need(HAND, 1, (ONE, OTHER)), Need(PURSE, 2)))
    (row,) = Choices([(table, table.payments)]).rows
    zone, kind, n, *_ = row
    assert kind == 0
    assert all(sum(zones) < n for zones in RULES.start(2).zones)
    assert [*zone] == [0] * len(zone)
