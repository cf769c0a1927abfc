"""Phase 6: everyone keeps one counter, the board is cleared, the start player changes.

By the option `counters_back` the counters go back earlier, when the planning phase ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from attrs import frozen

from elfen.land.drawing import OPEN_ROW, in_order
from elfen.land.names import KEEP_PHASE
from elfen.land.pieces import COUNTER, LAND, OBSTACLE, PILE, REMOVED, SECRET, SHOWN, LandState
from elfen.land.placing import OPEN_ONE, SECRET_ONE
from elfen.plugin import (
    OWNER,
    PUBLIC,
    Action,
    ActionType,
    Decide,
    Decision,
    Message,
    Phase,
    Position,
    Reason,
    Ruleset,
    SeatZone,
    Table,
    Within,
    Zone,
    as_it_is,
)

KEEP = "land/keep"

# If several counters can be kept, those already chosen wait here for the next choice.
KEPT_SECRET = SeatZone(
    "land/kept-secret",
    label="secret counters kept",
    holds=(COUNTER,),
    visibility=OWNER,
    text="secret counters being kept",
)
KEPT_SHOWN = SeatZone(
    "land/kept-shown",
    label="open counters kept",
    holds=(COUNTER,),
    visibility=PUBLIC,
    text="open counters being kept",
)


@frozen(cache_hash=True, repr=False)
class Keep(Action):
    """Keep an open counter for the next round; counters that are not kept go back."""

    verb = "keep"
    counter: str


@frozen(cache_hash=True, repr=False)
class KeepSecret(Action):
    """Keep a secret counter for the next round; counters that are not kept go back."""

    verb = "keep secret"
    counter: str


#: Which counters are kept by which action.
WHICH: dict[type[Action], Message] = {Keep: OPEN_ONE, KeepSecret: SECRET_ONE}


@frozen(cache_hash=True, repr=False)
class KeepHidden(Action):
    """What others see of `KeepSecret`."""

    verb = "keep secret"


class KeepData(NamedTuple):
    """The data of `KEEP`: how many counters may still be kept, fewer than the seat has.

    From 1 to the option `counters_kept`.
    """

    left: int


def decision() -> Decision:
    """The choice of phase 6."""
    return Decision(
        KEEP,
        text="keep a transportation counter",
        data=KeepData,
        reusable=True,
        at_most=lambda rules, players: (
            rules.most_rounds * players * rules.option("land.counters_kept")
        ),
        bounds=lambda rules, players: {"left": Within(0, rules.option("land.counters_kept"))},
    )


def pass_start_player(table: Table) -> None:
    """The start player card goes to the left."""
    land = table.ext[LAND]
    table.set(LAND, LandState((land.start_player + 1) % table.players))


def zones(rules: Ruleset) -> list[Zone]:
    """The zones that exist only if several counters can be kept."""
    return [KEPT_SECRET, KEPT_SHOWN] if rules.option("land.counters_kept") > 1 else []


class TurningIn:
    """All counters but those kept go back."""

    def __init__(self, rules: Ruleset) -> None:
        self.kept: int = rules.option("land.counters_kept")
        self.early = rules.option("land.counters_back") == "after-planning"
        self.secret = rules.layout.indexes(SECRET)
        self.shown = rules.layout.indexes(SHOWN)

    def phase(self) -> Phase:
        """The phase; its place in the round depends on the option `counters_back`."""
        return Phase(KEEP_PHASE, self.turn_in, text="turn in all counters but those kept")

    def turn_in(self, table: Table) -> None:
        """In turn order, players with more counters than they may keep choose which (E10).

        Other players keep all of theirs: everyone can see that they have no choice (E7).
        Nothing is kept in the last round (E11).
        """
        kept = self.kept
        if self.early and table.round >= table.rules.most_rounds:
            kept = 0
        zones = table.zones
        for seat in reversed(in_order(table)):
            if sum(zones[self.secret[seat]]) + sum(zones[self.shown[seat]]) > kept:
                if kept:
                    table.ask(KEEP, seat, kept)
                else:
                    table.move_all(SECRET.of(seat), PILE)
                    table.move_all(SHOWN.of(seat), PILE)


def clear_routes(table: Table) -> None:
    """Counters on the board go back to the pile, obstacles leave the game; five lie open."""
    table.sweep(COUNTER, PILE)
    table.sweep(OBSTACLE, REMOVED)
    table.run(OPEN_ROW)


class Keeping:
    """The two ways to keep a counter."""

    def __init__(self, rules: Ruleset) -> None:
        self.layout = layout = rules.layout
        self.zones = {Keep: layout.indexes(SHOWN), KeepSecret: layout.indexes(SECRET)}
        self.kept = {}
        if rules.option("land.counters_kept") > 1:
            self.kept = {Keep: layout.indexes(KEPT_SHOWN), KeepSecret: layout.indexes(KEPT_SECRET)}
        self.pile = layout.index(PILE)
        self.kinds = tuple(kind.id for kind in layout.kinds_of(PILE))

    def types(self) -> list[ActionType[Any]]:
        """The two action types."""
        return [
            self.keeping("land/keep", Keep),
            self.keeping("land/keep-secret", KeepSecret),
        ]

    def keeping(self, name: str, cls: type[Keep] | type[KeepSecret]) -> ActionType[Any]:
        """The action type for keeping a counter from one of a seat's two zones."""
        actions = tuple(cls(kind) for kind in self.kinds)
        number = {action: n for n, action in enumerate(actions)}
        zones = self.zones[cls]

        def legal(position: Position, seat: int) -> Sequence[Action]:
            counts = position.zones[zones[seat]]
            return [action for action, n in zip(actions, counts, strict=True) if n]

        def check(position: Position, seat: int, action: Action) -> Reason | None:
            at = number.get(action)  # type: ignore[call-overload]
            if at is None or not position.zones[zones[seat]][at]:
                (kind,) = action.values()
                return Reason.of(
                    "land/keep",
                    "land/no-such-counter",
                    "you have no {which} {kind} counter",
                    which=WHICH[cls],
                    kind=self.layout.called(kind, COUNTER),
                )
            return None

        def apply(table: Table, item: Decide, action: Action) -> None:
            seat, left, kept = item.seat, int(item.data[0]), number[action]  # type: ignore[index]
            if left > 1:
                table.shift_one(zones[seat], self.kept[cls][seat], kept)
                table.ask_again(item, action, left - 1)
                return
            for zone in self.zones.values():
                counts = list(table.zones[zone[seat]])
                if zone is zones:
                    counts[kept] -= 1
                if any(counts):
                    table.shift(zone[seat], self.pile, tuple(counts))
            for which, zone in self.kept.items():
                counts = list(table.zones[zone[seat]])
                if any(counts):
                    table.shift(zone[seat], self.zones[which][seat], tuple(counts))

        return ActionType(
            name,
            type=cls,
            at=(KEEP,),
            legal=legal,
            check=check,
            apply=apply,
            domain=lambda: actions,
            public=(lambda action: KeepHidden()) if cls is KeepSecret else as_it_is,
            text=f"keep {'a secret' if cls is KeepSecret else 'an open'} counter",
            means={"counter": COUNTER},
        )
