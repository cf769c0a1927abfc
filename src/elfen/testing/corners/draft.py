"""A position in the making: pieces move from where they lie to where they may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from random import Random

from attrs import evolve

from elfen.declare import Chance, Counts, Draw, SeatZone, TableZone
from elfen.game import Ruleset
from elfen.kernel import State

#: How often all pieces that leave a zone go to the same one, and come from the same one.
_TOGETHER = 0.6
#: How often a zone may be another seat's.
_ANYBODY = 0.3
#: The name of the size of a zone with one piece fewer than will be drawn from it.
TOO_FEW = "one fewer than wanted"


class Draft:
    """A position in the making."""

    def __init__(self, rules: Ruleset, state: State, numbers: Random) -> None:
        self.rules, self.before, self.numbers = rules, state, numbers
        self.zones = [list(counts) for counts in state.zones]
        self.routes = [list(contents) for contents in state.routes]
        self.visited = list(state.visited)
        self.boots = list(state.boots)
        #: By zone, the place of each kind number in its counts.
        self.places = [rules.layout.places_of(self.zone(at)) for at in range(len(state.zones))]
        #: By kind number, the zones that may hold it, once they have been looked for, in an order
        #: that is the same for all kinds; and whether pieces always go to the first that there is.
        self.holders: dict[int, list[int]] = {}
        self.order = numbers.sample(range(len(state.zones)), len(state.zones))
        self.together = numbers.random() < _TOGETHER
        item = state.agenda[-1] if state.agenda else None
        self.seat = getattr(item, "seat", None) or 0
        self.drawn_from, self.wanted = draw_due(rules, item)

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
        """The zones that may hold a kind, each once, in an order that may begin anywhere."""
        found = self.holders.get(kind)
        if found is None:
            found = [at for at in self.order if kind in self.places[at]]
            self.holders[kind] = found
        start = 0 if self.together else int(self.numbers.random() * len(found))
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

    def given_back(self, kind: int, source: int) -> bool:
        """Move one piece from a zone to any of the table that may hold it."""
        pools = (target for target in self.holding(kind) if self.owner(target) is None)
        return any(self.moved(kind, source, target) for target in pools)

    def fetched(self, kind: int, target: int) -> bool:
        """Move one piece of a kind to a zone, from any other."""
        for source in self.holding(kind):  # of all that is asked of drafts, this is asked most
            if self.zones[source][self.places[source][kind]] and self.moved(kind, source, target):
                return True
        return False

    def laid(self, kind: int, route: int) -> bool:
        """Lay one piece on a route, from any zone, if there is one and room for it."""
        sources = [at for at in self.holding(kind) if self.zones[at][self.places[at][kind]]]
        if not sources or not self._room(route, [*self.routes[route], kind]):
            return False
        self.zones[sources[0]][self.places[sources[0]][kind]] -= 1
        self.routes[route].append(kind)
        return True

    def _room(self, route: int, contents: Sequence[int]) -> bool:
        layout, terrain = self.rules.layout, self.rules.board.routes[route].terrain
        return all(
            sum(kind in layout.places_of(zone) for kind in contents)
            <= layout.room_on(zone, terrain)
            for zone in layout.route_zones
        )

    def some_zones(self) -> list[int]:
        """The zones of whoever acts and of the table, or those of all."""
        layout = self.rules.layout
        every = [at for at, places in enumerate(self.places) if places]
        own = [at for at in every if layout.zone_at(at)[1] in (self.seat, None)]
        return (own, every)[self.numbers.random() < _ANYBODY]

    def owner(self, at: int) -> int | None:
        """The seat that a zone belongs to; None for one of the table."""
        return self.rules.layout.zone_at(at)[1]

    def pools_like(self, at: int) -> list[int]:
        """The other zones of the table that may hold the same kinds as one of the table."""
        if self.owner(at) is not None:
            return []
        return [
            other
            for other, places in enumerate(self.places)
            if other != at and self.owner(other) is None and places.keys() == self.places[at].keys()
        ]

    def own(self, id: str) -> list[tuple[int, int]]:
        """The zones of whoever acts that may hold pieces with this id, each with the kind."""
        layout = self.rules.layout
        return [
            (at, kind)
            for at, places in enumerate(self.places)
            if self.owner(at) == self.seat
            for kind in places
            if layout.kinds[kind].id == id
        ]

    def some_zone(self, least: int = 0) -> int | None:
        """One of these zones that has as many pieces."""
        fitting = [at for at in self.some_zones() if self.size(at) >= least]
        return self.numbers.choice(fitting) if fitting else None

    def all_for(self, at: int) -> int:
        """How many pieces there are, in all zones together, that a zone may hold."""
        kinds = self.places[at]
        return sum(
            self.zones[zone][place]
            for zone, places in enumerate(self.places)
            for kind, place in places.items()
            if kind in kinds
        )

    def sizes(self, at: int, wanted: int = 0) -> dict[str, int]:
        """The sizes of a zone that are edges, each by a name.

        If so many pieces are `wanted` of it next, one fewer are an edge, too.
        """
        now = self.size(at)
        sizes = {str(n): n for n in range(4)}
        sizes |= {"one less": now - 1, "one more": now + 1, "all": self.all_for(at)}
        if self.drawn_from == at:
            sizes |= {"as wanted": self.wanted, "one more than wanted": self.wanted + 1}
        if wanted:
            sizes[TOO_FEW] = wanted - 1
        return {name: size for name, size in sizes.items() if size >= 0 and size != now}

    def visits(self) -> tuple[int, ...]:
        """The sets of towns that are edges of what a seat has visited: none, all but one, all."""
        towns = self.rules.piece_towns_of(self.before)
        every = [n for n in range(towns.bit_length()) if towns >> n & 1]
        return (0, towns & ~(1 << self.numbers.choice(every)), towns) if every else (0, towns)

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


def draw_due(rules: Ruleset, item: object) -> tuple[int | None, int]:
    """The zone from which pieces are due to be drawn, if any, and how many."""
    if not isinstance(item, Chance):
        return None, 0
    draw = next(owned.entry for owned in rules.chances if owned.entry.name == item.name)
    if not isinstance(draw, Draw):
        return None, 0
    return rules.layout.index(draw.source, item.source or 0), int(item.data[0])


def overdrawn(rules: Ruleset, state: State) -> bool:
    """Whether draws that are due one right after the other want more than there is."""
    due = takewhile(lambda item: isinstance(item, Chance), reversed(state.agenda))
    wanted = Counter[int | None]()
    for source, pieces in (draw_due(rules, item) for item in due):
        wanted[source] += pieces
    del wanted[None]  # rolls
    return any(pieces > sum(state.zones[source or 0]) for source, pieces in wanted.items())
