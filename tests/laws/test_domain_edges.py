"""Actions next to legal ones, or with a value just outside of the domain, have to be refused."""

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
from elfen.testing import LawBroken, check_state, play_out, states_of
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


@frozen(cache_hash=True)
class Bless(Action):
    """Bless a route, a town or a card."""

    verb = "bless"
    what: str


class Blessings(Expansion):
    """One may bless what is of some sort; `check` asks whether it is any `known` name at all."""

    def __init__(self, some: Callable[[Ruleset], list[str]], known: Callable[..., bool]) -> None:
        self.some, self.known = some, known

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        blessings = [Bless(name) for name in self.some(rules)]

        def check(position: Position, seat: int, action: Bless) -> Reason | None:
            return None if self.known(position.rules, action.what) else NO

        return [
            ActionType(
                "fault/bless",
                type=Bless,
                at=(MOVE,),
                legal=lambda position, seat: blessings,
                check=check,
                apply=lambda table, item, action: None,
                domain=lambda: blessings,
                public=as_it_is,
            )
        ]


def lakes(rules: Ruleset) -> list[str]:
    return [route.id for route in rules.board.routes if route.terrain == "lake"]


def other_towns(rules: Ruleset) -> list[str]:
    return [town.id for town in rules.board.towns if town.id != rules.board.capital]


def animals(rules: Ruleset) -> list[str]:
    return ["dragon", "unicorn", "giant-pig"]


@pytest.mark.parametrize(
    ("some", "known"),
    [
        (lakes, lambda rules, name: name in rules.board.route_number),
        (other_towns, lambda rules, name: name in rules.board.town_number),
        (animals, lambda rules, name: name in {kind.id for kind in rules.layout.kinds}),
    ],
    ids=["routes", "towns", "kinds"],
)
def test_a_check_that_takes_any_name_of_its_sort_is_found(some: Any, known: Any) -> None:
    rules = with_expansion(Blessings(some, lambda rules, name: name in some(rules)))
    refused(rules, at_move(rules))
    rules = with_expansion(Blessings(some, known))
    with pytest.raises(LawBroken, match=r"bless \S+ is not listed at .+, but the check allows it"):
        refused(rules, at_move(rules))
    with pytest.raises(LawBroken, match="is not listed"):
        check_state(rules, at_move(rules), 3)
