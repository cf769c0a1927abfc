"""Scales: an expansion of somebody else, whose slot and decision have values of every type."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, NamedTuple

from elfen.land import COUNTER
from elfen.plugin import (
    OWNER,
    PUBLIC,
    Action,
    ActionType,
    BySeat,
    Decide,
    Decision,
    Extent,
    Manifest,
    Means,
    OneOf,
    Phase,
    Pieces,
    Ruleset,
    SeatSet,
    Slot,
    Table,
    UpTo,
    Within,
    always_legal,
    frozen,
    hookimpl,
    shown,
)


class Mood(Enum):
    CALM = 1
    WILD = 2


@frozen
class Pair:
    left: int
    right: bool


@frozen
class Scales:
    weight: int = shown(PUBLIC)
    who: int = shown(PUBLIC)
    made: tuple[int, ...] = shown(PUBLIC)
    row: tuple[str, ...] = shown(PUBLIC)
    tone: str = shown(PUBLIC)
    among: int = shown(PUBLIC)
    pair: Pair = shown(PUBLIC)
    mood: Mood = shown(PUBLIC)
    perhaps: bool | None = shown(PUBLIC)
    side: Literal["left", "right"] = shown(PUBLIC)
    word: str = shown(PUBLIC)
    heap: Pieces = shown(PUBLIC)
    own: tuple[int, ...] = shown(OWNER)


START = Scales(
    3, 1, (4, 5), ("dragon",), "low", 0b10, Pair(-7, True), Mood.WILD, True, "right", "abc",
    Pieces.of(["raft"]), (8, 9),
)  # fmt: skip


def bounds(rules: Ruleset, players: int) -> dict[str, Extent]:
    return {
        "weight": Within(0, 9),
        "who": Means.SEAT,
        "made": BySeat(Within(0, 9)),
        "row": UpTo(2, COUNTER),
        "tone": OneOf(("low", "high")),
        "among": SeatSet(),
        "own": Within(0, 9),
    }


SLOT = Slot(
    "scales", Scales, start=lambda players: START, worlds=lambda seen, rng: START, bounds=bounds
)


class WeighData(NamedTuple):
    town: str
    turns: int


@frozen(cache_hash=True)
class Nod(Action):
    verb = "nod"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "scales", rules_version=1, api=1, requires=("land",), help="Weigh.", players=(2, 2)
    )


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[Scales]]:
    return [SLOT]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        Decision(
            "scales/weigh",
            text="weigh",
            data=WeighData,
            at_most=lambda rules, players: rules.most_rounds,
            bounds=lambda rules, players: {"town": Means.TOWN},
        )
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    def nod(table: Table, item: Decide, action: Action) -> None:
        """Nothing comes of it."""

    return [always_legal("scales/nod", Nod(), at="scales/weigh", apply=nod)]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [
        Phase(
            "scales/all",
            lambda table: table.ask("scales/weigh", 1, "yttar", 2),
            before="land/deal",
        )
    ]
