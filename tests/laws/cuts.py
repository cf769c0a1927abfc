"""Small expansions that are wrong where the kernel goes a shorter way, and right step by step.

They are made like the faults of `faults`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from attrs import evolve
from faults import RIDDLE, TUNES, AsksARiddle, CutsShort, Expansion, Whistle, waiting

from elfen.land import HAND, MOVE
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Position,
    Reason,
    Ruleset,
    State,
    Table,
    as_it_is,
    frozen,
    hookimpl,
)

SCALE = tuple(Whistle(f"note-{n:02}") for n in range(20))


class StumblesOverANote(CutsShort):
    """A short cut for twenty tunes leaves out the die after one of them."""

    breaks = "purity"
    where = "action 'fault/whistle', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return SCALE

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action in SCALE else Reason("fault/whistle", "nobody knows that tune")

    def domain(self) -> Iterable[Whistle]:
        return SCALE

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> Any:
        (cut,) = super().elfen_shortcuts(rules)

        def take(state: State, action: Whistle) -> State | None:
            after: State | None = cut.take(state, action)
            if after is None or action.tune != "note-17":
                return after
            return waiting(after, after.agenda[:-1])

        return [evolve(cut, take=take)]


class SaysThatItReturns(CutsShort):
    """A short cut says of a tune that leads to a die that it leads back to the same decision."""

    breaks = "purity"
    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> Any:
        (cut,) = super().elfen_shortcuts(rules)
        return [evolve(cut, returns=lambda town, new: True)]


class NotAskedInTheEnd(AsksARiddle):
    """A riddle could be answered in every round, but is said to be only in the first."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_decisions(self, rules: Ruleset) -> list[Decision]:
        return [Decision(RIDDLE, text="what is it?", at_most=lambda rules, players: 99)]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(RIDDLE,),
                legal=self.legal,
                check=self.check,
                apply=self.apply,
                domain=self.domain,
                public=as_it_is,
                offered=self.offered(),
            )
        ]

    def offered(self) -> Any:
        """When the riddle may be answered."""
        return lambda position, seat: position.round < 2

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return Expansion.check(self, position, seat, action)


class NotAskedWithoutCards(NotAskedInTheEnd):
    """A riddle could be answered by anybody, but is said to take cards."""

    def offered(self) -> Any:
        return HAND


@frozen(cache_hash=True)
class Drum(Action):
    """Beat a drum so many times."""

    verb = "drum"
    tune: str
    times: int


def drummed(times: int) -> list[Drum]:
    """Either tune, less often than so many times."""
    return [Drum(tune, n) for tune in ("high", "low") for n in range(times)]


class DrumsOnceMore(Expansion):
    """One may drum up to 400 times, or, if one insists, 401 times."""

    breaks = "agreement"
    where = "action 'fault/drum', plugin 'fault'"
    most: ClassVar[int] = 401

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        def check(position: Position, seat: int, action: Drum) -> Reason | None:
            if action.tune in ("high", "low") and 0 <= action.times <= self.most:
                return None
            return Reason("fault/drum", "that is too much, or no tune")

        return [
            ActionType(
                "fault/drum",
                type=Drum,
                at=(MOVE,),
                legal=lambda position, seat: drummed(401),
                check=check,
                apply=self.apply,
                domain=lambda: drummed(500),
                public=as_it_is,
            )
        ]

    def apply(self, table: Table, item: Decide, action: Any) -> None:
        """Nothing more: the movement is over."""


class DrumsAsOftenAsListed(DrumsOnceMore):
    """One may drum up to 400 times, and that is that."""

    most = 400


CUTS: tuple[type[Expansion], ...] = (
    StumblesOverANote,
    SaysThatItReturns,
    NotAskedInTheEnd,
    DrumsOnceMore,
)
