"""What the laws cost, as `pytest --elfen-costs` tells it."""

from __future__ import annotations

import time

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.kernel.state import State
from elfen.testing import LawBroken, check_game, check_rules, check_state, play_out
from elfen.testing import laws as walk
from elfen.testing.suite.timing import Costs, asked, counting, table

RULES = compile_ruleset(options={"rounds": 3})


class Clock:
    """A processor that works for as long as one says."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def works(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "process_time", lambda: made.seconds)
    return made


def counted(costs: Costs) -> dict[tuple[str, str], tuple[int, float]]:
    return {(law, of): (cases, seconds) for law, of, cases, seconds in costs.rows()}


def test_a_law_costs_the_processor_time_that_it_takes(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leisure(rules: Ruleset, state: State, breadth: int | None) -> None:
        clock.works(0.25)

    monkeypatch.setattr(walk, "STATE_LAWS", (leisure,))
    costs = Costs()
    with counting(costs):
        check_state(RULES, RULES.start(2))
        clock.works(0.5)
        check_state(RULES, RULES.start(2))
    assert counted(costs) == {("leisure", "state"): (2, 0.5), ("all else", "trial"): (1, 0.5)}


def test_a_law_that_is_broken_has_cost_something_too(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def severe(rules: Ruleset, state: State, breadth: int | None) -> None:
        clock.works(0.25)
        raise LawBroken("severe", "as ever")

    monkeypatch.setattr(walk, "STATE_LAWS", (severe,))
    costs = Costs()
    with pytest.raises(LawBroken), counting(costs):
        check_state(RULES, RULES.start(2))
    assert counted(costs) == {("severe", "state"): (1, 0.25), ("all else", "trial"): (1, 0.0)}


def test_what_a_law_asks_of_others_is_counted_once(clock: Clock) -> None:
    def whole() -> None:
        clock.works(0.5)
        asked("part", "state", clock.works, 0.25)

    costs = Costs()
    with counting(costs):
        asked("whole", "game", whole)
        clock.works(1.0)
    assert counted(costs) == {
        ("all else", "trial"): (1, 1.0),
        ("whole", "game"): (1, 0.5),
        ("part", "state"): (1, 0.25),
    }


def test_every_law_is_counted_by_what_it_is_asked_of() -> None:
    game = play_out(RULES, 2, 1)
    costs = Costs()
    with counting(costs):
        check_rules(RULES)
        check_game(game, every=len(game.log))
    found = counted(costs)
    states = found["progress", "state"][0]
    assert {law: cases for (law, of), (cases, _) in found.items() if of == "state"} == {
        law.__name__: states for law in walk.STATE_LAWS
    }
    assert {law for law, of in found if of == "game"} == {
        "agreement",
        "determinism",
        "noninterference",
        "progress",
        "purity",
        "sampling",
        "saving",
    }
    sizes = len(range(RULES.fewest_players, RULES.most_players + 1))
    assert {law: cases for (law, of), (cases, _) in found.items() if of == "ruleset"} == {
        "progress": 1,
        "agreement": 1,
        "noninterference": 1,
        "determinism": sizes,
    }


def test_nothing_is_counted_before_and_after() -> None:
    check_state(RULES, RULES.start(2))
    costs = Costs()
    with counting(costs):
        pass
    check_state(RULES, RULES.start(2))
    assert set(counted(costs)) == {("all else", "trial")}


def test_the_dearest_stands_first_and_shares_are_of_the_whole() -> None:
    costs = Costs()
    costs.add("purity", "state", 4, 0.5)
    costs.add("sampling", "state", 1000, 1.25)
    costs.add("purity", "state", 4, 0.25)
    costs.add("all else", "trial", 2, 0.5)
    assert list(table(costs)) == [
        "law              asked of    cases   processor ms a case   share",
        "sampling         state        1000                   1.2     50%",
        "purity           state           8                  93.8     30%",
        "all else         trial           2                 250.0     20%",
    ]


def test_without_a_case_there_is_no_table() -> None:
    assert list(table(Costs())) == []
