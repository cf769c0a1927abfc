"""Gleanings: no cards are dealt; they lie open, two for everyone, and are taken in turn.

From the start player on, each takes one card of what lies there, then the last one first, each
takes another; this is done until hands are full or the stack is too short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfen.land import HAND, PLAYED, STACK, TRAVEL_CARD, in_order
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    Draw,
    Manifest,
    Phase,
    Position,
    Reason,
    Ruleset,
    Step,
    Table,
    TableZone,
    as_it_is,
    frozen,
    hookimpl,
)

FIELD = TableZone("gleanings/field", holds=(TRAVEL_CARD,), visibility=PUBLIC)
GLEAN = "gleanings/glean"
HANDFUL = "gleanings/handful"


@frozen(cache_hash=True)
class Glean(Action):
    """Take a card that lies open."""

    verb = "glean"
    card: str


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "gleanings", rules_version=1, api=1, requires=("land",), help="Cards are taken, not dealt."
    )


@hookimpl
def elfen_zones(rules: Ruleset) -> list[TableZone]:
    return [FIELD]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def sow(table: Table) -> None:
        table.move_all(PLAYED, STACK)
        table.run(HANDFUL)

    return [Phase("gleanings/deal", sow, replaces="land/deal", text="glean travel cards")]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    size: int = rules.option("land.hand_size")

    def turn_up(table: Table, item: Do) -> None:
        hungry = [seat for seat in in_order(table) if table.size(HAND.of(seat)) + 2 <= size]
        cards = 2 * len(hungry)
        if not hungry or table.size(STACK) < cards:
            return
        table.run(HANDFUL)
        for seat in reversed((*hungry, *reversed(hungry))):
            table.ask(GLEAN, seat)
        table.draw("gleanings/turn-up", None, cards)

    return [Step("gleanings/turn-up-cards", turn_up, of=HANDFUL)]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    return [Draw("gleanings/turn-up", source=STACK, target=FIELD, text="cards are turned up")]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    size: int = rules.option("land.hand_size")
    return [
        Decision(
            GLEAN,
            text="take a card",
            at_most=lambda rules, players: rules.most_rounds * players * size,
        )
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    kinds = rules.layout.kinds_of(FIELD)
    every = tuple(Glean(kind.id) for kind in kinds)

    def legal(position: Position, seat: int) -> Sequence[Glean]:
        lying = position.counts(FIELD)
        return [action for action in every if action.card in lying]

    def check(position: Position, seat: int, action: Glean) -> Reason | None:
        if action.card in position.counts(FIELD):
            return None
        return Reason("gleanings/glean", f"no {action.card} card lies open")

    def take(table: Table, item: Decide, action: Glean) -> None:
        table.move(rules.layout.kind(action.card, TRAVEL_CARD), FIELD, HAND.of(item.seat))

    return [
        ActionType(
            "gleanings/glean",
            type=Glean,
            at=(GLEAN,),
            legal=legal,
            check=check,
            apply=take,
            offered=FIELD,
            domain=lambda: every,
            public=as_it_is,
        )
    ]
