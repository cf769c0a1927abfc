"""`bare=True`: list and check are given the state itself, whatever strangers do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from elfen import Dealer, State
from elfen.plugin import (
    Action,
    ActionType,
    Position,
    Reason,
    Restriction,
    Ruleset,
    as_it_is,
    frozen,
)
from elfen.testing import agreement, purity

from .test_short_cuts import Asked
from .tiny import CHOOSE, Wait, addon, compiled


@frozen(cache_hash=True)
class Hum(Action):
    verb = "hum"


def hums(rules: Ruleset) -> list[ActionType[Any]]:
    """A stranger's answer to the same decision, which is not bare."""

    def legal(position: Position, seat: int) -> list[Hum]:
        assert isinstance(position, Position)
        return [Hum()] if position.players == 2 else []

    def check(position: Position, seat: int, action: Hum) -> Reason | None:
        assert isinstance(position, Position)
        return None

    return [
        ActionType(
            "odd/hum",
            type=Hum,
            at=(CHOOSE.name,),
            legal=legal,
            check=check,
            apply=lambda table, item, action: None,
            domain=lambda: [Hum()],
            public=as_it_is,
        )
    ]


def never(position: Position, seat: int, action: Wait) -> Reason | None:
    assert isinstance(position, Position)
    return Reason("odd/never", "no waiting") if position.round == 2 else None


STRANGERS: dict[str, SimpleNamespace | None] = {
    "none": None,
    "answers": addon(elfen_actions=hums),
    "forbids": addon(elfen_restrictions=[Restriction("odd/never", type=Wait, forbids=never)]),
}


@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("others", [True, False])
def test_who_is_bare_is_given_the_state_itself_whatever_strangers_do(
    stranger: SimpleNamespace | None, others: bool
) -> None:
    asked = Asked(True, others)
    rules = compiled(*([stranger] if stranger else []), base=asked.base(True, others))
    state = rules.deal(rules.start(2), Dealer.seeded(1)).state
    actions = rules.legal_actions(state)
    assert [rules.check(state, action) for action in actions] == [None] * len(actions)
    assert asked.lists["play"] is state
    assert asked.checks["play"] is state
    for given in (asked.lists["wait"], asked.checks["wait"]):
        assert given is state if others else isinstance(given, Position)
    assert type(state) is State
    agreement(rules, state)
    purity(rules, state)
