"""The exchange: two transports of different kinds change places (G8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

from elfen.land import COUNTER, COUNTERS
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Kind,
    Laid,
    Means,
    Memo,
    Position,
    Reason,
    Route,
    Ruleset,
    Table,
    as_it_is,
    frozen,
)
from elfen_gold.pieces import EXCHANGE, LOTS

SWAP = "gold/swap"

Lying = tuple[int, ...]

#: The kind numbers of a transport and of the other one, and the route number of the other.
Pair = tuple[int, int, int]


@frozen(cache_hash=True)
class Swap(Action):
    """Swap this transport of the road with the other one on another road."""

    verb = "swap"
    counter: str
    other: str
    route: str


class SwapData(NamedTuple):
    """The data of `SWAP`: the road that the exchange is for; it must have a pair to swap."""

    road: str


def unsuited(rule: str, kind: Kind, route: Route) -> Reason:
    """A transport is not suited to a route."""
    return Reason.of(
        rule, "gold/unsuited", "a {kind} is not suited to {route}", kind=kind, route=route
    )


class Exchanging:
    """Which transports can change places, and the choice of two; kinds are kind numbers."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.kinds = {rules.layout.kind_number[kind]: kind for kind in COUNTERS}
        self.routes = range(len(rules.board.routes))
        self.on: Memo[Lying, tuple[int, ...]] = Memo(
            lambda lying: tuple([n for n in sorted(set(lying)) if n in self.kinds])
        )
        self.made: Memo[Pair, Swap] = Memo(
            lambda pair: Swap(
                self.kinds[pair[0]].id, self.kinds[pair[1]].id, rules.board.routes[pair[2]].id
            )
        )

    @cached_property
    def suited(self) -> dict[int, frozenset[int]]:
        """The routes that each transport is suited to."""
        opens = self.rules.quotes.opens
        return {
            number: frozenset(route for route in self.routes if opens(route, number))
            for number in self.kinds
        }

    def decision(self) -> Decision:
        """The decision right after an exchange is placed; the data is its road."""
        return Decision(
            SWAP,
            text="choose two transports to exchange",
            at_most=self.most,
            data=SwapData,
            reusable=True,
            bounds=lambda rules, players: {"road": Means.ROUTE},
        )

    def most(self, rules: Ruleset, players: int) -> int:
        """Each exchange goes back into the pile, where it stays for the round."""
        spells = sum(owned.entry.count for owned in rules.stock if owned.entry.kinds == (EXCHANGE,))
        return rules.most_rounds * spells

    def types(self) -> list[ActionType[Any]]:
        """The one action type."""
        return [
            ActionType(
                "gold/swap",
                type=Swap,
                at=(SWAP,),
                legal=lambda position, seat: [
                    self.made[pair] for pair in self.pairs(position, self.road(position))
                ],
                check=self.check,
                apply=self.swap,
                domain=lambda: [
                    self.made[one, other, route]
                    for one in self.kinds
                    for other in self.kinds
                    if one != other
                    for route in sorted(self.suited[one] & self.suited[other])
                ],
                public=as_it_is,
                lays=self.laid,
                text="swap two transports of different kinds",
                means={"counter": COUNTER, "other": COUNTER, "route": Means.ROUTE},
            )
        ]

    def road(self, position: Position) -> int:
        """The route that the exchange was laid on."""
        item = position.agenda[-1]
        assert isinstance(item, Decide)
        return self.rules.board.route_number[str(item.data[0])]

    def pairs(self, position: Position, here: int) -> Iterator[Pair]:
        """Every way to exchange a transport of this road with one of another."""
        routes, on, suited = position.routes, self.on, self.suited
        for one in on[routes[here]]:
            for there in compress(self.routes, routes):
                if there != here and there in suited[one]:
                    for other in on[routes[there]]:
                        if other != one and here in suited[other]:
                            yield one, other, there

    def has_partner(self, position: Position, seat: int, here: int) -> bool:
        """Whether there is any way to exchange (G8) that no restriction forbids."""
        due = Decide(SWAP, seat, SwapData(self.rules.board.routes[here].id))
        would_forbid, made = self.rules.would_forbid, self.made
        return any(would_forbid(position, due, made[p]) is None for p in self.pairs(position, here))

    def check(self, position: Position, seat: int, action: Swap) -> Reason | None:
        """Whether both lie there, differ, and suit their new roads."""
        board = self.rules.board
        here, there = self.road(position), board.route_number.get(action.route)
        numbers = {kind.id: number for number, kind in self.kinds.items()}
        one, other = numbers.get(action.counter), numbers.get(action.other)
        if there is None:
            text = "no route is called {name}"
            return Reason.of("gold/swap", "gold/unknown-route", text, name=repr(action.route))
        if here == there:
            text = "the other transport has to lie on another road"
            return Reason.of("gold/swap", "gold/same-road", text)
        for route, number, id in ((here, one, action.counter), (there, other, action.other)):
            if number is None or number not in self.on[position.routes[route]]:
                return Reason.of(
                    "gold/swap",
                    "gold/not-there",
                    "no {kind} transport lies on {route}",
                    kind=self.rules.layout.called(id, COUNTER),
                    route=board.routes[route],
                )
        assert one is not None
        assert other is not None
        if one == other:
            text = "the two transports have to be of different kinds"
            return Reason.of("gold/swap", "gold/same-kind", text)
        for kind, route in ((one, there), (other, here)):
            if route not in self.suited[kind]:
                return unsuited("gold/swap", self.kinds[kind], board.routes[route])
        return None

    def laid(self, position: Position, seat: int, action: Swap) -> list[Laid]:
        """Both transports, each on the other's road."""
        here = self.rules.board.routes[self.road(position)].id
        one, other = self.transports(action)
        return [Laid(action.route, one), Laid(here, other)]

    def transports(self, action: Swap) -> tuple[Kind, Kind]:
        """The kinds of the two transports."""
        kind, group = self.rules.layout.kind, EXCHANGE.group
        return kind(action.counter, group), kind(action.other, group)

    def swap(self, table: Table, item: Decide, action: Swap) -> None:
        """The two transports change places; what else lies there stays (G8)."""
        here = str(item.data[0])
        one, other = self.transports(action)
        table.take_off(here, one, LOTS)
        table.take_off(action.route, other, LOTS)
        table.put(action.route, one, LOTS)
        table.put(here, other, LOTS)
