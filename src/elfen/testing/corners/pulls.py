"""Players that are pulled to extremes: hoarders, savers, spenders, far movers, all-in bidders.

What they are pulled to is derived from declarations: each zone of a seat, the towns that it has
visited, the pieces on routes, the numbers in actions, what lies where they are to act, and each
type of action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from attrs import fields, frozen

from elfen.declare import Action, Chance, Means, Pieces
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.kernel import Dealer, State

#: How much a seat has of something, given its action and the state at the next decision; or the
#: state in which it acts, if the pull does not peek.
Measure = Callable[[Action, State, int], int]

_MOST_PEEKED = 6
#: More pieces than a seat can have, coins included.
_MANY_PIECES = 10**6
#: How often a player does anything, whatever the pull.
STRAYS = 0.15


@frozen
class Pull:
    """What a player wants most of all: the most (`sign` 1) or the least (-1) of a measure.

    `peeks` says whether the state at the next decision has to be known.
    """

    name: str
    measure: Measure
    sign: int
    peeks: bool = True

    def __str__(self) -> str:
        return f"{'most' if self.sign > 0 else 'least'} {self.name}"


def pulls(rules: Ruleset) -> tuple[Pull, ...]:
    """Every pull that the declarations of a ruleset suggest, always in the same order."""
    return (*hoarding(rules), *stretching(rules))


def hoarding(rules: Ruleset) -> tuple[Pull, ...]:
    """The pulls to have the most or the least of something: of a zone, of towns, on routes."""
    measures: list[tuple[str, Measure, bool]] = [
        (zone.name, _in_zone(rules.layout.indexes(zone)), True) for zone in rules.layout.seat_zones
    ]
    measures += [
        (zone.name, _on_table(rules.layout.index(zone)), True) for zone in rules.layout.table_zones
    ]
    measures += [
        ("visited towns", _visited, True),
        ("pieces on routes", _laid, True),
        ("pieces on one route", _heaped, True),
        ("in numbers", _numbers, False),
        ("pieces where it acts", _where_it_acts(rules), False),
    ]
    return tuple(_both_ways(measures))


def saving_up(rules: Ruleset) -> tuple[Pull, ...]:
    """The pulls to have the most of a zone of a seat, and to give the least for it: of two actions
    that leave as much there, the one with less in numbers.
    """
    return tuple(
        [
            Pull(f"{zone.name} for the least", _thrifty(_in_zone(rules.layout.indexes(zone))), 1)
            for zone in rules.layout.seat_zones
        ]
    )


def stretching(rules: Ruleset) -> tuple[Pull, ...]:
    """The pulls that may stretch a game: to be asked a decision, to take a type of action or not,
    to have the most points.
    """
    asked: list[tuple[str, Measure, bool]] = [
        (owned.entry.name, _asked(rules, owned.entry.name), True) for owned in rules.decisions
    ]
    types = [owned.entry.type for owned in rules.action_types]
    return (
        *(Pull(n, measure, 1, peeks) for n, measure, peeks in asked),
        Pull("points", _points(rules), 1),
        *_both_ways([(cls.__name__, _of_type(cls), False) for cls in types]),
    )


def _both_ways(measures: Sequence[tuple[str, Measure, bool]]) -> Iterator[Pull]:
    for name, measure, peeks in measures:
        yield Pull(name, measure, 1, peeks)
        yield Pull(name, measure, -1, peeks)


def pulled(
    rules: Ruleset,
    pull: Pull | None,
    state: State,
    seat: int,
    numbers: Random,
    strays: float = STRAYS,
) -> Action:
    """The action of a player with that pull, or any action if it has none or strays from it."""
    actions = rules.legal_actions(state)
    if pull is None or len(actions) == 1 or numbers.random() < strays:
        return numbers.choice(actions)
    seen = _some(actions, numbers) if pull.peeks else actions
    seed = numbers.getrandbits(32)
    values = [pull.sign * _value(rules, pull, state, action, seat, seed) for action in seen]
    best = max(values)
    return numbers.choice([a for a, value in zip(seen, values, strict=True) if value == best])


def _value(rules: Ruleset, pull: Pull, state: State, action: Action, seat: int, seed: int) -> int:
    if not pull.peeks:
        return pull.measure(action, state, seat)
    after = rules.advance(state, action)
    if after.agenda and isinstance(after.agenda[-1], Chance):
        after, *_ = rules.dealt(after, Dealer.seeded(seed))
    return pull.measure(action, after, seat)


def _some(actions: Sequence[Action], numbers: Random) -> list[Action]:
    """Some actions, but one of each type at least."""
    if len(actions) <= _MOST_PEEKED:
        return list(actions)
    shuffled = numbers.sample(actions, len(actions))
    first = {type(action): action for action in reversed(shuffled)}
    rest = [action for action in shuffled if first[type(action)] is not action]
    return [*first.values(), *rest[: max(0, _MOST_PEEKED - len(first))]]


def _in_zone(indexes: Sequence[int]) -> Measure:
    return lambda action, after, seat: sum(after.zones[indexes[seat]])


def _thrifty(measure: Measure) -> Measure:
    def thrifty(action: Action, after: State, seat: int) -> int:
        return measure(action, after, seat) * _MANY_PIECES - _numbers(action, after, seat)

    return thrifty


def _on_table(index: int) -> Measure:
    return lambda action, after, seat: sum(after.zones[index])


def _visited(action: Action, after: State, seat: int) -> int:
    return after.visited[seat].bit_count()


def _laid(action: Action, after: State, seat: int) -> int:
    return sum(map(len, after.routes))


def _heaped(action: Action, after: State, seat: int) -> int:
    return max(map(len, after.routes))


def _where_it_acts(rules: Ruleset) -> Measure:
    """How many pieces lie on the routes that an action names: so that one comes on the other."""
    numbers = rules.board.route_number
    routes = {
        owned.entry.type: [
            name for name, means in rules.meanings(owned.entry.type).items() if means is Means.ROUTE
        ]
        for owned in rules.action_types
    }

    def where_it_acts(action: Action, state: State, seat: int) -> int:
        named = [getattr(action, name) for name in routes[type(action)]]
        return sum([len(state.routes[numbers[route]]) for route in named if route in numbers])

    return where_it_acts


def _asked(rules: Ruleset, decision: str) -> Measure:
    """Whether a decision is asked next, the seat itself at best, and then with the most pieces
    left: what costs nothing can be done again.
    """
    zones = [rules.layout.indexes(zone) for zone in rules.layout.seat_zones]

    def asked(action: Action, after: State, seat: int) -> int:
        item = after.agenda[-1] if after.agenda else None
        if getattr(item, "name", None) != decision:
            return 0
        left = sum([sum(after.zones[indexes[seat]]) for indexes in zones])
        return (1 + (getattr(item, "seat", None) == seat)) * _MANY_PIECES + left

    return asked


def _points(rules: Ruleset) -> Measure:
    def points(action: Action, after: State, seat: int) -> int:
        try:
            return next(s.total for s in rules.standings(after) if s.seat == seat)
        except ElfenError:
            return 0

    return points


def _numbers(action: Action, after: State, seat: int) -> int:
    values = [getattr(action, field.name) for field in fields(type(action))]
    return sum(
        value if isinstance(value, int) else len(value) if isinstance(value, Pieces) else 0
        for value in values
    )


def _of_type(cls: type[Action]) -> Measure:
    return lambda action, after, seat: int(isinstance(action, cls))
