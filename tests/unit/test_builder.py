"""What cannot be when a position is built: each is refused in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from elfen import BoardError, Decide, PositionError, compile_ruleset
from elfen.kernel import open_table, plain_move
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE, OBSTACLES, PLAYED, STACK

from .tiny import CHOOSE, Play, Wait, compiled, tiny
from .tiny import HAND as TINY_HAND

RULES = compile_ruleset()
ROAD = "feodor-lapphalya-woods"

Build = Callable[[Builder], object]


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda built: built.zone(HAND, {}), r"say whose land/hand: land/hand\.of\(seat\)"),
        (lambda built: built.zone(HAND.of(2), {}), "there is no seat 2: 2 play"),
        (lambda built: built.zone(HAND.of(99), {}), "land/hand has no seat 99"),
        (lambda built: built.zone(None, {}), "these rules have no zone None"),
        (lambda built: built.zone(TINY_HAND.of(0), {}), "these rules have no zone"),
        (lambda built: built.zone(HAND.of(0), {"dragon": -1}), "-1 dragon: a count is never neg"),
        (lambda built: built.known(HAND.of(2), {"dragon": 1}), "there is no seat 2: 2 play"),
        (lambda built: built.known(PLAYED, {"dragon": 1}), "is open to all: nothing can be known"),
        (lambda built: built.known(STACK, {"dragon": 1}), "is mixed: nothing can be known"),
        (lambda built: built.lay("feodor-lapphalya-woods", *["dragon"] * 9), "no dragon is left"),
        (lambda built: built.boot(0, "atlantis"), "has no town .atlantis."),
        (lambda built: built.visited(0, "atlantis"), "has no town .atlantis."),
        (lambda built: built.boot(2, "feodor"), "there is no seat 2: 2 play"),
        (lambda built: built.boot(-1, "feodor"), "there is no seat -1: 2 play"),
        (lambda built: built.visited(2, "feodor"), "there is no seat 2: 2 play"),
        (lambda built: built.visited(-1), "there is no seat -1: 2 play"),
        (lambda built: built.visited(0, "elvenhold"), "no town piece of seat 0 lies in elvenhold"),
        (lambda built: built.lay("atlantis"), "has no route .atlantis."),
        (lambda built: built.lay(ROAD, "elephant"), r"no 'elephant' can lie on a route; .*dragon"),
        (lambda built: built.known(HAND.of(0), {"elephant": 1}), "land/hand holds no 'elephant'"),
        (
            lambda built: built.zone(HAND.of(0), {"dragon": 11}),
            "11 more dragon wanted, but only 10 are left in land/stack$",
        ),
        (
            lambda built: built.zone(OBSTACLES.of(0), {"obstacle": 3}),
            "2 more obstacle wanted, but only 1 are left in land/obstacles of seat 1$",
        ),
        (lambda built: built.zone(STACK, {"dragon": 1}), "dragon cannot leave land/stack: it bel"),
    ],
)
def test_what_cannot_lie_anywhere_is_refused(build: Build, words: str) -> None:
    with pytest.raises((PositionError, BoardError), match=words):
        build(RULES.build(players=2).at(MOVE, seat=0, round=1))


def test_a_moment_that_no_game_comes_to_is_refused() -> None:
    with pytest.raises(PositionError, match=r"no game came to .land/move. for seat 1 in round 9; "):
        RULES.build(2).at(MOVE, seat=1, round=9)
    with pytest.raises(
        PositionError, match=r"no game came to .land/move. for seat 5; play .* as_in"
    ):
        RULES.build(2).at(MOVE, seat=5)


def test_a_moment_is_a_decision_and_a_seat() -> None:
    with pytest.raises(PositionError, match=r"no seat 0 is asked 3$"):
        RULES.build(2).at(3)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match=r"no seat None is asked .land/move.$"):
        RULES.build(2).at(MOVE, seat=None)  # type: ignore[arg-type]


def test_nobody_is_asked_anything_before_a_decision_is_due() -> None:
    with pytest.raises(PositionError, match=r"no decision is due; say which with at\(\)"):
        RULES.build(2).asked(2)


def test_who_is_asked_is_seat_0_unless_it_is_said() -> None:
    assert RULES.build(2).at(MOVE).state().agenda[-1] == Decide(MOVE, 0, ())
    assert RULES.build(2).at(MOVE, seat=1).asked(7).draft().agenda[-1] == Decide(MOVE, 1, (7,))


def test_the_round_may_be_another_one() -> None:
    built = RULES.build(2).at(MOVE, seat=1).round(3).boot(0, "feodor").state()
    assert (built.round, built.agenda) == (3, RULES.build(2).at(MOVE, seat=1).state().agenda)


def test_a_position_may_be_as_in_another_state() -> None:
    state = RULES.build(2).at(MOVE, seat=1, round=2).boot(0, "feodor").state()
    built = RULES.build(2).as_in(state).state()
    assert (built.agenda, built.round) == (state.agenda, 2)
    assert built.boots == RULES.start(2).boots != state.boots


def test_what_if_may_be_asked_of_a_table_too() -> None:
    state = RULES.build(2).at(MOVE).zone(HAND.of(1), {"raft": 2}).known(HAND.of(1), {"raft": 1})
    table = open_table(RULES, state.state())
    assert RULES.supposing(table).state() == state.state()
    assert RULES.supposing(table).boot(0, "feodor").state().ledger == state.state().ledger


@pytest.mark.parametrize(
    ("forced", "hand", "move"),
    [
        (Play("red"), {"red": 1, "blue": 1}, Play("red")),
        (Play("red"), {"blue": 1}, Wait()),
        (None, {"red": 1, "blue": 1}, Wait()),
    ],
)
def test_a_plain_move_is_the_forced_answer_if_it_is_legal_else_the_last_one(
    forced: Play | None, hand: dict[str, int], move: Play | Wait
) -> None:
    rules = compiled(base=tiny(elfen_decisions=[evolve(CHOOSE, forced=forced)]))
    state = rules.build(2).at(CHOOSE.name, seat=1).zone(TINY_HAND.of(1), hand).state()
    assert plain_move(rules, state, state.agenda[-1]) == move
