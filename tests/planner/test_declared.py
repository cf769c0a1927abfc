"""Crossings are known by what their action types declare, however the lists are made."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Plan, Ruleset, RulesetError, State, compile_ruleset, plan
from elfen.bots import GreedyPlayer
from elfen.land import HAND, MOVE, PLAN, Move, Stop
from elfen.land.moving import Moving
from elfen.plugin import ActionType, Manifest, Position, Reason, hookimpl

from .positions import moving
from .twin import best_by_trying_all

MOST_CARDS = 2


def lists_of(rules: Ruleset, kind: str) -> dict[str, Any]:
    """Elfenland's list of moves, made in another way, with the check that goes with it."""
    land = Moving(rules)

    def short(position: Position, seat: int) -> list[Move]:
        return [m for m in land.crossings.open_to(position, seat) if len(m.cards) <= MOST_CARDS]

    def check(position: Position, seat: int, action: Move) -> Reason | None:
        if len(action.cards) > MOST_CARDS:
            return Reason("wrap/move", "that is too many cards")
        return land.check_move(position, seat, action)

    return {
        "bound": {"legal": land.crossings.open_to, "crossings": None},
        "undeclared": {
            "legal": lambda position, seat: land.crossings.open_to(position, seat),
            "crossings": None,
        },
        "wrapped": {
            "legal": lambda position, seat: land.crossings.open_to(position, seat),
            "crossings": land.crossings,
        },
        "narrowed": {"legal": short, "check": check, "crossings": land.crossings},
    }[kind]


@cache
def rules_with(kind: str) -> Ruleset:
    """Elfenland with its moves listed otherwise."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("wrap", rules_version=1, api=1, requires=("land",), help="A list.")

    @hookimpl
    def elfen_actions(rules: Ruleset) -> list[ActionType[Move]]:
        move = Moving(rules).types()[0]
        made = {"name": "wrap/move", "replaces": "land/move", "bare": False}
        return [evolve(move, **made, **lists_of(rules, kind))]

    hooks = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_actions=elfen_actions)
    return compile_ruleset(expansions=[hooks])


def on_the_way(rules: Ruleset) -> State:
    build = rules.build(2).at(MOVE, seat=0, round=4).boot(0, "feodor").visited(0, "feodor")
    build.zone(HAND.of(0), {"dragon": 1, "unicorn": 1, "raft": 1, "elfcycle": 1})
    build.lay("albaran-feodor-desert", "troll-wagon").lay("albaran-wylhien-desert", "dragon")
    return build.state()


def planned(kind: str) -> Plan:
    rules = rules_with(kind)
    return plan(rules.observe(on_the_way(rules), 0))


@pytest.mark.parametrize("kind", ["bound", "wrapped"])
def test_a_plan_does_not_depend_on_how_the_list_is_made(kind: str) -> None:
    plain = compile_ruleset()
    wanted = plan(plain.observe(on_the_way(plain), 0))
    found = planned(kind)
    assert found.actions == wanted.actions
    assert (found.gain, found.complete, found.nodes) == (2, True, wanted.nodes)


@pytest.mark.parametrize("kind", ["bound", "wrapped"])
def test_a_greedy_player_moves_however_the_list_is_made(kind: str) -> None:
    rules = rules_with(kind)
    view = rules.game_from(on_the_way(rules), seed=1).view(0)
    assert str(GreedyPlayer(rules, seed=1).choose(view)).startswith("move albaran-feodor-desert")


def test_a_plan_that_knows_no_crossing_says_that_there_may_be_a_better_one() -> None:
    """Asked to move, all moves can be tried; asked to lay, nobody knows what moving would be."""
    rules = rules_with("undeclared")
    assert planned("undeclared").gain == 2
    state = rules.build(2).at(PLAN, seat=0, round=4).zone(HAND.of(0), {"raft": 2}).state()
    assert plan(rules.observe(state, 0)).steps == ()
    assert not plan(rules.observe(state, 0)).complete


@given(data=st.data())
@settings(max_examples=25)
def test_a_list_with_less_than_all_crossings_is_planned_too(data: st.DataObject) -> None:
    rules = rules_with("narrowed")
    state = data.draw(moving(rules, cards=5))
    found = plan(rules.observe(state, 0))
    assert found.complete
    assert (found.total, found.kept) == best_by_trying_all(rules, state, Move)
    assert all(len(a.cards) <= MOST_CARDS for a in found.actions if isinstance(a, Move))


def test_an_action_that_takes_the_boot_elsewhere_and_ends_the_turn_is_not_planned() -> None:
    """The way home is open, and no crossing: so the plan says that it may not be the best."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("home", rules_version=1, api=1, requires=("land",), help="Stop at home.")

    @hookimpl
    def elfen_actions(rules: Ruleset) -> list[ActionType[Stop]]:
        stop = next(one for one in Moving(rules).types() if one.type is Stop)
        capital = rules.board.town_number[rules.board.capital]

        def go_home(table: Any, item: Any, action: Stop) -> None:
            table.set_boot(item.seat, capital)

        return [evolve(stop, name="home/stop", replaces="land/stop", apply=go_home)]

    hooks = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_actions=elfen_actions)
    rules = compile_ruleset(expansions=[hooks])
    assert not plan(rules.observe(on_the_way(rules), 0)).complete


def test_crossings_have_to_be_crossings() -> None:
    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("wrap", rules_version=1, api=1, requires=("land",), help="A list.")

    @hookimpl
    def elfen_actions(rules: Ruleset) -> list[ActionType[Move]]:
        land = Moving(rules)
        faulty: Any = land.crossings.open_to
        named = {"name": "wrap/move", "replaces": "land/move"}
        return [evolve(land.types()[0], **named, crossings=faulty)]

    hooks = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_actions=elfen_actions)
    with pytest.raises(RulesetError, match=r"'wrap/move': crossings=.* has to be Crossings\(rules"):
        compile_ruleset(expansions=[hooks])
