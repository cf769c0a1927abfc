"""Phase 5: what else can be laid: gold tiles, trees, sea monsters, and the spells (G6, G7, G8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from elfen.land import COUNTERS, OBSTACLE, PILE, PLAN, SECRET, SHOWN, PlaceObstacle, next_turn
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Kind,
    Memo,
    Position,
    Reason,
    Restriction,
    Ruleset,
    SeatZone,
    Table,
    as_it_is,
    frozen,
)
from elfen_gold.exchange import SWAP, Exchanging
from elfen_gold.pieces import DOUBLE, EXCHANGE, GOLD, SEA_MONSTER, STOCKS, TREE

Lying = tuple[int, ...]

#: What is laid as it is; a double transport takes its second transport with it.
LAID = (GOLD, TREE, SEA_MONSTER, EXCHANGE)


@frozen(cache_hash=True)
class Lay(Action):
    """Lay one of one's open tiles that is no transport."""

    verb = "lay"
    tile: str
    route: str


@frozen(cache_hash=True)
class LaySecret(Action):
    """Lay one of one's secret tiles that is no transport."""

    verb = "lay secret"
    tile: str
    route: str


@frozen(cache_hash=True)
class DoubleTransport(Action):
    """Lay a double transport, and with it a second transport, each from the open or secret ones."""

    verb = "double"
    spell: str
    stock: str
    counter: str
    route: str


class Roads:
    """What the routes have on them, and what may be laid there."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        layout = rules.layout
        number = layout.kind_number
        self.transports = frozenset(number[kind] for kind in COUNTERS)
        self.obstacles = layout.numbers_in(OBSTACLE) | {number[TREE], number[SEA_MONSTER]}
        self.gold = number[GOLD]
        self.spells = frozenset({number[DOUBLE], number[EXCHANGE]})
        self.roads = tuple(rules.terrains[route.terrain].road for route in rules.board.routes)
        self.why_not: Memo[tuple[Kind, int, Lying], str | None] = Memo(
            lambda key: self._why_not(*key)
        )

    def _why_not(self, kind: Kind, route: int, lying: Lying) -> str | None:
        """Why a tile cannot lie on a route with these contents, as far as these tell."""
        name = self.rules.board.routes[route].id
        if kind is SEA_MONSTER:
            if self.roads[route]:
                return f"{name} is a road: a sea monster lives in a river or a lake"
            if not self.obstacles.isdisjoint(lying):
                return f"a sea monster is on {name} already"
            return None
        if self.transports.isdisjoint(lying):
            return f"no transport lies on {name}: a {kind.name} needs one"
        if kind in (GOLD, TREE):
            if not self.obstacles.isdisjoint(lying):
                return f"an obstacle lies on {name} already"
            if self.gold in lying:
                return f"a gold tile lies on {name} already"
        if kind is DOUBLE and not self.spells.isdisjoint(lying):
            return f"a spell lies on {name} already"
        return None


class Laying:
    """The actions of gold tiles, obstacles and spells."""

    def __init__(self, rules: Ruleset, exchanging: Exchanging) -> None:
        self.rules = rules
        self.roads = Roads(rules)
        self.exchanging = exchanging
        layout = rules.layout
        self.names = [route.id for route in rules.board.routes]
        self.stocks = {word: layout.indexes(zone) for word, zone in STOCKS.items()}
        self.place = {kind: layout.kinds_of(SHOWN).index(kind) for kind in layout.kinds_of(SHOWN)}
        self.double_at = self.place[DOUBLE]

    def types(self) -> list[ActionType[Any]]:
        """The three action types."""
        return [
            self.laying("gold/lay", Lay, SHOWN, "lay an open tile"),
            self.laying("gold/lay-secret", LaySecret, SECRET, "lay a secret tile"),
            ActionType(
                "gold/double",
                type=DoubleTransport,
                at=(PLAN,),
                legal=self.legal_doubles,
                check=self.check_double,
                apply=self.double,
                offered=lambda position, seat: any(
                    any(position.zones[zones[seat]]) for zones in self.stocks.values()
                ),
                domain=lambda: [
                    DoubleTransport(spell, stock, kind.id, self.names[route])
                    for spell in STOCKS
                    for stock in STOCKS
                    for kind, routes in self.suited.items()
                    for route in sorted(routes)
                ],
                public=as_it_is,
                text="lay a double transport and a second transport",
            ),
        ]

    def restrictions(self) -> list[Restriction]:
        """Obstacles of other plugins lie neither with gold nor with a tree."""
        stocked = any(
            kind.group == OBSTACLE and owned.entry.count
            for owned in self.rules.stock
            for kind in owned.entry.kinds
        )
        if not stocked:
            return []
        return [
            Restriction(
                "gold/obstacle",
                type=PlaceObstacle,
                forbids=self.forbids,
                text="no obstacle lies with a gold tile or a tree",
            )
        ]

    def forbids(self, position: Position, seat: int, action: PlaceObstacle) -> Reason | None:
        """A gold tile bars obstacles, and one obstacle is enough for a road (G6)."""
        number = self.rules.board.route_number[action.route]
        why = self.roads.why_not[TREE, number, position.routes[number]]
        return None if why is None else Reason("gold/obstacle", why)

    # Gold tiles, obstacles, exchange ------------------------------------------------------

    def laying(
        self, name: str, cls: type[Lay] | type[LaySecret], zone: SeatZone, text: str
    ) -> ActionType[Any]:
        """The action type of laying tiles from one of a seat's two stocks."""
        zones = self.rules.layout.indexes(zone)
        made: Memo[tuple[str, str], Lay | LaySecret] = Memo(lambda key: cls(*key))
        kinds = {kind.id: kind for kind in LAID}
        which = "secret" if zone is SECRET else "open"

        def legal(position: Position, seat: int) -> Sequence[Action]:
            counts = position.zones[zones[seat]]
            return [
                made[kind.id, self.names[route]]
                for kind in LAID
                if counts[self.place[kind]]
                for route in self.open_to(position, kind)
            ]

        def check(position: Position, seat: int, action: Lay | LaySecret) -> Reason | None:
            kind = kinds.get(action.tile)
            if kind is None:
                known = ", ".join(kinds)
                return Reason(name, f"{action.tile!r} cannot be laid like this; these: {known}")
            if not position.zones[zones[seat]][self.place[kind]]:
                return Reason(name, f"you have no {which} {kind.name}")
            return self.check_route(position, kind, action.route)

        def apply(table: Table, item: Decide, action: Lay | LaySecret) -> None:
            kind = kinds[action.tile]
            table.put(action.route, kind, zone.of(item.seat))
            next_turn(table, item.seat)
            if kind is EXCHANGE:
                table.take_off(action.route, EXCHANGE, PILE)
                table.ask(SWAP, item.seat, action.route)

        return ActionType(
            name,
            type=cls,
            at=(PLAN,),
            legal=legal,
            check=check,
            apply=apply,
            offered=zone,
            domain=lambda: [
                made[kind.id, self.names[route]] for kind in LAID for route in self.ever(kind)
            ],
            public=as_it_is,
            text=text,
        )

    def ever(self, kind: Kind) -> Iterator[int]:
        """The routes where such a tile may ever lie."""
        roads = {route for routes in self.suited.values() for route in routes}
        for route in range(len(self.names)):
            if route in roads if kind is not SEA_MONSTER else not self.roads.roads[route]:
                yield route

    def open_to(self, position: Position, kind: Kind) -> Iterator[int]:
        """The routes where such a tile may be laid now."""
        why_not, routes = self.roads.why_not, position.routes
        for route in self.spots[kind]:
            if why_not[kind, route, routes[route]] is None and (
                kind is not EXCHANGE or self.exchanging.has_partner(position, route)
            ):
                yield route

    @cached_property
    def spots(self) -> dict[Kind, tuple[int, ...]]:
        """The routes where each tile may ever lie."""
        return {kind: tuple(self.ever(kind)) for kind in LAID}

    def check_route(self, position: Position, kind: Kind, route: str) -> Reason | None:
        """Whether a tile may be laid on a route."""
        number = self.rules.board.route_number.get(route)
        if number is None:
            return Reason("gold/lay", f"no route is called {route!r}")
        why = self.roads.why_not[kind, number, position.routes[number]]
        if why is None and kind is EXCHANGE and not self.exchanging.has_partner(position, number):
            why = f"there is no transport to exchange with that on {route}"
        return None if why is None else Reason("gold/lay", why)

    # Double transport --------------------------------------------------------------------

    @cached_property
    def suited(self) -> dict[Kind, frozenset[int]]:
        """The routes that each transport is suited to."""
        return self.exchanging.suited

    def legal_doubles(self, position: Position, seat: int) -> Sequence[DoubleTransport]:
        """Each double transport with each transport in stock, where a transport lies (G7)."""
        zones = position.zones
        spells = [w for w, stock in self.stocks.items() if zones[stock[seat]][self.double_at]]
        if not spells:
            return ()
        why_not, routes = self.roads.why_not, position.routes
        open_to = [n for n, lying in enumerate(routes) if lying and not why_not[DOUBLE, n, lying]]
        return [
            DoubleTransport(spell, word, kind.id, self.names[route])
            for spell in spells
            for word, stock in self.stocks.items()
            for kind in COUNTERS
            if zones[stock[seat]][self.place[kind]]
            for route in open_to
            if route in self.suited[kind]
        ]

    def check_double(self, position: Position, seat: int, action: DoubleTransport) -> Reason | None:
        """Whether the seat has both, and the road takes them."""
        for word in (action.spell, action.stock):
            if word not in STOCKS:
                return Reason("gold/double", f"{word!r} is neither open nor secret")
        if not position.zones[self.stocks[action.spell][seat]][self.double_at]:
            return Reason("gold/double", f"you have no {action.spell} double transport")
        kind = next((kind for kind in COUNTERS if kind.id == action.counter), None)
        if kind is None:
            return Reason("gold/double", f"no transport is called {action.counter!r}")
        if not position.zones[self.stocks[action.stock][seat]][self.place[kind]]:
            return Reason("gold/double", f"you have no {action.stock} {kind.name}")
        reason = self.check_route(position, DOUBLE, action.route)
        if reason is not None:
            return reason
        if self.rules.board.route_number[action.route] not in self.suited[kind]:
            return Reason("gold/double", f"a {kind.name} is not suited to {action.route}")
        return None

    def double(self, table: Table, item: Decide, action: DoubleTransport) -> None:
        """The spell and the second transport are laid in the same turn (G7, DX)."""
        kind = self.rules.layout.kind(action.counter, DOUBLE.group)
        table.put(action.route, DOUBLE, STOCKS[action.spell].of(item.seat))
        table.put(action.route, kind, STOCKS[action.stock].of(item.seat))
        next_turn(table, item.seat)
