"""Rollouts: the same games here and in other processes, each as the rules have it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra rl is not installed")

from elfen import ElfenError, compile_ruleset  # noqa: E402
from elfen.adapters.rollouts import at_random, rollouts  # noqa: E402
from elfen.bots import seed_of  # noqa: E402
from elfen.encoding import encoding_of  # noqa: E402

RULES = compile_ruleset()


def test_rollouts_are_games_and_the_same_with_an_executor() -> None:
    here = [*rollouts(RULES, 2, at_random, 3, seed=4)]
    with ThreadPoolExecutor(2) as pool:
        there = [*rollouts(RULES, 2, at_random, 3, seed=4, jobs=2, executor=pool)]
    others = [*rollouts(RULES, 2, at_random, 3, seed=4, jobs=2)]
    assert [one.chosen.tolist() for one in others] == [one.chosen.tolist() for one in here]
    numbering = encoding_of(RULES, 2).numbering
    for one, other in zip(here, there, strict=True):
        assert one.index == other.index
        assert (one.seen == other.seen).all()
        assert (one.chosen == other.chosen).all()
        assert one.rewards == other.rewards
        game = RULES.new_game(2, seed_of(4, one.index))
        for seat, legal, choice in zip(one.seats, one.legal, one.chosen, strict=True):
            assert game.seat == seat
            assert numbering.indexes(game.legal_actions) == legal.tolist()
            game = game.play(numbering.action(choice))
        assert game.is_over


def test_what_cannot_be_played_is_refused_at_once() -> None:
    with pytest.raises(ElfenError):
        rollouts(RULES, 9, at_random, 1)
    with pytest.raises(ElfenError, match="no reward 'luck'"):
        rollouts(RULES, 2, at_random, 1, reward="luck")
    for wrong in ({"games": "x"}, {"games": None}, {"jobs": 1.5}, {"seed": []}):
        with pytest.raises(ElfenError):
            rollouts(**{"rules": RULES, "players": 2, "policy": at_random, "games": 1, **wrong})


@pytest.mark.parametrize("chosen", [None, float("nan"), "x", -1, 10**9])
def test_what_a_policy_cannot_choose_is_refused(chosen: Any) -> None:
    with pytest.raises(ElfenError):
        [*rollouts(RULES, 2, lambda numbers, legal, luck: chosen, 1)]


def test_a_policy_for_other_processes_has_to_pickle_and_not_to_end_them() -> None:
    with pytest.raises(ElfenError, match="has to pickle"):
        [*rollouts(RULES, 2, lambda numbers, legal, luck: 0, 1, jobs=2)]
    with pytest.raises(ElfenError, match="a process that played died"):
        [*rollouts(RULES, 2, leaving, 1, jobs=2)]


def leaving(numbers: Any, legal: Any, luck: Any) -> int:
    """A policy that ends the process in which it is asked."""
    os._exit(1)


def test_a_worker_compiles_the_rules_once_for_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from elfen.adapters import rollouts as module

    series = module.pickle.dumps(module._Series(RULES, 2, at_random, 4, "rank"))
    first = module._unpickled(series).rules
    assert module._of_series(series, 0).index == 0
    assert module._unpickled(series).rules is first is not RULES
