"""Whispers: a seat may give its obstacle away to whisper, while it plans.

Then something moves that it may see, hear of, or neither. `loud` says what: the rarest counter of
the pile goes to where nobody, another, or the seat itself sees it; or the seat is told of it by
an event; or nothing happens.
"""

from __future__ import annotations

from elfen.land import COUNTER, OBSTACLES, PILE, PLAN, REMOVED, SECRET, THE_OBSTACLE
from elfen.plugin import (
    HIDDEN,
    Action,
    ActionType,
    Decide,
    EventType,
    Manifest,
    Option,
    Position,
    Reason,
    Ruleset,
    Table,
    TableZone,
    Zone,
    as_it_is,
    frozen,
    hookimpl,
)

ASIDE = TableZone("whispers/aside", holds=(COUNTER,), visibility=HIDDEN, text="put aside")


@frozen(cache_hash=True)
class Whisper(Action):
    """Say something, and be asked again."""

    verb = "whisper"


@frozen
class Told:
    """A seat was told what is rarest in the pile."""

    seat: int
    counter: str


@frozen
class ToldSomething:
    """What others see of it."""

    seat: int


@hookimpl
def elfen_manifest() -> Manifest:
    loud = ("nothing", "aside", "another", "own", "event")
    return Manifest(
        "whispers",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Whispers that move what is hidden.",
        options=(Option("loud", "nothing", "what a whisper does", loud),),
    )


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [ASIDE]


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Told] | EventType[ToldSomething]]:
    return [
        EventType(
            "whispers/told",
            type=Told,
            public=lambda event: ToldSomething(event.seat),
            owner="seat",
            reveals=True,
            text="{seat} was told of a {counter}",
        ),
        EventType(
            "whispers/something",
            type=ToldSomething,
            public=as_it_is,
            text="{seat} was told something",
        ),
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Whisper]]:
    whisper = (Whisper(),)
    targets = {
        "aside": lambda table, seat: ASIDE,
        "another": lambda table, seat: SECRET.of((seat + 1) % table.players),
        "own": lambda table, seat: SECRET.of(seat),
    }

    def apply(table: Table, item: Decide, action: Whisper) -> None:
        table.move(THE_OBSTACLE, OBSTACLES.of(item.seat), REMOVED)
        loud = rules.option("whispers.loud")
        there = [kind for kind in rules.layout.kinds_of(PILE) if table.count(PILE, kind)]
        rarest = min(there, key=lambda kind: table.count(PILE, kind))
        if loud == "event":
            table.emit(Told(item.seat, rarest.id))
        if loud in targets:
            table.move(rarest, PILE, targets[loud](table, item.seat))
        table.ask(item.name, item.seat, *item.data)

    def check(position: Position, seat: int, action: Whisper) -> Reason | None:
        if position.size(OBSTACLES.of(seat)) and position.size(PILE):
            return None
        return Reason("whispers/whisper", "you have nothing left to give for it")

    return [
        ActionType(
            "whispers/whisper",
            type=Whisper,
            at=(PLAN,),
            legal=lambda position, seat: whisper if not check(position, seat, *whisper) else (),
            check=check,
            apply=apply,
            domain=lambda: whisper,
            public=as_it_is,
            offered=(OBSTACLES, lambda position, seat: position.size(PILE) > 0),
            more=lambda rules, players: players * rules.option("land.obstacles"),
        )
    ]
