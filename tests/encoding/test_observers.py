"""What observers write: complete, in place, within bounds, and nothing that a seat may not know."""

from __future__ import annotations

import copy
import random
from array import array
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from elfen import Game, Ruleset, State, compile_ruleset
from elfen.encoding import Encoding, Mask, Observer, encoding_of
from elfen.testing.secrecy.worlds import another
from probes import bandits
from views import dreams

from .plain_numbers import numbers

RULES = {
    "land": compile_ruleset(),
    "white-wind": compile_ruleset("white-wind"),
    "sea": compile_ruleset(expansions=["sea"]),
    "gold+favor": compile_ruleset(expansions=["gold", "favor"]),
    "dreams": compile_ruleset(expansions=[dreams]),
    "bandits": compile_ruleset(expansions=[bandits]),  # seats steal unseen: they know alone
}
EVERY_RULES = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def games(rules: Ruleset, players: int, seed: int, most: int = 400) -> Iterator[Game]:
    """The games of a random one, one decision apart."""
    numbers = random.Random(seed)
    game = rules.new_game(players, seed)
    yield game
    while not game.is_over and game.steps < most:
        game = game.play(numbers.choice(game.legal_actions))
        yield game


def floats(observer: Observer) -> list[float]:
    return array("f", bytes(observer.cells)).tolist()


def afresh(encoding: Encoding, rules: Ruleset, state: State, seat: int | None) -> bytes:
    observer = encoding.observer(seat)
    observer.write(rules.observe(state, seat))
    return bytes(observer.cells)


@EVERY_RULES
def test_the_numbers_are_those_of_the_view_and_lie_within_their_bounds(rules: Ruleset) -> None:
    encoding = encoding_of(rules, 3)
    observers = {seat: encoding.observer(seat) for seat in (0, 1, 2, None)}
    for step, game in enumerate(games(rules, 3, seed=5)):
        for seat, observer in observers.items():
            if step % 17 and not game.is_over and seat != game.seat:
                continue
            seen = rules.observe(game.state, seat)
            if step % 2:
                observer.write(seen)
            else:
                observer.look(game.state)
            if step % 11 and not game.is_over:
                continue
            assert bytes(observer.cells) == afresh(encoding, rules, game.state, seat)
            written, layout = floats(observer), observer.layout
            least, most = layout.bounds
            assert all(low <= n <= high for low, n, high in zip(least, written, most, strict=True))
            for (name, whose), wanted in numbers(encoding, seen).items():
                field = layout.field(name, whose)
                assert written[field.offset : field.end] == wanted, (game, seat, name, whose)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_has_the_same_numbers_and_goes_on_by_itself(copied: Any) -> None:
    rules = RULES["gold+favor"]
    encoding = encoding_of(rules, 3)
    *_, here, there = games(rules, 3, seed=7, most=40)
    observer = encoding.observer(1)
    observer.look(here.state)
    numbers = bytes(observer.cells)
    other = copied(observer)
    assert bytes(other.cells) == numbers
    other.look(there.state)
    assert bytes(other.cells) == afresh(encoding, rules, there.state, 1) != numbers
    assert bytes(observer.cells) == numbers
    observer.look(there.state)
    assert bytes(observer.cells) == bytes(other.cells)


def test_a_game_that_begins_anew_is_written_from_the_start() -> None:
    rules = RULES["land"]
    encoding = encoding_of(rules, 2)
    observer = encoding.observer(0)
    for game in games(rules, 2, seed=1, most=60):
        observer.write(rules.observe(game.state, 0))
    other = rules.new_game(2, 9)
    observer.write(rules.observe(other.state, 0))
    assert bytes(observer.cells) == afresh(encoding, rules, other.state, 0)
    observer.forget()
    observer.write(rules.observe(other.state, 0))
    assert bytes(observer.cells) == afresh(encoding, rules, other.state, 0)


# Two worlds ----------------------------------------------------------------------------------


def told_apart(rules: Ruleset, wrong: Any = None) -> list[tuple[Game, int | None]]:
    """Where two worlds that look the same to a seat give it other numbers, or another mask.

    `wrong` makes the observer of a seat; it is given the encoding and the seat.
    """
    encoding, numbers = encoding_of(rules, 3), random.Random(3)
    numbering, mask = encoding.numbering, Mask(len(encoding.numbering))
    found = []
    for step, game in enumerate(games(rules, 3, seed=8, most=260)):
        if step % 13:
            continue
        for seat in (0, 1, 2, None):
            here = []
            for state in (game.state, another(rules, game.state, seat, numbers)):
                observer = (wrong or (lambda e, s: e.observer(s)))(encoding, seat)
                observer.write(
                    SimpleNamespace(state=state) if wrong else rules.observe(state, seat)
                )
                legal = rules.legal_actions(state) if game.seat == seat else []
                mask.set(numbering.indexes(legal))
                here.append((bytes(observer.cells), bytes(mask.cells)))
            if here[0] != here[1]:
                found.append((game, seat))
    return found


@EVERY_RULES
def test_two_worlds_that_look_the_same_have_the_same_numbers_and_masks(rules: Ruleset) -> None:
    assert told_apart(rules) == []


class Peeking:
    """A fault on purpose: the observer of a seat reads the state as the next seat sees it."""

    def __init__(self, encoding: Encoding, seat: int | None) -> None:
        self.rules, self.seat = encoding.rules, ((seat or 0) + 1) % encoding.players
        self.observer = encoding.observer(self.seat)

    @property
    def cells(self) -> bytearray:
        return self.observer.cells

    def write(self, given: Any) -> None:
        self.observer.write(self.rules.observe(given.state, self.seat))


def test_an_observer_that_peeks_is_found() -> None:
    assert told_apart(RULES["land"], Peeking)


# In place ------------------------------------------------------------------------------------


def test_a_mask_is_set_in_place_and_forgets_what_was_set() -> None:
    mask = Mask(6)
    cells = mask.cells
    mask.set([1, 4])
    mask.set([4, 5])
    assert mask.cells is cells
    assert [*cells] == [0, 0, 0, 0, 1, 1]


def test_the_layout_names_every_number_once() -> None:
    layout = encoding_of(RULES["gold+favor"], 4).layout
    ends = [0, *(field.end for field in layout.fields)]
    assert [field.offset for field in layout.fields] == ends[:-1]
    assert len({(field.name, field.seat) for field in layout.fields}) == len(layout.fields)
    assert all(len(field.labels) in (0, field.length) for field in layout.fields)
