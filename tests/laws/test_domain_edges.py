"""Actions next to legal ones, and with a number just outside of the domain, have to be refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from attrs import frozen
from faults import Expansion
from gallery import with_expansion

from elfen import Ruleset, State
from elfen.declare import Action
from elfen.land import MOVE
from elfen.plugin import ActionType, Position, Reason, as_it_is, hookimpl
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.agreeing.agreement import agreement
from elfen.testing.agreeing.domain_edges import edges_refused


@frozen(cache_hash=True)
class Clap(Action):
    """Clap some times."""

    verb = "clap"
    times: int


CLAPS = tuple(Clap(n) for n in range(1, 41))
NO = Reason("fault/clap", "not so often")


class Claps(Expansion):
    """Up to twenty claps are legal, up to forty are in the domain; `check` may allow more."""

    def __init__(self, fits: Callable[[int], bool]) -> None:
        self.fits = fits

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        def legal(position: Position, seat: int) -> Sequence[Clap]:
            return CLAPS[:20]

        def check(position: Position, seat: int, action: Clap) -> Reason | None:
            return None if self.fits(action.times) else NO

        return [
            ActionType(
                "fault/clap",
                type=Clap,
                at=(MOVE,),
                legal=legal,
                check=check,
                apply=lambda table, item, action: None,
                domain=lambda: CLAPS,
                public=as_it_is,
            )
        ]


def at_move(rules: Ruleset) -> State:
    found = (state for state, _ in states_of(play_out(rules, 2, 1)))
    return next(state for state in found if getattr(state.agenda[-1], "name", "") == "land/move")


def refused(rules: Ruleset, state: State) -> None:
    edges_refused(rules, state, tuple(rules.legal_actions(state)), 3, Random(1))


def test_what_is_legal_has_an_edge() -> None:
    rules = with_expansion(Claps(lambda times: 1 <= times <= 20))
    refused(rules, at_move(rules))


@pytest.mark.parametrize(
    ("fits", "told"),
    [
        (lambda times: times <= 20, "clap 0 is not listed"),
        (lambda times: 1 <= times <= 20 or times == 41, "clap 41 is not listed"),
        (lambda times: 1 <= times <= 21, "clap 21 is not listed"),
    ],
)
def test_one_beyond_an_edge_is_tried(fits: Callable[[int], bool], told: str) -> None:
    rules = with_expansion(Claps(fits))
    with pytest.raises(LawBroken, match=told):
        refused(rules, at_move(rules))


def test_domains_alone_do_not_show_it() -> None:
    rules = with_expansion(Claps(lambda times: 1 <= times <= 20 or times == 41))
    agreement(rules, at_move(rules), None)
