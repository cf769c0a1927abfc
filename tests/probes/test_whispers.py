"""What a seat may take back, and that the answer rests on what the seat knows alone."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
import whispers

from elfen import Game, IllegalAction, PositionError, Ruleset, State, compile_ruleset
from elfen.land import HAND, MOVE, PLAN, SECRET, SHOWN
from elfen.testing import check_game, check_rules, play_out
from elfen.testing.secrecy.worlds import another

LOUD = ("nothing", "aside", "another", "own", "event")
UNSEEN = "it has moved pieces that you cannot see, and others may have seen them"
SHOWS = "it has shown something that was hidden"


@cache
def rules(loud: str = "nothing") -> Ruleset:
    return compile_ruleset(expansions=[whispers], options={"whispers.loud": loud})


def planning(loud: str) -> State:
    """Seat 0 plans; all have secret counters, which nobody else knows."""
    build = rules(loud).build(3).at(PLAN, seat=0, round=1)
    build = build.zone(SHOWN.of(0), {"dragon": 1}).zone(SECRET.of(0), {"dragon": 1})
    for seat in (1, 2):
        build = build.zone(SECRET.of(seat), {"unicorn": 2, "giant-pig": 2})
    return build.state()


def answers(state: State, move: str, of: Ruleset) -> list[str | None]:
    """For each seat why it may not take a move back; None if it may."""
    game = of.game_from(state, seed=1).play(move)
    return [str(reason) if (reason := game.undoable(s).reason) else None for s in range(3)]


# What may be taken back ----------------------------------------------------------------


def test_ones_own_step_may_be_taken_back_and_nobody_elses() -> None:
    build = rules().build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 2})
    game = rules().game_from(build.state(), seed=1).play("move elvenhold-virst-lake raft*2")
    assert game.undoable(0)
    assert str(game.undoable(0)) == ""
    assert game.undo(seat=0).position.town(0) == "elvenhold"
    assert not game.undoable(1)
    assert str(game.undoable(1)) == "the last decision was seat 0's"
    with pytest.raises(IllegalAction, match="the last decision was seat 0's") as refused:
        game.undo(seat=1)
    assert refused.value.reason == game.undoable(1).reason
    assert game.undo().position.town(0) == "elvenhold"  # who holds the game may always


def test_nothing_comes_before_the_beginning_and_no_draw_is_unseen() -> None:
    game = rules().new_game(2, seed=1)
    assert str(game.undoable(0)) == "there is no decision before this one"
    assert str(game.play("draw blind").undoable(0)) == "something was drawn or rolled since then"


def test_what_has_ended_the_game_stands() -> None:
    game = play_out(rules(), 2, seed=1)
    last = game.last[0].seat
    assert last is not None
    assert game.is_over
    assert str(game.undoable(last)) == "it has ended the game, and the result is known"


def test_ones_own_secret_may_be_laid_open_and_taken_back() -> None:
    game = rules().game_from(planning("nothing"))
    game = game.play("place secret dragon elvenhold-lapphalya-plains")
    assert game.undoable(0)


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_a_seat_that_does_not_play_is_an_error(seat: int) -> None:
    with pytest.raises(PositionError):
        rules().new_game(2, seed=1).undoable(seat)


@pytest.mark.parametrize(
    ("loud", "why"),
    [("nothing", None), ("aside", UNSEEN), ("another", UNSEEN), ("own", SHOWS), ("event", SHOWS)],
)
def test_what_was_shown_or_moved_unseen_stands(loud: str, why: str | None) -> None:
    others = ["the last decision was seat 0's"] * 2
    assert answers(planning(loud), "whisper", rules(loud)) == [why, *others]


# What the answer rests on --------------------------------------------------------------


def worlds(state: State, of: Ruleset, seat: int) -> list[State]:
    """States that a seat cannot tell from this one, and that differ from it."""
    numbers = Random(1)
    found = [another(of, state, seat, numbers) for _ in range(12)]
    return [world for world in found if world != state]


def told_apart(loud: str, told: object = None) -> bool:
    """Whether the answer about a whisper differs between worlds that look alike to a seat."""
    of = rules(loud)
    state = planning(loud)
    ask = answers if told is None else told
    for seat in range(3):
        others = worlds(state, of, seat)
        assert others
        there = {ask(world, "whisper", of)[seat] for world in others}  # type: ignore[operator]
        if there != {ask(state, "whisper", of)[seat]}:  # type: ignore[operator]
            return True
    return False


@pytest.mark.parametrize("loud", LOUD)
def test_the_answer_is_the_same_in_all_worlds_that_look_the_same(loud: str) -> None:
    assert not told_apart(loud)


def telling_what_moved(state: State, move: str, of: Ruleset) -> list[str | None]:
    """A faulty rule: it looks at what happened, not at what the seat sees of it."""
    events = of.trace(state, of.parse(move)).events
    return [str(events)] * 3


def test_an_answer_that_tells_a_secret_would_be_noticed() -> None:
    assert told_apart("aside", telling_what_moved)
    assert not told_apart("nothing", telling_what_moved)


def test_along_a_game_the_answers_are_those_of_every_world() -> None:
    game = play_out(rules("another"), 3, seed=2)
    asked = 0
    for before, after in list(zip(game.history, game.history[1:], strict=False))[::7]:
        seat = before.decision.seat
        if after.is_over or after.last[1:]:
            continue
        for world in worlds(before.state, game.rules, seat)[:2]:
            there = Game.begin(game.rules, world, before._dealer).play(after.last[0].move)
            assert there.undoable(seat) == after.undoable(seat)
            asked += 1
    assert asked > 10


# The probe -----------------------------------------------------------------------------


def test_whispers_keep_the_laws() -> None:
    check_rules(rules("own"))
    check_game(play_out(rules("another"), 3, seed=1), every=30)
