"""Positions built from others, at edges: one piece left in a pool, a hand all alike, a full route.

Pieces only move from where they lie to where they may lie, so none is lost. What all that leads
to is for `rules.validate` to judge: positions that it does not allow are not used. No game may ever
have led to such a position; so what can be said of it is less, see `elfen.testing.laws`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random

from attrs import evolve

from elfen.declare import Chance, Counts, Draw, SeatZone, TableZone
from elfen.game import Ruleset
from elfen.kernel import State

_MOST_DEEDS = 3
_TRIES = 8
#: How often it is the pile that is drawn from that changes, where a draw is due.
_DRAWN_FROM = 0.5


def edged(rules: Ruleset, state: State, numbers: Random) -> State | None:
    """A valid position like this one, with one to three things driven to an edge; None if none of
    a few tries is valid.
    """
    deeds = (_resized, _resized, _alike, _different, _traded, _laid, _bared, _travelled)
    for _ in range(_TRIES):
        draft = _Draft(rules, state, numbers)
        for deed in numbers.sample(deeds, numbers.randint(1, _MOST_DEEDS)):
            deed(draft)
        built = draft.state()
        if built != state and not rules.validate(built):
            return built
    return None


class _Draft:
    """A position in the making."""

    def __init__(self, rules: Ruleset, state: State, numbers: Random) -> None:
        self.rules, self.before, self.numbers = rules, state, numbers
        self.zones = [list(counts) for counts in state.zones]
        self.routes = [list(contents) for contents in state.routes]
        self.visited = list(state.visited)
        self.boots = list(state.boots)
        #: By zone, the place of each kind number in its counts.
        self.places = [rules.layout.places_of(self.zone(at)) for at in range(len(state.zones))]
        #: By kind number, the zones that may hold it, once they have been looked for.
        self.holders: dict[int, list[int]] = {}
        item = state.agenda[-1] if state.agenda else None
        self.seat = getattr(item, "seat", None) or 0
        self.draws = item if isinstance(item, Chance) else None

    def zone(self, at: int) -> TableZone | SeatZone:
        """The zone with this number."""
        return self.rules.layout.zone_at(at)[0]

    def state(self) -> State:
        """The position."""
        zones: tuple[Counts, ...] = tuple(map(tuple, self.zones))
        before = self.before
        knowledge = self.rules.knowledge
        ledger = knowledge.supposing(before.ledger, before.zones, zones)
        return evolve(
            before,
            zones=zones,
            routes=tuple(tuple(sorted(contents)) for contents in self.routes),
            visited=tuple(self.visited),
            boots=tuple(self.boots),
            ledger=ledger,
        )

    # Moving pieces ---------------------------------------------------------------------

    def holding(self, kind: int) -> Iterator[int]:
        """The zones that may hold a kind, each once, in an order that begins anywhere."""
        found = self.holders.get(kind)
        if found is None:
            found = [at for at, places in enumerate(self.places) if kind in places]
            self.numbers.shuffle(found)
            self.holders[kind] = found
        start = int(self.numbers.random() * len(found))
        return chain(found[start:], found[:start])

    def kinds(self, at: int) -> Iterator[int]:
        """Each piece in a zone, by kind number, in a random order."""
        pieces = [k for k, place in self.places[at].items() for _ in range(self.zones[at][place])]
        self.numbers.shuffle(pieces)
        return iter(pieces)

    def moved(self, kind: int, source: int, target: int) -> bool:
        """Move one piece, if there is one."""
        if source == target or not self.zones[source][self.places[source][kind]]:
            return False
        self.zones[source][self.places[source][kind]] -= 1
        self.zones[target][self.places[target][kind]] += 1
        return True

    def given_away(self, kind: int, source: int) -> bool:
        """Move one piece from a zone to any other that may hold it."""
        return any(self.moved(kind, source, target) for target in self.holding(kind))

    def fetched(self, kind: int, target: int) -> bool:
        """Move one piece of a kind to a zone, from any other."""
        return any(self.moved(kind, source, target) for source in self.holding(kind))

    def some_zone(self, least: int = 0) -> int | None:
        """A zone: one of whoever acts, the one that is drawn from, or any; with `least` pieces."""
        layout = self.rules.layout
        if self.draws is not None and self.numbers.random() < _DRAWN_FROM:
            draw = next(o.entry for o in self.rules.chances if o.entry.name == self.draws.name)
            if isinstance(draw, Draw):
                return layout.index(draw.source, self.draws.source or 0)
        every = [at for at, places in enumerate(self.places) if places]
        own = [at for at in every if layout.zone_at(at)[1] in (self.seat, None)]
        fitting = [at for at in (own, every)[self.numbers.random() < 0.3] if self.size(at) >= least]
        return self.numbers.choice(fitting) if fitting else None

    def size(self, at: int) -> int:
        """How many pieces lie in a zone."""
        return sum(self.zones[at])

    def resize(self, at: int, size: int) -> None:
        """Move pieces out of a zone or into it, at random, until it has that many."""
        for kind in [*self.kinds(at)][max(0, size) :]:
            self.given_away(kind, at)
        everywhere = [*self.places[at]]
        for _ in range(size - self.size(at)):
            self.numbers.shuffle(everywhere)
            if not any(self.fetched(kind, at) for kind in everywhere):
                return


def _resized(draft: _Draft) -> None:
    """A zone with none, one, two, about as many pieces as a draw wants, or one more or less."""
    at = draft.some_zone()
    if at is None:
        return
    now = draft.size(at)
    sizes = [0, 1, 2, 3, now - 1, now + 1]
    if draft.draws is not None and isinstance(wanted := (*draft.draws.data, 0)[0], int):
        sizes += [wanted, wanted + 1]
    draft.resize(at, max(0, draft.numbers.choice(sizes)))


def _alike(draft: _Draft) -> None:
    """A zone with as many pieces as before, but all of one kind, as far as there are so many."""
    at = draft.some_zone(least=1)
    if at is not None:
        kind = draft.numbers.choice([*draft.places[at]])
        _exchanged(draft, at, lambda other: other != kind, lambda: kind)


def _different(draft: _Draft) -> None:
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
    draft: _Draft, at: int, leaves: Callable[[int], bool], comes: Callable[[], int | None]
) -> None:
    for kind in draft.kinds(at):
        new = comes() if leaves(kind) else None
        if new is not None and draft.fetched(new, at):
            draft.given_away(kind, at)


def _traded(draft: _Draft) -> None:
    """Two zones of the same sort change what is in them: the hands of two seats, say."""
    at = draft.some_zone()
    if at is None:
        return
    sort = [n for n, places in enumerate(draft.places) if [*places] == [*draft.places[at]]]
    other = draft.numbers.choice(sort)
    draft.zones[at], draft.zones[other] = draft.zones[other], draft.zones[at]


def _laid(draft: _Draft) -> None:
    """Pieces on some routes near the boot of whoever acts, up to all that they have room for."""
    layout = draft.rules.layout
    kinds = [kind for zone in layout.route_zones for kind in layout.places_of(zone)]
    for route in _near(draft):
        for kind in draft.numbers.choices(kinds, k=draft.numbers.randint(0, 3)) if kinds else ():
            sources = [at for at in draft.holding(kind) if draft.zones[at][draft.places[at][kind]]]
            if sources and _room(draft, [*draft.routes[route], kind]):
                draft.zones[sources[0]][draft.places[sources[0]][kind]] -= 1
                draft.routes[route].append(kind)


def _room(draft: _Draft, contents: Sequence[int]) -> bool:
    layout = draft.rules.layout
    return all(
        sum(kind in layout.places_of(zone) for kind in contents) <= layout.room[zone.name]
        for zone in layout.route_zones
    )


def _bared(draft: _Draft) -> None:
    """Nothing on some routes near the boot of whoever acts."""
    for route in _near(draft):
        for kind in [*draft.routes[route]]:
            home = next(draft.holding(kind), None)
            if home is not None:
                draft.zones[home][draft.places[home][kind]] += 1
                draft.routes[route].remove(kind)


def _near(draft: _Draft) -> list[int]:
    """Some of the routes that leave the town of whoever acts."""
    found = [route for route, _ in draft.rules.board.legs[draft.boots[draft.seat]]]
    return draft.numbers.sample(found, draft.numbers.randint(min(1, len(found)), len(found)))


def _travelled(draft: _Draft) -> None:
    """A seat has visited no town, all but one, or all; or its boot stands elsewhere."""
    seat, towns = draft.seat, draft.rules.piece_towns_of(draft.before)
    every = [n for n in range(towns.bit_length()) if towns >> n & 1]
    but_one = towns & ~(1 << draft.numbers.choice(every)) if every else 0
    if draft.numbers.random() < 0.5:
        draft.visited[seat] = draft.numbers.choice((0, but_one, towns))
    else:
        draft.boots[seat] = draft.numbers.randrange(len(draft.rules.board.towns))
