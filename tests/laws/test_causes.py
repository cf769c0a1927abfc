"""The cause of a fault is named, and not only where it shows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from causes import CAUSED, Caused, DrawsTooMany, KeepsAList, RollsUnsaid
from faults import Whistle
from gallery import told_of, with_expansion

from elfen import State, compile_ruleset
from elfen.declare import Chance, Counts, Drawn
from elfen.kernel import Table
from elfen.kernel.chance import CompiledDraw
from elfen.knowledge import Family, Ledger, ledger
from elfen.land import MOVE
from elfen.testing import LawBroken, check_game, play_out, states_of
from elfen.testing.blaming.blame import places
from elfen.testing.corners import Reached, corners
from elfen.testing.corners.beginnings import moments
from elfen.testing.purity import strayed


@pytest.mark.alike(4)
@pytest.mark.parametrize("fault", CAUSED, ids=lambda fault: fault.__name__)
def test_the_cause_of_a_fault_is_named(fault: type[Caused]) -> None:
    broken = told_of(fault)
    assert broken.law == fault.breaks
    assert {*fault.causes} <= {place.function for place in broken.places}, str(broken)


def test_who_leaves_undone_the_long_way_what_a_short_cut_does_is_named() -> None:
    rules = with_expansion(RollsUnsaid())
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    tried = (strayed(rules, state, Whistle("low")) for state in states if may_whistle(state))
    broken = next(filter(None, tried))
    assert broken.law == "purity"
    assert places(broken, rules)[0].function == "RollsUnsaid.last_of_turn"


def may_whistle(state: State) -> bool:
    """Whether the seat that is asked may whistle."""
    return bool(state.agenda) and getattr(state.agenda[-1], "name", "") == MOVE


def test_the_cause_is_named_if_a_quiet_game_fails() -> None:
    with pytest.raises(LawBroken) as caught:
        moments(with_expansion(DrawsTooMany()), 2)
    assert caught.value.message.startswith("a quiet game raised RulesetError: fault/draw is to")
    assert {*DrawsTooMany.causes} <= {place.function for place in caught.value.places}


def test_what_can_change_is_found_on_the_way_to_a_corner() -> None:
    rules = with_expansion(KeepsAList())
    with pytest.raises(LawBroken) as caught:
        corners(rules, 2, Random(1), 400, 10, Reached("fault", KeepsAList()))
    assert caught.value.law == "purity"
    assert caught.value.message.startswith("the state holds something that can change")
    assert [place.function for place in caught.value.places] == ["KeepsAList.apply"]


def core_named(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, wrong: Any) -> LawBroken:
    """The error if a function of the core is wrong; the wrong one is in the core's file."""
    right = getattr(owner, name)
    code = wrong.__code__.replace(
        co_filename=right.__code__.co_filename, co_qualname=right.__code__.co_qualname
    )
    wrong.__code__ = code
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(LawBroken) as caught:
        check_game(play_out(compile_ruleset(expansions=["gold"]), 2, seed=1), every=2)
    return caught.value


def test_the_function_of_the_core_that_keeps_a_wrong_ledger_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgets_to_forget(
        self: Family, ledger: Ledger, source: int, counts: Counts
    ) -> tuple[Ledger, Counts]:
        after, others = right(self, ledger, source, counts)
        return (after if after.known[source] else ledger), others

    right = Family._leave_known
    broken = core_named(monkeypatch, Family, "_leave_known", forgets_to_forget)
    assert broken.law == "conservation"
    named = [(place.plugin, place.function) for place in broken.places]
    assert ("core", "Family._leave_known") in named, broken


def test_the_function_of_the_core_that_loses_what_is_saved_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def loses_zeros(counts: Counts | None) -> list[int] | None:
        return [*counts] if counts and any(counts) else None

    broken = core_named(monkeypatch, ledger, "_listed", loses_zeros)
    assert broken.law == "saving"
    assert [place.function for place in broken.places][:1] == ["_listed"], broken


def test_a_draw_that_ends_too_early_is_the_fault_of_what_carries_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ends_early(self: CompiledDraw, table: Table, item: Chance, outcome: Drawn) -> None:
        counts = self.counts[outcome]
        table.shift(self.source, self.targets[item.seat or 0], counts)
        left = int(item.data[0]) - sum(counts)
        if left > 1:
            table.draw(item.name, item.seat, left)

    broken = core_named(monkeypatch, CompiledDraw, "apply", ends_early)
    assert broken.law == "sampling"
    assert broken.places[0].function == "CompiledDraw.apply", broken
