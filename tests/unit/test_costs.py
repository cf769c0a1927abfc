"""The layers of a quote, one by one: base, offer, replace, surcharge, waive, limit."""

from __future__ import annotations

import re
from typing import Any

import pytest

from elfen import RulesetError
from elfen.declare.board import Route
from elfen.declare.costs import (
    Base,
    CostTerm,
    Crossing,
    Limit,
    Line,
    Need,
    Offer,
    Price,
    Replace,
    Surcharge,
    Waive,
    possible,
    quote,
)
from elfen.declare.kinds import Group, Kind
from elfen.declare.named_lists import Owned
from elfen.declare.terrain import Terrain
from elfen.errors import brief
from elfen.plugin import PUBLIC, SeatZone

CARD, COIN = Group("card", noun="card"), Group("coin", noun="coin")
HAND = SeatZone("t/hand", holds=(CARD,), visibility=PUBLIC)
PURSE = SeatZone("t/purse", holds=(COIN,), visibility=PUBLIC)
ROCK = Kind("rock", CARD, name="rock")
TWO = Base("t/two", lambda crossing: [Price.exactly(HAND, "yak", 2)], text="chart")
ROCKS = Surcharge("t/rock", "rock", lambda c, p: c.contents.count(ROCK), text="rocks")


def crossing(*contents: Kind) -> Crossing:
    way = Route("a-b", ("a", "b"), "sand")
    return Crossing(way, "a", "b", Terrain("sand", name="sand"), False, contents)


def quoted(*terms: CostTerm, rocks: int = 0) -> list[str]:
    owned: list[Owned[CostTerm]] = [Owned(term, "t") for term in terms]
    return [str(price) for price in quote(owned, crossing(*[ROCK] * rocks))]


def lines(*terms: CostTerm, rocks: int = 0) -> list[list[tuple[str, int, str | None]]]:
    owned: list[Owned[CostTerm]] = [Owned(term, "t") for term in terms]
    return [
        [(line.term, line.amount, line.tag) for line in price.lines]
        for price in quote(owned, crossing(*[ROCK] * rocks))
    ]


def test_bases_stand_side_by_side() -> None:
    any_three = Base("t/three", lambda crossing: [Price.any(HAND, 3)], text="three")
    assert quoted(TWO, any_three) == ["2 yak", "any 3"]
    assert lines(TWO, any_three) == [[("t/two", 2, None)], [("t/three", 3, None)]]


def test_an_offer_is_one_more_way() -> None:
    offer = Offer("t/one", lambda c, prices: [prices[0].more(-1)], text="one less")
    assert quoted(TWO, offer) == ["2 yak", "1 yak"]
    assert lines(TWO, offer)[1] == [("t/two", 2, None), ("t/one", -1, None)]


def test_what_replaces_prices_explains_new_ones_and_leaves_old_ones() -> None:
    new = Replace("t/new", lambda c, prices: [*prices, Price.any(HAND, 5)], text="new")
    assert quoted(TWO, new) == ["2 yak", "any 5"]
    assert lines(TWO, new) == [[("t/two", 2, None)], [("t/new", 5, None)]]
    none = Replace("t/none", lambda c, prices: [], text="none")
    assert quoted(TWO, none) == []


@pytest.mark.parametrize("rocks", [0, 1, 3])
def test_a_surcharge_is_more_of_the_first_need(rocks: int) -> None:
    assert quoted(TWO, ROCKS, rocks=rocks) == [f"{2 + rocks} yak"]
    told = [("t/two", 2, None), ("t/rock", rocks, "rock")]
    assert lines(TWO, ROCKS, rocks=rocks) == [told if rocks else told[:1]]


def test_a_surcharge_below_nothing_is_refused() -> None:
    with pytest.raises(RulesetError, match="surcharge 't/back' is -1, below nothing"):
        quoted(TWO, Surcharge("t/back", "back", lambda c, p: -1, text="back"))
    with pytest.raises(RulesetError, match="a price of -1 pieces of 't/hand'"):
        Price.exactly(HAND, "yak", -1)
    assert str(Price.exactly(HAND, "yak", 0)) == "0 yak"


@pytest.mark.parametrize("extra", [None, [], "", 1.0, 0.0, float("nan"), True, False], ids=brief)
def test_a_surcharge_is_a_whole_number(extra: Any) -> None:
    told = f"surcharge 't/odd' is {brief(extra)}, no whole number"
    with pytest.raises(RulesetError, match=re.escape(told)):
        quoted(TWO, Surcharge("t/odd", "odd", lambda c, p: extra, text="odd"))


@pytest.mark.parametrize("n", [None, [], 1.0, float("nan"), True, -(10**5_000)], ids=brief)
def test_a_price_is_of_a_whole_number(n: Any) -> None:
    with pytest.raises(RulesetError, match=re.escape(f"a price of {brief(n)} pieces of 't/hand'")):
        Price.any(HAND, n)


def coin(n: int = 1) -> Any:
    return lambda crossing, price: [Need(PURSE, n, ("coin",))]


def test_for_a_fee_the_surcharges_of_a_tag_are_dropped_beside_the_full_price() -> None:
    waive = Waive("t/help", "rock", coin(), text="help")
    assert quoted(TWO, ROCKS, waive, rocks=3) == ["5 yak", "2 yak and 1 coin"]
    full, helped = lines(TWO, ROCKS, waive, rocks=3)
    assert full == [("t/two", 2, None), ("t/rock", 3, "rock")]
    assert helped == [("t/two", 2, None), ("t/help", 1, None)]


def test_all_surcharges_of_the_tag_are_dropped_and_no_others() -> None:
    more = Surcharge("t/more", "rock", lambda c, p: 2, text="more")
    mud = Surcharge("t/mud", "mud", lambda c, p: 1, text="mud")
    waive = Waive("t/help", "rock", coin(2), text="help")
    assert quoted(TWO, ROCKS, more, mud, waive, rocks=1)[1] == "3 yak and 2 coin"
    told = [("t/two", 2, None), ("t/mud", 1, "mud"), ("t/help", 2, None)]
    assert lines(TWO, ROCKS, more, mud, waive, rocks=1)[1] == told


def test_nothing_is_dropped_where_nothing_is_charged_or_no_fee_is_taken() -> None:
    assert quoted(TWO, ROCKS, Waive("t/help", "rock", coin(), text="help")) == ["2 yak"]
    assert quoted(TWO, ROCKS, Waive("t/help", "mud", coin(), text="help"), rocks=1) == ["3 yak"]
    unhelpful = Waive("t/help", "rock", lambda c, p: None, text="help")
    assert quoted(TWO, ROCKS, unhelpful, rocks=1) == ["3 yak"]


def test_a_limit_keeps_what_it_allows() -> None:
    any_three = Base("t/three", lambda crossing: [Price.any(HAND, 3)], text="three")
    few = Limit("t/few", lambda c, price: price.needs[0].n < 3, text="few")
    assert quoted(TWO, any_three, few) == ["2 yak"]


def test_a_need_of_none_takes_a_surcharge_and_else_is_left_out() -> None:
    free = Offer("t/free", lambda c, prices: [prices[0].more(-9)], text="free")
    assert quoted(TWO, free, ROCKS) == ["2 yak", "nothing"]
    assert quoted(TWO, free, ROCKS, rocks=1) == ["3 yak", "1 yak"]


@pytest.mark.parametrize(
    ("depends_on", "seat", "position"),
    [
        (("route",), False, False),
        (("route", "seat"), True, False),
        (("route", "state"), True, True),
    ],
)
def test_a_term_sees_what_it_says_that_it_depends_on(
    depends_on: Any, seat: bool, position: bool
) -> None:
    there = Crossing(
        *(crossing().route, "a", "b", Terrain("sand", name="sand"), False, ()),
        seat=3,
        position="here",  # type: ignore[arg-type]
    )
    seen = there.given(depends_on)
    for name, allowed in (("seat", seat), ("position", position)):
        if allowed:
            assert getattr(seen, name) in (3, "here")
        else:
            with pytest.raises(RulesetError, match=f"read the {name} .* without saying so"):
                getattr(seen, name)


def ever(*terms: CostTerm, rocks: int = 0) -> list[str]:
    """All prices that there could be, at a position that nobody may read."""
    owned: list[Owned[CostTerm]] = [Owned(term, "t") for term in terms]
    return [str(price) for price in possible(owned, crossing(*[ROCK] * rocks))]


def unread(*given: Any) -> Any:
    """What a term answers that is never asked about the state."""
    raise AssertionError


STATE: Any = {"depends_on": ("state",), "text": "-"}


def test_what_does_not_depend_on_the_state_could_be_what_it_is() -> None:
    waive = Waive("t/help", "rock", coin(), text="help")
    assert ever(TWO, ROCKS, waive, rocks=3) == quoted(TWO, ROCKS, waive, rocks=3)


def test_each_answer_that_a_term_could_give_is_followed_up() -> None:
    one, three = Price.any(HAND, 1), Price.any(HAND, 3)
    base = Base("t/base", unread, could=lambda c: ([], [one], [one, three]), **STATE)
    offer = Offer("t/offer", unread, could=lambda c, old: ([], [old[0].more(4)]), **STATE)
    toll = Surcharge("t/toll", "toll", unread, could=lambda c, p: (0, 1), **STATE)
    fee = Waive("t/fee", "toll", unread, could=lambda c, p: (None, coin()(c, p)), **STATE)
    assert ever(base) == ["any 1", "any 3"]
    assert ever(TWO, offer) == ["2 yak", "6 yak"]
    assert ever(TWO, toll) == ["2 yak", "3 yak"]
    assert ever(TWO, toll, fee) == ["2 yak", "3 yak", "2 yak and 1 coin"]


def test_what_replaces_prices_is_given_those_that_can_be_there_together() -> None:
    one, three = Price.any(HAND, 1), Price.any(HAND, 3)
    base = Base("t/base", unread, could=lambda c: ([one, three], [three]), **STATE)
    least = Replace("t/least", lambda c, old: [min(old, key=lambda p: p.needs[0].n)], text="-")
    assert ever(base, least) == ["any 1", "any 3"]
    other = Replace("t/other", unread, could=lambda c, old: (old, [three.more(2)]), **STATE)
    assert ever(TWO, other) == ["2 yak", "any 5"]


def test_a_limit_of_the_state_could_allow_everything() -> None:
    assert ever(TWO, Limit("t/never", unread, **STATE)) == ["2 yak"]
    assert ever(TWO, Limit("t/never", lambda c, p: False, text="-")) == []
    no = Limit("t/no", unread, could=lambda c, p: (False,), **STATE)
    assert ever(TWO, no) == []


def test_a_limit_that_could_allow_a_price_or_not_leaves_it_possible() -> None:
    for answers in ((True, False), (False, True)):
        maybe = Limit("t/maybe", unread, could=lambda c, p, said=answers: said, **STATE)
        assert ever(TWO, maybe) == ["2 yak"]


def test_what_could_be_is_not_read_off_a_position() -> None:
    toll = Surcharge("t/toll", "toll", unread, could=lambda c, p: c.position, **STATE)
    with pytest.raises(RulesetError, match="`could` is to hold in every position"):
        ever(TWO, toll)


def test_what_lies_on_a_route_is_told_by_group() -> None:
    other = Kind("coin", COIN, name="coin")
    assert crossing(ROCK, other, ROCK).lying(CARD) == (ROCK, ROCK)
    assert crossing(ROCK).lying(COIN) == ()


def test_a_line_has_no_tag_unless_it_is_a_surcharge() -> None:
    assert Line("t/two", "chart", 2).tag is None
    assert Price.any(HAND, 2).plus(PURSE, "coin").needs[1] == Need(PURSE, 1, ("coin",))
