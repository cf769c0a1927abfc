"""Phase 4: players take turns to place a counter or the obstacle on a road, or pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

from attrs import frozen

from elfen.land.drawing import in_order
from elfen.land.names import NEXT_TURN_STEP
from elfen.land.old_blocks import Blocks
from elfen.land.pieces import OBSTACLE, OBSTACLES, ROUTE_COUNTER, SECRET, SHOWN, THE_OBSTACLE
from elfen.land.placing import BESIDES, LAID, OPEN_ONE, SECRET_ONE, Placing, drawn, no_route
from elfen.land.vacant_roads import Vacancy
from elfen.plugin import (
    ROUTES,
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    Fields,
    Laid,
    Lottery,
    Means,
    Reason,
    Ruleset,
    SeatZone,
    ShortCut,
    State,
    Step,
    Table,
    Within,
    as_it_is,
    state_of,
)

PLAN = "land/plan"


@frozen(cache_hash=True, repr=False)
class Place(Action):
    """Place one of your open counters on a road."""

    verb = "place"
    counter: str
    route: str


@frozen(cache_hash=True, repr=False)
class PlaceSecret(Action):
    """Place one of your secret counters on a road, face up."""

    verb = "place secret"
    counter: str
    route: str


@frozen(cache_hash=True, repr=False)
class PlaceObstacle(Action):
    """Place the obstacle on a road that has a counter."""

    verb = "place obstacle"
    route: str


@frozen(cache_hash=True, repr=False)
class Pass(Action):
    """Place nothing this turn."""

    verb = "pass"


class PlanData(NamedTuple):
    """The data of `PLAN`: how many seats in a row have just passed."""

    passes: int


def decision() -> Decision:
    """The decision of a turn in phase 4."""
    return Decision(
        PLAN,
        text="plan the travel routes",
        at_most=most_turns,
        forced=Pass(),
        data=PlanData,
        bounds=lambda rules, players: {"passes": Within(0, players - 1)},
    )


def most_turns(rules: Ruleset, players: int) -> int:
    """Every piece that can lie on a route may be placed, each followed by passes of all others."""
    groups = {group for zone in rules.layout.route_zones for group in zone.holds}
    pieces = sum(
        owned.entry.count * (players if isinstance(owned.entry.zone, SeatZone) else 1)
        for owned in rules.stock
        for kind in owned.entry.kinds
        if kind.group in groups
    )
    return rules.most_rounds * players * (pieces + 1)


def plan(table: Table) -> None:
    """The start player begins; the phase ends when all have passed in a row."""
    table.ask(PLAN, in_order(table)[0], 0)


def next_turn(table: Table, seat: int) -> None:
    """Ask the next seat, after a seat has placed something: nobody has passed since."""
    table.ask(PLAN, (seat + 1) % len(table.boots), 0)


def next_step() -> Step:
    """The step after a counter was placed in a turn of planning."""

    def go_on(table: Table, item: Do) -> None:
        seat = item.seat
        assert seat is not None
        if item.data[-1] != BESIDES:
            table.ask(PLAN, (seat + 1) % len(table.boots), 0)

    return Step(NEXT_TURN_STEP, go_on, of=LAID, text="the next seat's turn")


class Planning(Blocks):
    """The actions of phase 4; where each kind may lie is computed once.

    A plugin with counters of its own places them by the same rules: `placing` makes the action
    type for any of a seat's zones. There is one instance per ruleset: `rules.once(Planning)`.
    """

    # Read in every turn: attributes without a slot are slow once a property is cached.
    __slots__ = (
        "__dict__",
        "obstacle",
        "obstacle_at",
        "obstacle_on",
        "obstacles",
        "turns",
        "vacancy",
    )

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        layout = rules.layout
        self.obstacles = layout.indexes(OBSTACLES)
        self.obstacle_numbers = layout.numbers_in(OBSTACLE)
        self.obstacle = layout.kind_number[THE_OBSTACLE]
        self.obstacle_at = layout.kinds_of(OBSTACLES).index(THE_OBSTACLE)
        self.obstacle_on = tuple(PlaceObstacle(route.id) for route in rules.board.routes)
        self.vacancy = Vacancy(rules, lambda: self.transports)
        self.passing = (Pass(),)
        #: By number of players and seat, the next turn after that seat has placed something.
        self.turns: tuple[tuple[Decide, ...], ...] = ()
        self.places: dict[str, Placing] = {}

    def types(self) -> list[ActionType[Any]]:
        """The four action types."""
        return [
            self.placing("land/place", Place, SHOWN, OPEN_ONE, "lay an open counter on a road"),
            self.placing(
                "land/place-secret",
                PlaceSecret,
                SECRET,
                SECRET_ONE,
                "lay a secret counter on a road",
            ),
            ActionType(
                "land/place-obstacle",
                type=PlaceObstacle,
                at=(PLAN,),
                legal=Lottery(self.legal_obstacle, self.hold_obstacle, self.draw_obstacle),
                check=self.check_obstacle,
                apply=self.place_obstacle,
                offered=OBSTACLES,
                bare=True,
                domain=self.obstacles_somewhere,
                public=as_it_is,
                lays=lambda position, seat, action: [Laid(action.route, THE_OBSTACLE)],
                text="lay the obstacle on a road with a counter",
                means={"route": Means.ROUTE},
            ),
            ActionType(
                "land/pass",
                type=Pass,
                at=(PLAN,),
                legal=self.passing,
                check=lambda position, seat, action: None,
                bare=True,
                apply=self.pass_on,
                domain=lambda: self.passing,
                public=as_it_is,
                text="lay nothing this turn",
            ),
        ]

    def placing(
        self,
        name: str,
        cls: Callable[[str, str], Action],
        zone: SeatZone,
        which: str,
        text: str,
        at: str = PLAN,
    ) -> ActionType[Any]:
        """The action type for placing counters from one of a seat's zones.

        `cls` has the fields `counter` and `route`, in this order; `which` describes the zone's
        counters in messages, such as `open`; make it a `Message` for other languages. `at` is the
        decision that it answers; if that is not `PLAN`, nobody is asked to plan afterwards.
        """
        placing = self.places[name] = Placing(self, cls, zone, which, besides=at != PLAN)
        return ActionType(
            name,
            type=cls,  # type: ignore[arg-type]
            at=(at,),
            legal=Lottery(placing.legal, placing.hold, drawn),
            check=placing.check,
            apply=placing.place,
            offered=zone,
            bare=True,
            domain=placing.domain,
            public=as_it_is,
            lays=placing.lays,
            text=text,
            means={"counter": zone.holds, "route": Means.ROUTE},
        )

    def short_cut(self, name: str) -> ShortCut:
        """The short cut of an action type made by `placing`."""
        self.turns = tuple(
            tuple(self.rules.decide(PLAN, (seat + 1) % n, (0,)) for seat in range(n))
            for n in range(self.rules.most_players + 1)
        )
        placing = self.places[name]
        return ShortCut(name, of=name, past={LAID: (NEXT_TURN_STEP,)}, take=placing.place_at_once)

    def obstacle_short_cut(self) -> ShortCut:
        """The short cut for placing an obstacle; no procedure follows it."""
        name = "land/place-obstacle"
        return ShortCut(name, of=name, past={}, take=self.place_obstacle_at_once)

    @cached_property
    def suited(self) -> dict[int, tuple[int, ...]]:
        """For each kind number that can lie on routes, the route numbers where it may be placed.

        A counter suits a road if it opens a way to travel there that is closed without it, by
        the base layer of the move cost.
        """
        layout, opens = self.rules.layout, self.rules.quotes.opens
        kinds = sorted({kind for zone in layout.route_zones for kind in layout.places_of(zone)})
        numbers = range(len(self.rules.board.routes))
        return {kind: tuple([n for n in numbers if opens(n, kind)]) for kind in kinds}

    @cached_property
    def transports(self) -> frozenset[int]:
        """The kind numbers of counters, and of anything else that opens a way to travel.

        Where one of them lies, no other is placed. A kind with its own zone on the routes that
        opens no way is not included, even if it belongs to the counters' group.
        """
        opening = {kind for kind, routes in self.suited.items() if routes}
        return frozenset(self.rules.layout.places_of(ROUTE_COUNTER)) | opening

    def obstacles_somewhere(self) -> list[PlaceObstacle]:
        """An obstacle on every route that some counter suits."""
        return [self.obstacle_on[route] for route in self.roads]

    @cached_property
    def roads(self) -> list[int]:
        """The routes that some counter suits."""
        return sorted({route for numbers in self.suited.values() for route in numbers})

    def legal_obstacle(self, position: Fields, seat: int) -> Iterable[PlaceObstacle]:
        """Every road with a counter and no obstacle (RG 4)."""
        if not position.zones[self.obstacles[seat]][self.obstacle_at]:
            return ()
        _, _, blockable = self.vacancy.of(position.routes)
        return compress(self.obstacle_on, blockable)

    def hold_obstacle(self, position: Fields, seat: int) -> tuple[Any, ...]:
        """A ticket for each such road."""
        if not position.zones[self.obstacles[seat]][self.obstacle_at]:
            return (0,)
        _, _, blockable = self.vacancy.of(position.routes)
        return blockable.count(1), blockable

    def draw_obstacle(self, held: tuple[Any, ...], ticket: int) -> PlaceObstacle:
        """The obstacle on the road of a ticket."""
        return [*compress(self.obstacle_on, held[1])][ticket]

    def check_obstacle(self, position: Fields, seat: int, action: PlaceObstacle) -> Reason | None:
        """Whether the seat has its obstacle and the road can take it."""
        if not position.zones[self.obstacles[seat]][self.obstacle_at]:
            text = "you have no obstacle left"
            return Reason.of("land/place-obstacle", "land/no-obstacle", text)
        number = self.rules.board.route_number.get(action.route)
        if number is None:
            return no_route(action.route)
        contents = position.routes[number]
        if self.transports.isdisjoint(contents):
            text = "no transportation counter lies on {route}: an obstacle needs one"
            way = self.rules.board.routes[number]
            return Reason.of("land/place-obstacle", "land/lonely-obstacle", text, route=way)
        if not self.obstacle_numbers.isdisjoint(contents):
            text = "an obstacle lies on {route} already"
            way = self.rules.board.routes[number]
            return Reason.of("land/place-obstacle", "land/obstacle-there", text, route=way)
        return None

    def place_obstacle(self, table: Table, item: Decide, action: PlaceObstacle) -> None:
        """The obstacle goes on the road, and the next seat is asked."""
        before = table.routes
        table.put(action.route, THE_OBSTACLE, OBSTACLES.of(item.seat))
        number = self.rules.board.route_number[action.route]
        self.vacancy.carry_on(before, number, table.routes)
        next_turn(table, item.seat)

    def place_obstacle_at_once(self, state: State, action: PlaceObstacle) -> State | None:
        """The obstacle goes on the road, and the next seat is asked if it has anything to place."""
        agenda = [*state.agenda]
        asked: Any = agenda.pop()
        zones, routes, before = [*state.zones], [*state.routes], state.routes
        turn, source = self.turns[len(state.boots)][asked.seat], self.obstacles[asked.seat]
        counts = [*zones[source]]
        counts[self.obstacle_at] -= 1
        zones[source] = tuple(counts)
        if self.rules.changes[source][ROUTES] is not None:
            return None
        agenda.append(turn)
        number = self.rules.board.route_number[action.route]
        routes[number] = tuple(sorted((*before[number], self.obstacle)))
        lying = tuple(routes)
        self.vacancy.carry_on(before, number, lying)
        after = state_of(
            tuple(zones),
            state.boots,
            state.visited,
            lying,
            state.round,
            tuple(agenda),
            state.ext,
            state.ledger,
        )
        return after if self.rules.asks(turn, zones) else self.rules.settled(after)

    def pass_on(self, table: Table, item: Decide, action: Pass) -> None:
        """The next seat's turn, unless all have passed in a row, the last to place included."""
        passes, players = int(item.data[0]) + 1, len(table.boots)
        if passes < players:
            table.ask(PLAN, (item.seat + 1) % players, passes)
