"""Slots and decisions of an outside plugin as numbers: by what they declare, else by their type."""

from __future__ import annotations

from array import array
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from elfen import ElfenError, Ruleset, compile_ruleset
from elfen.encoding import encoding_of
from elfen.plugin import BySeat, Means, OneOf, UpTo, Within, hookimpl

from . import scales

RULES = compile_ruleset(expansions=[scales])


def written(rules: Ruleset, seat: int | None) -> dict[str, list[float]]:
    """By the name of a field, its numbers at the first decision."""
    observer = encoding_of(rules, 2).observer(seat)
    observer.write(rules.observe(rules.new_game(2, 1).state, seat))
    numbers = array("f", bytes(observer.cells)).tolist()
    return {f.name: numbers[f.offset : f.end] for f in observer.layout.fields}


def test_what_is_declared_is_written_as_declared() -> None:
    seen = written(RULES, 1)
    counters = encoding_of(RULES, 2).layout.field("slot/scales.row.0").labels
    assert seen["slot/scales.weight"] == [3]
    assert seen["slot/scales.who"] == [1, 0]  # seat 1 looks, so it is itself
    assert seen["slot/scales.made.seat+0"] == [5]
    assert seen["slot/scales.made.seat+1"] == [4]
    assert seen["slot/scales.row.number"] == [1]
    assert seen["slot/scales.row.0"] == [one == "dragon" for one in counters]
    assert seen["slot/scales.row.1"] == [0] * len(counters)
    assert seen["slot/scales.tone"] == [1, 0]
    assert seen["slot/scales.among"] == [1, 0]
    assert sum(seen["pending/scales/weigh.town"]) == 1


def test_what_is_not_declared_is_written_by_its_type() -> None:
    seen = written(RULES, 0)
    assert seen["slot/scales.pair.left"] == [-7]
    assert seen["slot/scales.pair.right"] == [1]
    assert seen["slot/scales.mood"] == [0, 1]
    assert seen["slot/scales.perhaps.there"] == [1]
    assert seen["slot/scales.side"] == [0, 1]
    assert seen["pending/scales/weigh.turns"] == [2]
    for name in ("word", "heap"):
        field = encoding_of(RULES, 2).layout.field(f"slot/scales.{name}")
        assert field.remark == "a digest, as nothing is declared"
        assert 0 < sum(seen[field.name]) < field.length == 32


def test_each_seat_has_its_own_and_the_public_nothing() -> None:
    assert written(RULES, 0)["slot/scales.own"] == [8]
    assert written(RULES, 1)["slot/scales.own"] == [9]
    assert "slot/scales.own" not in written(RULES, None)


def changed(bounds: dict[str, Any]) -> Ruleset:
    slot = evolve(scales.SLOT, bounds=lambda rules, players: bounds)
    return compile_ruleset(expansions=[_with(scales, elfen_slots=lambda rules: [slot])])


def _with(module: ModuleType, **hooks: Any) -> SimpleNamespace:
    names = {name: hook for name, hook in vars(module).items() if name.startswith("elfen_")}
    return SimpleNamespace(**names | {name: hookimpl(hook) for name, hook in hooks.items()})


@pytest.mark.parametrize(
    ("bounds", "wrong"),
    [
        ({"weight": Within(0, 2)}, "weight: 3 is not from 0 to 2, as declared"),
        ({"row": UpTo(0, OneOf(("dragon",)))}, "has more than 0 values"),
        ({"heft": Within(0, 2)}, "declares bounds for 'heft', which is none of its fields"),
        ({"weight": Means.PAYMENT}, "is no extent"),
        ({"made": BySeat(BySeat(Within(0, 9)))}, "made: 4 has no value for each of 2 seats"),
        ({"own": BySeat(Within(0, 9))}, "own: 8 has no value for each of 2 seats"),
    ],
)
def test_bounds_that_do_not_hold_are_refused(bounds: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ElfenError, match=wrong):
        written(changed(bounds), 0)
