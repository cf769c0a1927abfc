"""Every law catches the faults that are made against it, and no other law does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import pytest
from faults import FAULTS, SMALL, WELL_BEHAVED, Expansion, Whistle
from leaks import IN_THE_OPEN, LEAKS

from elfen import Ruleset, State, compile_ruleset
from elfen.testing import (
    STATE_LAWS,
    LawBroken,
    check_game,
    check_rules,
    check_state,
    determinism,
    play_out,
)

BREADTH = 2
ALL = (*FAULTS, *LEAKS)


def with_expansion(expansion: Expansion) -> Ruleset:
    return compile_ruleset(expansions=[expansion], options={"rounds": 3}, board=SMALL)


def walk(rules: Ruleset, seed: int) -> Iterator[State]:
    """States along random moves, until the game is over, stuck or broken down."""
    numbers = random.Random(seed)
    state = rules.start(2)
    for _ in range(400):
        yield state
        try:
            moves = [*rules.legal_actions(state), *(o for o, _ in rules.outcomes(state))]
            if not moves:
                return
            state = rules.advance(state, numbers.choice(moves))
        except Exception:
            return


def broken_by(check: Callable[[], object]) -> set[LawBroken]:
    try:
        check()
    except LawBroken as broken:
        return {broken}
    return set()


def all_broken(rules: Ruleset) -> set[LawBroken]:
    """What is broken, each law asked by itself about states of a walk, and about games."""
    random.seed(1)
    found: set[LawBroken] = broken_by(partial(check_rules, rules))
    for state in islice(walk(rules, seed=1), 60):
        for law in STATE_LAWS:
            found |= broken_by(partial(law, rules, state, BREADTH))
    found |= broken_by(lambda: check_game(play_out(rules, 2, seed=1), every=4))
    found |= broken_by(lambda: determinism(play_out(rules, 2, seed=1)))
    return found


def test_what_the_faults_are_made_from_keeps_all_laws() -> None:
    rules = with_expansion(WELL_BEHAVED)
    assert all_broken(rules) == set()
    games = [play_out(rules, 2, seed) for seed in (0, 1)]
    assert any(isinstance(entry.move, Whistle) for game in games for entry in game.log)


@pytest.mark.parametrize("fault", IN_THE_OPEN, ids=lambda fault: fault.__name__)
def test_a_secret_that_is_kept_or_told_in_the_open_breaks_no_law(fault: type[Expansion]) -> None:
    assert all_broken(with_expansion(fault())) == set()


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.__name__)
def test_a_fault_breaks_its_law(fault: type[Expansion]) -> None:
    found = all_broken(with_expansion(fault()))
    told = "\n".join(sorted({f"{broken}"[:300] for broken in found}))
    assert {broken.law for broken in found} == {fault.breaks, *fault.also}, told
    if fault.where is not None:
        assert fault.where in {broken.where for broken in found}, told


@pytest.mark.parametrize(
    "fault", [f for f in ALL if f.breaks != "determinism"], ids=lambda fault: fault.__name__
)
def test_the_entry_points_name_the_law_first(fault: type[Expansion]) -> None:
    rules = with_expansion(fault())

    def check() -> None:
        for seed in range(4):
            for state in walk(rules, seed):
                check_state(rules, state)
            check_game(play_out(rules, 2, seed))

    with pytest.raises(LawBroken) as caught:
        check()
    assert caught.value.law == fault.breaks
    assert str(caught.value).startswith(f"{fault.breaks}: ")


def test_there_are_faults_against_every_law() -> None:
    laws = {"conservation", "agreement", "purity", "determinism", "progress", "sampling", "saving"}
    assert {fault.breaks for fault in ALL} == {*laws, "noninterference"}
