"""Wells: on arrival in a town with a well a traveller drinks, throws a stone in, or walks on.

Drinking draws a travel card from the stack. A stone falls as chance has it: nothing happens,
a card floats up, or the traveller is splashed back to the town he came from. Then he moves on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from elfen.land import ARRIVAL, HAND, MOVE, STACK
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Chance,
    Decide,
    Decision,
    Do,
    Draw,
    Manifest,
    Position,
    Reason,
    Roll,
    Ruleset,
    Step,
    Table,
    Within,
    as_it_is,
    frozen,
    hookimpl,
)

WELLS = ("beata", "ixara", "lapphalya", "rivinia", "usselen")
AT_WELL = "wells/at-well"
STONE = "wells/stone"


class Traveller(NamedTuple):
    """The data of `AT_WELL`: the number of the town that the seat came from."""

    town: int


@frozen(cache_hash=True)
class Drink(Action):
    """Draw a travel card from the stack."""

    verb = "drink"


@frozen(cache_hash=True)
class Throw(Action):
    """Throw a stone into the well."""

    verb = "throw a stone"


@frozen(cache_hash=True)
class WalkOn(Action):
    """Leave the well alone."""

    verb = "walk on"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "wells", rules_version=1, api=1, requires=("land",), help="Wells in five towns."
    )


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    return [Step("wells/look", look, of=ARRIVAL, after="land/collect", text="a well is there")]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    def as_often_as_one_moves(rules: Ruleset, players: int) -> int:
        name = rules.decide(MOVE, 0, ()).name
        (move,) = (owned.entry for owned in rules.decisions if owned.entry.name == name)
        return move.at_most(rules, players)

    return [
        Decision(
            AT_WELL,
            text="what to do at a well",
            at_most=as_often_as_one_moves,
            data=Traveller,
            bounds=lambda rules, players: {"town": Within(0, len(rules.board.towns) - 1)},
        )
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    return [
        Draw("wells/draw", source=STACK, target=HAND, text="a card from a well"),
        Roll(
            STONE,
            lambda position, item: {"nothing": 3, "card": 2, "splash": 1},
            falls,
            visibility=PUBLIC,
            text="how a stone falls",
        ),
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    return [
        at_well("wells/drink", Drink(), lambda table, item: table.draw("wells/draw", item.seat)),
        at_well(
            "wells/throw", Throw(), lambda table, item: table.roll(STONE, item.seat, *item.data)
        ),
        at_well("wells/walk-on", WalkOn(), lambda table, item: None),
    ]


def at_well(name: str, action: Action, do: Any) -> ActionType[Any]:
    """An action at a well that has no fields; drinking takes a card in the stack."""

    def check(position: Position, seat: int, asked: Action) -> Reason | None:
        if isinstance(asked, Drink) and not position.size(STACK):
            return Reason(name, "no travel card is left in the stack")
        return None

    def legal(position: Position, seat: int) -> Sequence[Action]:
        return (action,) if check(position, seat, action) is None else ()

    def apply(table: Table, item: Decide, asked: Action) -> None:
        do(table, item)

    return ActionType(
        name,
        type=type(action),
        at=(AT_WELL,),
        legal=legal,
        check=check,
        apply=apply,
        domain=lambda: (action,),
        public=as_it_is,
    )


def look(table: Table, item: Do) -> None:
    """Ask at a well; the item's data is the route and the town that the seat came from."""
    assert item.seat is not None
    if table.town(item.seat) in WELLS:
        table.ask(AT_WELL, item.seat, item.data[1])


def falls(table: Table, item: Chance, face: str) -> None:
    assert item.seat is not None
    if face == "card" and table.size(STACK):
        table.draw("wells/draw", item.seat)
    elif face == "splash":
        table.set_boot(item.seat, int(item.data[0]))
