"""Whatever the rules are asked, a rule that breaks down is named, and its error goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from attrs import evolve

from elfen import Chance, Dealer, PositionError, RuleFailed, Ruleset, State, View
from elfen.bots import FlatPlayer, GreedyPlayer
from elfen.draw import board
from elfen.kernel.table import open_table
from elfen.plugin import (
    PUBLIC,
    ActionType,
    Advice,
    Caution,
    Figure,
    Layer,
    Lottery,
    Phase,
    Position,
    Reason,
    Restriction,
    Roll,
    Rolled,
    Sign,
    Slot,
    Table,
)
from elfen.stats import sheet
from unit.tiny import PLAY, WAIT, Play, Wait, addon, compiled, tiny

Ask = Callable[[Ruleset, State], object]


class Trap:
    """A tiny game of which one function works until `error` is set, and then raises it."""

    def __init__(self, broken: str, error: BaseException) -> None:
        self.broken = ""
        odd = addon(
            elfen_slots=[Slot("odd/slot", int, start=self.begun, visibility=PUBLIC)],
            elfen_chance=[Roll("odd/die", self.faces, self.rolled, visibility=PUBLIC)],
            elfen_phases=[Phase("odd/roll", lambda table: table.roll("odd/die"), after="tiny/ask")],
            elfen_restrictions=[Restriction("odd/never", type=Play, forbids=self.forbids)],
            elfen_advice=[Advice("odd/advice", type=Wait, value=self.value)],
            elfen_cautions=[Caution("odd/beware", type=Wait, text="beware", warns=self.warns)],
            elfen_drawing=[Layer("odd/layer", signs=self.signs)],
            elfen_statistics=[Figure("odd/figure", value=self.figure, text="a figure")],
        )
        self.rules = compiled(odd, base=tiny(elfen_actions=lambda rules: self.actions()))
        self.deciding = self.rules.deal(self.rules.start(2), Dealer.seeded(1)).state
        state = self.deciding
        while not isinstance(self.rules.pending(state), Chance):
            state = self.rules.advance(state, Wait())
        self.rolling = state
        self.broken, self.error = broken, error

    def runs(self, function: str) -> None:
        if function == self.broken:
            raise self.error

    def begun(self, players: int) -> int:
        self.runs("begun")
        return 0

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        self.runs("faces")
        return {"1": 1}

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        self.runs("rolled")

    def forbids(self, position: Position, seat: int, action: Play) -> Reason | None:
        self.runs("forbids")
        return None

    def value(self, view: View, action: Wait) -> float:
        self.runs("value")
        return 1.0

    def warns(self, view: View, action: Wait) -> Mapping[str, Any] | None:
        self.runs("warns")
        return None

    def brings(self, view: View, action: Wait, words: object) -> str:
        self.runs("brings")
        return ""

    def signs(self, seen: object) -> list[Sign]:
        self.runs("signs")
        return []

    def figure(self, position: Position, seat: int) -> None:
        self.runs("figure")

    def actions(self) -> list[ActionType[Any]]:
        def hold(position: Position, seat: int) -> tuple[int, int]:
            self.runs("hold")
            return 1, seat

        def waits(table: Table, item: object, action: Wait) -> None:
            self.runs("waits")

        listed = Lottery(lambda position, seat: [Wait()], hold, lambda held, ticket: Wait())
        return [
            evolve(PLAY, domain=lambda: [Play("red"), Play("blue")]),
            evolve(WAIT, legal=listed, apply=waits, brings=self.brings),
        ]


def follow(rules: Ruleset, state: State) -> None:
    rules.follow(open_table(rules, state), [Wait()])


def seen(rules: Ruleset, state: State) -> View:
    """The view of the seat that decides."""
    game = rules.game_from(state, seed=1)
    return game.view(game.seat)


def counted(rules: Ruleset, state: State) -> object:
    """The figures of a game that goes on from a state."""
    game = rules.game_from(state, seed=1)
    while not game.is_over:
        game = game.play(Wait())
    return sheet([*game.history])


#: What the rules are asked where seat 0 may wait or play its red card, and what fails then.
AT_A_DECISION: dict[str, tuple[str, Ask]] = {
    "start": ("begun", lambda rules, state: rules.start(3)),
    "legal_actions": ("forbids", lambda rules, state: rules.legal_actions(state)),
    "sample_action": ("hold", lambda rules, state: rules.sample_action(state, Random(1))),
    "check": ("forbids", lambda rules, state: rules.check(state, Play("red"))),
    "advance": ("waits", lambda rules, state: rules.advance(state, Wait())),
    "play": ("waits", lambda rules, state: rules.play(state, Wait(), Dealer.seeded(1))),
    "trace": ("waits", lambda rules, state: rules.trace(state, Wait())),
    "follow": ("waits", follow),
}
#: What is asked of a view there, or of a game.
BY_A_VIEW: dict[str, tuple[str, Ask]] = {
    "greedy": ("value", lambda rules, state: GreedyPlayer(rules, 1).choose(seen(rules, state))),
    "flat": ("waits", lambda rules, state: FlatPlayer(rules, 1).choose(seen(rules, state))),
    "cautions": ("warns", lambda rules, state: seen(rules, state).cautions(Wait())),
    "cautions in JSON": ("warns", lambda rules, state: seen(rules, state).to_json(cautions=True)),
    "brings": ("brings", lambda rules, state: seen(rules, state).brings(Wait())),
    "picture": ("signs", lambda rules, state: board(seen(rules, state))),
    "figures": ("figure", counted),
}
#: The same where a die is due.
AT_A_ROLL: dict[str, tuple[str, Ask]] = {
    "check": ("faces", lambda rules, state: rules.check(state, Rolled("1"))),
    "outcomes": ("faces", lambda rules, state: rules.outcomes(state)),
    "sample": ("faces", lambda rules, state: rules.sample(state, Dealer.seeded(1))),
    "advance": ("rolled", lambda rules, state: rules.advance(state, Rolled("1"))),
    "deal": ("faces", lambda rules, state: rules.deal(state, Dealer.seeded(1))),
    "trace": ("rolled", lambda rules, state: rules.trace(state, Rolled("1"))),
}
#: The entry that each function belongs to.
ENTRIES = {
    "begun": "odd/slot",
    "faces": "odd/die",
    "rolled": "odd/die",
    "forbids": "odd/never",
    "hold": "tiny/wait",
    "waits": "tiny/wait",
    "value": "odd/advice",
    "warns": "odd/beware",
    "brings": "tiny/wait",
    "signs": "odd/layer",
    "figure": "odd/figure",
}
CASES = [
    *[pytest.param(*case, False, id=door) for door, case in (AT_A_DECISION | BY_A_VIEW).items()],
    *[pytest.param(*case, True, id=f"{door} of a roll") for door, case in AT_A_ROLL.items()],
]


@pytest.mark.parametrize("error", [ZeroDivisionError, SystemExit])
@pytest.mark.parametrize(("broken", "ask", "roll"), CASES)
def test_whatever_is_asked_the_rule_that_fails_is_named(
    broken: str, ask: Ask, roll: bool, error: type[BaseException]
) -> None:
    trap = Trap(broken, error())
    with pytest.raises(RuleFailed) as caught:
        ask(trap.rules, trap.rolling if roll else trap.deciding)
    assert caught.value.name == ENTRIES[broken]
    assert caught.value.__cause__ is trap.error


def test_a_rule_that_stops_an_iteration_of_elfen_s_is_named_too() -> None:
    trap = Trap("warns", StopIteration())
    with pytest.raises(RuleFailed) as caught:
        seen(trap.rules, trap.deciding).cautions(Wait())
    assert caught.value.name == "odd/beware"


@pytest.mark.parametrize(("broken", "ask", "roll"), CASES)
def test_an_error_of_elfen_s_own_goes_on_with_a_note_that_names_the_rule(
    broken: str, ask: Ask, roll: bool
) -> None:
    trap = Trap(broken, PositionError("not here"))
    with pytest.raises(PositionError, match=r"^not here") as caught:
        ask(trap.rules, trap.rolling if roll else trap.deciding)
    assert caught.value is trap.error
    (note,) = caught.value.__notes__
    assert f"{ENTRIES[broken]!r} (" in note
