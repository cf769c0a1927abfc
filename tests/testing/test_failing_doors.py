"""Whatever the rules are asked, a rule that breaks down is named, and its error goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from attrs import evolve

from elfen import Chance, Dealer, PositionError, RuleFailed, Ruleset, State
from elfen.kernel.table import open_table
from elfen.plugin import (
    PUBLIC,
    ActionType,
    Lottery,
    Phase,
    Position,
    Reason,
    Restriction,
    Roll,
    Rolled,
    Slot,
    Table,
)
from unit.tiny import PLAY, WAIT, Play, Wait, addon, compiled, tiny

RED = Play("red")

Ask = Callable[[Ruleset, State], object]


class Trap:
    """A tiny game whose rules work until `error` is set, and then raise it."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = None
        odd = addon(
            elfen_slots=[Slot("odd/slot", int, start=self.begun, visibility=PUBLIC)],
            elfen_chance=[Roll("odd/die", self.faces, self.rolled, visibility=PUBLIC)],
            elfen_phases=[Phase("odd/roll", lambda table: table.roll("odd/die"), after="tiny/ask")],
            elfen_restrictions=[Restriction("odd/never", type=Play, forbids=self.forbids)],
        )
        self.rules = compiled(odd, base=tiny(elfen_actions=lambda rules: self.actions()))
        self.deciding = self.rules.deal(self.rules.start(2), Dealer.seeded(1)).state
        state = self.deciding
        while not isinstance(self.rules.pending(state), Chance):
            state = self.rules.advance(state, Wait())
        self.rolling = state
        self.error = error

    def runs(self) -> None:
        if self.error is not None:
            raise self.error

    def begun(self, players: int) -> int:
        self.runs()
        return 0

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        self.runs()
        return {"1": 1}

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        self.runs()

    def forbids(self, position: Position, seat: int, action: Play) -> Reason | None:
        self.runs()
        return None

    def actions(self) -> list[ActionType[Any]]:
        def hold(position: Position, seat: int) -> tuple[int, int]:
            self.runs()
            return 1, seat

        def waits(table: Table, item: object, action: Wait) -> None:
            self.runs()

        listed = Lottery(lambda position, seat: [Wait()], hold, lambda held, ticket: Wait())
        cards = [Play("red"), Play("blue")]
        return [
            evolve(PLAY, domain=lambda: cards),
            evolve(WAIT, legal=listed, apply=waits),
        ]


def follow(rules: Ruleset, state: State) -> None:
    rules.follow(open_table(rules, state), [Wait()])


#: What the rules are asked where seat 0 may wait or play its red card, and the rule that fails.
AT_A_DECISION: dict[str, tuple[str, Ask]] = {
    "start": ("odd/slot", lambda rules, state: rules.start(3)),
    "legal_actions": ("odd/never", lambda rules, state: rules.legal_actions(state)),
    "sample_action": ("tiny/wait", lambda rules, state: rules.sample_action(state, Random(1))),
    "check": ("odd/never", lambda rules, state: rules.check(state, RED)),
    "apply": ("tiny/wait", lambda rules, state: rules.apply(state, Wait())),
    "advance": ("tiny/wait", lambda rules, state: rules.advance(state, Wait())),
    "play": ("tiny/wait", lambda rules, state: rules.play(state, Wait(), Dealer.seeded(1))),
    "trace": ("tiny/wait", lambda rules, state: rules.trace(state, Wait())),
    "follow": ("tiny/wait", follow),
}
#: What they are asked where a die is due.
AT_A_ROLL: dict[str, Ask] = {
    "check": lambda rules, state: rules.check(state, Rolled("1")),
    "outcomes": lambda rules, state: rules.outcomes(state),
    "sample": lambda rules, state: rules.sample(state, Dealer.seeded(1)),
    "advance": lambda rules, state: rules.advance(state, Rolled("1")),
    "deal": lambda rules, state: rules.deal(state, Dealer.seeded(1)),
    "trace": lambda rules, state: rules.trace(state, Rolled("1")),
}
CASES = [
    *[pytest.param(*case, False, id=name) for name, case in AT_A_DECISION.items()],
    *[
        pytest.param("odd/die", ask, True, id=f"{name} of a roll")
        for name, ask in AT_A_ROLL.items()
    ],
]


@pytest.mark.parametrize(("rule", "ask", "roll"), CASES)
def test_whatever_is_asked_the_rule_that_fails_is_named(rule: str, ask: Ask, roll: bool) -> None:
    trap = Trap(ZeroDivisionError())
    with pytest.raises(RuleFailed) as caught:
        ask(trap.rules, trap.rolling if roll else trap.deciding)
    assert caught.value.name == rule
    assert caught.value.__cause__ is trap.error


@pytest.mark.parametrize(("rule", "ask", "roll"), CASES)
def test_an_error_of_elfen_s_own_goes_on_with_a_note_that_names_the_rule(
    rule: str, ask: Ask, roll: bool
) -> None:
    trap = Trap(PositionError("not here"))
    with pytest.raises(PositionError, match=r"^not here") as caught:
        ask(trap.rules, trap.rolling if roll else trap.deciding)
    assert caught.value is trap.error
    (note,) = caught.value.__notes__
    assert f"{rule!r} (" in note
