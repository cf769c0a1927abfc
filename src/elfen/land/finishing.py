"""Phase 6: everyone keeps one counter, the board is cleared, the start player changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from elfen.land.drawing import fill_open, in_order
from elfen.land.pieces import COUNTER, LAND, OBSTACLE, PILE, REMOVED, SECRET, SHOWN, LandState
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Position,
    Reason,
    Ruleset,
    Table,
    as_it_is,
)

KEEP = "land/keep"


@frozen(cache_hash=True)
class Keep(Action):
    """Keep an open counter for the next round; all others go back."""

    verb = "keep"
    counter: str


@frozen(cache_hash=True)
class KeepSecret(Action):
    """Keep a secret counter for the next round; all others go back."""

    verb = "keep secret"
    counter: str


@frozen(cache_hash=True)
class KeepHidden(Action):
    """What others see of `KeepSecret`."""

    verb = "keep secret"


def decision() -> Decision:
    """The choice of phase 6."""
    return Decision(
        KEEP,
        text="keep one transportation counter",
        at_most=lambda rules, players: rules.most_rounds * players,
    )


def pass_start_player(table: Table) -> None:
    """The starting player card goes to the left."""
    land = table.ext[LAND]
    table.set(LAND, LandState((land.start_player + 1) % table.players))


def keep_one(table: Table) -> None:
    """In turn order, who has more than one counter chooses the one to keep (E10).

    Whoever has a single one keeps it: everyone can see that there is nothing to choose (E7).
    """
    for seat in reversed(in_order(table)):
        if table.size(SECRET.of(seat)) + table.size(SHOWN.of(seat)) > 1:
            table.ask(KEEP, seat)


def clear_routes(table: Table) -> None:
    """Counters on the board go back to the pile, obstacles leave the game; five lie open."""
    table.sweep(COUNTER, PILE)
    table.sweep(OBSTACLE, REMOVED)
    fill_open(table)


class Keeping:
    """The two ways to keep a counter."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.zones = {Keep: layout.indexes(SHOWN), KeepSecret: layout.indexes(SECRET)}
        self.pile = layout.index(PILE)
        self.kinds = tuple(kind.id for kind in layout.kinds_of(PILE))

    def types(self) -> list[ActionType[Any]]:
        """The two action types."""
        return [
            self.keeping("land/keep", Keep),
            self.keeping("land/keep-secret", KeepSecret),
        ]

    def keeping(self, name: str, cls: type[Keep] | type[KeepSecret]) -> ActionType[Any]:
        """The action type of keeping a counter from one of a seat's two zones."""
        actions = tuple(cls(kind) for kind in self.kinds)
        number = {action: n for n, action in enumerate(actions)}
        zones = self.zones[cls]

        def legal(position: Position, seat: int) -> Sequence[Action]:
            counts = position.zones[zones[seat]]
            return [action for action, n in zip(actions, counts, strict=True) if n]

        def check(position: Position, seat: int, action: Action) -> Reason | None:
            at = number.get(action)  # type: ignore[call-overload]
            if at is None or not position.zones[zones[seat]][at]:
                which = "secret" if cls is KeepSecret else "open"
                (kind,) = action.values()
                return Reason("land/keep", f"you have no {which} {kind} counter")
            return None

        def apply(table: Table, item: Decide, action: Action) -> None:
            kept = number[action]  # type: ignore[index]
            for zone in self.zones.values():
                counts = list(table.zones[zone[item.seat]])
                if zone is zones:
                    counts[kept] -= 1
                if any(counts):
                    table.shift(zone[item.seat], self.pile, tuple(counts))

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
        )
