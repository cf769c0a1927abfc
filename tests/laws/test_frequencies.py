"""What chance brings has the probabilities of the pile or the die, in short piles and long ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from attrs import evolve
from faults import WELL_BEHAVED, Expansion
from gallery import walk, with_expansion

from elfen import Chance, Ruleset, State, compile_ruleset
from elfen.declare.chance import Drawn
from elfen.declare.kinds import Pieces
from elfen.land import PILE
from elfen.testing import LawBroken, play_out, sampling, states_of
from elfen.testing.frequencies import as_often_as_expected
from elfen.testing.sampling import in_bulk, shrunken, singly, small_piles

Sample = Callable[..., Any]


def drawing(rules: Ruleset, name: str) -> State:
    """The first state of a game in which pieces are drawn by this draw."""
    game = play_out(rules, 2, seed=4)
    return next(s for s, _ in states_of(game) if getattr(rules.pending(s), "name", "") == name)


def with_counters(rules: Ruleset, state: State, few: Mapping[str, int]) -> State:
    """The same moment with other counters in the pile; the rest are nowhere."""
    at = rules.layout.index(PILE)
    pile = rules.layout.vector(PILE, few)
    return evolve(state, zones=(*state.zones[:at], pile, *state.zones[at + 1 :]))


def in_long_piles(sample: Sample) -> Sample:
    """A third of the first kind becomes the last one, if the pile is too large to be counted."""

    def biased(rules: Ruleset, state: State, dealer: Any) -> Any:
        outcome, dealer = sample(rules, state, dealer)
        chances = rules.outcomes(state)
        other, dealer = dealer.below(3)
        if len(chances) > 4 and outcome == chances[0][0] and not other:
            return chances[-1][0], dealer
        return outcome, dealer

    return biased


def in_short_piles(sample: Sample) -> Sample:
    """Of a single kind that is left, one piece less is drawn than is due."""

    def biased(rules: Ruleset, state: State, dealer: Any) -> Any:
        outcome, dealer = sample(rules, state, dealer)
        if isinstance(outcome, Drawn) and len(rules.outcomes(state)) == 1 < len(outcome.pieces):
            return Drawn(Pieces.of([*outcome.pieces][1:])), dealer
        return outcome, dealer

    return biased


def test_a_sampler_that_is_wrong_in_large_piles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset()
    state = drawing(rules, "land/draw-shown")
    monkeypatch.setattr(Ruleset, "sample", in_long_piles(Ruleset.sample))
    little = shrunken(rules, state)
    assert in_bulk(rules, little) == singly(rules, little)  # small piles do not show it
    with pytest.raises(LawBroken, match="times in") as caught:
        sampling(rules, state)
    assert caught.value.law == "sampling"


def test_a_sampler_that_is_wrong_in_short_piles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset()
    state = drawing(rules, "land/deal")
    monkeypatch.setattr(Ruleset, "sample", in_short_piles(Ruleset.sample))
    little = shrunken(rules, state)
    assert in_bulk(rules, little) == singly(rules, little)
    with pytest.raises(LawBroken, match="by single draws"):
        sampling(rules, state)


def test_the_probabilities_are_those_of_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset()
    state = with_counters(rules, drawing(rules, "land/draw-shown"), {"dragon": 1, "unicorn": 1})
    sampling(rules, state)
    outcomes = Ruleset.outcomes

    def swapped(self: Ruleset, at: State) -> Any:
        found = outcomes(self, at)
        names, chances = zip(*found, strict=True)
        return tuple(zip(names, chances[::-1], strict=True))

    monkeypatch.setattr(Ruleset, "outcomes", swapped)
    with pytest.raises(LawBroken, match="of 3 pieces or weights"):
        sampling(rules, with_counters(rules, state, {"dragon": 1, "unicorn": 2}))


class LoadsTheDie(Expansion):
    """A die with six faces, some of which are likelier than others."""

    def faces(self, position: Any, item: Chance) -> Mapping[str, int]:
        return {str(n): n for n in range(6)}


@pytest.mark.parametrize("expansion", [WELL_BEHAVED, LoadsTheDie()], ids=lambda e: str(type(e)))
def test_a_fair_sampler_is_not_accused(expansion: Expansion) -> None:
    rules = with_expansion(expansion)
    rolled = 0
    for state in walk(rules, seed=5):
        item = rules.pending(state)
        if isinstance(item, Chance):
            as_often_as_expected(rules, state, item)
            rolled += item.name == "fault/die"
    assert rolled


def test_small_piles_are_of_several_shapes() -> None:
    rules = compile_ruleset()
    state = drawing(rules, "land/deal")
    item = rules.pending(state)
    assert isinstance(item, Chance)
    found = [rules.outcomes(little) for little in small_piles(rules, state, item)]
    assert sorted(map(len, found)) == [1, 1, 1, 2, 2, 3]
