"""A plugin that fails in a chosen rule, and is well behaved otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from elfen.land import MOVE, TURN, Move
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Chance,
    Crossing,
    Decide,
    Do,
    Ending,
    EventType,
    Invariant,
    Manifest,
    Offer,
    Position,
    Price,
    Reason,
    Restriction,
    Roll,
    Ruleset,
    ScoreLine,
    SetupStep,
    Step,
    Table,
    TieBreak,
    frozen,
    hookimpl,
)

#: The rules that can fail: the hook, the name of the entry, and the field.
RULES = (
    ("elfen_setup", "hums/before", "do"),
    ("elfen_steps", "hums/last", "do"),
    ("elfen_chance", "hums/die", "faces"),
    ("elfen_chance", "hums/die", "apply"),
    ("elfen_actions", "hums/hum", "legal"),
    ("elfen_actions", "hums/hum", "check"),
    ("elfen_actions", "hums/hum", "apply"),
    ("elfen_actions", "hums/hum", "public"),
    ("elfen_events", "hums/hummed", "public"),
    ("elfen_restrictions", "hums/no-lakes", "forbids"),
    ("elfen_endings", "hums/never", "when"),
    ("elfen_scoring", "hums/line", "points"),
    ("elfen_tie_breaks", "hums/tie", "value"),
    ("elfen_invariants", "hums/sound", "problems"),
    ("elfen_move_cost", "hums/offer", "ways"),
)


@frozen(cache_hash=True)
class Hum(Action):
    """Hum a tune, and stop moving."""

    verb = "hum"


@frozen
class Hummed:
    """Somebody hums."""

    seat: int


class Hums:
    """Adds some of everything to Elfenland; `broken` is the name and field of the faulty rule."""

    def __init__(self, name: str = "", field: str = "") -> None:
        self.broken = (name, field)

    def runs(self, name: str, field: str) -> None:
        """Fails if this is the faulty rule."""
        if (name, field) == self.broken:
            raise ZeroDivisionError("division by zero")

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("hums", rules_version=1, api=1, requires=("land",), help="humming")

    @hookimpl
    def elfen_setup(self, rules: Ruleset) -> list[SetupStep]:
        return [SetupStep("hums/before", lambda table: self.runs("hums/before", "do"))]

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        def last(table: Table, item: Do) -> None:
            self.runs("hums/last", "do")
            table.roll("hums/die", item.seat)

        return [Step("hums/last", last, of=TURN, after="land/hand-limit")]

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        return [Roll("hums/die", self.faces, self.rolled, visibility=PUBLIC)]

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        self.runs("hums/die", "faces")
        return {"1": 1, "2": 1}

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        self.runs("hums/die", "apply")

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "hums/hum",
                type=Hum,
                at=(MOVE,),
                legal=self.legal,
                check=self.check,
                apply=self.apply,
                domain=lambda: [Hum()],
                public=self.public,
            )
        ]

    def legal(self, position: Position, seat: int) -> Iterable[Hum]:
        self.runs("hums/hum", "legal")
        return [Hum()]

    def check(self, position: Position, seat: int, action: Hum) -> Reason | None:
        self.runs("hums/hum", "check")
        return None

    def apply(self, table: Table, item: Decide, action: Hum) -> None:
        table.emit(Hummed(item.seat))
        self.runs("hums/hum", "apply")

    def public(self, action: Hum) -> Hum:
        self.runs("hums/hum", "public")
        return action

    @hookimpl
    def elfen_events(self, rules: Ruleset) -> list[EventType[Any]]:
        def heard(event: Hummed) -> Hummed:
            self.runs("hums/hummed", "public")
            return event

        return [EventType("hums/hummed", type=Hummed, public=heard, text="somebody hums")]

    @hookimpl
    def elfen_restrictions(self, rules: Ruleset) -> list[Restriction]:
        def forbids(position: Position, seat: int, action: Move) -> Reason | None:
            self.runs("hums/no-lakes", "forbids")
            return None

        return [Restriction("hums/no-lakes", type=Move, forbids=forbids)]

    @hookimpl
    def elfen_endings(self, rules: Ruleset) -> list[Ending]:
        def when(position: Position) -> bool:
            self.runs("hums/never", "when")
            return False

        return [Ending("hums/never", when, text="never")]

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        def points(position: Position, seat: int) -> int:
            self.runs("hums/line", "points")
            return 0

        zero = {"lowest": lambda rules: 0, "highest": lambda rules: 0}
        return [ScoreLine("hums/line", points, text="tunes", **zero)]

    @hookimpl
    def elfen_tie_breaks(self, rules: Ruleset) -> list[TieBreak]:
        def value(position: Position, seat: int) -> int:
            self.runs("hums/tie", "value")
            return 0

        return [TieBreak("hums/tie", value, text="tunes")]

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        def problems(position: Position) -> list[str]:
            self.runs("hums/sound", "problems")
            return []

        return [Invariant("hums/sound", problems, text="tunes are in tune")]

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[Offer]:
        def ways(crossing: Crossing, prices: Sequence[Price]) -> Sequence[Price]:
            self.runs("hums/offer", "ways")
            return []

        return [Offer("hums/offer", ways, depends_on=("route", "seat"), text="humming")]
