"""Where turns alternate, a plan goes on after the others, who are taken to change nothing."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Decide, Ruleset, State, compile_ruleset, plan
from elfen.bots import choose, stock_players
from elfen.bots.planner.others import Others
from elfen.land import HAND, MOVE, Move, Stop
from elfen.testing import check_game, check_rules, play_out

from .positions import moving
from .twin import Goodness, goodness

sys.path.append(str(Path(__file__).parents[1] / "probes"))

import seasons
import strides
import wells

PLUGINS: dict[str, tuple[Any, ...]] = {
    "strides": (strides,),
    "strides in seasons": (strides, seasons),
}


@cache
def rules_of(name: str) -> Ruleset:
    return compile_ruleset(expansions=PLUGINS[name])


def when_all_others_stop(rules: Ruleset, state: State) -> State | None:
    """Where the seat 0 is to move again, if it is."""
    at = state
    while True:
        item = rules.pending(at)
        if not isinstance(item, Decide) or item.name != MOVE:
            return None
        if item.seat == 0:
            return at
        at = rules.apply(at, Stop())


def best_by_trying_all(rules: Ruleset, state: State) -> Goodness:
    """The best that seat 0 can reach if each of the others stops when it is asked."""
    known: set[object] = set()
    found = [goodness(rules, state, 0)]

    def go_on(at: State) -> None:
        for action in rules.legal_actions(at):
            if isinstance(action, Move):
                after = rules.apply(at, action)
                found.append(goodness(rules, after, 0))
                again = when_all_others_stop(rules, after)
                key = (after.zones, after.boots, after.visited)
                if again is not None and key not in known:
                    known.add(key)
                    go_on(again)

    go_on(state)
    return max(found)


def compare(rules: Ruleset, state: State) -> None:
    found = plan(rules.observe(state, 0))
    assert found.complete
    assert found.others_pass == (len(found.steps) > 1)
    at: State | None = state
    end = state
    for step in found.steps:
        assert at is not None
        end = rules.apply(at, step.action)
        at = when_all_others_stop(rules, end)
    assert (found.total, found.kept) == goodness(rules, end, 0)
    assert (found.total, found.kept) == best_by_trying_all(rules, state)


def three_steps_away(rules: Ruleset) -> State:
    table = rules.build(players=3).at(MOVE, seat=0).boot(0, "feodor").visited(0, "feodor")
    table = table.zone(HAND.of(0), {"dragon": 2, "unicorn": 1, "troll-wagon": 2})
    table = table.lay("albaran-feodor-desert", "troll-wagon").lay(
        "albaran-wylhien-desert", "dragon"
    )
    return table.state()


def test_a_plan_has_several_steps_and_says_what_it_rests_on() -> None:
    rules = rules_of("strides")
    found = plan(rules.observe(three_steps_away(rules), 0))
    assert (found.gain, found.complete, found.others_pass) == (2, True, True)
    assert "(if the others change nothing)" in str(found)
    usual = compile_ruleset()
    alone = plan(usual.observe(three_steps_away(usual), 0))
    assert alone.towns == found.towns
    assert not alone.others_pass
    assert "others" not in str(alone)


@pytest.mark.parametrize("name", PLUGINS)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_no_tour_is_better(name: str, data: st.DataObject) -> None:
    compare(rules_of(name), data.draw(moving(rules_of(name), cards=4)))


def test_the_twin_notices_a_planner_that_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Others, "again", lambda self, state: None)
    rules = rules_of("strides")
    with pytest.raises(AssertionError):
        compare(rules, three_steps_away(rules))


def test_who_waits_for_the_others_can_plan_as_well() -> None:
    rules = rules_of("strides")
    state = rules.apply(three_steps_away(rules), Stop())
    assert plan(rules.observe(state, 0)).gain == 2


def test_a_question_before_the_others_move_is_not_planned_past_and_the_plan_says_so() -> None:
    rules = compile_ruleset(expansions=[strides, wells])
    table = rules.build(players=2).at(MOVE, seat=0).boot(0, "feodor").visited(0, "feodor")
    table = table.zone(HAND.of(0), {"unicorn": 2}).lay("feodor-lapphalya-woods", "unicorn")
    found = plan(rules.observe(table.state(), 0))
    assert not found.complete


def test_greedy_players_travel_as_far_as_in_the_usual_game() -> None:
    totals = {}
    for name, rules in (("usual", compile_ruleset()), ("strides", rules_of("strides"))):
        game = rules.new_game(3, seed=4)
        players = stock_players(["greedy"], rules, 3, 4)
        while not game.is_over:
            game = game.play(choose(game, players))
        totals[name] = sum(place.total for place in game.standings)
    assert totals["strides"] >= 0.9 * totals["usual"], totals


def test_it_keeps_the_laws() -> None:
    check_rules(rules_of("strides"))
    for players in (2, 4):
        check_game(play_out(rules_of("strides"), players, seed=players), every=15)
