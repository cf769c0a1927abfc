"""Bandits: before the journeys each seat robs another of cards, unseen, or pays a toll.

A robber draws one card or two out of the hand of another seat. Who spares all others has one
card drawn out of his own hand into the den, where nobody looks; the den is emptied onto the
played cards when all have moved.
"""

from __future__ import annotations

from typing import Any

from elfen.land import HAND, PLAYED, TRAVEL_CARD, in_order
from elfen.plugin import (
    HIDDEN,
    Action,
    ActionType,
    Decide,
    Decision,
    Draw,
    EventType,
    Manifest,
    Means,
    Phase,
    Position,
    Reason,
    Ruleset,
    Table,
    TableZone,
    Zone,
    always_legal,
    as_it_is,
    frozen,
    hookimpl,
)

DEN = TableZone("bandits/den", holds=(TRAVEL_CARD,), visibility=HIDDEN)
AMBUSH = "bandits/ambush"
ROB, TOLL = "bandits/rob", "bandits/toll"


@frozen(cache_hash=True)
class Rob(Action):
    """Draw so many cards out of a seat's hand."""

    verb = "rob"
    victim: int
    cards: int


@frozen(cache_hash=True)
class Spare(Action):
    """Rob nobody, and pay the toll."""

    verb = "spare"


@frozen
class Spared:
    """A seat robs nobody."""

    seat: int
    town: str


WAYS = tuple(Rob(victim, cards) for victim in range(6) for cards in (1, 2))


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("bandits", rules_version=1, api=1, requires=("land",), help="Bandits rob.")


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [DEN]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    return [
        Draw(ROB, source=HAND, target=HAND, text="what is robbed"),
        Draw(TOLL, source=HAND, target=DEN, text="the toll"),
    ]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def ambush(table: Table) -> None:
        for seat in reversed(in_order(table)):
            table.ask(AMBUSH, seat)

    return [
        Phase(AMBUSH, ambush, before="land/move", text="bandits rob"),
        Phase("bandits/share", lambda table: table.move_all(DEN, PLAYED), after="land/move"),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        Decision(
            AMBUSH,
            text="rob somebody, or spare all",
            at_most=lambda rules, players: rules.most_rounds * players,
        )
    ]


def why_not(position: Position, seat: int, action: Rob) -> Reason | None:
    """There has to be another seat, with as many cards."""
    if action not in WAYS or not action.victim < position.players or action.victim == seat:
        return Reason(ROB, f"seat {action.victim} cannot be robbed of {action.cards} cards")
    there = position.size(HAND.of(action.victim))
    if there < action.cards:
        return Reason(ROB, f"seat {action.victim} has {there} cards, not {action.cards}")
    return None


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    def rob(table: Table, item: Decide, action: Rob) -> None:
        table.draw(ROB, item.seat, action.cards, source=action.victim)

    def spare(table: Table, item: Decide, action: Spare) -> None:
        table.emit(Spared(item.seat, table.town(item.seat)))
        table.draw(TOLL, n=min(1, table.size(HAND.of(item.seat))), source=item.seat)

    return [
        ActionType(
            ROB,
            type=Rob,
            at=(AMBUSH,),
            legal=lambda position, seat: [a for a in WAYS if not why_not(position, seat, a)],
            check=why_not,
            apply=rob,
            domain=lambda: WAYS,
            public=as_it_is,
            means={"victim": Means.SEAT},
        ),
        always_legal(
            "bandits/spare",
            Spare(),
            at=AMBUSH,
            apply=spare,
        ),
    ]


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Any]]:
    return [
        EventType(
            "bandits/spared",
            type=Spared,
            public=as_it_is,
            text="{seat} robbed nobody in {town}",
            means={"town": Means.TOWN},
        )
    ]
