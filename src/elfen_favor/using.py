"""A town's favor is offered: before moving (small favors), or on taking its piece (great ones)."""

from __future__ import annotations

from typing import Any

from elfen.land import TOWN_PIECE, TURN
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    EventType,
    Ruleset,
    Step,
    Table,
    Words,
    as_it_is,
    frozen,
)
from elfen_favor.effects import give, is_something
from elfen_favor.favors import favor_name
from elfen_favor.tiles import SMALL, TURN_UP, open_tile

#: Decision: whether to use the favor of the town where one's boot stands (data: the town).
USE = "favor/use"


@frozen(cache_hash=True)
class UseFavor(Action):
    """Use the favor of the town."""

    verb = "use favor"


@frozen(cache_hash=True)
class DeclineFavor(Action):
    """Leave the town's favor alone."""

    verb = "decline favor"


@frozen
class FavorUsed:
    """A seat uses an open favor."""

    seat: int
    town: str
    favor: str


def events() -> list[EventType[FavorUsed]]:
    """The event of a favor that is used."""

    def told(event: FavorUsed, words: Words) -> str:
        name = favor_name(event.favor)
        return f"{words.seat(event.seat)} used the favor of {words.town(event.town)}: {name}"

    return [EventType("favor/used", type=FavorUsed, public=as_it_is, text=told)]


def most_offers(rules: Ruleset, players: int) -> int:
    """Once a turn (small favors), or once for every town piece (great ones)."""
    if rules.option("favor.variant") == SMALL:
        return rules.most_rounds * players
    return rules.piece_towns.bit_count() * players


class Using:
    """When a favor is offered, and what the seat may answer."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.small = rules.option("favor.variant") == SMALL

    def step(self) -> Step:
        """Right before the movement, or right after the town piece was taken (F2)."""
        if self.small:
            return Step(
                "favor/before-moving",
                self.offer,
                of=TURN,
                before="land/moving",
                text="the favor of the town where the boot stands",
            )
        return Step(
            "favor/on-arrival",
            self.offer,
            of=TOWN_PIECE,
            after="land/take-piece",
            text="the favor of the town reached",
        )

    def offer(self, table: Table, item: Do) -> None:
        """Ask, unless no tile lies there, or an open one that could give nothing (F2)."""
        assert item.seat is not None
        town = table.boots[item.seat]
        if not self.rules.piece_towns >> town & 1:
            return
        favor = open_tile(table, town)
        if not favor or is_something(table, favor):
            table.ask(USE, item.seat, self.rules.board.towns[town].id)

    def decision(self) -> Decision:
        """The offer."""
        return Decision(USE, text="use the favor of the town", at_most=most_offers)

    def types(self) -> list[ActionType[Any]]:
        """To use it or not."""
        return [
            ActionType(
                "favor/use",
                type=UseFavor,
                at=(USE,),
                legal=(UseFavor(),),
                check=lambda position, seat, action: None,
                apply=self.use,
                domain=lambda: (UseFavor(),),
                public=as_it_is,
                text="use the favor of the town",
            ),
            ActionType(
                "favor/decline",
                type=DeclineFavor,
                at=(USE,),
                legal=(DeclineFavor(),),
                check=lambda position, seat, action: None,
                apply=lambda table, item, action: None,
                domain=lambda: (DeclineFavor(),),
                public=as_it_is,
                text="leave the favor of the town alone",
            ),
        ]

    def use(self, table: Table, item: Decide, action: UseFavor) -> None:
        """An open tile gives its favor; one that lies face down is turned up first."""
        town = table.boots[item.seat]
        favor = open_tile(table, town)
        if not favor:
            table.roll(TURN_UP, item.seat, town)
            return
        table.emit(FavorUsed(item.seat, self.rules.board.towns[town].id, favor))
        give(table, item.seat, favor)
