"""Part of the law of agreement: the events of a move tell all that it does to pieces and boots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from elfen.declare import (
    BootMoved,
    BootsBegan,
    PiecesMoved,
    PutOnRoute,
    RoundBegan,
    TakenFromRoute,
    TownVisited,
)
from elfen.game import Ruleset
from elfen.kernel import State

#: A zone with its seat, or a route; and a kind, by id.
_Place = tuple[str, int | None, str]


def told_otherwise(rules: Ruleset, before: State, after: State, events: Iterable[object]) -> str:
    """What the events of a step do not tell as it is; "" if they tell it all."""
    events = [*events]
    parts: dict[str, Callable[[], bool]] = {
        "which pieces moved": lambda: _are_told(_changed(rules, before, after), events),
        "where the boots are": lambda: _boots(rules, before, events) == [*after.boots],
        "which town pieces were taken": lambda: _visits(rules, events) == _visited(before, after),
        "which round it is": lambda: (
            max([e.round for e in events if isinstance(e, RoundBegan)], default=before.round)
            == after.round
        ),
    }
    return next((what for what, holds in parts.items() if not holds()), "")


def through_a_pool(rules: Ruleset, events: Iterable[object]) -> str:
    """The zone that nobody may look into, into which a step puts a piece only to take it out again;
    "" if there is none. What is known then takes it for one that came up by chance.
    """
    pools, put = rules.once(_pools), set[_Place]()
    for event in events:
        if isinstance(event, PiecesMoved):
            kinds = [kind for kind, _ in event.pieces.items]
            taken = [(event.source, event.source_seat, kind) for kind in kinds]
            given = [(event.target, event.target_seat, kind) for kind in kinds]
        elif isinstance(event, PutOnRoute):
            taken, given = [(event.source, event.seat, event.kind)], []
        elif isinstance(event, TakenFromRoute):
            taken, given = [], [(event.target, event.seat, event.kind)]
        else:
            continue
        if not put.isdisjoint(taken):
            return next(zone for zone, *_ in taken if zone in pools)
        put |= {place for place in given if place[0] in pools}
    return ""


def _pools(rules: Ruleset) -> frozenset[str]:
    """The names of the zones in which pieces are mixed unseen."""
    layout = rules.layout
    found = (pool for family in rules.knowledge.families for pool in family.pools)
    return frozenset(layout.zone_at(pool)[0].name for pool in found)


def _are_told(changed: dict[_Place, int], events: Iterable[object]) -> bool:
    """Whether the events tell what has changed; if pieces are lost, another law says so."""
    balance = Counter[str]()
    for (_, _, kind), n in changed.items():
        balance[kind] += n
    return any(balance.values()) or _moved(events) == changed


def _moved(events: Iterable[object]) -> dict[_Place, int]:
    """By place and kind: how many pieces more are there afterwards, say the events."""
    more = Counter[_Place]()
    for event in events:
        if isinstance(event, PiecesMoved):
            for kind, n in event.pieces.items:
                more[event.source, event.source_seat, kind] -= n
                more[event.target, event.target_seat, kind] += n
        elif isinstance(event, PutOnRoute):
            more[event.source, event.seat, event.kind] -= 1
            more[event.route, None, event.kind] += 1
        elif isinstance(event, TakenFromRoute):
            more[event.route, None, event.kind] -= 1
            more[event.target, event.seat, event.kind] += 1
    return {place: n for place, n in more.items() if n}


def _changed(rules: Ruleset, before: State, after: State) -> dict[_Place, int]:
    """By place and kind: how many pieces more are there afterwards."""
    layout, more = rules.layout, Counter[_Place]()
    for index, (old, new) in enumerate(zip(before.zones, after.zones, strict=True)):
        if old is not new:
            zone, seat = layout.zone_at(index)
            for kind, was, now in zip(layout.kinds_of(zone), old, new, strict=True):
                more[zone.name, seat, kind.id] += now - was
    for route, lay, lies in zip(rules.board.routes, before.routes, after.routes, strict=True):
        if lay is not lies:
            for kinds, n in ((lies, 1), (lay, -1)):
                for number in kinds:
                    more[route.id, None, layout.kinds[number].id] += n
    return {place: n for place, n in more.items() if n}


def _boots(rules: Ruleset, before: State, events: Iterable[object]) -> list[int]:
    number, boots = rules.board.town_number, [*before.boots]
    for event in events:
        if isinstance(event, BootsBegan):
            boots = [number[event.town]] * len(boots)
        elif isinstance(event, BootMoved):
            boots[event.seat] = number[event.end]
    return boots


def _visits(rules: Ruleset, events: Iterable[object]) -> list[tuple[int, int]]:
    number = rules.board.town_number
    told = [(e.seat, number[e.town]) for e in events if isinstance(e, TownVisited)]
    return sorted(told)


def _visited(before: State, after: State) -> list[tuple[int, int]]:
    return [
        (seat, town)
        for seat, (old, new) in enumerate(zip(before.visited, after.visited, strict=True))
        for town in range((new & ~old).bit_length())
        if new & ~old & 1 << town
    ]
