"""Witches: a magic flight to any town (G14). Their effect on obstacles is in `costs`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfen.land import ARRIVAL, HAND, MOVE, PLAYED
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Leaps,
    Means,
    Message,
    Position,
    Price,
    Reason,
    Ruleset,
    Table,
    as_it_is,
    frozen,
)
from elfen_gold.pieces import WITCH, Money, a_witch, coins
from elfen_gold.travel import NO_ROUTE

FEE_FOR_A_FLIGHT = 3


@frozen(cache_hash=True)
class Fly(Action):
    """Let a witch fly the boot to any other town, for three gold."""

    verb = "fly"
    town: str


class Flying:
    """The magic flight."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.rules = rules
        self.hands = layout.indexes(HAND)
        self.money = rules.once(Money)
        self.witch = layout.kinds_of(HAND).index(WITCH)
        self.flights = tuple(Fly(town.id) for town in rules.board.towns)
        price = Price((a_witch(), coins(FEE_FOR_A_FLIGHT)))
        self.leaps: Leaps[Fly] = Leaps(lambda town, pieces: Fly(town), (price,))

    def types(self) -> list[ActionType[Any]]:
        """The one action type."""
        return [
            ActionType(
                "gold/fly",
                type=Fly,
                at=(MOVE,),
                legal=self.legal,
                check=self.check,
                leaps=self.leaps,
                apply=self.fly,
                domain=lambda: self.flights,
                public=as_it_is,
                reusable=True,
                text="fly with a witch to any other place",
                means={"town": Means.TOWN},
            )
        ]

    def legal(self, position: Position, seat: int) -> Sequence[Fly]:
        """Every other town, with a witch and three gold."""
        if self.why_not(position, seat) is not None:
            return ()
        here = position.boots[seat]
        return (*self.flights[:here], *self.flights[here + 1 :])

    def why_not(self, position: Position, seat: int) -> Message | None:
        """Why the seat cannot fly anywhere, or None."""
        if not position.zones[self.hands[seat]][self.witch]:
            return Message("gold/no-witch", "you have no witch")
        purse = self.money.held(position, seat)
        if purse < FEE_FOR_A_FLIGHT:
            text = "a flight costs {fee} gold, you have {purse}"
            return Message("gold/poor-to-fly", text, fee=FEE_FOR_A_FLIGHT, purse=purse)
        return None

    def check(self, position: Position, seat: int, action: Fly) -> Reason | None:
        """Whether the seat can fly to this town."""
        board = self.rules.board
        if action.town not in board.town_number:
            text = "no town is called {name}"
            return Reason.of("gold/fly", "gold/unknown-town", text, name=repr(action.town))
        if board.town_number[action.town] == position.boots[seat]:
            text = "you are in {town} already"
            return Reason.of("gold/fly", "gold/here", text, town=board.town(action.town))
        why = self.why_not(position, seat)
        return None if why is None else Reason("gold/fly", why)

    def fly(self, table: Table, item: Decide, action: Fly) -> None:
        """Pay, fly, and take the town piece; nothing is earned, and the seat may move on."""
        seat, start = item.seat, table.boots[item.seat]
        table.move(WITCH, HAND.of(seat), PLAYED)
        self.money.spend(table, seat, FEE_FOR_A_FLIGHT)
        table.set_boot(seat, self.rules.board.town_number[action.town])
        table.ask_again(item, action)
        table.run(ARRIVAL, seat, NO_ROUTE, start)
