"""What a step costs: by seat, by direction, and what several prices have in common."""

from __future__ import annotations

from typing import Any

from elfen import Game, Ruleset, compile_ruleset
from elfen.land import COUNTER, HAND, MOVE, PLAN, SHOWN, Place
from elfen.plugin import Base, Crossing, Price, Remove, Surcharge
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
