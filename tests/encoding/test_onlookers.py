"""What all seats observe at once: the same as each seat's own view, and nothing more."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from elfen import Ruleset, RulesetError
from elfen.encoding import Encoding, encoding_of

from .test_observers import EVERY_RULES, RULES, afresh, games, told_apart

pytest.importorskip("numpy", reason="the extra rl is not installed")


def seats_that_differ(rules: Ruleset, players: int, wrong: Any = None) -> list[int]:
    """The seats to which onlookers give other numbers than an observer of their own view.

    `wrong` changes the onlookers before they look.
    """
    encoding, numbers = encoding_of(rules, players), random.Random(4)
    onlookers = encoding.onlookers()
    if wrong is not None:
        wrong(onlookers)
    seen = [game.state for seed in (3, 4) for game in games(rules, players, seed)]
    seen += numbers.sample(seen, 40)  # and back to states of other games
    found = []
    for step, state in enumerate(seen):
        for seat in range(players):
            if (step + seat) % 3 == 0:
                here = onlookers.numbers(state, seat).tobytes()
                if here != afresh(encoding, rules, state, seat):
                    found.append(seat)
    return found


@EVERY_RULES
def test_onlookers_have_the_numbers_of_each_seats_own_view(rules: Ruleset) -> None:
    assert seats_that_differ(rules, 3) == []


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_gives_the_same_numbers_and_goes_on_by_itself(copied: Any) -> None:
    rules = RULES["bandits"]
    encoding = encoding_of(rules, 3)
    *_, here, there = games(rules, 3, seed=7, most=40)
    onlookers = encoding.onlookers()
    onlookers.numbers(here.state, 0)
    other = copied(onlookers)
    for each in (other, onlookers):
        for game in (here, there):
            numbers = each.numbers(game.state, 0).tobytes()
            assert numbers == afresh(encoding, rules, game.state, 0)


def give_each_seat_the_next_ones(onlookers: Any) -> None:
    """A fault on purpose."""
    onlookers._orders = [*onlookers._orders[1:], onlookers._orders[0]]


def never_forget_what_lay_there(onlookers: Any) -> None:
    """A fault on purpose: what a seat did not see before a mixing is written only once."""
    write, done = onlookers._write_unseen, set()

    def once(seat: int) -> None:
        if seat not in done:
            done.add(seat)
            write(seat)

    onlookers._write_unseen = once


def take_your_own_for_unseen(onlookers: Any) -> None:
    """A fault on purpose: what a seat held itself at a mixing is what it did not see."""
    onlookers._recall = [onlookers.layout.rules.known_to.recall[None]] * len(onlookers._recall)


def keep_to_yourself_what_you_know(onlookers: Any) -> None:
    """A fault on purpose: what a seat alone knows is nowhere."""
    onlookers._known_at = [[None] * len(row) for row in onlookers._known_at]


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (give_each_seat_the_next_ones, "land"),
        (never_forget_what_lay_there, "land"),
        (take_your_own_for_unseen, "land"),
        (keep_to_yourself_what_you_know, "bandits"),
    ],
)
def test_onlookers_that_are_wrong_are_found(wrong: Any, name: str) -> None:
    assert seats_that_differ(RULES[name], 3, wrong)


@EVERY_RULES
def test_onlookers_tell_no_seat_two_worlds_apart(rules: Ruleset) -> None:
    assert told_apart(rules, Together) == []


class Together:
    """An observer of a seat, by what all seats observe together."""

    def __init__(self, encoding: Encoding, seat: int | None) -> None:
        self.onlookers, self.seat, self.cells = encoding.onlookers(), seat, b""

    def write(self, given: Any) -> None:
        if self.seat is not None:
            self.cells = self.onlookers.numbers(given.state, self.seat).tobytes()


@pytest.mark.parametrize("seat", [-1, 3])
def test_onlookers_have_nothing_for_a_seat_that_does_not_play(seat: int) -> None:
    rules = RULES["land"]
    onlookers = encoding_of(rules, 3).onlookers()
    with pytest.raises(RulesetError, match="the seats are 0 to 2"):
        onlookers.numbers(rules.new_game(3, 1).state, seat)
