"""What a step costs: by seat, by direction, and what several prices have in common."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any, Literal

import pytest

from elfen import Game, RuleFailed, Ruleset, RulesetError, compile_ruleset
from elfen.declare import Whereabouts, quote
from elfen.errors import brief
from elfen.land import COUNTER, HAND, MOVE, PLAN, SHOWN, Place
from elfen.plugin import Base, Crossing, Need, Price, Remove, Surcharge
from playing import payments, written

from .tiny import addon

ROAD, RIVER = "feodor-lapphalya-woods", "elvenhold-rivinia-river"


def with_odd(**hooks: Any) -> Ruleset:
    """Elfenland with these hooks of a plugin `odd`."""
    return compile_ruleset(expansions=[addon("odd", {"requires": ("land",)}, **hooks)])


def about_to_move(rules: Ruleset, seat: int, hand: dict[str, int]) -> Game:
    """A seat is to move from Feodor, by woods where a unicorn and an obstacle lie."""
    scene = rules.build(2).at(MOVE, seat=seat, round=1).boot(seat, "feodor")
    scene = scene.lay(ROAD, "unicorn", "obstacle").zone(HAND.of(seat), hand)
    return rules.game_from(scene.state(), seed=1)


def test_each_seat_pays_its_own_price_by_an_action_that_is_among_all() -> None:
    def dear(crossing: Crossing, price: Price) -> int:
        return int(crossing.seat == 1)

    rules = with_odd(
        elfen_move_cost=[
            Surcharge("odd/seat", "seat", dear, depends_on=("seat",), text="-"),
            Remove("land/caravan"),
        ]
    )
    for seat, cards in ((0, {"unicorn*2"}), (1, {"unicorn*3"})):
        game = about_to_move(rules, seat, {"unicorn": 5})
        assert payments(game, ROAD) == cards
        assert {*game.legal_actions} <= {*rules.actions}


def test_what_a_price_could_be_is_asked_for_each_seat_only_where_seats_differ() -> None:
    asked: list[str] = []

    def by_seat(crossing: Crossing, price: Price) -> list[int]:
        asked.append("by seat")
        return [0, crossing.seat % 3]

    def for_all(crossing: Crossing, price: Price) -> list[int]:
        asked.append("for all")
        return [0, 1, 2]

    by_one, by_other = (
        {*with_odd(elfen_move_cost=[toll_that_could_be(could)]).actions}
        for could in (by_seat, for_all)
    )
    assert by_one == by_other
    assert asked.count("by seat") > 3 * asked.count("for all") > 0


def toll_that_could_be(could: Any) -> Surcharge:
    def later(crossing: Crossing, price: Price) -> int:
        return int(crossing.position.round > 2)

    return Surcharge("odd/toll", "toll", later, depends_on=("state",), could=could, text="toll")


@pytest.mark.parametrize("expansions", [(), ("gold",), ("sea",), ("favor", "gold")], ids="+".join)
def test_what_routes_have_in_common_costs_what_it_does_if_each_is_asked(
    expansions: tuple[str, ...],
) -> None:
    rules = compile_ruleset(
        expansions=expansions, options={} if "sea" in expansions else {"land.boatmen": True}
    )
    quotes, position = rules.quotes, rules.position(rules.start(rules.most_players))
    contents = rules.layout.contents_of(rules.layout.priced)
    some = [*contents[:40], *random.Random(0).choices(contents, k=20)]
    for start, legs in enumerate(rules.board.legs):
        for route, _ in legs:
            for lying in some:
                crossing = quotes.crossing(route, start, lying, 0, position)
                assert quotes.usual(route, start, lying, 0) == quote(rules.cost_terms, crossing)


def by_id(crossing: Crossing) -> bool:
    return crossing.route.id == ROAD


def by_start(crossing: Crossing) -> bool:
    return crossing.terrain.id == "woods" and {crossing.start, "feodor"} == {"feodor"}


def by_end(crossing: Crossing) -> bool:
    return crossing.terrain.id == "woods" and crossing.end == "feodor"


@cache
def remembered(crossing: Crossing) -> bool:
    return by_id(crossing)


def once_seen() -> Any:
    seen: set[Crossing] = set()

    def told(crossing: Crossing) -> bool:
        if by_id(crossing):
            seen.add(crossing)
        return crossing in seen

    return told


def as_shown(crossing: Crossing) -> bool:
    return ROAD in repr(crossing)


@pytest.mark.parametrize(
    "dear",
    [by_id, by_start, by_end, remembered, once_seen(), as_shown],
    ids=["id", "start", "end", "remembered", "seen", "shown"],
)
def test_routes_that_a_term_tells_apart_cost_what_it_says(dear: Any) -> None:
    """One road through the woods is dearer than all others, maybe from one end only."""
    wrong, tolls = _tolls(dear)
    assert not wrong
    if dear in (by_start, by_end):
        assert {leg[dear is by_end] for leg in tolls} == {"feodor"}
    else:
        assert tolls == {("feodor", "lapphalya"), ("lapphalya", "feodor")}


def test_whoever_asks_where_and_is_not_noted_is_told_the_prices_of_another_route(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Crossing, "_reads_where", lambda self: None)
    wrong, _ = _tolls(by_id)
    assert wrong


def _tolls(dear: Any) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Where one is told another price than when just that is asked, and where there is a toll."""

    def toll(crossing: Crossing, price: Price) -> int:
        return int(dear(crossing))

    rules = with_odd(elfen_move_cost=[Surcharge("odd/toll", "toll", toll, text="toll")])
    unicorn = (rules.layout.kind_number[rules.layout.kind("unicorn", COUNTER)],)
    position, towns = rules.position(rules.start(6)), rules.board.towns
    wrong, tolls = set(), set()
    for start, legs in enumerate(rules.board.legs):
        for route, end in legs:
            leg = towns[start].id, towns[end].id
            prices = rules.quotes.usual(route, start, unicorn, 0)
            crossing = rules.quotes.crossing(route, start, unicorn, 0, position)
            if prices != quote(rules.cost_terms, crossing):
                wrong.add(leg)
            if any(line.tag == "toll" for price in prices for line in price.lines):
                tolls.add(leg)
    return wrong, tolls


def test_a_crossing_is_shown_with_what_it_is_made_of() -> None:
    crossing = compile_ruleset().quotes.crossing(0, 0, (), None, None)
    assert repr(crossing).startswith("Crossing(route=Route(id='albaran-dagamura-desert'")
    assert "start='albaran', end='dagamura', terrain=" in repr(crossing)
    assert "whereabouts" not in repr(crossing)


@pytest.mark.parametrize(
    "ask",
    [
        lambda crossing: crossing.route,
        lambda crossing: crossing.start,
        lambda crossing: crossing.end,
        lambda crossing: crossing == crossing,
        hash,
        repr,
    ],
    ids=["route", "start", "end", "equality", "hash", "repr"],
)
def test_whoever_asks_where_a_crossing_is_is_noted(ask: Any) -> None:
    quotes, whereabouts = compile_ruleset().quotes, Whereabouts()
    crossing = quotes.crossing(0, 0, (), None, None, whereabouts)
    assert (crossing.terrain.id, crossing.water, crossing.contents) == ("desert", None, ())
    assert not whereabouts.asked
    ask(crossing)
    assert whereabouts.asked
    assert crossing == quotes.crossing(0, 0, (), None, None)
    assert crossing != quotes.crossing(0, 1, (), None, None)


def test_a_term_is_asked_once_for_all_routes_of_a_terrain_in_one_direction() -> None:
    asked: list[Crossing] = []

    def toll(crossing: Crossing, price: Price) -> int:
        asked.append(crossing)
        return int(crossing.terrain.id == "desert")

    rules = with_odd(elfen_move_cost=[Surcharge("odd/toll", "toll", toll, text="toll")])
    assert rules.actions
    alike = Counter((c.terrain.id, c.water, c.upstream, c.contents, c.route.id) for c in asked)
    assert len({route for *_, route in alike}) < 16 < len(rules.board.routes)


def towed(crossing: Crossing) -> list[Price]:
    """Dragons tow boats, but not up a river."""
    dragons = [kind for kind in crossing.lying(COUNTER) if kind.id == "dragon"]
    on_its_way = crossing.terrain.id == "river" and not crossing.upstream
    return [Price.exactly(HAND, "dragon", 1)] if dragons and on_its_way else []


def test_a_counter_suits_a_route_that_it_opens_in_one_direction() -> None:
    for terms, suited in (([Base("odd/tow", towed, text="-")], True), ([], False)):
        rules = with_odd(elfen_move_cost=terms)
        scene = rules.build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(0), {"dragon": 1})
        game = rules.game_from(scene.state(), seed=1)
        assert (f"place dragon {RIVER}" in written(game, Place)) == suited


def test_what_pays_two_prices_is_offered_once() -> None:
    def any_one(crossing: Crossing) -> list[Price]:
        return [Price.any(HAND, 1)]

    rules = with_odd(elfen_move_cost=[Base("odd/any", any_one, text="-")])
    game = about_to_move(rules, 0, {"dragon": 1, "unicorn": 2})
    assert payments(game, ROAD) == {"dragon unicorn", "unicorn*2"}
    assert len({*game.legal_actions}) == len(game.legal_actions)


def test_where_no_such_counter_is_in_stock_nothing_could_be_paid_for_it() -> None:
    pig, unicorn = f"move {ROAD} giant-pig", f"move {ROAD} unicorn"
    no_caravans = [Remove("land/caravan")]
    rules = with_odd(elfen_move_cost=no_caravans)
    assert {pig, unicorn} <= {str(action) for action in rules.actions}
    gone = [Remove("land/giant-pig-counters")]
    rules = with_odd(elfen_move_cost=no_caravans, elfen_components=gone)
    assert {pig, unicorn} & {str(action) for action in rules.actions} == {unicorn}


@pytest.mark.parametrize("extra", [9, 20, 10_000, 10**5_000], ids=brief)
@pytest.mark.parametrize("depends_on", ["route", "seat", "state"])
def test_a_price_with_too_many_ways_to_pay_is_refused_at_once(
    extra: int, depends_on: Literal["route", "seat", "state"]
) -> None:
    """Listing them would take hours, and all memory."""

    def toll(crossing: Crossing, price: Price) -> int:
        return extra

    inputs = (depends_on,)
    rules = with_odd(
        elfen_move_cost=[Surcharge("odd/toll", "toll", toll, depends_on=inputs, text="toll")]
    )
    told = "^plugin 'odd': with 'odd/toll' a crossing costs .* pieces, too many ways to pay"
    scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, "unicorn")
    state = scene.state()
    for ask in (
        lambda: rules.quote(state, 0, ROAD),
        lambda: rules.legal_actions(state),
        lambda: rules.actions,
    ):
        with pytest.raises(RulesetError, match=told):
            ask()


def test_ways_to_pay_are_counted_for_all_crossings_before_they_are_listed() -> None:
    rules = with_odd(elfen_move_cost=[Surcharge("odd/toll", "toll", lambda c, p: 7, text="toll")])
    told = "^plugin 'odd': with 'odd/toll' there are [0-9]* ways to cross and pay, too many to list"
    with pytest.raises(RulesetError, match=told):
        _ = rules.actions


def test_who_asks_for_most_is_named_if_there_are_too_many_ways_in_all() -> None:
    def toll(crossing: Crossing, price: Price) -> int:
        return 0 if crossing.terrain.id == "desert" else 7

    rules = with_odd(elfen_move_cost=[Surcharge("odd/toll", "toll", toll, text="toll")])
    with pytest.raises(RulesetError, match=r"^plugin .odd.: with .odd/toll. there are"):
        _ = rules.actions


def test_terms_that_do_not_say_what_they_could_answer_are_asked_for_the_beginning() -> None:
    def toll(crossing: Crossing, price: Price) -> int:
        return int(crossing.position.round > 1)

    depends_on: tuple[Literal["state"]] = ("state",)
    rules = with_odd(
        elfen_move_cost=[Surcharge("odd/toll", "toll", toll, depends_on=depends_on, text="toll")]
    )
    assert {*rules.actions} == {*with_odd().actions}


def test_a_term_that_fails_is_named_where_all_actions_are_listed() -> None:
    def toll(crossing: Crossing, price: Price) -> int:
        return 1 // 0

    rules = with_odd(elfen_move_cost=[Surcharge("odd/toll", "toll", toll, text="toll")])
    with pytest.raises(RuleFailed, match=r"'odd/toll' \(elfen_move_cost, .*ZeroDivisionError"):
        _ = rules.actions


def test_a_price_of_many_pieces_with_few_ways_to_pay_is_only_high() -> None:
    def guarded(crossing: Crossing) -> list[Price]:
        return [Price.exactly(HAND, "dragon", 1_000)]

    rules = with_odd(elfen_move_cost=[Base("odd/guard", guarded, text="-"), Remove("land/caravan")])
    game = about_to_move(rules, 0, {"unicorn": 5})
    assert payments(game, ROAD) == {"unicorn*2"}
    assert len(rules.payment_table((Need(HAND, 1_000, ("dragon",)),)).payments) == 1


def test_a_table_of_payments_has_an_end() -> None:
    with pytest.raises(RulesetError, match="a price asks for 40 pieces, too many ways to pay"):
        compile_ruleset().payment_table((Need(HAND, 40),))
