"""What the six favors give, and how cards and counters wait for the next round (F3, F4, F5)."""

from __future__ import annotations

from collections.abc import Callable

from elfen.land import (
    DEAL_PHASE,
    HAND,
    OBSTACLES,
    PILE,
    PLAYED,
    SECRET,
    STACK,
    THE_OBSTACLE,
    TOP_CARD,
)
from elfen.plugin import Do, Draw, Phase, Step, Table
from elfen_favor.favors import (
    CARD_ASIDE,
    CARRY_COUNTER,
    FREE_PATH_TAKEN,
    LAY_COUNTER,
    OBSTACLE_TAKEN,
    TWO_CARDS,
)
from elfen_favor.names import CARD, JOIN_PHASE, TAKE_CARD_STEP, TOP_CARD_STEP
from elfen_favor.pieces import (
    CARRIED,
    FOUND,
    FREE_PATH_POOL,
    FREE_PATHS,
    OBSTACLE_POOL,
    SET_ASIDE,
    THE_FREE_PATH,
)

#: Decision: which of the counters found to place, if any.
LAY_FOUND = "favor/lay-found"

CARDS_AT_ONCE = 2
COUNTERS_LOOKED_AT = 2

_TO_HAND = "favor/draw-card"
_TO_SET_ASIDE = "favor/set-card-aside"
_LOOK = "favor/look"
_CARRY = "favor/carry"


def draws() -> list[Draw]:
    """All blind draws."""
    return [
        Draw(_TO_HAND, source=STACK, target=HAND, text="a card by favor of a town"),
        Draw(_TO_SET_ASIDE, source=STACK, target=SET_ASIDE, text="a card is set aside"),
        Draw(_LOOK, source=PILE, target=FOUND, text="counters are looked at"),
        Draw(_CARRY, source=PILE, target=CARRIED, text="a counter for the next round"),
    ]


def steps() -> list[Step]:
    """The steps that draw a single card: make sure that the stack has one, and take it."""
    return [
        Step(
            TOP_CARD_STEP,
            lambda table, item: table.run(TOP_CARD, item.seat),
            of=CARD,
            text="the top card of the stack",
        ),
        Step(TAKE_CARD_STEP, take_card, of=CARD, text="it is drawn, if there is one"),
    ]


def take_card(table: Table, item: Do) -> None:
    """Draw the top card, by the draw that the item's data names."""
    if table.size(STACK):
        table.draw(str(item.data[0]), item.seat)


def phase() -> Phase:
    """The phase in which cards and counters of the last round join the hand and the stock."""
    return Phase(JOIN_PHASE, join, after=DEAL_PHASE, text="take what was set aside")


def join(table: Table) -> None:
    """Take them in addition to the eight cards dealt and the counters kept (F4, F5)."""
    aside, hand, carried, secret = map(
        table.rules.layout.indexes, (SET_ASIDE, HAND, CARRIED, SECRET)
    )
    zones = table.zones
    for seat in range(table.players):
        for source, target in ((aside[seat], hand[seat]), (carried[seat], secret[seat])):
            if any(zones[source]):
                table.shift(source, target, zones[source])


def two_cards(table: Table, seat: int) -> None:
    """Two travel cards from the stack, usable at once."""
    for _ in range(CARDS_AT_ONCE):
        table.run(CARD, seat, _TO_HAND)


def card_aside(table: Table, seat: int) -> None:
    """A travel card that joins the hand after the next deal."""
    table.run(CARD, seat, _TO_SET_ASIDE)


def lay_counter(table: Table, seat: int) -> None:
    """Two counters to look at, if the pile has them, one of which may be placed."""
    found = min(COUNTERS_LOOKED_AT, table.size(PILE))
    if found:
        table.ask(LAY_FOUND, seat)
        table.draw(_LOOK, seat, found)


def carry_counter(table: Table, seat: int) -> None:
    """A counter for the next round, in addition to those kept."""
    table.draw(_CARRY, seat, min(1, table.size(PILE)))


def obstacle(table: Table, seat: int) -> None:
    """An obstacle in addition to the player's own, for the next round: planning is over."""
    if table.size(OBSTACLE_POOL):
        table.move(THE_OBSTACLE, OBSTACLE_POOL, OBSTACLES.of(seat))


def free_path(table: Table, seat: int) -> None:
    """A free path, usable at once."""
    if table.size(FREE_PATH_POOL):
        table.move(THE_FREE_PATH, FREE_PATH_POOL, FREE_PATHS.of(seat))


_GIVE: dict[str, Callable[[Table, int], None]] = {
    TWO_CARDS: two_cards,
    CARD_ASIDE: card_aside,
    LAY_COUNTER: lay_counter,
    CARRY_COUNTER: carry_counter,
    OBSTACLE_TAKEN: obstacle,
    FREE_PATH_TAKEN: free_path,
}

#: The zones that a favor is taken from: if all are empty, it gives nothing at all (F3).
SOURCES = {
    TWO_CARDS: (STACK, PLAYED),
    CARD_ASIDE: (STACK, PLAYED),
    LAY_COUNTER: (PILE,),
    CARRY_COUNTER: (PILE,),
    OBSTACLE_TAKEN: (OBSTACLE_POOL,),
    FREE_PATH_TAKEN: (FREE_PATH_POOL,),
}


def give(table: Table, seat: int, favor: str) -> None:
    """Give the seat what the favor gives, as far as available (F3)."""
    _GIVE[favor](table, seat)
