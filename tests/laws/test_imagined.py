"""What a roll came to is imagined as often as it is likely by those who do not see it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from faults import DIE, Expansion
from gallery import with_expansion

from elfen import Ruleset
from elfen.plugin import (
    OWNER,
    PUBLIC,
    Do,
    Invariant,
    Observation,
    Position,
    Roll,
    Rolled,
    Slot,
    Table,
    frozen,
    hookimpl,
    shown,
)
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.secrecy.imagined import imagined_as_rolled
from elfen.testing.suite.quick_games import check_quickly

WEIGHTS = {"sun": 3, "rain": 1}


@frozen
class Omens:
    """What each seat has been told, and who has been told anything."""

    heard: tuple[str, ...] = shown(OWNER)
    told: tuple[bool, ...] = shown(PUBLIC)


class Omen(Expansion):
    """At the end of its first turn each seat hears of the weather, three to one of sun."""

    def __init__(self) -> None:
        self.slot = Slot(
            "fault/omens",
            Omens,
            start=lambda players: Omens(("",) * players, (False,) * players),
            worlds=self.imagined,
        )

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [self.slot]

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        return [Roll(DIE, lambda position, item: WEIGHTS, self.hear, visibility=OWNER)]

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        def wrong(position: Position) -> Iterator[str]:
            omens = position.ext[self.slot]
            seats = (len(omens.heard), len(omens.told))
            if seats != (position.players, position.players):
                yield "somebody has no omen"
            elif any(
                (omen in WEIGHTS) != one for omen, one in zip(omens.heard, omens.told, strict=True)
            ):
                yield "an omen is none"

        return [Invariant("fault/omens", wrong, text="omens are of the weather")]

    def last_of_turn(self, table: Table, item: Do) -> None:
        if not table.ext[self.slot].told[item.seat]:
            table.roll(DIE, item.seat)

    def hear(self, table: Table, item: Any, face: str) -> None:
        heard, told = [*table.ext[self.slot].heard], [*table.ext[self.slot].told]
        heard[item.seat], told[item.seat] = face, True
        table.set(self.slot, Omens(tuple(heard), tuple(told)))

    def imagined(self, seen: Observation, rng: Random) -> Omens:
        """What others may have heard, as often as they may have."""
        omens = seen.slot("fault/omens")
        heard = [self.some(rng) if one else "" for one in omens["told"]]
        if seen.seat is not None:
            heard[seen.seat] = omens["heard"]
        return Omens(tuple(heard), omens["told"])

    def some(self, rng: Random) -> str:
        return rng.choices([*WEIGHTS], weights=[*WEIGHTS.values()])[0]


class OmenOfEither(Omen):
    """Both are imagined as often."""

    def some(self, rng: Random) -> str:
        return rng.choice([*WEIGHTS])


class OmenOfSnow(Omen):
    """Something is imagined that never comes up."""

    def some(self, rng: Random) -> str:
        return "snow" if rng.random() < 0.01 else super().some(rng)


class OmenByTheOmensBefore(OmenOfEither):
    """After the first, the weather is as it was before: then nobody knows how likely it is."""

    def hear(self, table: Table, item: Any, face: str) -> None:
        before = {*table.ext[self.slot].heard} - {""}
        super().hear(table, item, min(before or {face}))


def check(expansion: Expansion, seeds: int = 5) -> None:
    rules = with_expansion(expansion)
    for seed in range(seeds):
        states = [state for state, _ in states_of(play_out(rules, 3, seed))]
        imagined_as_rolled(rules, states, Random(seed))


def test_what_is_imagined_as_often_as_it_is_likely_is_fine() -> None:
    check(Omen(), 40)
    check_quickly(play_out(with_expansion(Omen()), 3, 1))


@pytest.mark.parametrize(("expansion", "value"), [(OmenOfEither, "sun|rain"), (OmenOfSnow, "snow")])
def test_what_is_imagined_too_often_is_found(expansion: type[Omen], value: str) -> None:
    told = rf"^sampling: at .* does not imagine '({value})' in slot 'fault/omens' as often"
    with pytest.raises(LawBroken, match=told) as caught:
        check(expansion())
    assert caught.value.where == "slot 'fault/omens', plugin 'fault'"
    with pytest.raises(LawBroken, match=r"sampling: .* does not imagine"):
        check_quickly(play_out(with_expansion(expansion()), 3, 1))


def test_what_rests_on_another_secret_is_not_counted() -> None:
    rules = with_expansion(OmenByTheOmensBefore())
    game = play_out(rules, 3, 1)
    rolled = [state for state, move in states_of(game) if isinstance(move, Rolled)]
    assert len(rolled) == 3
    imagined_as_rolled(rules, rolled[1:2], Random(1))
    with pytest.raises(LawBroken):
        imagined_as_rolled(rules, rolled[:1], Random(1))
