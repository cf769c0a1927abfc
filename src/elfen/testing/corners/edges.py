"""Positions built from others, at edges: one piece left in a pool, a hand all alike, a full route.

Pieces only move from where they lie to where they may lie, so none is lost. What all that leads
to is for `rules.validate` to judge: positions that it does not allow are not used. No game may ever
have led to such a position; so what can be said of it is less, see `elfen.testing.laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, takewhile
from random import Random
from zlib import crc32

from attrs import evolve, frozen

from elfen.declare import Action, Chance, Counts, Draw, SeatZone, TableZone
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.progress import in_vain

_MOST_DEEDS = 3
#: How many pieces are laid on a route at most, as a rule, and until it is full.
_MOST_LAID, _FULL = 3, 20
_TRIES = 8
#: The edges of a zone with less than most draws want.
_SHORT = ("0", "1")
#: How often each deed is chosen, in their order.
_WEIGHTS = (4, 2, 1, 1, 1, 1, 1)
#: How often it is routes anywhere that something is laid on, or taken off.
_ANYWHERE = 0.5
#: How often all pieces that leave a zone go to the same one, and come from the same one.
_TOGETHER = 0.6
#: How often a zone may be another seat's.
_ANYBODY = 0.3


@frozen
class Part:
    """The `number`-th part of `of` parts of all things that there are to try.

    Of what takes long, only one in so many `runs` is in any part.
    """

    number: int = 0
    of: int = 1
    runs: int = 1

    def has(self, *thing: object) -> bool:
        """Whether something is in this part."""
        return crc32(repr(thing).encode()) % self.of == self.number

    def has_slow(self, *thing: object) -> bool:
        """Whether something that takes long is in this part."""
        return crc32(repr(thing).encode()) % (self.of * self.runs) == self.number


class Edges:
    """Builds positions, and remembers how often each size of a zone has been tried where."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._tried: Counter[tuple[str, str, bool, str]] = Counter()

    def of(self, state: State, numbers: Random) -> State | None:
        """A valid position like this one, with one to three things driven to an edge.

        None if none of a few tries is valid.
        """
        deeds = (self._resized, _alike, _different, _traded, _laid, _bared, _travelled)
        for _ in range(_TRIES):
            draft = _Draft(self._rules, state, numbers)
            for deed in numbers.choices(deeds, _WEIGHTS, k=numbers.randint(1, _MOST_DEEDS)):
                deed(draft)
            built = draft.state()
            if self._fits(built, state):
                return built
        return None

    def each(self, state: State, numbers: Random, part: Part) -> Iterator[State]:
        """Valid positions like this one with one zone at one edge: every zone, every edge; with the
        towns that were visited at each edge; and with the route full that a decision is about.

        Of all that, only the given part.
        """
        due = getattr(state.agenda[-1], "name", "")
        draft = _Draft(self._rules, state, numbers)
        seats = (None, draft.seat, (draft.seat + 1) % state.players)
        for at in range(len(draft.places)):
            zone, owner = self._rules.layout.zone_at(at)
            if owner not in seats or not draft.places[at]:
                continue
            for edge, drive in draft.edges(at):
                if part.has_slow(due, zone.name, seats.index(owner), edge):
                    yield from self._driven(state, drive, numbers)
        for towns in draft.visits():
            built = evolve(state, visited=_with(state.visited, draft.seat, towns))
            if self._fits(built, state):
                yield built
        if meant := _meant(draft):
            yield from self._driven(state, partial(_laid, routes=meant, most=_FULL), numbers)

    def around(
        self, state: State, move: Action, numbers: Random, part: Part, seen: set[object]
    ) -> Iterator[State]:
        """Valid positions like this one with each zone at each edge that the move changes, or from
        which something is to be drawn after it; but for those that are `seen` of such a move.

        Of all that, only the given part; but always those with next to nothing to draw. Besides,
        a position where the move leads to the last town that is left to visit, and one where what
        it lays lies there already.
        """
        after = self._rules.advance(state, move)
        draft = _Draft(self._rules, state, numbers)
        yield from self._last_town(state, after, draft.seat, (type(move).__name__,), seen)
        yield from self._again(state, after, draft.seat, type(move).__name__, numbers, seen)
        item = after.agenda[-1] if after.agenda else None
        drawn_from, _ = _draw(self._rules, item)
        for at, (before, now) in enumerate(zip(state.zones, after.zones, strict=True)):
            zone, owner = self._rules.layout.zone_at(at)
            key = type(move).__name__, zone.name, owner == draft.seat
            if (before == now and at != drawn_from) or key in seen or not draft.places[at]:
                continue
            seen.add(key)
            for edge, drive in draft.edges(at):
                short = at == drawn_from and edge in _SHORT
                if short or part.has(*key, edge):
                    yield from self._driven(state, drive, numbers)

    def _last_town(
        self, state: State, after: State, seat: int, move: object, seen: set[object]
    ) -> Iterator[State]:
        """The position in which a seat has visited all towns but where a move leads."""
        new = after.visited[seat] & ~state.visited[seat]
        others = self._rules.piece_towns_of(state) & ~new
        if new and others and move not in seen:
            built = evolve(state, visited=_with(state.visited, seat, others))
            if self._fits(built, state):
                seen.add(move)
                yield built

    def _again(
        self, state: State, after: State, seat: int, move: str, numbers: Random, seen: set[object]
    ) -> Iterator[State]:
        """The position in which what a move lays lies there already; its seat has what it had."""
        laid = [new for new, old in zip(after.routes, state.routes, strict=True) if new != old]
        if not laid or (move, *laid) in seen:
            return
        draft = _Draft(self._rules, state, numbers)
        draft.zones = [list(counts) for counts in after.zones]
        draft.routes = [list(contents) for contents in after.routes]
        for at, places in enumerate(draft.places):
            if self._rules.layout.zone_at(at)[1] == seat:
                for kind, place in places.items():
                    for _ in range(state.zones[at][place] - draft.zones[at][place]):
                        draft.fetched(kind, at)
        if self._fits(built := draft.state(), state):
            seen.add((move, *laid))
            yield built

    def _driven(
        self, state: State, drive: Callable[[_Draft], None], numbers: Random
    ) -> Iterator[State]:
        for _ in range(_TRIES):
            draft = _Draft(self._rules, state, numbers)
            drive(draft)
            built = draft.state()
            if self._fits(built, state):
                yield built
                return

    def _fits(self, built: State, state: State) -> bool:
        """Whether a position is another one, is valid, and has as much as is due to be drawn.

        Before the first round, everything is still where the set-up has put it.
        """
        return (
            built != state
            and state.round > 0
            and not self._rules.validate(built)
            and not _overdrawn(self._rules, built)
            and not in_vain(self._rules, built)
        )

    def _resized(self, draft: _Draft) -> None:
        """A zone with none, one, two, about as many pieces as a draw wants, or one more or less:
        what has been tried the least where this is due.
        """
        due = getattr(draft.before.agenda[-1], "name", "")
        choices = []
        for at in draft.some_zones():
            zone, owner = self._rules.layout.zone_at(at)
            for name, size in draft.sizes(at).items():
                key = due, zone.name, owner == draft.seat, name
                choices.append((self._tried[key], draft.numbers.random(), at, size, key))
        if choices:
            *_, at, size, key = min(choices)
            self._tried[key] += 1
            draft.resize(at, size)


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
        #: By kind number, the zones that may hold it, once they have been looked for, in an order
        #: that is the same for all kinds; and whether pieces always go to the first that there is.
        self.holders: dict[int, list[int]] = {}
        self.order = numbers.sample(range(len(state.zones)), len(state.zones))
        self.together = numbers.random() < _TOGETHER
        item = state.agenda[-1] if state.agenda else None
        self.seat = getattr(item, "seat", None) or 0
        self.drawn_from, self.wanted = _draw(rules, item)

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

    def fetched(self, kind: int, target: int) -> bool:
        """Move one piece of a kind to a zone, from any other."""
        return any(self.moved(kind, source, target) for source in self.holding(kind))

    def laid(self, kind: int, route: int) -> bool:
        """Lay one piece on a route, from any zone, if there is one and room for it."""
        sources = [at for at in self.holding(kind) if self.zones[at][self.places[at][kind]]]
        if not sources or not _room(self, [*self.routes[route], kind]):
            return False
        self.zones[sources[0]][self.places[sources[0]][kind]] -= 1
        self.routes[route].append(kind)
        return True

    def some_zones(self) -> list[int]:
        """The zones of whoever acts and of the table, or those of all."""
        layout = self.rules.layout
        every = [at for at, places in enumerate(self.places) if places]
        own = [at for at in every if layout.zone_at(at)[1] in (self.seat, None)]
        return (own, every)[self.numbers.random() < _ANYBODY]

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

    def sizes(self, at: int) -> dict[str, int]:
        """The sizes of a zone that are edges, each by a name."""
        now = self.size(at)
        sizes = {str(n): n for n in range(4)}
        sizes |= {"one less": now - 1, "one more": now + 1, "all": self.all_for(at)}
        if self.drawn_from == at:
            sizes |= {"as wanted": self.wanted, "one more than wanted": self.wanted + 1}
        return {name: size for name, size in sizes.items() if size >= 0 and size != now}

    def edges(self, at: int) -> Iterator[tuple[str, Callable[[_Draft], None]]]:
        """What drives a zone to each of its edges, with the name of the edge."""
        for name, size in self.sizes(at).items():
            yield name, partial(_Draft.resize, at=at, size=size)
        yield "alike", partial(_alike, at=at)

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


def _draw(rules: Ruleset, item: object) -> tuple[int | None, int]:
    """The zone from which pieces are due to be drawn, if any, and how many."""
    if not isinstance(item, Chance):
        return None, 0
    draw = next(owned.entry for owned in rules.chances if owned.entry.name == item.name)
    if not isinstance(draw, Draw):
        return None, 0
    return rules.layout.index(draw.source, item.source or 0), int(item.data[0])


def _overdrawn(rules: Ruleset, state: State) -> bool:
    """Whether draws that are due one right after the other want more than there is."""
    due = takewhile(lambda item: isinstance(item, Chance), reversed(state.agenda))
    wanted = Counter[int | None]()
    for source, pieces in (_draw(rules, item) for item in due):
        wanted[source] += pieces
    del wanted[None]  # rolls
    return any(pieces > sum(state.zones[source or 0]) for source, pieces in wanted.items())


def _alike(draft: _Draft, at: int | None = None) -> None:
    """A zone with as many pieces as before, but all of one kind, as far as there are so many."""
    at = draft.some_zone(least=1) if at is None else at
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


def _laid(draft: _Draft, routes: Sequence[int] = (), most: int = _MOST_LAID) -> None:
    """Pieces on these routes, or on some near the boot of whoever acts: `most` at most on each, as
    far as it has room.
    """
    layout = draft.rules.layout
    kinds = [kind for zone in layout.route_zones for kind in layout.places_of(zone)]
    for route in routes or _near(draft):
        number = draft.numbers.randint(0, most)
        for kind in draft.numbers.choices(kinds, k=number) if kinds else ():
            draft.laid(kind, route)


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
    """The routes that the decision is about; or some of those that leave the town of whoever acts,
    or where something lies.
    """
    board, meant = draft.rules.board, _meant(draft)
    if meant and draft.numbers.random() < _ANYWHERE:
        return meant
    found = [route for route, _ in board.legs[draft.boots[draft.seat]]]
    taken = [route for route, contents in enumerate(draft.routes) if contents]
    if taken and draft.numbers.random() < _ANYWHERE:
        found = draft.numbers.sample(taken, min(3, len(taken)))
    return draft.numbers.sample(found, draft.numbers.randint(min(1, len(found)), len(found)))


def _meant(draft: _Draft) -> list[int]:
    """The routes that are in the data of the decision."""
    numbers, data = draft.rules.board.route_number, getattr(draft.before.agenda[-1], "data", ())
    return [numbers[one] for one in data if one in numbers]


def _travelled(draft: _Draft) -> None:
    """A seat has visited no town, all but one, or all; or its boot stands elsewhere."""
    seat = draft.seat
    if draft.numbers.random() < 0.5:
        draft.visited[seat] = draft.numbers.choice(draft.visits())
    else:
        draft.boots[seat] = draft.numbers.randrange(len(draft.rules.board.towns))


def _with(all_seats: tuple[int, ...], seat: int, one: int) -> tuple[int, ...]:
    return (*all_seats[:seat], one, *all_seats[seat + 1 :])
