"""The events of a move tell all that it does to pieces, boots, town pieces and rounds."""

from __future__ import annotations

from typing import Any

import pytest
from faults import Expansion, Whistle
from gallery import with_expansion

from elfen import Game, compile_ruleset
from elfen.kernel.tracing import TracedTable
from elfen.land import HAND, PLAYED, STACK
from elfen.plugin import Decide, Table, TableZone
from elfen.testing import LawBroken, play_out
from elfen.testing.suite.quick_games import check_quickly

FEW_KEPT = compile_ruleset(options={"land.counters_kept": 1})


def untold(name: str) -> Any:
    """That function of the table, which does what it should but tells nothing."""
    done = getattr(TracedTable, name)

    def quietly(table: TracedTable, *args: Any) -> Any:
        events = [*table.events]
        answer = done(table, *args)
        table.events[:] = events
        return answer

    return quietly


def told_twice(name: str) -> Any:
    """That function of the table, which tells twice what it has done once."""
    done = getattr(TracedTable, name)

    def loudly(table: TracedTable, *args: Any) -> Any:
        events = [*table.events]
        answer = done(table, *args)
        table.events += table.events[len(events) :]
        return answer

    return loudly


def test_what_happens_is_told() -> None:
    check_quickly(play_out(FEW_KEPT, 3, seed=1))


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("shift", untold, "which pieces moved"),
        ("shift_one", told_twice, "which pieces moved"),
        ("lay", untold, "which pieces moved"),
        ("sweep", told_twice, "which pieces moved"),
        ("set_boot", untold, "where the boots are"),
        ("visit", untold, "which town pieces were taken"),
        ("visit", told_twice, "which town pieces were taken"),
        ("begin_round", untold, "which round it is"),
    ],
)
def test_what_happens_and_is_not_told_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any, what: str
) -> None:
    game = play_out(FEW_KEPT, 3, seed=1)
    monkeypatch.setattr(TracedTable, name, wrong(name))
    with pytest.raises(LawBroken, match=f"agreement: .* do not tell {what} afterwards"):
        check_quickly(game)


class ByWayOf(Expansion):
    """Whoever whistles puts down a card for a moment."""

    def __init__(self, there: TableZone) -> None:
        self.there = there

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        super().apply(table, item, action)
        hand = HAND.of(item.seat)
        for kind in table.rules.layout.kinds_of(HAND):
            if table.count(hand, kind):
                table.move(kind, hand, self.there)
                table.move(kind, self.there, hand)
                return


@pytest.mark.parametrize("there", [PLAYED, STACK], ids=lambda zone: zone.name)
def test_a_piece_that_goes_by_way_of_a_pool_is_found(there: TableZone) -> None:
    rules = with_expansion(ByWayOf(there))
    games = [play_out(rules, 3, seed) for seed in range(3)]
    found = [told for game in games if (told := told_of(game)) is not None]
    if there is PLAYED:
        assert found == []
        return
    assert found[0].law == "sampling"
    assert "puts pieces into land/stack and takes them out again" in found[0].message
    assert found[0].where == "action 'fault/whistle', plugin 'fault'"


def told_of(game: Game) -> LawBroken | None:
    """The law that a game breaks."""
    try:
        check_quickly(game)
    except LawBroken as broken:
        return broken
    return None
