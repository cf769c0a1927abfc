"""A quote that says that a price is in hand is held to it, and so is one that says it is not."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

from elfen import compile_ruleset
from elfen.declare import Need, Price, costs
from elfen.land import HAND
from elfen.testing import LawBroken, agreement, play_out, states_of
from elfen.testing.agreeing.pricing import prices_explained
from elfen.testing.agreeing.quoted import can_pay
from elfen.text import quotes

RULES = compile_ruleset(expansions=["favor"])
STATES = [state for state, _ in states_of(play_out(RULES, 3, seed=2))]


@pytest.mark.parametrize(
    ("needs", "is_enough"),
    [
        ((), True),
        ((Need(HAND, 3),), True),
        ((Need(HAND, 4),), False),
        ((Need(HAND, 1), Need(HAND, 2, ("raft",))), True),
        ((Need(HAND, 2), Need(HAND, 2, ("raft",))), False),
        ((Need(HAND, 1, ("raft", "unicorn")), Need(HAND, 2, ("raft",))), True),
        ((Need(HAND, 1, ("dragon",)),), False),
        ((Need(HAND, 0, ("dragon",)),), True),
    ],
)
def test_two_rafts_and_a_unicorn_pay_what_they_can(
    needs: tuple[Need, ...], is_enough: bool
) -> None:
    held = Counter({("land/hand", "raft"): 2, ("land/hand", "unicorn"): 1})
    assert can_pay(RULES, needs, held) is is_enough


def all_of(told: Any) -> tuple[bool, ...]:
    """Everything is said to be in hand."""
    return (True,) * len(told)


def none_of(told: Any) -> tuple[bool, ...]:
    """Nothing is said to be in hand."""
    return (False,) * len(told)


@pytest.mark.parametrize("lie", [all_of, none_of])
def test_a_quote_that_is_wrong_about_the_hand_is_noticed(
    lie: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_of_all()
    right = quotes.quote

    def quote(*asked: Any) -> Any:
        told = right(*asked)
        return evolve(told, in_hand=lie(told))

    monkeypatch.setattr("elfen.text.quote", quote)
    with pytest.raises(
        LawBroken, match=r"a quote of \S+ says that seat \d can(not)? pay .+ of land"
    ):
        asked_of_all()


def asked_of_all() -> None:
    """Ask the law of agreement of all states."""
    for state in STATES:
        agreement(RULES, state, 2)


def test_lines_that_do_not_add_up_to_a_price_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a witch an obstacle is passed for a card and a coin: two pieces."""
    rules = compile_ruleset(expansions=["gold"], options={"gold.witches": True})
    prices_explained(rules, Random(1))
    waived = costs._waived

    def short(price: Price, term: Any, fee: Any) -> Price:
        found = waived(price, term, fee)
        *lines, last = found.lines
        return evolve(found, lines=(*lines, evolve(last, amount=found.needs[-1].n)))

    monkeypatch.setattr(costs, "_waived", short)
    told = r"asks for 1 (.*) and 1 (.*) and 1 (.*), but its lines do not add up to that: .* 1, .* 1"
    with pytest.raises(LawBroken, match=told):
        prices_explained(rules, Random(1))
