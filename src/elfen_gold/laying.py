"""Phase 5: placing gold tiles, trees, sea monsters and spells (G6, G7, G8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, partial
from itertools import compress
from typing import Any

from elfen.land import (
    COUNTER,
    LAID,
    OBSTACLE,
    PILE,
    PLAN,
    SECRET,
    SHOWN,
    PlaceObstacle,
    Planning,
    next_turn,
)
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Kind,
    Laid,
    Means,
    Memo,
    Message,
    Position,
    Reason,
    Restriction,
    Ruleset,
    SeatZone,
    Table,
    as_it_is,
    frozen,
)
from elfen_gold.exchange import SWAP, Exchanging, unsuited
from elfen_gold.pieces import DOUBLE, EXCHANGE, GOLD, SEA_MONSTER, STOCKS, TREE

Counts = tuple[int, ...]
Lying = tuple[int, ...]

#: The id and the template of a message about a `kind` on a `route`; () for none.
Why = tuple[str, str] | tuple[()]

_NO_TRANSPORT = ("gold/no-transport", "no transport lies on {route}: a {kind} needs one")
_MONSTER_THERE = ("gold/monster-there", "a sea monster is on {route} already")
_OBSTACLE_THERE = ("gold/obstacle-there", "an obstacle lies on {route} already")
_GOLD_THERE = ("gold/gold-there", "a gold tile lies on {route} already")
_SPELL_THERE = ("gold/spell-there", "a spell lies on {route} already")

#: Tiles that are placed alone; a double transport comes with its second transport.
ALONE = (GOLD, TREE, SEA_MONSTER, EXCHANGE)


@frozen(cache_hash=True)
class Lay(Action):
    """Place one of your open tiles that is not a transport."""

    verb = "lay"
    tile: str
    route: str


@frozen(cache_hash=True)
class LaySecret(Action):
    """Place one of your secret tiles that is not a transport."""

    verb = "lay secret"
    tile: str
    route: str


@frozen(cache_hash=True)
class DoubleTransport(Action):
    """Place a double transport with a second transport, each from your open or secret tiles."""

    verb = "double"
    spell: str
    stock: str
    counter: str
    route: str


_WHICH = {"open": Message("gold/open-one", "open"), "secret": Message("gold/secret-one", "secret")}


def missing(rule: str, which: Message, kind: Kind) -> Reason:
    """The seat has no such tile."""
    return Reason.of(
        rule, "gold/no-such-tile", "you have no {which} {kind}", which=which, kind=kind
    )


class Roads:
    """What lies on the routes, and what may be placed there."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        #: Elfenland's own planning: which transports exist, and where each may lie.
        self.planning = rules.once(Planning)
        layout = rules.layout
        number = layout.kind_number
        self.obstacles = layout.numbers_in(OBSTACLE) | {number[TREE], number[SEA_MONSTER]}
        self.gold = number[GOLD]
        self.spells = frozenset({number[DOUBLE], number[EXCHANGE]})
        self.roads = tuple(rules.terrains[route.terrain].road for route in rules.board.routes)
        #: For each tile: why it cannot lie with such contents, as id and template; () if it can.
        self.barred: dict[Kind, Memo[Lying, Why]] = {
            kind: Memo(partial(self.why_barred, kind)) for kind in (*ALONE, DOUBLE)
        }

    def why_not(self, kind: Kind, route: int, lying: Lying) -> Message | None:
        """Why a tile cannot lie on a route with these contents, or None."""
        way = self.rules.board.routes[route]
        if kind is SEA_MONSTER and self.roads[route]:
            text = "{route} is a road: a sea monster lives in a river or a lake"
            return Message("gold/no-water", text, route=way)
        why = self.barred[kind][lying]
        return Message(*why, route=way, kind=kind) if why else None

    def why_barred(self, kind: Kind, lying: Lying) -> Why:
        """Why a tile of a kind cannot lie with these contents on a route; () if it can."""
        if kind is SEA_MONSTER:
            return () if self.obstacles.isdisjoint(lying) else _MONSTER_THERE
        if self.planning.transports.isdisjoint(lying):
            return _NO_TRANSPORT
        if kind in (GOLD, TREE):
            if not self.obstacles.isdisjoint(lying):
                return _OBSTACLE_THERE
            if self.gold in lying:
                return _GOLD_THERE
        if kind is DOUBLE and not self.spells.isdisjoint(lying):
            return _SPELL_THERE
        return ()


class Laying:
    """The actions of placing gold tiles, obstacles and spells."""

    def __init__(self, rules: Ruleset, exchanging: Exchanging) -> None:
        self.rules = rules
        self.roads = Roads(rules)
        self.exchanging = exchanging
        layout = rules.layout
        self.names = [route.id for route in rules.board.routes]
        self.routes = range(len(self.names))
        self.shown = layout.indexes(SHOWN)
        self.secret = layout.indexes(SECRET)
        self.stocks = {word: layout.indexes(zone) for word, zone in STOCKS.items()}
        self.place = {kind: n for n, kind in enumerate(layout.kinds_of(SHOWN))}
        self.double_at = self.place[DOUBLE]
        self.second = Memo(self.second_of)

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
                offered=lambda position, seat: (
                    any(position.zones[self.shown[seat]]) or any(position.zones[self.secret[seat]])
                ),
                domain=lambda: [
                    action
                    for rows in self.doubles.values()
                    for row in rows.values()
                    for action in row.values()
                ],
                public=as_it_is,
                lays=self.both,
                text="lay a double transport and a second transport",
                means={"spell": COUNTER, "counter": COUNTER, "route": Means.ROUTE},
            ),
        ]

    def restrictions(self) -> list[Restriction]:
        """Other plugins' obstacles may lie neither with a gold tile nor with a tree."""
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
        why = self.roads.why_not(TREE, number, position.routes[number])
        return None if why is None else Reason("gold/obstacle", why)

    # Gold tiles, obstacles, exchange ------------------------------------------------------

    def laying(
        self, name: str, cls: type[Lay] | type[LaySecret], zone: SeatZone, text: str
    ) -> ActionType[Any]:
        """The action type for placing tiles from one of a seat's two stocks."""
        zones = self.rules.layout.indexes(zone)
        held: Memo[Counts, list[Kind]] = Memo(
            lambda counts: [kind for kind in ALONE if counts[self.place[kind]]]
        )
        kinds = {kind.id: kind for kind in ALONE}
        which = _WHICH["secret" if zone is SECRET else "open"]

        @cache
        def rows() -> dict[Kind, dict[int, Action]]:
            """For each tile, an action for each route where it may ever lie."""
            return {
                kind: {route: cls(kind.id, self.names[route]) for route in self.ever(kind)}
                for kind in ALONE
            }

        def legal(position: Position, seat: int) -> Sequence[Action]:
            out: list[Action] = []
            for kind in held[position.zones[zones[seat]]]:
                out += self.open_to(position, seat, kind, rows()[kind])
            return out

        def check(position: Position, seat: int, action: Lay | LaySecret) -> Reason | None:
            kind = kinds.get(action.tile)
            if kind is None:
                text = "{name} cannot be laid like this; these: {known}"
                known = ", ".join(kinds)
                return Reason.of(name, "gold/not-alone", text, name=repr(action.tile), known=known)
            if not position.zones[zones[seat]][self.place[kind]]:
                return missing(name, which, kind)
            return self.check_route(position, seat, kind, action.route)

        def apply(table: Table, item: Decide, action: Lay | LaySecret) -> None:
            kind = kinds[action.tile]
            self.lay(table, action.route, kind, zones[item.seat])
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
            domain=lambda: [action for row in rows().values() for action in row.values()],
            public=as_it_is,
            lays=lambda position, seat, action: [Laid(action.route, kinds[action.tile])],
            text=text,
            means={"tile": COUNTER, "route": Means.ROUTE},
        )

    def ever(self, kind: Kind) -> list[int]:
        """The routes where such a tile may ever lie."""
        if kind is SEA_MONSTER:
            return [route for route in self.routes if not self.roads.roads[route]]
        return sorted(frozenset().union(*self.suited.values()))

    def open_to(
        self, position: Position, seat: int, kind: Kind, row: dict[int, Action]
    ) -> Iterable[Action]:
        """The actions of a row (by route) where such a tile may be placed now."""
        routes, barred = position.routes, self.roads.barred[kind]
        # A tile may lie on all empty routes or on none.
        found = compress(self.routes, routes) if barred[()] else row
        spots = [route for route in found if not barred[routes[route]]]
        if kind is EXCHANGE:
            has_partner = self.exchanging.has_partner
            spots = [route for route in spots if has_partner(position, seat, route)]
        return filter(None, map(row.get, spots))

    def lay(self, table: Table, route: str, kind: Kind, source: int) -> None:
        """Place a tile on a route, from a zone number."""
        number = self.rules.board.route_number[route]
        table.lay(number, self.rules.layout.kind_number[kind], source, self.place[kind])

    def check_route(self, position: Position, seat: int, kind: Kind, route: str) -> Reason | None:
        """Whether a tile may be placed on a route."""
        number = self.rules.board.route_number.get(route)
        if number is None:
            text = "no route is called {name}"
            return Reason.of("gold/lay", "gold/unknown-route", text, name=repr(route))
        why = self.roads.why_not(kind, number, position.routes[number])
        has_partner = self.exchanging.has_partner
        if why is None and kind is EXCHANGE and not has_partner(position, seat, number):
            way = self.rules.board.routes[number]
            text = "there is no transport to exchange with that on {route}"
            why = Message("gold/no-partner", text, route=way)
        return None if why is None else Reason("gold/lay", why)

    # Double transport --------------------------------------------------------------------

    @cached_property
    def suited(self) -> dict[Kind, frozenset[int]]:
        """The routes that each transport suits, for transports that seats can have in stock."""
        found, number = self.roads.planning.suited, self.rules.layout.kind_number
        return {
            kind: frozenset(routes) for kind in self.place if (routes := found.get(number[kind]))
        }

    @cached_property
    def doubles(self) -> dict[tuple[str, str], dict[Kind, dict[int, DoubleTransport]]]:
        """By stock of the spell, stock of the transport, and transport: an action per route."""
        return {
            (spell, stock): {
                kind: {
                    route: DoubleTransport(spell, stock, kind.id, self.names[route])
                    for route in sorted(routes)
                }
                for kind, routes in self.suited.items()
            }
            for spell in STOCKS
            for stock in STOCKS
        }

    def second_of(self, key: tuple[str, str, Counts]) -> list[dict[int, DoubleTransport]]:
        """The actions by route of each transport in stock: the key is two stocks and the counts."""
        spell, stock, counts = key
        rows = self.doubles[spell, stock]
        return [row for kind, row in rows.items() if counts[self.place[kind]]]

    def legal_doubles(self, position: Position, seat: int) -> Sequence[DoubleTransport]:
        """Each double transport with each transport in stock, where a transport lies (G7)."""
        at = self.double_at
        shown, secret = position.zones[self.shown[seat]], position.zones[self.secret[seat]]
        if not shown[at] and not secret[at]:
            return ()
        routes, barred = position.routes, self.roads.barred[DOUBLE]
        spots = [n for n in compress(self.routes, routes) if not barred[routes[n]]]
        out: list[DoubleTransport] = []
        stocks = (("open", shown), ("secret", secret))
        for spell, having in stocks:
            if having[at]:
                for stock, counts in stocks:
                    for row in self.second[spell, stock, counts]:
                        out += filter(None, map(row.get, spots))
        return out

    def check_double(self, position: Position, seat: int, action: DoubleTransport) -> Reason | None:
        """Whether the seat has both, and the road takes them."""
        for word in (action.spell, action.stock):
            if word not in STOCKS:
                text = "{name} is neither open nor secret"
                return Reason.of("gold/double", "gold/no-stock", text, name=repr(word))
        if not position.zones[self.stocks[action.spell][seat]][self.double_at]:
            return missing("gold/double", _WHICH[action.spell], DOUBLE)
        kind = next((kind for kind in self.suited if kind.id == action.counter), None)
        if kind is None:
            text = "no transport is called {name}"
            name = repr(action.counter)
            return Reason.of("gold/double", "gold/unknown-transport", text, name=name)
        if not position.zones[self.stocks[action.stock][seat]][self.place[kind]]:
            return missing("gold/double", _WHICH[action.stock], kind)
        reason = self.check_route(position, seat, DOUBLE, action.route)
        if reason is not None:
            return reason
        if self.rules.board.route_number[action.route] not in self.suited[kind]:
            return unsuited("gold/double", kind, self.rules.board.route(action.route))
        return None

    def both(self, position: Position, seat: int, action: DoubleTransport) -> list[Laid]:
        """The spell and the second transport, on one road."""
        kind = self.rules.layout.kind(action.counter, DOUBLE.group)
        return [Laid(action.route, DOUBLE), Laid(action.route, kind)]

    def double(self, table: Table, item: Decide, action: DoubleTransport) -> None:
        """The spell and the second transport are placed in the same turn (G7, DX)."""
        kind = self.rules.layout.kind(action.counter, DOUBLE.group)
        self.lay(table, action.route, DOUBLE, self.stocks[action.spell][item.seat])
        self.lay(table, action.route, kind, self.stocks[action.stock][item.seat])
        layout, board = self.rules.layout, self.rules.board
        number = board.route_number[action.route]
        table.run(LAID, item.seat, number, layout.kind_number[kind])
