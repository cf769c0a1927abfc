"""Coaches: rides of the plugin's own, over two routes at once, sold for prices of its own.

The express crosses two roads that have counters, for any three cards together. The mail coach
goes the same ways for one card when one books a seat, and two more on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from elfen.land import ARRIVAL, COUNTER, HAND, MOVE, worth_of_step
from elfen.plugin import (
    Action,
    ActionType,
    Advice,
    Decide,
    Decision,
    Fare,
    Invariant,
    Manifest,
    Pieces,
    Position,
    Price,
    Reason,
    Ruleset,
    Table,
    as_it_is,
    data_of,
    frozen,
    hookimpl,
    pay,
)

REST = "coaches/rest"
EXPRESS, SEAT, ON_THE_WAY = 3, 1, 2


class Journey(NamedTuple):
    """The data of `REST`: two routes, one after the other."""

    first: str
    second: str


@frozen(cache_hash=True)
class Express(Action):
    """Take the express along two roads."""

    verb = "take express"
    first: str
    second: str
    cards: Pieces


@frozen(cache_hash=True)
class Book(Action):
    """Book a seat in the mail coach along two roads."""

    verb = "book mail coach"
    first: str
    second: str
    cards: Pieces


@frozen(cache_hash=True)
class PayRest(Action):
    """Pay the rest, and go."""

    verb = "pay coachman"
    cards: Pieces


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("coaches", rules_version=1, api=1, requires=("land",), help="Coaches.")


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    def most(rules: Ruleset, players: int) -> int:
        return rules.at_most(MOVE, players)

    return [Decision(REST, text="pay the rest of the journey", at_most=most, data=Journey)]


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    coaches = Coaches(rules)

    def astray(position: Position) -> Iterator[str]:
        for item in position.agenda:
            if isinstance(item, Decide) and item.name == REST:
                way = data_of(Journey, item)
                if way not in [*coaches.ways(position, item.seat)]:
                    yield f"no coach takes seat {item.seat} along {way.first} and {way.second}"

    return [Invariant("coaches/journey", astray, text="coaches go where one can travel")]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    coaches = Coaches(rules)
    return [
        coaches.ride("coaches/express", Express, EXPRESS, EXPRESS, coaches.go, "the express"),
        coaches.ride("coaches/book", Book, SEAT, SEAT + ON_THE_WAY, coaches.book, "the mail coach"),
        ActionType(
            "coaches/rest",
            type=PayRest,
            at=(REST,),
            legal=lambda position, seat: [
                PayRest(pieces) for pieces in coaches.payable(position, seat, ON_THE_WAY)
            ],
            check=coaches.check_rest,
            apply=coaches.pay_rest,
            domain=lambda: [PayRest(pieces) for pieces in coaches.payments(ON_THE_WAY)],
            public=as_it_is,
            crosses=lambda position, seat, action: ways_in(position),
            text="pay the rest of a journey by mail coach",
        ),
    ]


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    return [
        Advice("coaches/express", type=Express, value=worth_of_step),
        Advice("coaches/book", type=Book, value=worth_of_step),
    ]


def ways_in(position: Position) -> tuple[str, ...]:
    """The two routes of the journey that is being paid."""
    item = position.agenda[-1]
    assert isinstance(item, Decide)
    return data_of(Journey, item)


class Coaches:
    """Where coaches go, and what is paid."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def payments(self, n: int) -> list[Pieces]:
        table = self.rules.payment_table(Price.any(HAND, n).needs)
        return [payment.pieces for payment in table.payments]

    def payable(self, position: Position, seat: int, n: int) -> list[Pieces]:
        table = self.rules.payment_table(Price.any(HAND, n).needs)
        zones = position.zones
        return [p.pieces for p in table.payments if p.affordable(zones, seat)]

    def ways(self, position: Position, seat: int) -> Iterator[tuple[str, str]]:
        """Two routes, one after the other, that have counters and lead to another town."""
        board, here = self.rules.board, position.town(seat)
        for first in board.routes:
            if here in first.ends and self.travelled(position, first.id):
                town = first.other(here)
                for second in board.routes:
                    on = town in second.ends and second.other(town) != here
                    if on and self.travelled(position, second.id):
                        yield first.id, second.id

    def travelled(self, position: Position, route: str) -> bool:
        return bool(position.lying(route, COUNTER))

    def ride(
        self,
        name: str,
        cls: Callable[[str, str, Pieces], Action],
        now: int,
        in_all: int,
        apply: Any,
        text: str,
    ) -> ActionType[Any]:
        """The action type of one sort of coach."""

        def legal(position: Position, seat: int) -> list[Action]:
            if position.size(HAND.of(seat)) < in_all:
                return []
            payable = self.payable(position, seat, now)
            return [cls(*way, cards) for way in self.ways(position, seat) for cards in payable]

        def check(position: Position, seat: int, action: Any) -> Reason | None:
            if (action.first, action.second) not in [*self.ways(position, seat)]:
                return Reason(name, "no coach goes there from here")
            if position.size(HAND.of(seat)) < in_all:
                return Reason(name, f"that takes {in_all} cards")
            if action.cards not in self.payable(position, seat, now):
                return Reason(name, f"pay {now} of your cards, not {action.cards}")
            return None

        def crosses(position: Position, seat: int, action: Any) -> tuple[str, str]:
            return action.first, action.second

        def journeys(position: Position, seat: int) -> list[Fare]:
            prices = (Price.any(HAND, in_all),)
            return [Fare(way, prices) for way in self.ways(position, seat)]

        def domain() -> list[Action]:
            board, cards = self.rules.board, self.payments(now)
            return [
                cls(first.id, second.id, pieces)
                for first in board.routes
                for second in board.routes
                if first is not second and {*first.ends} & {*second.ends}
                for pieces in cards
            ]

        return ActionType(
            name,
            type=cls,  # type: ignore[arg-type]
            at=(MOVE,),
            legal=legal,
            check=check,
            apply=apply,
            domain=domain,
            public=as_it_is,
            crosses=crosses,
            journeys=journeys,
            text=text,
        )

    def pay(self, table: Table, seat: int, cards: Pieces) -> None:
        prices = self.rules.payment_table(Price.any(HAND, len(cards)).needs)
        pay(table, seat, prices.payments[prices.number[cards]])

    def travel(self, table: Table, seat: int, routes: tuple[str, ...]) -> None:
        """Go along both routes; it is an arrival in both towns."""
        board = self.rules.board
        arrivals = []
        for route in routes:
            number, start = board.route_number[route], table.boots[seat]
            end = board.town_number[board.route(route).other(table.town(seat))]
            table.set_boot(seat, end, number)
            table.visit(seat, end)
            arrivals.append((number, start))
        table.run(ARRIVAL, seat, *arrivals[-1])

    def go(self, table: Table, item: Decide, action: Express) -> None:
        self.pay(table, item.seat, action.cards)
        table.ask(MOVE, item.seat)
        self.travel(table, item.seat, (action.first, action.second))

    def book(self, table: Table, item: Decide, action: Book) -> None:
        self.pay(table, item.seat, action.cards)
        table.ask(MOVE, item.seat)
        table.ask(REST, item.seat, action.first, action.second)

    def check_rest(self, position: Position, seat: int, action: PayRest) -> Reason | None:
        if action.cards in self.payable(position, seat, ON_THE_WAY):
            return None
        return Reason("coaches/rest", f"pay {ON_THE_WAY} of your cards, not {action.cards}")

    def pay_rest(self, table: Table, item: Decide, action: PayRest) -> None:
        self.pay(table, item.seat, action.cards)
        self.travel(table, item.seat, (str(item.data[0]), str(item.data[1])))
