"""Flags: what a step costs depends on who laid the counter."""

from __future__ import annotations

from functools import cache

import flags
import pytest
from flags import BOX, FLAG, FLAGS

from elfen import Board, Ruleset, State, compile_ruleset
from elfen.land import HAND, MOVE, PLAN, SECRET, SHOWN, Move, Place, PlaceSecret, the_board
from elfen.plugin import Crossing, Manifest, Price, Surcharge, hookimpl

ROAD = "feodor-lapphalya-woods"


@cache
def near() -> Board:
    """Three towns and the ways between them."""
    whole = the_board()
    towns = ("feodor", "lapphalya", "elvenhold")
    return Board(
        "near",
        "elvenhold",
        whole.width,
        whole.height,
        tuple(town for town in whole.towns if town.id in towns),
        tuple(route for route in whole.routes if set(route.ends) <= set(towns)),
    )


@cache
def with_flags() -> Ruleset:
    return compile_ruleset(expansions=[flags], board=near())


def on_the_road(flag: str) -> State:
    build = with_flags().build(players=2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    return build.zone(HAND.of(0), {"unicorn": 3}).lay(ROAD, "unicorn", flag).state()


def prices(state: State) -> set[int]:
    found = [a for a in with_flags().legal_actions(state) if isinstance(a, Move)]
    return {len(action.cards) for action in found if action.route == ROAD}


def test_ones_own_counter_costs_what_it_costs() -> None:
    assert 1 in prices(on_the_road("flag0"))


def test_anothers_counter_costs_a_card_more() -> None:
    assert 1 not in prices(on_the_road("flag1"))
    assert 2 in prices(on_the_road("flag1"))


@pytest.mark.parametrize("secret", [False, True])
def test_whoever_lays_a_counter_plants_a_flag_and_the_next_seat_is_asked(secret: bool) -> None:
    rules = with_flags()
    zone = SECRET if secret else SHOWN
    state = rules.build(players=2).at(PLAN, seat=1, round=1).zone(zone.of(1), {"unicorn": 1})
    action = (PlaceSecret if secret else Place)("unicorn", ROAD)
    after = rules.position(rules.apply(state.state(), action))
    assert after.lying(ROAD, FLAG) == (FLAGS[1],)
    assert after.agenda[-1] == rules.decide(PLAN, 0, (0,))


def test_flags_go_home_when_the_round_is_over() -> None:
    rules = with_flags()
    state = rules.build(players=2).at("land/move", seat=1, round=1).lay(ROAD, "unicorn", "flag0")
    game = rules.game_from(state.state(), seed=1).play("stop")
    while game.pending is not None and game.state.round == 1:
        game = game.play(game.legal_actions[0])
    assert game.position.lying(ROAD, FLAG) == ()
    assert sum(game.position.counts(BOX).values()) == len(FLAGS) * len(rules.board.routes)


class Limping:
    """Seat 3 pays one card more, and nobody else."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("limping", rules_version=1, api=1, requires=("land",), help="Seat 3 limps.")

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[Surcharge]:
        def more(crossing: Crossing, price: Price) -> int:
            return 4 * (crossing.seat == 3)

        return [Surcharge("limping/more", "limp", more, text="limp", depends_on=("route", "seat"))]


def test_what_any_seat_may_have_to_pay_is_among_the_actions_that_there_are() -> None:
    usual = compile_ruleset(board=near())
    rules = compile_ruleset(expansions=[Limping()], board=near())
    assert set(usual.actions) < set(rules.actions)
    assert max(len(a.cards) for a in rules.actions if isinstance(a, Move)) == 8
