"""Steps by no route are planned by what they declare; trying everything finds no better tour."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Ruleset, State, compile_ruleset, plan
from elfen.bots import GreedyPlayer
from elfen.bots.planner import Planner, ways
from elfen.errors import RulesetError
from elfen.land import HAND, MOVE, TOWN_CARDS, Move
from elfen.plugin import Action, ActionType, Price, hookimpl
from elfen.testing import check_game, check_rules, play_out
from elfen_gold import PURSE, Fly

from .positions import moving
from .twin import best_by_trying_all, goodness

sys.path.append(str(Path(__file__).parents[1] / "probes"))

import eagles
from eagles import HELD, Soar

STEPS: dict[str, tuple[type[Action], ...]] = {
    "eagles": (Move, Soar),
    "gold": (Move, Fly),
    "gold with town cards": (Move, Fly),
}


@cache
def rules_of(name: str) -> Ruleset:
    if name == "eagles":
        return compile_ruleset(expansions=[eagles])
    options = {"gold.witches": True, "land.town_cards": name == "gold with town cards"}
    return compile_ruleset(expansions=["gold"], options=options)


def a_flight_apart(coins: int = 3) -> State:
    """Seat 0 has a witch, some coins and a unicorn that one road takes, far away."""
    rules = rules_of("gold")
    table = rules.build(players=2).at(MOVE, seat=0).boot(0, "virst").zone(PURSE.of(0), {})
    table = table.zone(HAND.of(0), {"witch": 1, "unicorn": 1}).zone(
        PURSE.of(0), {"gold-coin": coins}
    )
    return table.lay("feodor-lapphalya-woods", "unicorn").state()


def test_a_flight_to_where_a_road_leads_on_is_planned() -> None:
    rules = rules_of("gold")
    found = plan(rules.observe(a_flight_apart(), 0))
    assert found.complete
    assert (found.gain, found.kept) == (2, 0)
    assert {*found.towns} == {"feodor", "lapphalya"}
    assert isinstance(found.steps[0].action, Fly)
    assert found.steps[0].route is None
    assert Planner(rules.observe(a_flight_apart(), 0)).best().legs[0].route is None


def test_a_flight_that_cannot_be_paid_is_not_planned() -> None:
    rules = rules_of("gold")
    found = plan(rules.observe(a_flight_apart(coins=2), 0))
    assert (found.steps, found.complete) == ((), True)


def test_a_greedy_player_flies_where_his_tour_begins_so() -> None:
    rules = rules_of("gold")
    view = rules.game_from(a_flight_apart(), seed=1).view(0)
    chosen = GreedyPlayer(rules, seed=1).choose(view)
    assert isinstance(chosen, Fly)
    assert chosen.town in ("feodor", "lapphalya")


def compare(name: str, state: State) -> None:
    rules = rules_of(name)
    found = plan(rules.observe(state, 0))
    assert found.complete
    at = state
    for step in found.steps:
        at = rules.apply(at, step.action)
        assert rules.position(at).town(0) == step.town
    assert (found.total, found.kept) == goodness(rules, at, 0)
    assert (found.total, found.kept) == best_by_trying_all(rules, state, STEPS[name])


@st.composite
def positions(draw: st.DrawFn, name: str) -> State:
    """Someone with a few cards, and what one flight or two cost."""
    rules = rules_of(name)
    state = draw(moving(rules, cards=3, obstacles=False, roads=5, each=2))
    paying = HELD if name == "eagles" else PURSE
    index, bank = rules.layout.index(paying, 0), rules.layout.index(paying.pays_into)
    held = sum(state.zones[index])
    left = draw(st.integers(0, min(4, held)))
    zones = [*state.zones]
    zones[index] = tuple(left if n == held else n for n in zones[index])
    zones[bank] = tuple(n + held - left for n in zones[bank])
    return evolve(state, zones=tuple(zones))


@pytest.mark.parametrize("name", STEPS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_no_tour_is_better(name: str, data: st.DataObject) -> None:
    compare(name, data.draw(positions(name)))


def test_a_flight_may_gain_more_than_a_step_along_a_road_by_a_town_card() -> None:
    """A road leads a step closer to the town of the card; the witch flies right there."""
    rules = rules_of("gold with town cards")
    table = rules.build(players=2).at(MOVE, seat=0).boot(0, "kihromah")
    table = table.zone(TOWN_CARDS.of(0), {"jaccaranda": 1}).zone(PURSE.of(0), {"gold-coin": 3})
    table = table.zone(HAND.of(0), {"witch": 1, "unicorn": 2, "magic-cloud": 2})
    table = table.lay("dagamura-kihromah-woods", "unicorn")
    compare(
        "gold with town cards", table.lay("dagamura-mahdavikia-mountains", "magic-cloud").state()
    )


def blind(patch: pytest.MonkeyPatch) -> None:
    """Leaps are not followed."""
    exits = ways.Ways._exits
    patch.setattr(
        ways.Ways, "_exits", lambda self, town: [one for one in exits(self, town) if not one.leap]
    )


def test_the_twin_notices_leaps_that_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch)
    with pytest.raises(AssertionError):
        compare("gold", a_flight_apart())


def test_leaps_that_cost_something_else_than_is_declared_are_noticed() -> None:
    """The plan is then found by trying, and is as good."""
    rules = compile_ruleset(expansions=[SimpleNamespace(**hooks_of(Price.any(HAND, 1)))])
    table = rules.build(players=2).at(MOVE, seat=0).boot(0, "feodor")
    state = table.zone(HELD.of(0), {"feather": 2}).zone(HAND.of(0), {"raft": 1}).state()
    found = plan(rules.observe(state, 0))
    assert (found.total, found.kept) == best_by_trying_all(rules, state, (Move, Soar))


def hooks_of(*prices: Price) -> dict[str, Any]:
    """Eagles that declare other prices than they ask for."""

    @hookimpl
    def elfen_actions(rules: Ruleset) -> list[ActionType[Soar]]:
        (soar,) = eagles.elfen_actions(rules)
        return [evolve(soar, leaps=evolve(soar.leaps, prices=prices))]

    hooks: dict[str, Any] = {n: f for n, f in vars(eagles).items() if n.startswith("elfen_")}
    return hooks | {"elfen_actions": elfen_actions}


def test_leaps_have_to_be_leaps() -> None:
    def changed(rules: Ruleset) -> list[ActionType[Soar]]:
        return [evolve(one, leaps=PRICES) for one in eagles.elfen_actions(rules)]

    with pytest.raises(RulesetError, match=r"'eagles/soar': leaps=\(\) has to be Leaps"):
        compile_ruleset(
            expansions=[SimpleNamespace(**hooks_of() | {"elfen_actions": hookimpl(changed)})]
        )


PRICES: tuple[Price, ...] = ()


def test_eagles_keep_the_laws_alone_and_with_witches() -> None:
    check_rules(rules_of("eagles"))
    both = compile_ruleset(expansions=[eagles, "gold"], options={"gold.witches": True})
    check_rules(both)
    for rules in (rules_of("eagles"), both):
        check_game(play_out(rules, 3, seed=2), every=15)


@pytest.mark.parametrize(("witches", "most"), [(False, 1), (True, 6)])
def test_a_step_along_a_road_comes_one_closer_to_the_town_of_a_card(
    witches: bool, most: int
) -> None:
    options = {"gold.witches": witches, "land.town_cards": True}
    rules = compile_ruleset(expansions=["gold"], options=options)
    (line,) = (one.entry for one in rules.score_lines if one.entry.name == "land/town-distance")
    board = rules.board
    furthest = max(board.distance(a.id, b.id) for a in board.towns for b in board.towns)
    assert line.a_step == (furthest if witches else 1) == most
