"""Quotes: every way to pay for a step or a journey, with the reason for each card."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare import Line, Need, Price, listed
from elfen.errors import BoardError, PositionError, brief
from elfen.kernel import State, check_seat
from elfen.text.words import Words

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.kernel import Position


@frozen
class Quote:
    """All ways to pay for crossing `route` from town `start` to town `end`, for one seat.

    For a journey along several `routes`, `route` is the first of them. For each price, `by` names
    the action type that charges it ("" for a crossing at the usual cost), and `in_hand` says
    whether the seat holds the pieces to pay it. A quote is a sequence of its prices; `str`
    explains them, one line each.
    """

    seat: int
    route: str
    start: str
    end: str
    prices: tuple[Price, ...]
    in_hand: tuple[bool, ...]
    rules: Ruleset = field(repr=False, eq=False)
    routes: tuple[str, ...] = ()
    by: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.prices)

    def __iter__(self) -> Iterator[Price]:
        return iter(self.prices)

    def __getitem__(self, number: int) -> Price:
        return self.prices[number]

    def to_data(self) -> dict[str, Any]:
        """The quote as plain data for JSON; a line's plugin is the one that charges it."""
        plugins = {owned.entry.name: owned.plugin for owned in self.rules.action_types}
        plugins |= {owned.entry.name: owned.plugin for owned in self.rules.cost_terms}
        return {
            "seat": self.seat,
            "route": self.route,
            "routes": list(self.routes),
            "start": self.start,
            "end": self.end,
            "ways": [
                {
                    "needs": [
                        {
                            "zone": need.zone.name,
                            "n": need.n,
                            "kinds": None if need.kinds is None else list(need.kinds),
                        }
                        for need in price.needs
                    ],
                    "lines": [
                        {
                            "term": line.term,
                            "plugin": plugins.get(line.term, ""),
                            "text": line.text,
                            "amount": line.amount,
                            "tag": line.tag,
                        }
                        for line in price.lines
                    ],
                    "in_hand": in_hand,
                    "by": by,
                }
                for price, in_hand, by in zip(self.prices, self.in_hand, self.by, strict=True)
            ],
        }

    def to_json(self) -> str:
        """The quote as one line of JSON."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    def __repr__(self) -> str:
        ways = f"{len(self.prices)} way{'s' * (len(self.prices) != 1)}, {sum(self.in_hand)} in hand"
        return f"<Quote for seat {self.seat}: {self.route} from {self.start}, {ways}>"

    @property
    def told(self) -> list[str]:
        """The lines of the explanation."""
        words = Words(self.rules)
        board = self.rules.board
        along = ", ".join(words.terrain(board.route(route).terrain) for route in self.routes)
        start, end = words.town(self.start), words.town(self.end)
        way = words.say("{start} to {end} ({along})", start=start, end=end, along=along)
        if not self.prices:
            return [f"{way}: {words.say('there is no way to travel here now')}"]
        prices = [
            f"{n}. {needed(price.needs, words)} = {summed(price.lines, words)}"
            + (f" ({words.say('in hand')})" if in_hand else "")
            for n, (price, in_hand) in enumerate(zip(self.prices, self.in_hand, strict=True), 1)
        ]
        return [f"{way}:", *prices]

    def __str__(self) -> str:
        return "\n".join(self.told)


def needed(needs: Sequence[Need], words: Words) -> str:
    """The needs of a price: `2 dragon cards`, `any 3 travel cards`."""
    return words.listed([words.need(need) for need in needs]) or words.say("nothing")


def summed(lines: Sequence[Line], words: Words) -> str:
    """The lines of a price as a sum: `transport chart 2 + obstacle 1`."""
    parts: list[str] = []
    for line in lines:
        sign = ("−" if line.amount < 0 else "+") if parts else ("−" if line.amount < 0 else "")
        amount = str(abs(line.amount)) if line.amount else ""
        parts += [part for part in (sign, words.say(line.text), amount) if part]
    return " ".join(parts)


def quote(rules: Ruleset, state: State, seat: int, route: str | Sequence[str]) -> Quote:
    """See `Ruleset.quote`."""
    if not isinstance(route, Iterable):
        raise BoardError(f"{brief(route)} is neither a route nor a sequence of routes")
    routes = (route,) if isinstance(route, str) else listed("a journey", route)
    if not routes:
        raise PositionError("a journey goes along one route at least")
    board = rules.board
    for id in routes:
        board.route(id)
    check_seat(seat, state.players)
    if seat is None:
        raise PositionError("the public has no boot: quotes are for a seat")
    start = state.boots[seat]
    end = _end(rules, start, routes)
    position = rules.position(state)
    prices: list[tuple[Price, str]] = []
    if len(routes) == 1:
        number = board.route_number[routes[0]]
        quoted = rules.quotes.prices(number, start, state.routes[number], seat, position)
        prices += [(price, "") for price in quoted]
    for along, price, name in _offered(rules, position, seat):
        if along == routes:
            prices.append((price, name))
    in_hand = tuple(
        any(
            payment.affordable(state.zones, seat)
            for payment in rules.payment_table(price.needs).payments
        )
        for price, _ in prices
    )
    told = (
        tuple(price for price, _ in prices),
        in_hand,
        rules,
        routes,
        tuple(by for _, by in prices),
    )
    return Quote(seat, routes[0], board.towns[start].id, end, *told)


def journeys(rules: Ruleset, state: State, seat: int) -> tuple[Quote, ...]:
    """See `Ruleset.journeys`."""
    check_seat(seat, state.players)
    offered = _offered(rules, rules.position(state), seat)
    return tuple(quote(rules, state, seat, along) for along in dict.fromkeys(o[0] for o in offered))


def _offered(
    rules: Ruleset, position: Position, seat: int
) -> Iterator[tuple[tuple[str, ...], Price, str]]:
    """The journeys of all action types: the routes, the price, and the action type's name."""
    for owned in rules.action_types:
        entry = owned.entry
        if entry.journeys is not None:
            for journey in entry.journeys(position, seat):
                for price in journey.prices:
                    pieces = sum(need.n for need in price.needs)
                    lines = price.lines or (
                        Line(entry.name, entry.text or entry.type.verb, pieces),
                    )
                    yield journey.routes, Price(price.needs, lines), entry.name


def _end(rules: Ruleset, start: int, routes: Sequence[str]) -> str:
    """The town that a sequence of routes leads to; raises `PositionError` if they do not join."""
    board = rules.board
    town = board.towns[start].id
    for id in routes:
        way = board.route(id)
        if town not in way.ends:
            raise PositionError(f"{id} does not lead from {board.town(town).name}")
        town = way.other(town)
    return town
