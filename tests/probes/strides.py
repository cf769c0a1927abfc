"""Strides: the boots move one step each in turn, until all have stopped.

Whoever has stopped stays where he is and is not asked again this round. Hands are cut when all
have stopped.
"""

from __future__ import annotations

from typing import Any

from elfen.land import ARRIVAL, MOVE, TURN, Move, Moving, Stop, in_order
from elfen.plugin import (
    ActionType,
    Decide,
    Do,
    Manifest,
    Phase,
    Ruleset,
    Step,
    Table,
    as_it_is,
    hookimpl,
    pay,
)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "strides", rules_version=1, api=1, requires=("land",), help="One step each, in turn."
    )


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def stride(table: Table) -> None:
        for seat in reversed(in_order(table)):
            table.run(TURN, seat)
        table.ask(MOVE, in_order(table)[0], 0)

    return [Phase("strides/move", stride, replaces="land/move", text="a step each, in turn")]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def nothing(table: Table, item: Do) -> None:
        """Moving is over when a turn begins: the hand is cut."""

    return [Step("strides/moved", nothing, of=TURN, replaces="land/moving", text="after all moved")]


def next_seat(table: Table, seat: int, stopped: int) -> None:
    """Ask the next one who has not stopped; the data is the bit set of those who have."""
    for other in table.seats_from((seat + 1) % table.players):
        if not stopped >> other & 1:
            table.ask(MOVE, other, stopped)
            return


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    moving = rules.once(Moving)
    crossings = moving.crossings

    def move(table: Table, item: Decide, action: Move) -> None:
        seat, start = item.seat, table.boots[item.seat]
        number = rules.board.route_number[action.route]
        payment = crossings.payment(table, seat, number, action.cards)
        assert payment is not None
        pay(table, seat, payment)
        end = rules.board.routes[number].other(table.town(seat))
        table.set_boot(seat, rules.board.town_number[end], number)
        next_seat(table, seat, int(item.data[0]) if item.data else 0)
        table.run(ARRIVAL, seat, number, start)

    def stop(table: Table, item: Decide, action: Stop) -> None:
        stopped = int(item.data[0]) if item.data else 0
        next_seat(table, item.seat, stopped | 1 << item.seat)

    return [
        ActionType(
            "strides/step",
            type=Move,
            at=(MOVE,),
            legal=lambda position, seat: [*crossings.open_to(position, seat)],
            crossings=crossings,
            check=moving.check_move,
            apply=move,
            domain=crossings.domain,
            public=as_it_is,
            replaces="land/move",
            text="a step along a route",
        ),
        ActionType(
            "strides/stop",
            type=Stop,
            at=(MOVE,),
            legal=(Stop(),),
            check=lambda position, seat, action: None,
            apply=stop,
            domain=lambda: (Stop(),),
            public=as_it_is,
            replaces="land/stop",
            text="stay where one is",
        ),
    ]
