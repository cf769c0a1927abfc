"""Elfenland's advice to the stock bots: how much an action does for the seat's best tour.

The tour is the planner's, from where the boot stands, with the cards in hand, over what lies
on the routes and (before the boots move) the seat's own counters on roads that have none yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

import elfen.plugin  # whose planner is loaded with the first thought
from elfen.land.drawing import DrawBlind, DrawOpen
from elfen.land.moving import Discard, Move
from elfen.land.pieces import COUNTER, HAND, OPEN, SECRET, SHOWN
from elfen.land.planning import Place, PlaceObstacle, PlaceSecret
from elfen.land.round_end import Keep, KeepSecret
from elfen.plugin import (
    Action,
    Advice,
    Kind,
    Ruleset,
    SeatZone,
    State,
)

if TYPE_CHECKING:
    from elfen.plugin import Leg, Observation, Planner, View

    Contents = tuple[int, ...]

WASTE = -0.5

#: Where a player keeps in mind which tour it is laying counters for.
INTENT = "land/intent"

#: How many situations are examined for an imagined tour: to see which counters would help,
#: where the seat's counters should lie, and what another seat might do.
MOST_NODES_TO_DRAW = 100
MOST_NODES_TO_LAY = 150
MOST_NODES_OF_OTHERS = 20

#: The same for a player that looks beyond the round.
MOST_NODES_TO_DRAW_FAR = 150
MOST_NODES_TO_LAY_FAR = 500
MOST_NODES_OF_OTHERS_FAR = 150

#: How many are examined for the tour that is made. With twelve cards in hand it takes less than
#: half of that: the bound is for score lines of others that look at much that a tour changes.
MOST_NODES_TO_GO = 2_000


def advice(rules: Ruleset) -> list[Advice]:
    """Advice on every action except those that do nothing, such as a pass."""
    guide = rules.once(Guide)
    return [
        Advice("land/draw-open", type=DrawOpen, value=guide.worth_of_open),
        Advice("land/draw-blind", type=DrawBlind, value=guide.worth_of_blind),
        Advice("land/place", type=Place, value=guide.worth_of_counter),
        Advice("land/place-secret", type=PlaceSecret, value=guide.worth_of_counter),
        Advice("land/place-obstacle", type=PlaceObstacle, value=guide.worth_of_obstacle),
        Advice("land/move", type=Move, value=guide.worth_of_step, ahead=guide.rest_of_tour),
        Advice("land/discard", type=Discard, value=worth_of_discard),
        Advice("land/keep", type=Keep, value=lambda view, a: wanted(view, a.counter)),
        Advice("land/keep-secret", type=KeepSecret, value=lambda view, a: wanted(view, a.counter)),
    ]


def worth_of_step(view: View, action: Action) -> float:
    """The stock bots' value of a step of any type: whether their best tour begins with it.

    In points: 1 for the first step of the tour that the planner finds, and a negative number for
    any other. For other plugins' advice on their own steps.
    """
    return view.rules.once(Guide).worth_of_step(view, action)


def rest_of_tour(view: View, action: Action) -> Iterator[tuple[Observation, Action]]:
    """What follows a step that `worth_of_step` likes best, as `Advice.ahead` gives it."""
    return view.rules.once(Guide).rest_of_tour(view, action)


def wanted(view: View, counter: str) -> float:
    """How well a counter fits the hand: a fifth of a town piece per card, less if already owned."""
    have = view.counts(SHOWN).get(counter, 0) + view.counts(SECRET).get(counter, 0)
    return 0.2 * view.counts(HAND).get(counter, 0) / (1 + have)


def worth_of_discard(view: View, action: Discard) -> float:
    """Keep the cards of which the hand has many."""
    held = view.counts(HAND)
    return -sum(0.1 * held.get(card, 0) for card in action.cards)


@frozen
class Intent:
    """A tour that a seat has in mind, and what lay on all routes when it thought of it.

    `when` is all that it depends on but counters and routes: it holds while that is the same.
    """

    when: object
    legs: tuple[Leg, ...]
    routes: tuple[Contents, ...]

    @classmethod
    def to_go(cls, view: View, legs: tuple[Leg, ...]) -> Intent:
        """The intent to go along these legs."""
        return cls(_situation(view), legs, view.table.routes)

    def legs_now(self, view: View, stock: Mapping[Kind, int]) -> tuple[Leg, ...] | None:
        """The legs as they are now, or None if the seat has to think anew.

        It has to if something other than what was to be laid lies on a route of the tour, or if
        anything has changed on a route that leads from one of its towns.
        """
        if self.when != _situation(view):
            return None
        board, numbers = view.board, view.rules.layout.kind_number
        towns = {view.towns[view.seat or 0], *(leg.town for leg in self.legs)}
        due = {leg.route: leg.laid for leg in self.legs if leg.laid is not None}
        for route, before, lying in zip(board.routes, self.routes, view.table.routes, strict=True):
            if lying != before and not towns.isdisjoint(route.ends):
                laid = due.pop(route.id, None)
                if laid is None or lying != tuple(sorted((*before, numbers[laid]))):
                    return None
        left = list(due.values())
        if any(left.count(kind) > stock.get(kind, 0) for kind in left):
            return None
        return tuple([leg if leg.route in due else evolve(leg, laid=None) for leg in self.legs])


def _situation(view: View) -> object:
    """The seat, the round, its boot, what it has visited, and its cards."""
    table, seat = view.table, view.seat or 0
    cards = table.zones[view.rules.layout.index(HAND, seat)]
    return seat, view.players, view.round, table.boots[seat], table.visited[seat], cards


class Thoughts:
    """What the advice derives from one view; each thought is computed once."""

    def __init__(self, view: View, far: bool = False) -> None:
        self.view, self.far = view, far
        layout = view.rules.layout
        self.kinds = {kind.id: kind for kind in layout.kinds_of(SHOWN) if kind.group is COUNTER}

    @property
    def lasting(self) -> bool:
        """Whether there is another round after this one, so that boots will go elsewhere."""
        return self.view.round < self.view.rules.most_rounds

    @cached_property
    def planner(self) -> Planner:
        """A planner that lays counters, and hopes to go on in every town on the way."""
        return elfen.plugin.Planner(
            self.view,
            self.kinds.values(),
            hopeful=True,
            lasting=self.lasting,
            outlook=self.far and self.lasting,
        )

    @cached_property
    def stock(self) -> dict[str, int]:
        """The seat's counters, open and secret, by id."""
        shown, secret = self._own(SHOWN), self._own(SECRET)
        return {id: shown.get(id, 0) + secret.get(id, 0) for id in self.kinds}

    def _own(self, zone: SeatZone) -> Mapping[str, int]:
        """As `view.counts`, without naming what lies in all other zones."""
        layout, seat = self.view.rules.layout, self.view.seat
        assert seat is not None
        counts: Any = self.view.table.zones[layout.index(zone, seat)]  # a seat sees its own
        return {kind.id: n for kind, n in zip(layout.kinds_of(zone), counts, strict=True)}

    @cached_property
    def missing(self) -> dict[str, int]:
        """How many counters the seat lacks for the best tour if it can choose them all, by kind."""
        most = MOST_NODES_TO_DRAW_FAR if self.far else MOST_NODES_TO_DRAW
        tour = self.planner.best(most=most, unlimited=True)
        laid = [leg.laid for leg in tour.legs]
        return {id: laid.count(kind) - self.stock[id] for id, kind in self.kinds.items()}

    def drawn(self, counter: str) -> float:
        """How much one more counter is worth: a town piece if it is missing, and as it fits."""
        return float(self.missing[counter] > 0) + 0.5 * wanted(self.view, counter)

    @cached_property
    def course(self) -> tuple[tuple[State, Action], ...]:
        """The steps of the best tour over what lies on the routes, and where each begins."""
        certain = self._walker()
        if self.far:
            hopeful = self._walker(hopeful=True)
            hope, certainty = [one.best(most=MOST_NODES_TO_GO) for one in (hopeful, certain)]
            if hope.total > certainty.total:
                return hopeful.course(MOST_NODES_TO_GO)
        return certain.course(MOST_NODES_TO_GO)

    def _walker(self, hopeful: bool = False) -> Planner:
        """A planner for the boot, over what lies on the routes."""
        return elfen.plugin.Planner(
            self.view,
            hopeful=hopeful,
            lasting=self.lasting,
            outlook=self.far and self.lasting,
        )

    @cached_property
    def laying(self) -> tuple[Leg, ...]:
        """The legs of the best tour with the seat's own counters on the way.

        A player sticks to its tour until something happens on the way or beside it; one that looks
        beyond the round always thinks anew.
        """
        stock = {self.kinds[id]: n for id, n in self.stock.items()}
        if self.far:
            return self.planner.best(stock, MOST_NODES_TO_LAY_FAR).legs
        memory = elfen.plugin.memory()
        intent: Intent | None = memory.get(INTENT)
        legs = None if intent is None else intent.legs_now(self.view, stock)
        if legs is None:
            legs = self.planner.best(stock, MOST_NODES_TO_LAY).legs
        memory[INTENT] = Intent.to_go(self.view, legs)
        return legs

    @cached_property
    def laid(self) -> dict[tuple[str, str], float]:
        """What it is worth to lay a counter on a route that needs it, earlier ones first."""
        return {
            (leg.route, leg.laid.id): 1 - 0.01 * n
            for n, leg in reversed([*enumerate(self.laying)])
            if leg.laid and leg.route
        }

    @cached_property
    def others(self) -> dict[str, int]:
        """How many others would travel each route with hands that they might hold."""
        found: dict[str, int] = {}
        most = MOST_NODES_OF_OTHERS_FAR if self.far else MOST_NODES_OF_OTHERS
        rules, state = self.view.rules, self.planner.state
        for seat in range(self.view.players):
            if seat != self.view.seat:
                planner = elfen.plugin.Planner(
                    rules.observe(state, seat), hopeful=True, lasting=self.lasting
                )
                for leg in planner.best(most=most).legs:
                    if leg.route is not None:
                        found[leg.route] = found.get(leg.route, 0) + 1
        return found


class Guide:
    """The thoughts about the last view; there is one guide per ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._last: Thoughts | None = None

    def about(self, view: View) -> Thoughts:
        """The thoughts about a view."""
        far = elfen.plugin.is_farsighted()
        if self._last is None or self._last.view is not view or self._last.far is not far:
            self._last = Thoughts(view, far)
        return self._last

    def worth_of_open(self, view: View, action: DrawOpen) -> float:
        """Whether the best tour still lacks such a counter, and how well it fits the hand."""
        return self.about(view).drawn(action.counter)

    def worth_of_blind(self, view: View, action: DrawBlind) -> float:
        """About the average of the open ones."""
        known = [self.about(view).drawn(id) for id in view.counts(OPEN)]
        return sum(known) / len(known) if known else 0.0

    def worth_of_counter(self, view: View, action: Place | PlaceSecret) -> float:
        """A counter on a road of the tour is worth it, earlier roads first; others are wasted."""
        return self.about(view).laid.get((action.route, action.counter), WASTE)

    def worth_of_obstacle(self, view: View, action: PlaceObstacle) -> float:
        """Good where others want to go and the seat itself does not."""
        thoughts = self.about(view)
        legs = thoughts.laying
        if any(leg.laid or leg.route == action.route for leg in legs):
            return WASTE
        return 0.1 * thoughts.others.get(action.route, 0) - 0.15

    def worth_of_step(self, view: View, action: Action) -> float:
        """The first step of the best tour is worth taking, any other is a waste."""
        course = self.about(view).course
        return 1.0 if course and course[0][1] == action else WASTE

    def rest_of_tour(self, view: View, action: Action) -> Iterator[tuple[Observation, Action]]:
        """The steps of the best tour after the first, with what the seat then observes."""
        course = self.about(view).course
        if course and course[0][1] == action:
            for state, step in course[1:]:
                yield view.rules.observe(state, view.seat), step
