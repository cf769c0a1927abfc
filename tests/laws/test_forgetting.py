"""Games that are over are forgotten."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

import pytest
from faults import TUNES, Expansion, Whistle
from gallery import with_expansion

from elfen import compile_ruleset
from elfen.plugin import Action, Advice, Do, Position, Ruleset, Table, View, hookimpl
from elfen.testing import LawBroken
from elfen.testing.forgetting import forgets
from elfen.testing.garbage import garbage_waits
from elfen.testing.suite.game_trials import remembers_no_game


class ListsForEver(Expansion):
    """Its list is remembered by the position, which never comes again."""

    @cache  # noqa: B019
    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES


class ListsForALongTime(Expansion):
    """The same, but not without a bound."""

    @lru_cache(100_000)  # noqa: B019
    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES


class KeepsADiary(Expansion):
    """It keeps the state of the table after each turn."""

    def __init__(self) -> None:
        self.diary: list[Any] = []

    def last_of_turn(self, table: Table, item: Do) -> None:
        self.diary.append(table.freeze())
        super().last_of_turn(table, item)


class RemembersViews(Expansion):
    """What it says of a tune is remembered by the view, in a default."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=well_remembered)]


def well_remembered(view: View, action: Action, told: dict[Any, int] = {}) -> int:  # noqa: B006
    """What a tune is worth."""
    return told.setdefault(view, len(view.legal_actions))


def test_who_keeps_every_position_is_named() -> None:
    with pytest.raises(LawBroken, match="the cache of ListsForEver") as broken:
        remembers_no_game(with_expansion(ListsForEver()), 2, Random(1))
    assert broken.value.law == "progress"
    assert [place.function for place in broken.value.places][:1] == ["ListsForEver.legal"]


def test_who_keeps_states_anywhere_else_is_found() -> None:
    with pytest.raises(LawBroken, match="in memory for ever"):
        forgets(with_expansion(KeepsADiary()), 2, Random(1))


def test_who_keeps_views_in_a_default_is_named() -> None:
    with pytest.raises(LawBroken, match=r"forgetting\.well_remembered keeps them") as broken:
        remembers_no_game(with_expansion(RemembersViews()), 2, Random(1))
    assert [place.function for place in broken.value.places][:1] == ["well_remembered"]


def test_what_has_a_bound_is_forgotten_in_time() -> None:
    forgets(with_expansion(ListsForALongTime()), 2, Random(1))


@pytest.mark.parametrize("names", [(), ("gold", "favor"), ("sea",)], ids=str)
def test_rules_remember_no_game(names: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=names)
    for players in (rules.fewest_players, rules.most_players):
        forgets(rules, players, Random(2))


def test_garbage_is_looked_for_as_before_when_a_block_is_over() -> None:
    usual, mine, frozen = gc.get_threshold(), (123, 4, 5), gc.get_freeze_count()
    gc.set_threshold(*mine)
    try:
        with garbage_waits():
            assert gc.get_threshold() != mine
            assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == mine
        assert bool(gc.get_freeze_count()) == bool(frozen)
    finally:
        gc.set_threshold(*usual)
