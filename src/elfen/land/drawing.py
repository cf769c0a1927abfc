"""Phases 1 to 3 of a round: cards are dealt, a counter is drawn blind, three are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from attrs import frozen

from elfen.land.pieces import HAND, LAND, OPEN, PILE, PLAYED, SECRET, SHOWN, STACK
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Draw,
    Memo,
    Position,
    Reason,
    Ruleset,
    Table,
    as_it_is,
)

OPEN_ROW = 5
HAND_SIZE = 8
CHOSEN = 3

DRAW = "land/draw"


@frozen(cache_hash=True)
class DrawOpen(Action):
    """Take one of the counters that lie open."""

    verb = "draw open"
    counter: str


@frozen(cache_hash=True)
class DrawBlind(Action):
    """Take a counter from the face-down pile, and lay it open."""

    verb = "draw blind"


def draws() -> list[Draw]:
    """All draws of phases 1 to 3."""
    return [
        Draw("land/deal", source=STACK, target=HAND, text="travel cards are dealt"),
        Draw("land/draw-secret", source=PILE, target=SECRET, text="a counter is drawn, secret"),
        Draw("land/draw-shown", source=PILE, target=SHOWN, text="a counter is drawn, open"),
        Draw("land/refill", source=PILE, target=OPEN, text="open counters are filled up"),
    ]


def decision() -> Decision:
    """The choice of phase 3."""
    return Decision(
        DRAW,
        text="choose a transportation counter",
        at_most=lambda rules, players: rules.most_rounds * CHOSEN * players,
    )


def deal(table: Table) -> None:
    """Everyone's hand is filled up to eight from the stack and all played cards (E8)."""
    table.move_all(PLAYED, STACK)
    stack = table.size(STACK)
    dealt: list[tuple[int, int]] = []
    for seat in in_order(table):
        n = min(max(0, HAND_SIZE - table.size(HAND.of(seat))), stack)
        stack -= n
        dealt.append((seat, n))
    for seat, n in reversed(dealt):
        table.draw("land/deal", seat, n)


def draw_secret(table: Table) -> None:
    """Everyone draws a counter blind and keeps it secret (RG 2)."""
    pile = table.size(PILE)
    for n, seat in reversed([*enumerate(in_order(table))]):
        if n < pile:
            table.draw("land/draw-secret", seat)


def draw_counters(table: Table) -> None:
    """Everyone draws three more, one at a time, open or blind; they lie open (RG 3)."""
    for _ in range(CHOSEN):
        for seat in reversed(in_order(table)):
            table.ask(DRAW, seat)


def fill_open(table: Table) -> None:
    """Five counters lie open, or as many as the pile allows (E5)."""
    table.draw("land/refill", None, missing(table.size(OPEN), table.size(PILE)))


def missing(lying: int, in_pile: int) -> int:
    """How many counters are to be turned up, with so many open and so many in the pile (E5)."""
    return max(0, min(OPEN_ROW - lying, in_pile))


def in_order(table: Position) -> tuple[int, ...]:
    """The seats in turn order from the start player."""
    return table.seats_from(table.ext[LAND].start_player)


class Drawing:
    """The two actions of phase 3."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.open = layout.index(OPEN)
        self.pile = layout.index(PILE)
        self.shown = layout.indexes(SHOWN)
        self.kinds = tuple(kind.id for kind in layout.kinds_of(OPEN))
        self.actions = tuple(DrawOpen(kind) for kind in self.kinds)
        self.place = {kind: n for n, kind in enumerate(self.kinds)}
        self.blind = (DrawBlind(),)
        self.by_row: Memo[tuple[int, ...], tuple[DrawOpen, ...]] = Memo(
            lambda row: tuple(compress(self.actions, row))
        )

    def types(self) -> list[ActionType[Any]]:
        """The two action types."""
        return [
            ActionType(
                "land/draw-open",
                type=DrawOpen,
                at=(DRAW,),
                legal=self.legal_open,
                check=self.check_open,
                apply=self.take_open,
                offered=OPEN,
                domain=lambda: self.actions,
                public=as_it_is,
                text="take a counter that lies open",
            ),
            ActionType(
                "land/draw-blind",
                type=DrawBlind,
                at=(DRAW,),
                legal=lambda position, seat: (
                    self.blind if any(position.state.zones[self.pile]) else ()
                ),
                check=self.check_blind,
                apply=lambda table, item, action: table.draw("land/draw-shown", item.seat),
                offered=PILE,
                domain=lambda: self.blind,
                public=as_it_is,
                text="take a counter from the pile",
            ),
        ]

    def legal_open(self, position: Position, seat: int) -> Sequence[DrawOpen]:
        """One action for each kind that lies open."""
        return self.by_row[position.state.zones[self.open]]

    def check_open(self, position: Position, seat: int, action: DrawOpen) -> Reason | None:
        """Whether a counter of that kind lies open."""
        place = self.place.get(action.counter)
        if place is None or not position.zones[self.open][place]:
            lying = ", ".join(position.counts(OPEN)) or "none"
            return Reason(
                "land/draw-open", f"no {action.counter} counter lies open; there are: {lying}"
            )
        return None

    def check_blind(self, position: Position, seat: int, action: DrawBlind) -> Reason | None:
        """Whether the pile has a counter left."""
        if not any(position.zones[self.pile]):
            return Reason("land/draw-blind", "the pile of counters is empty")
        return None

    def take_open(self, table: Table, item: Decide, action: DrawOpen) -> None:
        """The counter goes to the seat, and the row is filled up (RG 3, E5)."""
        table.shift_one(self.open, self.shown[item.seat], self.place[action.counter])
        zones = table.zones
        n = missing(sum(zones[self.open]), sum(zones[self.pile]))
        table.draw("land/refill", None, n)
