"""Prices that rise and fall in the course of a game give no action outside of the domain."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import pytest
import seasons
from attrs import evolve

from elfen import Ruleset, State, compile_ruleset
from elfen.land import HAND, MOVE, Move
from elfen.plugin import CostTerm, hookimpl
from elfen.testing import LawBroken, check_game, check_rules, check_state, play_out

WOODS, LAKE = "feodor-lapphalya-woods", "elvenhold-virst-lake"


@cache
def with_seasons() -> Ruleset:
    return compile_ruleset(expansions=[seasons])


@cache
def untold(name: str) -> Ruleset:
    """Seasons, but that one term does not say what it could answer."""

    @hookimpl
    def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
        return [
            evolve(term, could=None) if term.name == name else term
            for term in seasons.elfen_move_cost(rules)
        ]

    hooks = {"elfen_manifest": seasons.elfen_manifest, "elfen_move_cost": elfen_move_cost}
    return compile_ruleset(expansions=[SimpleNamespace(**hooks)])


def moving(rules: Ruleset, town: str, round: int, *obstacle: str, **cards: int) -> State:
    scene = rules.build(2).at(MOVE, seat=0, round=round).boot(0, town)
    return scene.lay(WOODS, "unicorn", *obstacle).zone(HAND.of(0), cards).state()


def in_woods(round: int) -> list[str]:
    rules = with_seasons()
    state = moving(rules, "feodor", round, unicorn=5)
    return [str(price) for price in rules.quote(state, 0, WOODS)]


def test_woods_are_muddy_from_round_2_on_and_a_guide_spares_the_mud_from_round_3_on() -> None:
    assert in_woods(1) == ["1 unicorn", "any 3"]
    assert in_woods(2) == ["2 unicorn", "any 4"]
    assert in_woods(3) == ["2 unicorn", "any 4", "1 unicorn and any 1", "any 3 and any 1"]


def test_lakes_open_in_round_2_and_are_frozen_in_round_3() -> None:
    rules = with_seasons()
    prices = {
        round: [
            str(price) for price in rules.quote(moving(rules, "elvenhold", round, raft=2), 0, LAKE)
        ]
        for round in (1, 2, 3)
    }
    assert prices[1] == []
    assert prices[3] == [*prices[2], "any 2"]


def test_moves_of_all_rounds_are_in_the_domain() -> None:
    domain = {str(action) for action in with_seasons().actions if isinstance(action, Move)}
    assert {f"move {WOODS} unicorn*2", f"move {WOODS} dragon unicorn"} < domain
    assert {f"move {LAKE} raft*2", f"move {LAKE} dragon unicorn"} < domain
    assert f"move {WOODS} dragon*4 unicorn" in domain, "a caravan past an obstacle, in the mud"
    assert f"move {WOODS} dragon*5 unicorn" not in domain


def test_it_keeps_the_laws() -> None:
    check_rules(with_seasons())
    for players in (2, 5):
        check_game(play_out(with_seasons(), players, seed=players), every=25)


SCENES = {
    "seasons/ice": lambda rules: moving(rules, "elvenhold", 3, dragon=1, unicorn=1),
    "seasons/mud": lambda rules: moving(rules, "feodor", 2, "obstacle", unicorn=3, dragon=2),
    "seasons/guide": lambda rules: moving(rules, "feodor", 3, unicorn=1, dragon=1),
}


@pytest.mark.parametrize("name", SCENES)
def test_what_a_term_does_not_tell_breaks_a_law(name: str) -> None:
    check_state(with_seasons(), SCENES[name](with_seasons()))
    rules = untold(name)
    with pytest.raises(LawBroken, match="is legal but not in the domain"):
        check_state(rules, SCENES[name](rules))


@pytest.mark.parametrize("name", SCENES)
def test_the_term_that_does_not_tell_is_named_with_its_plugin(name: str) -> None:
    rules = untold(name)
    with pytest.raises(LawBroken) as caught:
        check_state(rules, SCENES[name](rules))
    assert (caught.value.law, caught.value.plugin) == ("agreement", "seasons")
    assert caught.value.where == f"cost term {name!r}, plugin 'seasons'"
    assert f"but {name!r}, which depends on the state, has no could= for it" in caught.value.message


def test_it_is_found_also_where_an_obstacle_elsewhere_allows_the_same_moves() -> None:
    rules = untold("seasons/mud")
    state = moving(rules, "feodor", 2, unicorn=3, dragon=2)
    assert {*rules.legal_actions(state)} <= {*rules.actions}
    with pytest.raises(LawBroken, match=r"woods costs 2 unicorn for seat 0, but 'seasons/mud'"):
        check_state(rules, state)


def test_what_a_term_leaves_out_of_what_it_could_answer_is_found() -> None:
    def forgetful(rules: Ruleset) -> list[CostTerm]:
        return [
            evolve(term, could=lambda crossing, price: (0,)) if term.name == "seasons/mud" else term
            for term in seasons.elfen_move_cost(rules)
        ]

    hooks = {"elfen_manifest": seasons.elfen_manifest, "elfen_move_cost": hookimpl(forgetful)}
    rules = compile_ruleset(expansions=[SimpleNamespace(**hooks)])
    with pytest.raises(LawBroken, match=r"'seasons/mud'.* leaves that out of its could="):
        check_state(rules, moving(rules, "feodor", 2, unicorn=3))
