"""What drives a position in the making to an edge: a zone all alike, a bare route, no town left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement

from elfen.declare import Action, Pieces
from elfen.game import Ruleset
from elfen.testing.corners.draft import Draft
from elfen.testing.corners.ways import IN_HAND, SPLIT, Way

#: The zones of a route in which pieces lie together, sorted: one for each piece.
Heap = tuple[str, ...]

#: How many pieces are laid on a route at most, as a rule, and until it is full.
_MOST_LAID, FULL = 3, 20
#: How often it is routes anywhere that something is laid on, or taken off.
_ANYWHERE = 0.5


def edges_of(
    draft: Draft, at: int, wanted: int = 0
) -> Iterator[tuple[str, Callable[[Draft], None]]]:
    """What drives a zone to each of its edges, with the name of the edge; for `wanted` see
    `Draft.sizes`.
    """
    for name, size in draft.sizes(at, wanted).items():
        yield name, partial(Draft.resize, at=at, size=size)
    yield "alike", partial(alike, at=at)
    yield "two alike", partial(few_alike, at=at)
    yield "each kind", partial(varied, zones=[at])
    if same := draft.pools_like(at):
        for size in (0, 1):
            yield f"{size} in all pools", partial(drained, at=at, pools=same, size=size)
    sorts = _sorts(draft, at)
    for name, kinds in sorts.items() if len(sorts) > 1 else ():
        yield f"nothing but {name}", partial(nothing_but, at=at, kinds=kinds)


def alike(draft: Draft, at: int | None = None, kind: int | None = None) -> None:
    """A zone with as many pieces as before, but all of one kind, as far as there are so many."""
    at = draft.some_zone(least=1) if at is None else at
    if at is not None:
        one = draft.numbers.choice([*draft.places[at]]) if kind is None else kind
        _exchanged(draft, at, lambda other: other != one, lambda: one)


def few_alike(draft: Draft, at: int, kind: int | None = None) -> None:
    """A zone with two pieces, or as many as are to be drawn from it, all of one kind."""
    draft.resize(at, draft.wanted if draft.drawn_from == at else 2)
    alike(draft, at, kind)


def few_alike_alone(draft: Draft, at: int) -> None:
    """The same in a zone of a seat, which has nothing else that might lie there in other zones."""
    few_alike(draft, at)
    for other in range(len(draft.places)):
        if other != at and draft.owner(other) == draft.owner(at):
            for kind in draft.kinds(other):
                if kind in draft.places[at]:
                    draft.given_back(kind, other)


def varied(draft: Draft, zones: Sequence[int], least: int = 1) -> None:
    """Zones with at least so many pieces of each kind, as far as there are any."""
    for at in zones:
        for kind, place in draft.places[at].items():
            while draft.zones[at][place] < least and draft.fetched(kind, at):
                pass


def _sorts(draft: Draft, at: int) -> dict[str, list[int]]:
    """The kinds that a zone may hold, by their group and the zone of a route in which they lie."""
    kinds, zones = draft.rules.layout.kinds, draft.rules.once(_zones_of_routes)
    sorts: dict[str, list[int]] = {}
    for kind in draft.places[at]:
        sorts.setdefault(f"{kinds[kind].group.name} {zones.get(kind, '')}", []).append(kind)
    return sorts


def nothing_but(draft: Draft, at: int, kinds: Sequence[int]) -> None:
    """A zone with pieces of these kinds only, and with one at least."""
    for kind in draft.kinds(at):
        if kind not in kinds:
            draft.given_away(kind, at)
    if not draft.size(at):
        any(draft.fetched(kind, at) for kind in draft.numbers.sample(kinds, len(kinds)))


def drained(draft: Draft, at: int, pools: Sequence[int], size: int) -> None:
    """A pool with so many pieces, and no others in the pools from which it could be filled again:
    seats have them.
    """
    for pool in (at, *pools):
        for kind in draft.kinds(pool):
            seats = [one for one in draft.holding(kind) if draft.owner(one) is not None]
            if seats:
                draft.moved(kind, pool, seats[0])
    draft.resize(at, size)


def different(draft: Draft) -> None:
    """A zone with as many pieces as before, but of each kind one at most."""
    at = draft.some_zone(least=2)
    if at is None:
        return
    place = draft.places[at]

    def missing() -> int | None:
        lacking = [kind for kind in place if not draft.zones[at][place[kind]]]
        return draft.numbers.choice(lacking) if lacking else None

    _exchanged(draft, at, lambda kind: draft.zones[at][place[kind]] > 1, missing)


def _exchanged(
    draft: Draft, at: int, leaves: Callable[[int], bool], comes: Callable[[], int | None]
) -> None:
    for kind in draft.kinds(at):
        new = comes() if leaves(kind) else None
        if new is not None and draft.fetched(new, at):
            draft.given_away(kind, at)


def traded(draft: Draft) -> None:
    """Two zones of the same sort change what is in them: the hands of two seats, say."""
    at = draft.some_zone()
    if at is None:
        return
    sort = [n for n, places in enumerate(draft.places) if [*places] == [*draft.places[at]]]
    other = draft.numbers.choice(sort)
    draft.zones[at], draft.zones[other] = draft.zones[other], draft.zones[at]


def laid(draft: Draft, routes: Sequence[int] = (), most: int = _MOST_LAID) -> None:
    """Pieces on these routes, or on some near the boot of whoever acts: `most` at most on each, as
    far as it has room.
    """
    layout = draft.rules.layout
    kinds = [kind for zone in layout.route_zones for kind in layout.places_of(zone)]
    for route in routes or _near(draft):
        number = draft.numbers.randint(0, most)
        for kind in draft.numbers.choices(kinds, k=number) if kinds else ():
            draft.laid(kind, route)


def heaped(
    draft: Draft,
    routes: Sequence[int],
    heap: Heap,
    named: Sequence[str] = (),
    alone: bool = True,
) -> None:
    """Pieces in these zones of some routes, and nothing else, or beside what is there already; if
    they fit, those named first.
    """
    kinds, zones = draft.rules.layout.kinds, draft.rules.once(_zones_of_routes)
    for route in routes:
        if alone:
            strip(draft, route)
        left = [*named]
        for zone in heap:
            among = [n for n, name in zones.items() if name == zone]
            draft.numbers.shuffle(among)
            among.sort(key=lambda n: kinds[n].id not in left)
            there = next((n for n in among if draft.laid(n, route)), None)
            if there is not None and kinds[there].id in left:
                left.remove(kinds[there].id)


def heap_of(draft: Draft, route: int) -> Heap:
    """The zones in which pieces lie on a route."""
    zones = draft.rules.once(_zones_of_routes)
    return tuple(sorted(zones[kind] for kind in draft.before.routes[route]))


def pairs(rules: Ruleset) -> tuple[Heap, ...]:
    """No zone of a route, each, and each two of them, for `rules.once`."""
    return tuple(chain.from_iterable(_heaps(rules, n) for n in range(3)))


def triples(rules: Ruleset) -> tuple[Heap, ...]:
    """Each three zones of a route, for `rules.once`."""
    return tuple(_heaps(rules, 3))


def _heaps(rules: Ruleset, n: int) -> Iterator[Heap]:
    """All heaps of n pieces, as far as the zones have room for them."""
    room = rules.layout.room
    for heap in combinations_with_replacement(sorted({*rules.once(_zones_of_routes).values()}), n):
        if all(heap.count(zone) <= room[zone] for zone in heap):
            yield heap


def _zones_of_routes(rules: Ruleset) -> dict[int, str]:
    """By kind number, the zone of a route in which it lies, for `rules.once`."""
    layout = rules.layout
    return {
        kind: zone.name for zone in reversed(layout.route_zones) for kind in layout.places_of(zone)
    }


def bared(draft: Draft) -> None:
    """Nothing on some routes near the boot of whoever acts."""
    for route in _near(draft):
        strip(draft, route)


def strip(draft: Draft, route: int) -> None:
    """Nothing on a route, as far as there is a zone for it."""
    for kind in [*draft.routes[route]]:
        home = next(draft.holding(kind), None)
        if home is not None:
            draft.zones[home][draft.places[home][kind]] += 1
            draft.routes[route].remove(kind)


def supplied(
    draft: Draft, action: Action, way: Way, heaps: Sequence[Heap], often: float = _ANYWHERE
) -> None:
    """Whoever acts has the pieces that an action names, in the given way, and one where it is only
    offered while there are any; and so `often` something else lies on the routes that it names,
    such as one of the heaps. What it names may lie there, or on a route that the decision is about.
    """
    numbers, routes = draft.numbers, draft.rules.board.route_number
    there = [routes[value] for value in action.values() if value in routes]
    named = [*chain.from_iterable(map(_pieces, action.values()))]
    if way.reversed:
        named.reverse()
    lying = [] if way.lying == IN_HAND else [*named]
    if lying and (meant := [route for route in meant_routes(draft) if route not in there]):
        here = [lying.pop(0)] if way.lying == SPLIT else named
        among = numbers.choice((heaps or [()], draft.rules.once(pairs)))
        heaped(draft, meant, numbers.choice(_for(draft, among, here)), here)
    if there and numbers.random() < often:
        if heaps:
            heaped(draft, there, numbers.choice(_for(draft, heaps, lying)), lying)
        else:
            laid(draft, there)
    wanted: dict[int, Counter[int]] = {}
    for id in named:
        own = draft.own(id)
        some = own if way.everywhere else numbers.sample(own, min(1, len(own)))
        for at, kind in some:
            wanted.setdefault(at, Counter())[kind] += 1
    if way.others:  # an action may take pieces that it does not name
        layout = draft.rules.layout
        for zone in layout.seat_zones:
            least = 1 if zone.pays_into is None else way.others
            varied(draft, [layout.index(zone, draft.seat)], least)
    else:
        for at in wanted:
            draft.resize(at, 0)
    for at, pieces in wanted.items():
        for kind, n in pieces.items():
            while draft.zones[at][draft.places[at][kind]] < n and draft.fetched(kind, at):
                pass
    _not_empty(draft, action)


def _for(draft: Draft, heaps: Sequence[Heap], named: Sequence[str]) -> Sequence[Heap]:
    """The heaps in which one of these pieces has a place, or all if there is none."""
    kinds, zones = draft.rules.layout.kinds, draft.rules.once(_zones_of_routes)
    places = {zone for n, zone in zones.items() if kinds[n].id in named}
    return [heap for heap in heaps if not places.isdisjoint(heap)] or heaps


def _not_empty(draft: Draft, action: Action) -> None:
    """If an action is offered only while a zone has pieces, there is one in it."""
    layout, types = draft.rules.layout, draft.rules.action_types
    zone = next(owned.entry.source for owned in types if owned.entry.type is type(action))
    at = None if zone is None else layout.index(zone, draft.seat)
    if at is not None and not draft.size(at):
        kinds = [*draft.places[at]]
        any(draft.fetched(kind, at) for kind in draft.numbers.sample(kinds, len(kinds)))


def _pieces(value: object) -> Iterable[str]:
    """The ids of the pieces that a field of an action may name."""
    return value if isinstance(value, Pieces) else (value,) if isinstance(value, str) else ()


def _near(draft: Draft) -> list[int]:
    """The routes that the decision is about; or some of those that leave the town of whoever acts,
    or where something lies.
    """
    board, meant = draft.rules.board, meant_routes(draft)
    if meant and draft.numbers.random() < _ANYWHERE:
        return meant
    found = [route for route, _ in board.legs[draft.boots[draft.seat]]]
    taken = [route for route, contents in enumerate(draft.routes) if contents]
    if taken and draft.numbers.random() < _ANYWHERE:
        found = draft.numbers.sample(taken, min(3, len(taken)))
    return draft.numbers.sample(found, draft.numbers.randint(min(1, len(found)), len(found)))


def meant_routes(draft: Draft) -> list[int]:
    """The routes that are in the data of the decision."""
    numbers, data = draft.rules.board.route_number, getattr(draft.before.agenda[-1], "data", ())
    return [numbers[one] for one in data if one in numbers]


def travelled(draft: Draft) -> None:
    """A seat has visited no town, all but one, or all; or its boot stands elsewhere."""
    seat = draft.seat
    if draft.numbers.random() < 0.5:
        draft.visited[seat] = draft.numbers.choice(draft.visits())
    else:
        draft.boots[seat] = draft.numbers.randrange(len(draft.rules.board.towns))
