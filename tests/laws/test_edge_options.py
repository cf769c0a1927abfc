"""Games are played with the last values of options that rules accept, wherever these end."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from attrs import evolve
from faults import SMALL, LosesACard

from elfen import Ruleset, compile_ruleset
from elfen.errors import RulesetError
from elfen.plugin import ActionType, Do, Manifest, Option, Table, hookimpl
from elfen.testing import LawBroken
from elfen.testing.suite import quick_games as quick
from elfen.testing.suite import tables
from elfen.testing.suite.edge_options import at_the_edge
from elfen.testing.suite.tables import Table as Choice


class TooFewSongs(LosesACard):
    """Its songs must be at least so many, of which it counts one too few; with these, it errs."""

    fewest, right = 2, 3

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        songs = (
            Option("songs", 5, help="songs", least=0, most=90),
            Option("verses", "2 1 3", help="verses of each song"),
        )
        return evolve(super().elfen_manifest(), options=songs)

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        songs, verses = self.counts(rules)
        if not self.fewest <= songs <= 40 or verses < self.fewest:
            raise RulesetError("there are too few songs, too few verses, or too many songs")
        return super().elfen_actions(rules)

    def last_of_turn(self, table: Table, item: Do) -> None:
        if min(self.counts(table.rules)) < self.right:
            super().last_of_turn(table, item)

    def counts(self, rules: Ruleset) -> tuple[int, int]:
        verses = rules.option("fault.verses").split()
        return rules.option("fault.songs"), sum(map(int, verses))


class EnoughSongs(TooFewSongs):
    """As many songs as it needs."""

    fewest = 3


def songs(fault: TooFewSongs, players: int, monkeypatch: pytest.MonkeyPatch) -> Choice:
    """A table with these songs, as if they were installed."""

    def rules_of(
        base: str, names: Iterable[str], edition: Any, options: dict[str, Any], board: Any
    ) -> Ruleset:
        return compile_ruleset(edition, [fault], {"rounds": 3} | options, SMALL, base)

    monkeypatch.setattr(tables, "rules_of", rules_of)
    return Choice("land", (type(fault).__name__,), players=players)


def test_the_last_values_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = songs(TooFewSongs(), 3, monkeypatch)
    edges = at_the_edge(table)
    values = [one.options for one in edges]
    assert values == [
        (("fault.songs", 40),),
        (("fault.songs", 2),),
        (("fault.verses", "2 0 0"),),
    ]
    assert edges == [evolve(table, options=one) for one in values]


def test_a_fault_at_an_edge_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    quick.quick_games(songs(EnoughSongs(), 2, monkeypatch), 0, Random(1))
    with pytest.raises(LawBroken, match="conservation"):
        quick.quick_games(songs(TooFewSongs(), 2, monkeypatch), 0, Random(1))


@pytest.mark.parametrize("names", [(), ("gold",), ("sea",)])
def test_most_rules_accept_whatever_is_declared(names: tuple[str, ...]) -> None:
    assert at_the_edge(Choice("land", names, players=4)) == []


def test_there_is_a_tile_for_every_town() -> None:
    (least,) = at_the_edge(Choice("land", ("favor",), players=2))
    assert least.options == (("favor.tiles", "20 0 0 0 0 0"),)
