"""Which payments a seat can make: a table says of all at once what each payment says of itself."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve

from elfen import Pieces, Ruleset, RulesetError, State, compile_ruleset
from elfen.kernel import Crossings
from elfen.kernel.payments import Choices, picker, ways_to_pay
from elfen.land import HAND
from elfen.plugin import PUBLIC, Base, Group, Kind, Need, Price, SeatZone, Stock, TableZone
from elfen_gold import PURSE

from .tiny import CARD, PILE, addon, compiled
from .tiny import HAND as CARDS_HELD

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


def test_a_table_says_whether_its_only_payment_is_of_a_single_kind() -> None:
    def lone(*needs: Need) -> object:
        return RULES.payment_table(needs).lone

    hands = RULES.layout.indexes(HAND)
    assert lone(Need(HAND, 3, (OTHER,))) == (hands, 1, 3)
    assert lone(Need(HAND, 1, (ONE,)), Need(HAND, 1, (ONE,))) == (hands, 0, 2)
    assert lone(Need(HAND, 1, (ONE, OTHER))) is None
    assert lone(Need(HAND, 1, (ONE,)), Need(HAND, 1, (OTHER,))) is None
    assert lone(Need(HAND, 1, (ONE,)), Need(PURSE, 1)) is None


def test_of_a_table_of_two_zones_no_row_looks_beyond_a_zone_of_a_single_kind() -> None:
    table = RULES.payment_table((Need(HAND, 1, (ONE, OTHER)), Need(PURSE, 2)))
    (row,) = Choices([(table, table.payments)]).rows
    zone, kind, n, *_ = row
    assert kind == 0
    assert all(sum(zones) < n for zones in RULES.start(2).zones)
    assert [*zone] == [0] * len(zone)


@pytest.mark.parametrize("at", [[], [2], [0, 1, 2, 3], [1, 2], [0, 3], [0, 2, 1, 3], [3, 2, 1]])
def test_a_picker_picks_what_it_is_told_in_that_order(at: list[int]) -> None:
    assert [*picker(at)("abcd")] == ["abcd"[n] for n in at]
    assert [*picker(at)((7, 8, 9, 10))] == [(7, 8, 9, 10)[n] for n in at]


# What a seat can pay where there are several prices ----------------------------------------

COIN, GEM = Group("coin", noun="coin"), Group("gem", noun="gem")
GREEN = Kind("green", CARD, name="green card")
PENNY = Kind("penny", COIN, name="penny")
OPAL, RUBY = Kind("opal", GEM, name="opal"), Kind("ruby", GEM, name="ruby")
BANK = TableZone("odd/bank", holds=(COIN,), visibility=PUBLIC)
SAFE = TableZone("odd/safe", holds=(GEM,), visibility=PUBLIC)
PENNIES = SeatZone("odd/pennies", holds=(COIN,), visibility=PUBLIC, pays_into=BANK)
GEMS = SeatZone("odd/gems", holds=(GEM,), visibility=PUBLIC, pays_into=SAFE)
ASIDE = SeatZone("odd/aside", holds=(CARD,), visibility=PUBLIC)


def at_these(*prices: Price) -> Ruleset:
    """The tiny game with a third kind of card, coins and gems, and every step at these prices."""
    return compiled(
        addon(
            elfen_kinds=[GREEN, PENNY, OPAL, RUBY],
            elfen_zones=[BANK, SAFE, PENNIES, GEMS, ASIDE],
            elfen_components=[
                Stock("odd/greens", (GREEN,), 6, PILE),
                Stock("odd/coins", (PENNY,), 6, BANK),
                Stock("odd/stones", (OPAL, RUBY), 6, SAFE),
            ],
            elfen_move_cost=[
                Base("odd/walk", lambda crossing: prices, text="-", replaces="tiny/walk")
            ],
        )
    )


def holding(rules: Ruleset, cards: tuple[int, ...], pennies: int, gems: tuple[int, ...]) -> State:
    """Seat 1 holds this: red, blue and green cards, pennies, opals and rubies."""
    zones = [*rules.start(2).zones]
    zones[rules.layout.index(CARDS_HELD, 1)] = cards
    zones[rules.layout.index(PENNIES, 1)] = (pennies,)
    zones[rules.layout.index(GEMS, 1)] = gems
    return evolve(rules.start(2), zones=tuple(zones))


def one(id: str, n: int = 1) -> Price:
    return Price.exactly(CARDS_HELD, id, n)


PENNY_ALONE = Price.exactly(PENNIES, "penny", 1)
PRICES = {
    "of one kind each": (one("red"), one("blue", 2), one("green")),
    "of two kinds": (one("green", 2), one("red")),
    "of one kind, or of any": (one("blue"), Price.any(CARDS_HELD, 2)),
    "a card, or any gem": (one("red"), Price.any(GEMS, 1)),
    "any gem, or a card": (Price.any(GEMS, 2), one("red"), one("blue")),
    "a penny, said in two ways": (Price.any(PENNIES, 1), PENNY_ALONE),
    "a penny, said in two ways, or a card": (Price.any(PENNIES, 1), PENNY_ALONE, one("red")),
    "a card or a penny": (one("red"), Price.any(PENNIES, 2), Price.any(CARDS_HELD, 1)),
    "any card and a penny": (Price.any(CARDS_HELD, 1).plus(PENNIES, "penny"), one("red", 2)),
}


@pytest.mark.parametrize("prices", PRICES.values(), ids=PRICES)
def test_a_seat_is_offered_each_payment_of_each_price_that_it_can_make_once(
    prices: tuple[Price, ...],
) -> None:
    rules = at_these(*prices)
    crossings = Crossings(rules, lambda route, pieces: (route, pieces))
    payments = [paid for price in prices for paid in rules.payment_table(price.needs).payments]
    ways = [rules.board.routes[route].id for route, _ in rules.board.legs[0]]
    met: set[Pieces] = set()
    for cards in product(range(3), repeat=3):
        for pennies, *gems in product(range(3), (0, 2), (0, 2)):
            state = holding(rules, cards, pennies, tuple(gems))
            able = {paid.pieces for paid in payments if paid.affordable(state.zones, 1)}
            offered = crossings.open_to(state, 1)
            assert len(offered) == len(set(offered))
            assert set(offered) == set(product(ways, able))
            met |= able
    assert met == {paid.pieces for paid in payments}


def test_pieces_of_a_zone_that_pays_into_none_cannot_be_asked_for() -> None:
    with pytest.raises(RulesetError, match="needs pieces of 'odd/aside', which pays into no zone"):
        at_these(one("red")).payment_table((Need(ASIDE, 1),))


@pytest.mark.parametrize(
    ("needs", "ways"),
    [
        ((), 1),
        ((Need(HAND, 2, (ONE,)),), 1),
        ((Need(HAND, 2, (ONE, OTHER)),), 3),
        ((Need(HAND, 2, (ONE, OTHER)), Need(HAND, 3, (ONE, OTHER))), 3 * 4),
        ((Need(HAND, 1, ("no such card",)),), 0),
        ((Need(HAND, 0, ("no such card",)), Need(HAND, 2, (ONE, OTHER))), 3),
    ],
)
def test_ways_to_pay_are_counted_without_listing_them(needs: tuple[Need, ...], ways: int) -> None:
    assert ways_to_pay(RULES.layout, needs) == ways
