"""Which figures an action, an event, a payment or a flow of pieces adds to, by what is declared.

Everything here depends on the rules alone and is remembered, so a game only counts numbers. Names
are interned, as equal strings that are different objects make a dictionary slow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any

import attrs

from elfen.declare import (
    Action,
    Contents,
    Means,
    Memo,
    Outcome,
    Pieces,
    Price,
    Rolled,
)
from elfen.game import Ruleset
from elfen.kernel import Position
from elfen.stats.noting import ROUTE, Flow, parts_of

#: How many different actions, ways to pay and flows of pieces are remembered, each.
_MOST = 1 << 16

#: The names of figures that something adds one to, each as often as it does.
Names = tuple[str, ...]
#: Values of their own: the figure's name, and the value.
Values = tuple[tuple[str, float], ...]
#: What pays a price of a crossing, and the terms that make it.
Way = tuple[Mapping[Pieces, int], Names]


class Naming:
    """The names of figures for one ruleset. `rules.once(Naming)` keeps what it works out."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        entries = [owned.entry for owned in rules.action_types]
        #: The name of the action type of each class of actions.
        self.types = {entry.type: entry.name for entry in entries}
        #: The classes of actions that move the boot along a route or without one.
        self.going = {e.type for e in entries if e.crossings is not None or e.leaps is not None}
        #: The decisions that such actions answer.
        self.travelling = {
            name
            for name, answers in rules.answers.items()
            if any(owned.entry.type in self.going for owned in answers)
        }
        #: By class of actions that pay for a route: the fields of the route and of the pieces.
        self.crossing: dict[type[Action], tuple[str, str]] = {}
        for entry in entries:
            route = entry.crossings and entry.crossings.route_field(entry.type)
            for name, means in rules.meanings(entry.type).items():
                if route and means is Means.PAYMENT:
                    self.crossing[entry.type] = (route, name)
        groups = dict.fromkeys(kind.group.name for kind in rules.layout.kinds)
        #: The figures of what each seat gets and gives, and for each seat the name under which that
        #: is counted until the game is over.
        self.exchanged: dict[str, Names] = {
            f"pieces.{way}.{group}": tuple(
                [intern(f"pieces.{way}.{group} {seat}") for seat in range(rules.most_players)]
            )
            for group in groups
            for way in ("got", "gave")
        }
        self.actions = Memo[Action, tuple[Names, Values]](self._told, _MOST)
        self.flows = Memo[Flow, Names](self._flow, _MOST)
        self.hops = Memo[tuple[int, int | None], Names](self._hop)
        self.laid = Memo[tuple[int, int], Names](self._laid)
        self.taken = tuple([intern(f"towns.taken.{town.id}") for town in rules.board.towns])
        self.chances = Memo[tuple[str, str | int], Names](_chance)
        self.ways = Memo[tuple[int, int, Contents], tuple[Way, ...]](self._ways, _MOST)
        #: The figure of a class of actions or events, and of each of its fields that counts.
        self.fields = Memo(self._fields)
        #: Whether what a crossing costs depends on nothing but what lies on its route.
        self.prices_stay = not rules.quotes.by_seat and not rules.quotes.by_state

    def _told(self, action: Action) -> tuple[Names, Values]:
        """What an action adds to: itself, and its fields by their meanings."""
        name, fields = self.fields[type(action)]
        names, values = [name], []
        for attribute, figure in fields:
            value = getattr(action, attribute)
            names += named(figure, value)
            if isinstance(value, (int, float)):
                values.append((figure, value))
        return tuple(names), tuple(values)

    def _fields(self, cls: type[Any]) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The figure of a class of actions or events, and of each of its fields that counts.

        Seats are alike, and how often routes and towns are used is counted elsewhere.
        """
        if issubclass(cls, Action):
            name = intern(f"actions.{self.types[cls]}")
        else:
            declared = self.rules.once(_event_names)[cls]
            name = intern(f"events.{declared}")
        meanings = self.rules.meanings(cls)
        return name, tuple(
            (one.name, f"{name}.{one.name}")
            for one in attrs.fields(cls)
            if meanings.get(one.name) not in (Means.SEAT, Means.ROUTE, Means.TOWN)
            and one.name != "seat"
            and not one.name.endswith("_seat")
        )

    def _flow(self, flow: Flow) -> Names:
        """What a piece adds to that goes from one zone to another: what seats give and get."""
        source, target, at = parts_of(flow)
        zones = [self.rules.layout.zone_at(index) for index in (source, target) if index != ROUTE]
        kind = self.rules.layout.kinds_of(zones[0][0])[at]
        giver = None if source == ROUTE else zones[0][1]
        getter = None if target == ROUTE else zones[-1][1]
        names: list[str] = []
        if giver is not None and giver != getter:
            names.append(intern(f"pieces.given.{kind.group.name}.{kind.id}"))
            names.append(self.exchanged[f"pieces.gave.{kind.group.name}"][giver])
        if getter is not None and giver != getter:
            names.append(self.exchanged[f"pieces.got.{kind.group.name}"][getter])
        return tuple(names)

    def _hop(self, hop: tuple[int, int | None]) -> Names:
        """What a step of a boot adds to, by the town where it ends and the route."""
        board, (town, number) = self.rules.board, hop
        reached = intern(f"towns.reached.{board.towns[town].id}")
        if number is None:
            return (reached,)
        route = board.routes[number]
        return reached, intern(f"routes.crossed.{route.id}"), intern(f"terrains.{route.terrain}")

    def _laid(self, laid: tuple[int, int]) -> Names:
        """What a piece adds to that is laid on a route, by the numbers of route and kind."""
        route, kind = self.rules.board.routes[laid[0]], self.rules.layout.kinds[laid[1]]
        piece = intern(f"pieces.laid.{kind.group.name}.{kind.id}")
        return intern(f"routes.laid.{route.id}"), piece

    def terms(self, action: Action, position: Position, seat: int) -> Names:
        """The figures of the cost terms by which an action pays for its route, from the position
        before it.
        """
        of_route, of_pieces = self.crossing[type(action)]
        route = self.rules.board.route_number[getattr(action, of_route)]
        start, contents = position.boots[seat], position.routes[route]
        if self.prices_stay:
            ways = self.ways[route, start, contents]
        else:
            ways = self._ways_of(self.rules.quotes.prices(route, start, contents, seat, position))
        pieces = getattr(action, of_pieces)
        for payments, terms in ways:
            if pieces in payments:
                return terms
        return ()

    def _ways(self, key: tuple[int, int, Contents]) -> tuple[Way, ...]:
        return self._ways_of(self.rules.quotes.usual(*key, 0))

    def _ways_of(self, prices: Sequence[Price]) -> tuple[Way, ...]:
        """What pays each price, and the terms that make it; the first that fits is what is paid."""
        return tuple(
            (
                self.rules.payment_table(price.needs).number,
                tuple([intern(f"costs.{line.term}") for line in price.lines]),
            )
            for price in prices
        )


def what_counts(outcome: Outcome) -> str | int:
    """What counts of an outcome: the face of a roll, or how many pieces were drawn."""
    return outcome.face if isinstance(outcome, Rolled) else len(outcome.pieces)


def _chance(key: tuple[str, str | int]) -> Names:
    """What a draw or roll adds to, by its name and `what_counts` of its outcome."""
    name, drawn = key
    counted = intern(f"chance.{name}")
    return (counted,) * drawn if isinstance(drawn, int) else (counted, intern(f"{counted}={drawn}"))


def named(figure: str, value: object) -> Names:
    """The figures of a value of a field: of each piece, or of a text."""
    if isinstance(value, Pieces):
        return tuple([one for kind, n in value.items for one in [intern(f"{figure}={kind}")] * n])
    return (intern(f"{figure}={value}"),) if isinstance(value, str) else ()


def _event_names(rules: Ruleset) -> dict[type[Any], str]:
    return {owned.entry.type: owned.entry.name for owned in rules.event_types}
