"""Five plugins of five kinds keep the laws, each alone and all together."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import commons
import eastern
import flags
import gleanings
import latecomers
import pytest

from elfen import Board, Ruleset, compile_ruleset
from elfen.testing import check_game, check_rules, play_out

FIVE = (gleanings, latecomers, flags, commons, eastern)


@cache
def the_east() -> Board:
    return compile_ruleset(expansions=[eastern]).board


@cache
def with_(*plugins: ModuleType) -> Ruleset:
    board = None if eastern in plugins else the_east()
    return compile_ruleset(expansions=plugins, board=board)


@pytest.mark.alike(3)
@pytest.mark.parametrize("plugin", FIVE, ids=lambda plugin: plugin.__name__)
def test_each_keeps_the_laws_alone(plugin: ModuleType) -> None:
    rules = with_(plugin)
    check_rules(rules)
    for players in (2, 4):
        check_game(play_out(rules, players, seed=players), every=20)


def test_all_keep_the_laws_together() -> None:
    rules = with_(*FIVE)
    check_rules(rules)
    check_game(play_out(rules, 3, seed=1), every=20)


@pytest.mark.parametrize("plugin", FIVE, ids=lambda plugin: plugin.__name__)
def test_each_changes_the_game(plugin: ModuleType) -> None:
    assert with_(plugin).fingerprint != with_().fingerprint
    assert with_(*FIVE).fingerprint not in {with_(one).fingerprint for one in FIVE}
