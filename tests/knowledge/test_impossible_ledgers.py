"""Ledgers that no game can have: each part that is wrong is told of."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

import elfen
from elfen.knowledge.ledger import Ledger
from elfen.land import HAND

RULES = elfen.compile_ruleset()
HAND_0 = RULES.layout.index(HAND, 0)
FAMILY = next(one for one in RULES.knowledge.families if HAND_0 in one.zones)


def of_a_game() -> elfen.State:
    """A state after the travel cards have been mixed, and some of those before were shown."""
    numbers = random.Random(1)
    game = RULES.new_game(2, 3)
    while game.state.ledger.mixings[FAMILY.number] is None or not any(
        game.state.ledger.shown[HAND_0] or ()
    ):
        game = game.play(numbers.choice(game.legal_actions))
    return game.state


STATE = of_a_game()
FIRST = STATE.ledger.mixings[FAMILY.number]
assert FIRST is not None


def told(ledger: Ledger) -> list[str]:
    return [*RULES.validate(evolve(STATE, ledger=ledger))]


def put(rows: tuple[object, ...], at: int, what: object) -> tuple[object, ...]:
    return (*rows[:at], what, *rows[at + 1 :])


def unbalanced(width: int) -> tuple[int, ...]:
    """One less than none of a kind, and one of another."""
    return (-1, 1, *[0] * (width - 2))


def test_the_ledger_of_the_game_itself_is_sound() -> None:
    assert told(STATE.ledger) == []


@pytest.mark.parametrize("part", ["known", "shown"])
def test_a_count_below_none_is_told_of_though_another_makes_up_for_it(part: str) -> None:
    width = len(STATE.zones[HAND_0])
    rows = put(getattr(STATE.ledger, part), HAND_0, unbalanced(width))
    found = told(STATE.ledger._replace(**{part: rows}))
    assert any(f"are not counts of what zone number {HAND_0} holds" in one for one in found)


def mixing(**changed: object) -> Ledger:
    mixed = put(STATE.ledger.mixings, FAMILY.number, FIRST._replace(**changed))  # type: ignore[arg-type]
    return STATE.ledger._replace(mixings=mixed)  # type: ignore[arg-type]


def test_a_mixing_that_counts_below_none_does_not_fit() -> None:
    wrong = put(FIRST.given, 0, unbalanced(len(FIRST.fresh)))
    assert any("does not fit its family" in one for one in told(mixing(given=wrong)))


def test_a_hand_cannot_have_given_what_it_did_not_hold() -> None:
    """It gave one more of a kind than it held; of the others it still had some."""
    at = FAMILY.zones.index(HAND_0)
    held = FIRST.then[at]
    kind = next(n for n, some in enumerate(held) if some < max(held))
    given = put((0,) * len(held), kind, held[kind] + 1)
    found = told(mixing(given=put(FIRST.given, at, given)))
    assert any(f"zone number {HAND_0} cannot have held" in one for one in found)


@pytest.mark.parametrize("part", ["known", "shown", "mixings", "alone"])
@pytest.mark.parametrize("wrong", [{}, "", [{}], [""]], ids=repr)
def test_a_ledger_whose_data_are_no_lists_is_refused(part: str, wrong: object) -> None:
    data = STATE.ledger.to_data()
    assert Ledger.from_data(data) == STATE.ledger
    with pytest.raises(elfen.PositionError, match="ledger: "):
        Ledger.from_data({**data, part: wrong})
