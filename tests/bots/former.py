"""An older greedy player, as a yardstick for others: it follows a few promising trips at a time.

It plans the trip that looks best from where the boot stands: along which roads, with
which cards, and with which of its own counters on roads that have none yet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from heapq import nlargest
from operator import attrgetter

from elfen.land.costs import CARAVAN
from elfen.land.drawing import DrawBlind, DrawOpen
from elfen.land.moving import Discard, Move
from elfen.land.pieces import COUNTER, HAND, OBSTACLE, SECRET, SHOWN, TRANSPORTS
from elfen.land.planning import Place, PlaceObstacle, PlaceSecret
from elfen.land.round_end import Keep, KeepSecret
from elfen.plugin import Action, Advice, Pieces, Route, Ruleset, SeatZone, View, frozen

BLIND = 0.3
CARD = 0.02
WASTE = -0.5

#: The number of trips that are followed at a time, and of their steps.
WIDTH = 4
LENGTH = 8

#: The counters on a route, and how many obstacles.
Lying = tuple[tuple[str, ...], int]

Pile = tuple[str, ...]


class FormerPlayer:
    """Takes the action that the advice of this module values most."""

    def __init__(self, rules: Ruleset, seed: int | str | None = None) -> None:
        self._chance = random.Random(seed)
        self._values = {one.type: one.value for one in advice(rules)}

    def choose(self, view: View) -> Action:
        """A legal action of the highest value."""
        none = lambda view, action: 0.0  # noqa: E731
        values = [self._values.get(type(a), none)(view, a) for a in view.legal_actions]
        best = [a for a, v in zip(view.legal_actions, values, strict=True) if v == max(values)]
        return self._chance.choice(best)


def advice(rules: Ruleset) -> list[Advice]:
    """Advice on every action except those that do nothing, such as a pass."""
    guide = Guide()
    return [
        Advice("land/draw-open", type=DrawOpen, value=lambda view, a: wanted(view, a.counter)),
        Advice("land/draw-blind", type=DrawBlind, value=lambda view, a: BLIND),
        Advice("land/place", type=Place, value=guide.worth_of_counter),
        Advice("land/place-secret", type=PlaceSecret, value=guide.worth_of_counter),
        Advice("land/place-obstacle", type=PlaceObstacle, value=guide.worth_of_obstacle),
        Advice("land/move", type=Move, value=guide.worth_of_step),
        Advice("land/discard", type=Discard, value=worth_of_discard),
        Advice("land/keep", type=Keep, value=lambda view, a: wanted(view, a.counter)),
        Advice("land/keep-secret", type=KeepSecret, value=lambda view, a: wanted(view, a.counter)),
    ]


def wanted(view: View, counter: str) -> float:
    """How well a counter suits the hand: a fifth of a town piece per card, less for duplicates."""
    have = view.counts(SHOWN).get(counter, 0) + view.counts(SECRET).get(counter, 0)
    return 0.2 * view.counts(HAND).get(counter, 0) / (1 + have)


def worth_of_discard(view: View, action: Discard) -> float:
    """Cards that the hand has many of are kept."""
    held = view.counts(HAND)
    return -sum(0.1 * held.get(card, 0) for card in action.cards)


@frozen
class Leg:
    """A step of a trip: the route, its cards, and the seat's own counter that it needs, if any."""

    route: str
    cards: Pile
    counter: str | None


@frozen
class Trip:
    """A way from where the boot stands: its worth, its end, and what is left there."""

    worth: float
    town: str
    fresh: frozenset[str]
    hand: Pile
    counters: Pile
    legs: tuple[Leg, ...] = ()

    def longer(self, route: Route, cards: Pile, counter: str | None = None) -> Trip:
        """The trip with one more step."""
        town = route.other(self.town)
        return Trip(
            self.worth + (town in self.fresh) - CARD * len(cards),
            town,
            self.fresh - {town},
            less(self.hand, cards),
            less(self.counters, (counter,)) if counter else self.counters,
            (*self.legs, Leg(route.id, cards, counter)),
        )


class Guide:
    """The best trip of the last view asked about, and the value of actions by that trip."""

    def __init__(self) -> None:
        self.last: tuple[View, bool, Trip] | None = None

    def trip(self, view: View, lay: bool) -> Trip:
        """The best trip, with or without laying the seat's own counters; computed once per view."""
        last = self.last
        if last is None or last[0] is not view or last[1] is not lay:
            last = self.last = (view, lay, best_trip(view, lay))
        return last[2]

    def worth_of_counter(self, view: View, action: Place | PlaceSecret) -> float:
        """Counters on roads of the trip have worth, the nearest most; any other is a waste."""
        for n, leg in enumerate(self.trip(view, lay=True).legs):
            if (leg.route, leg.counter) == (action.route, action.counter):
                return 1 - 0.01 * n
        return WASTE

    def worth_of_obstacle(self, view: View, action: PlaceObstacle) -> float:
        """Good if two others stand at the road and the trip does not use it."""
        if any(leg.route == action.route for leg in self.trip(view, lay=True).legs):
            return WASTE
        ends = view.board.route(action.route).ends
        others = [town for seat, town in enumerate(view.towns) if seat != view.seat]
        return 0.1 * sum(town in ends for town in others) - 0.15

    def worth_of_step(self, view: View, action: Move) -> float:
        """The trip's next step is worth the trip; any other half a town piece, less the cards."""
        assert view.seat is not None
        trip = self.trip(view, lay=False)
        next_one = trip.legs[0] if trip.legs else None
        if next_one and (next_one.route, Pieces.of(next_one.cards)) == (action.route, action.cards):
            return trip.worth
        end = view.board.route(action.route).other(view.towns[view.seat])
        new = end not in view.visited[view.seat] and end != view.board.capital
        return (0.5 if new else WASTE) - CARD * len(action.cards)


def best_trip(view: View, lay: bool) -> Trip:
    """The best of many trips; of each length only the most promising ones are followed."""
    assert view.seat is not None
    towns = {town.id for town in view.board.towns} - {view.board.capital}
    counters = (*held(view, SHOWN), *held(view, SECRET)) if lay else ()
    start = view.towns[view.seat]
    fresh = frozenset(towns.difference(view.visited[view.seat]))
    trips = [Trip(0.0, start, fresh, held(view, HAND), counters)]
    [best] = trips
    lying = {
        route: (
            tuple(kind.id for kind in kinds if kind.group == COUNTER),
            sum(kind.group == OBSTACLE for kind in kinds),
        )
        for route, kinds in view.lying
    }
    for _ in range(LENGTH):
        found = [longer for trip in trips for longer in steps(view, lying, trip)]
        trips = nlargest(WIDTH, found, key=attrgetter("worth"))
        best = max([best, *trips], key=attrgetter("worth"))
    return best


def steps(view: View, lying: Mapping[str, Lying], trip: Trip) -> Iterator[Trip]:
    """The trip with one more step, in every way that its cards and counters allow."""
    board = view.board
    laid = {leg.route: (leg.counter,) for leg in trip.legs if leg.counter}
    for number, _ in board.legs[board.town_number[trip.town]]:
        route = board.routes[number]
        counters, obstacles = lying.get(route.id, ((), 0))
        counters = laid.get(route.id, counters)
        choices = suited(counters or trip.counters, route)
        for counter, cost in choices.items():
            n = cost + obstacles
            if trip.hand.count(counter) >= n:
                yield trip.longer(route, (counter,) * n, None if counters else counter)
        if choices and len(trip.hand) >= CARAVAN + obstacles:
            scarce = sorted(trip.hand, key=trip.hand.count)[: CARAVAN + obstacles]
            yield trip.longer(route, tuple(scarce), None if counters else min(choices))
        upstream = route.ends[0] != trip.town
        for card, n in by_water(route, upstream).items():
            if trip.hand.count(card) >= n:
                yield trip.longer(route, (card,) * n)


def suited(counters: Pile, route: Route) -> dict[str, int]:
    """The counters that suit a route, with the cards that they cost there."""
    charts = {id: TRANSPORTS[id].chart for id in sorted(set(counters)) if id in TRANSPORTS}
    return {id: chart[route.terrain] for id, chart in charts.items() if route.terrain in chart}


def by_water(route: Route, upstream: bool) -> dict[str, int]:
    """The kind and number of cards for a route that needs no counter."""
    return {
        id: (upstream and transport.upstream.get(route.terrain)) or transport.chart[route.terrain]
        for id, transport in TRANSPORTS.items()
        if not transport.counters and route.terrain in transport.chart
    }


def held(view: View, zone: SeatZone) -> Pile:
    """The seat's own pieces in a zone."""
    return tuple(view.holding(zone).pieces or ())


def less(pieces: Pile, gone: Pile) -> Pile:
    """The pieces without those that are gone."""
    left = list(pieces)
    for piece in gone:
        left.remove(piece)
    return tuple(left)
