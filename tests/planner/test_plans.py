"""What plans say, when they can be asked for, and what they do not know."""

from __future__ import annotations

import random
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Plan, PositionError, Ruleset, State, compile_ruleset, determinize, plan
from elfen.bots.planner import Planner
from elfen.kernel.builder import Builder
from elfen.land import ARRIVAL, CARDS, COUNTERS, HAND, MOVE, PILE, PLAN, SHOWN, STACK
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    Draw,
    Manifest,
    Position,
    ScoreLine,
    Step,
    Table,
    as_it_is,
    frozen,
    hookimpl,
)
from elfen.testing import play_out
from elfen.testing.strategies import games

from .positions import moving
from .twin import best_by_trying_all

sys.path.append(str(Path(__file__).parents[1] / "probes"))

import snails

COUNTER = {kind.id: kind for kind in COUNTERS}


@cache
def rules(*probes: str) -> Ruleset:
    if probes == ("snails",):
        return compile_ruleset(base=snails)
    return compile_ruleset(expansions=[import_module(name) for name in probes])


def traveller(town: str, hand: dict[str, int], *probes: str) -> Builder:
    build = rules(*probes).build(2).at(MOVE, seat=0, round=1)
    return build.boot(0, town).visited(0, town).zone(HAND.of(0), hand)


def planned(state: State, *probes: str, seat: int = 0) -> Plan:
    return plan(rules(*probes).observe(state, seat))


def test_a_plan_tells_its_steps_and_what_they_gain() -> None:
    table = traveller("feodor", {"dragon": 3, "unicorn": 1}).lay("albaran-feodor-desert", "dragon")
    found = planned(table.lay("albaran-wylhien-desert", "dragon", "obstacle").state())
    assert [str(action) for action in found.actions] == [
        "move albaran-feodor-desert dragon",
        "move albaran-wylhien-desert dragon*2",
    ]
    assert found.towns == ("albaran", "wylhien")
    assert [step.route for step in found.steps] == [
        "albaran-feodor-desert",
        "albaran-wylhien-desert",
    ]
    assert [(g.name, g.points) for g in found.gains] == [("land/town-pieces", 2)]
    assert (found.gain, found.total, found.kept, found.complete) == (2, 3, 1, True)
    assert bool(found)
    assert str(found) == (
        "from Feodor: town pieces +2, 3 in all, 1 kept\n"
        "1. to Al'Baran: move albaran-feodor-desert dragon\n"
        "2. to Wylhién: move albaran-wylhien-desert dragon*2"
    )


def test_who_can_gain_nothing_stays_and_keeps_all_cards() -> None:
    table = traveller("feodor", {"dragon": 3}).lay("albaran-feodor-desert", "dragon")
    found = planned(table.visited(0, "albaran", "feodor").state())
    assert not found
    assert str(found) == "stay in Feodor: 2 in all, 3 kept"


def test_of_two_tours_that_gain_as_much_the_cheaper_one_is_taken() -> None:
    table = traveller("feodor", {"dragon": 1, "unicorn": 1, "raft": 2})
    table.lay("albaran-feodor-desert", "dragon").lay("feodor-lapphalya-woods", "giant-pig")
    found = planned(table.state())
    assert found.kept == 3
    assert [str(action) for action in found.actions] == ["move albaran-feodor-desert dragon"]


def test_the_cards_of_a_caravan_are_those_that_are_not_needed_later() -> None:
    hand = {"dragon": 1, "unicorn": 1, "raft": 1, "elfcycle": 1}
    table = traveller("feodor", hand).lay("albaran-feodor-desert", "troll-wagon")
    found = planned(table.lay("albaran-wylhien-desert", "dragon").state())
    assert [str(action) for action in found.actions] == [
        "move albaran-feodor-desert elfcycle raft unicorn",
        "move albaran-wylhien-desert dragon",
    ]


def test_a_letter_is_worth_a_point_in_hand_and_one_on_the_road() -> None:
    table = traveller("feodor", {"dragon": 1}, "letters").lay("albaran-feodor-desert", "dragon")
    found = planned(table.state(), "letters")
    assert [str(action) for action in found.actions] == ["move albaran-feodor-desert dragon"]
    assert (found.total, found.kept) == (4, 2)
    table.lay("albaran-wylhien-desert", "dragon").lay("usselen-wylhien-plains", "dragon")
    assert planned(table.state(), "letters").total == 4


def from_virst(*probes: str) -> Builder:
    table = traveller("virst", {"dragon": 4}, *probes).lay("lapphalya-virst-plains", "dragon")
    return table.lay("feodor-lapphalya-woods", "dragon").lay("albaran-feodor-desert", "dragon")


def test_what_is_asked_on_the_way_is_turned_down_where_one_can() -> None:
    found = planned(from_virst("wells").state(), "wells")
    assert found.complete
    assert found.towns == ("lapphalya", "feodor", "albaran")
    assert str(found.actions[1]) == "walk on"
    assert "2. in Lapphálya: walk on" in str(found)


def drawing_in_lapphalya(asks: bool) -> Any:
    """A plugin: whoever comes to Lapphalya draws a card, or may not refuse to say so."""

    @frozen(cache_hash=True)
    class Drink(Action):
        verb = "drink"

    def come(table: Table, item: Do) -> None:
        assert item.seat is not None
        if table.town(item.seat) != "lapphalya":
            return
        if asks:
            table.ask("spring/ask", item.seat)
        else:
            table.draw("spring/draw", item.seat)

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("spring", rules_version=1, api=1, help="Whoever comes there drinks.")

    @hookimpl
    def elfen_steps(rules: Ruleset) -> list[Step]:
        return [Step("spring/come", come, of=ARRIVAL, text="drink")]

    @hookimpl
    def elfen_chance(rules: Ruleset) -> list[Draw]:
        return [Draw("spring/draw", source=STACK, target=HAND)]

    @hookimpl
    def elfen_decisions(rules: Ruleset) -> list[Decision]:
        often = {"at_most": lambda rules, players: 500}
        return [Decision("spring/ask", text="drink", **often)] if asks else []

    @hookimpl
    def elfen_actions(rules: Ruleset) -> list[ActionType[Drink]]:
        drinking: dict[str, Any] = {
            "legal": (Drink(),),
            "check": lambda position, seat, action: None,
            "apply": lambda table, item, action: table.draw("spring/draw", item.seat),
            "domain": lambda: (Drink(),),
            "public": as_it_is,
        }
        at = ("spring/ask",)
        return [ActionType("spring/drink", type=Drink, at=at, **drinking)] if asks else []

    return SimpleNamespace(
        elfen_manifest=elfen_manifest,
        elfen_steps=elfen_steps,
        elfen_chance=elfen_chance,
        elfen_decisions=elfen_decisions,
        elfen_actions=elfen_actions,
    )


@pytest.mark.parametrize("asks", [False, True])
def test_a_draw_or_a_question_that_leads_to_one_ends_the_tour(asks: bool) -> None:
    springs = compile_ruleset(expansions=[drawing_in_lapphalya(asks)])
    table = springs.build(2).at(MOVE, seat=0, round=1).boot(0, "virst").visited(0, "virst")
    table.zone(HAND.of(0), {"dragon": 4}).lay("lapphalya-virst-plains", "dragon")
    table.lay("feodor-lapphalya-woods", "dragon").lay("albaran-feodor-desert", "dragon")
    view = springs.observe(table.state(), 0)
    found = plan(view)
    assert found.towns == ("lapphalya",)
    assert found.complete
    there = table.boot(0, "lapphalya").visited(0, "lapphalya").state()
    assert plan(springs.observe(there, 0)).towns == ("feodor", "albaran")
    hopeful = Planner(view, hopeful=True).best()
    assert [leg.town for leg in hopeful.legs] == ["lapphalya", "feodor", "albaran"]


def test_who_is_not_about_to_move_is_told_what_he_could_do() -> None:
    table = rules().build(2).at(PLAN, seat=1, round=1).boot(0, "feodor")
    table.zone(HAND.of(0), {"dragon": 1}).lay("albaran-feodor-desert", "dragon")
    assert planned(table.state()).towns == ("albaran",)


def test_when_the_game_is_over_nothing_is_left_to_do() -> None:
    game = play_out(rules(), 2, seed=1)
    assert game.is_over
    for seat in (0, 1):
        found = plan(game.view(seat))
        assert (found.steps, found.complete) == ((), True)
        assert found.total == rules().results(game.state)[seat].total


def test_the_public_cannot_plan() -> None:
    with pytest.raises(PositionError, match="the public has no boot"):
        plan(rules().new_game(2, 1).view(None))


def test_counters_can_be_laid_on_the_way() -> None:
    table = rules().build(2).at(PLAN, seat=0, round=1).boot(0, "feodor")
    table.zone(HAND.of(0), {"dragon": 2}).zone(SHOWN.of(0), {"dragon": 1})
    table.visited(0, "feodor", "lapphalya", "throtmanni", "dagamura", "rivinia")
    planner = Planner(rules().observe(table.state(), 0), may_lay=COUNTERS)
    assert planner.best().legs == ()
    tour = planner.best({COUNTER["dragon"]: 1})
    assert [(leg.route, leg.town, leg.laid) for leg in tour.legs] == [
        ("albaran-feodor-desert", "albaran", COUNTER["dragon"])
    ]
    assert (tour.total, tour.kept) == (6, 1)
    assert planner.best({COUNTER["unicorn"]: 1}).legs == ()
    both = planner.best({COUNTER["dragon"]: 1, COUNTER["unicorn"]: 1})
    assert [leg.laid for leg in both.legs].count(COUNTER["dragon"]) == 1


def test_a_road_is_open_to_whatever_counter_the_hand_can_pay_for() -> None:
    """The counters that come first in the order of kinds are of no use to this hand."""
    table = traveller("feodor", {"unicorn": 2}).visited(0, "feodor")
    planner = Planner(rules().observe(table.state(), 0), may_lay=COUNTERS)
    (unicorn,) = (kind for kind in COUNTERS if kind.id == "unicorn")
    tour = planner.best({unicorn: 1})
    assert [leg.laid for leg in tour.legs] == [unicorn]


@given(data=st.data())
@settings(max_examples=15)
def test_one_counter_to_lay_is_worth_what_it_is_where_it_does_most(data: st.DataObject) -> None:
    """But for tours that travel its road twice: what is laid on the way serves once."""
    state = data.draw(moving(rules(), cards=3, obstacles=False))
    kind = data.draw(st.sampled_from(COUNTERS))
    number = rules().layout.kind_number[kind]
    planner = Planner(rules().observe(state, 0), may_lay=[kind])
    once, all = [planner.best()], [planner.best()]
    for route, lying in enumerate(state.routes):
        if not lying and rules().quotes.opens(route, number):
            routes = (*state.routes[:route], (number,), *state.routes[route + 1 :])
            zones = list(state.zones)
            pile = rules().layout.index(PILE)
            zones[pile] = tuple(n - (k == kind) for k, n in zip(COUNTERS, zones[pile], strict=True))
            there = evolve(state, routes=routes, zones=tuple(zones))
            tour = Planner(rules().observe(there, 0)).best()
            all.append(tour)
            if [leg.route for leg in tour.legs].count(rules().board.routes[route].id) < 2:
                once.append(tour)
    found = planner.best({kind: 1})
    assert (found.total, found.kept) >= max((tour.total, tour.kept) for tour in once)
    assert (found.total, found.kept) <= max((tour.total, tour.kept) for tour in all)


def test_a_search_that_is_cut_short_says_so_and_still_plans() -> None:
    table = traveller("feodor", {"dragon": 4, "unicorn": 4, "raft": 2})
    for road in ("albaran-feodor-desert", "feodor-throtmanni-desert", "feodor-lapphalya-woods"):
        table.lay(road, "unicorn")
    for road in ("albaran-wylhien-desert", "albaran-throtmanni-desert", "lapphalya-virst-plains"):
        table.lay(road, "dragon")
    whole = planned(table.state())
    assert whole.complete
    short = plan(rules().observe(table.state(), 0), most=3)
    assert not short.complete
    assert short.nodes <= 3 + whole.kept + 12
    assert 0 < short.total <= whole.total
    assert "perhaps not the best" in str(short)


@pytest.mark.parametrize("moves", [False, True])
def test_a_line_that_looks_at_hidden_things_and_at_the_tour_makes_no_plan_certain(
    moves: bool,
) -> None:
    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("spy", rules_version=1, api=1, help="Others' dragons count.")

    @hookimpl
    def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
        def dragons(position: Position, seat: int) -> int:
            own = position.pieces_taken(seat) if moves else 1
            return own * position.count(HAND.of(1 - seat), CARDS[0])

        ends = {"lowest": lambda rules: 0, "highest": lambda rules: 200}
        return [ScoreLine("spy/dragons", dragons, text="dragons of others", **ends)]

    hooks = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_scoring=elfen_scoring)
    game = compile_ruleset(expansions=[hooks]).new_game(2, 1)
    assert plan(game.view(0)).complete is not moves


def test_where_one_can_also_fly_the_plan_is_not_complete() -> None:
    @frozen(cache_hash=True)
    class Fly(Action):
        verb = "fly"

    def fly(table: Table, item: Decide, action: Fly) -> None:
        table.set_boot(item.seat, rules().board.town_number["beata"])
        table.ask(MOVE, item.seat)

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("wings", rules_version=1, api=1, help="Anyone can fly to Beata.")

    @hookimpl
    def elfen_actions(rules: Ruleset) -> list[ActionType[Fly]]:
        at_any_time = {"legal": (Fly(),), "domain": lambda: (Fly(),), "public": as_it_is}
        return [
            ActionType(
                "wings/fly",
                type=Fly,
                at=(MOVE,),
                check=lambda position, seat, action: None,
                apply=fly,
                **at_any_time,
            )
        ]

    hooks = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_actions=elfen_actions)
    winged = compile_ruleset(expansions=[hooks])
    state = winged.build(2).at(MOVE, seat=0).boot(0, "feodor").state()
    assert not plan(winged.observe(state, 0)).complete
    assert plan(rules().observe(traveller("feodor", {}).state(), 0)).complete


@given(data=st.data())
@settings(max_examples=20)
def test_what_one_does_not_know_does_not_change_the_plan(data: st.DataObject) -> None:
    game = data.draw(games(rules(), players=3))
    seat = data.draw(st.sampled_from(range(3)))
    view = rules().observe(game.state, seat)
    other = determinize(view, random.Random(data.draw(st.integers(0, 99))))
    found, again = plan(view), plan(rules().observe(other, seat))
    assert (found, str(found)) == (again, str(again))


@pytest.mark.parametrize("probes", [(), ("letters",), ("isles",), ("wells",)])
@given(data=st.data())
@settings(max_examples=10)
def test_any_seat_of_any_game_can_plan(probes: tuple[str, ...], data: st.DataObject) -> None:
    game = data.draw(games(rules(*probes)))
    before = game.state
    for seat in range(game.players):
        found = plan(game.view(seat))
        assert found.seat == seat
        assert found.total >= rules(*probes).results(game.state)[seat].total
    assert game.state == before


@given(data=st.data())
@settings(max_examples=20)
def test_another_game_altogether_can_be_planned(data: st.DataObject) -> None:
    game = data.draw(games(rules("snails")))
    if not game.is_over:
        assert game.seat is not None
        found = plan(game.view(game.seat))
        best = best_by_trying_all(rules("snails"), game.state, snails.Crawl)
        assert (found.total, found.kept, found.complete) == (*best, True)
