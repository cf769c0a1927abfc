"""Positions built from others, at edges: one piece left in a pool, a hand all alike, a full route.

Pieces only move from where they lie to where they may lie, so none is lost. What all that leads
to is for `rules.validate` to judge: positions that it does not allow are not used. No game may ever
have led to such a position; so what can be said of it is less, see `elfen.testing.laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain, product
from random import Random
from zlib import crc32

from attrs import evolve, frozen

from elfen.declare import Action, Chance, Decide
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.corners.deeds import (
    FULL,
    Heap,
    alike,
    bared,
    different,
    edges_of,
    few_alike,
    few_alike_alone,
    heap_of,
    heaped,
    laid,
    meant_routes,
    pairs,
    supplied,
    traded,
    travelled,
    triples,
    varied,
)
from elfen.testing.corners.draft import TOO_FEW, Draft, draw_due, overdrawn
from elfen.testing.corners.rests_on import (
    own_zones_read,
    peeked_into,
    read_to_answer,
    read_to_carry_out,
)
from elfen.testing.corners.ways import Ways
from elfen.testing.facts import Move, facts
from elfen.testing.progress import in_vain

_MOST_DEEDS = 3
_TRIES, _FEW_TRIES = 8, 4
#: How often an action that is refused is tried, though another might be legal.
_REFUSED = 0.1
#: The edges of a zone with less than most draws want.
_SHORT = ("0", "1", TOO_FEW)
#: How often each deed is chosen, in their order.
_WEIGHTS = (4, 2, 1, 1, 1, 1, 1)


@frozen
class Part:
    """The `number`-th part of `of` parts of all things that there are to try.

    What seldom matters is tried in one of so many `runs` only, in the `turn`-th.
    """

    number: int = 0
    of: int = 1
    runs: int = 1
    turn: int = 0

    def has(self, *thing: object) -> bool:
        """Whether something is in this part."""
        return self._hash(thing) % self.of == self.number % self.of

    def has_seldom(self, *thing: object) -> bool:
        """Whether something that seldom matters is in this part."""
        turn = self._hash(thing) // self.of % self.runs
        return self.has(*thing) and turn == self.turn % self.runs

    @staticmethod
    def _hash(thing: tuple[object, ...]) -> int:
        return crc32(repr(thing).encode())


class Edges:
    """Builds positions, and remembers how often each size of a zone has been tried where, and what
    lay on a route together.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._tried: Counter[tuple[str, str, bool, str]] = Counter()
        self._heaps: dict[Heap, None] = {}
        self._ways = Ways()

    def of(self, state: State, numbers: Random) -> State | None:
        """A valid position like this one, with one to three things driven to an edge.

        None if none of a few tries is valid.
        """
        deeds = (self._resized, alike, different, traded, laid, bared, travelled)
        for _ in range(_TRIES):
            draft = Draft(self._rules, state, numbers)
            for deed in numbers.choices(deeds, _WEIGHTS, k=numbers.randint(1, _MOST_DEEDS)):
                deed(draft)
            built = draft.state()
            if self._fits(built, state):
                return built
        return None

    def supplied(self, state: State, numbers: Random) -> tuple[State, Action] | None:
        """A valid position in which the seat that decides has what some action takes, and that
        action, mostly one that is legal there; None if there is none.
        """
        cls = _some_type(self._rules, state, numbers)
        if cls is None:
            return None
        draft = Draft(self._rules, state, numbers)
        self._heaps |= {heap_of(draft, n): None for n, lying in enumerate(state.routes) if lying}
        drive = partial(supplied, heaps=[*self._heaps])
        choose = partial(_some_action, self._rules, state, cls, numbers)
        return self._legal(state, cls, choose, drive, numbers)

    def on_heaps(self, state: State, numbers: Random, part: Part) -> Iterator[tuple[State, Action]]:
        """The same for each type of action that names a route, and up to three pieces in any zones
        of that route: of all that, the given part.
        """
        due = getattr(state.agenda[-1], "name", "")
        answers = {answer.entry.type for answer in self._rules.answers.get(due, ())}
        routes = self._routes(state)
        fits = cache(partial(self._may_lie, state, routes, numbers))
        for cls, domain in self._rules.once(_by_route).items():
            named = cls in answers and any(domain.get(route) for route in routes)
            choose = partial(_some_action, self._rules, state, cls, numbers)
            for heap in self._rules.once(_heaps) if named else ():
                if part.has(due, cls.__name__, *heap) and fits(heap):
                    drive = partial(supplied, heaps=[heap], often=1)
                    found = self._legal(state, cls, choose, drive, numbers)
                    if found is not None:
                        yield found

    def _routes(self, state: State) -> list[str]:
        """The routes that a decision is about, and those that lead from the boot of its seat."""
        draft, board = Draft(self._rules, state, Random(0)), self._rules.board
        legs = [route for route, _ in board.legs[state.boots[draft.seat]]]
        return [board.routes[route].id for route in (*meant_routes(draft), *legs)]

    def _may_lie(self, state: State, routes: Sequence[str], numbers: Random, heap: Heap) -> bool:
        """Whether a heap may lie on one of some routes."""
        number = self._rules.board.route_number
        found = (
            self._driven(state, partial(heaped, routes=[number[one]], heap=heap), numbers)
            for one in numbers.sample(routes, min(2, len(routes)))
        )
        return heap == () or any(True for _ in chain.from_iterable(found))

    def _legal(
        self,
        state: State,
        cls: type[Action],
        choose: Callable[[bool], Action | None],
        drive: Callable[..., None],
        numbers: Random,
    ) -> tuple[State, Action] | None:
        """An action of some that is legal in a position driven for its sake, if there is one;
        now and then, and if there is none, one that is not.
        """
        found: tuple[State, Action] | None = None
        sort = getattr(state.agenda[-1], "name", ""), cls
        for _ in range(_TRIES):
            way = self._ways.some(sort, numbers)
            action = choose(way.meant)
            if action is None:
                return None
            built_so = partial(drive, action=action, way=way)
            built = next(self._driven(state, built_so, numbers, _FEW_TRIES), None)
            legal = False
            if built is not None:
                found = built, action
                with suppress(Exception):  # that is for a law to tell
                    legal = self._rules.check(built, action) is None
            self._ways.learn(sort, way, legal)
            if legal or (built is not None and numbers.random() < _REFUSED):
                break
        return found

    def lacking(self, state: State, action: Action, numbers: Random) -> list[State]:
        """Valid positions in which the seat that decides has a piece fewer of those that an action
        takes from it: one for each of its zones from which it takes some. None if it is not legal.
        """
        found: list[State] = []
        with suppress(Exception):  # that is for a law to tell
            if self._rules.check(state, action) is not None:
                return []
            after = self._rules.advance(state, action)
            for at, (before, now) in enumerate(zip(state.zones, after.zones, strict=True)):
                zone, owner = self._rules.layout.zone_at(at)
                kinds = self._rules.layout.places_of(zone).items()
                taken = [kind for kind, n in kinds if now[n] < before[n]]
                if owner == getattr(state.agenda[-1], "seat", None) and taken:
                    draft = Draft(self._rules, state, numbers)
                    draft.given_away(numbers.choice(taken), at)
                    found.append(draft.state())
            return [fewer for fewer in found if self._fits(fewer, state)]
        return []

    def varied(self, state: State, numbers: Random) -> State | None:
        """A valid position in which the seat that decides has pieces of as many kinds as it can in
        some of its zones; None if there is none.
        """

        def drive(draft: Draft) -> None:
            own = [at for at in range(len(draft.places)) if draft.owner(at) == draft.seat]
            varied(draft, numbers.sample(own, numbers.randint(min(1, len(own)), len(own))))

        return next(self._driven(state, drive, numbers), None)

    def each(self, state: State, numbers: Random, part: Part) -> Iterator[State]:
        """Valid positions like this one with one zone at one edge: every zone, every edge; with the
        towns that were visited at each edge; and with the route full that a decision is about, or
        with nothing, a piece or two in any of its zones, or of one that leads from the boot.

        Of all that, only the given part; fewer with zones that nothing rests on that is due.
        """
        due = getattr(state.agenda[-1], "name", "")
        draft = Draft(self._rules, state, numbers)
        read = read_to_answer(self._rules, state, numbers) | {draft.drawn_from}
        seats = (None, draft.seat, (draft.seat + 1) % state.players)
        for at in range(len(draft.places)):
            zone, owner = self._rules.layout.zone_at(at)
            if owner not in seats or not draft.places[at]:
                continue
            has = part.has if at in read else part.has_seldom
            for edge, drive in edges_of(draft, at):
                if has(due, zone.name, seats.index(owner), edge):
                    yield from self._driven(state, drive, numbers)
        for towns in draft.visits():
            built = evolve(state, visited=_with(state.visited, draft.seat, towns))
            if self._fits(built, state):
                yield built
        if meant := meant_routes(draft):
            yield from self._driven(state, partial(laid, routes=meant, most=FULL), numbers)
        yield from self._heaped(state, draft, numbers, part)

    def _heaped(self, state: State, draft: Draft, numbers: Random, part: Part) -> Iterator[State]:
        """Positions with a piece or two in any zones of a route, alone or beside what lies there.

        It is the route that is asked about, or one that leads from the boot.
        """
        due = getattr(state.agenda[-1], "name", "")
        answers = {answer.entry.type for answer in self._rules.answers.get(due, ())}
        has = part.has if answers & {*self._rules.once(_by_route)} else part.has_seldom
        meant = meant_routes(draft)
        legs = [route for route, _ in self._rules.board.legs[state.boots[draft.seat]]]
        taken = [route for route, lying in enumerate(state.routes) if lying]
        for heap, alone in product(self._rules.once(pairs), (True, False)):
            routes = meant or legs if alone else {*meant}.intersection(taken) or taken
            if routes and has(due, "on a route", alone, *heap):
                routes = [numbers.choice([*routes])]
                drive = partial(heaped, routes=routes, heap=heap, alone=alone)
                yield from self._driven(state, drive, numbers)

    def around(
        self, state: State, move: Move, numbers: Random, part: Part, seen: set[object]
    ) -> Iterator[State]:
        """Valid positions like this one with each zone at each edge that the move reads or changes,
        or from which something is to be drawn after it; but for those that are `seen` of such a
        move.

        Of all that, only the given part; but always those with next to nothing to draw. Besides,
        a position where the move leads to the last town that is left to visit, one where what it
        lays lies there already, and some if it looks into what nobody may see.
        """
        after = self._rules.advance(state, move)
        draft = Draft(self._rules, state, numbers)
        kind = _sort(state, move, after)
        yield from self._last_town(state, after, draft.seat, (kind,), seen)
        yield from self._again(state, after, draft.seat, kind, numbers, seen)
        yield from self.peeked(state, move, numbers, seen)
        item = after.agenda[-1] if after.agenda else None
        drawn_from, wanted = draw_due(self._rules, item)
        read = read_to_carry_out(self._rules, state, move) | {drawn_from}
        for at, (before, now) in enumerate(zip(state.zones, after.zones, strict=True)):
            zone, owner = self._rules.layout.zone_at(at)
            key = kind, zone.name, owner == draft.seat
            if (before == now and at not in read) or key in seen or not draft.places[at]:
                continue
            seen.add(key)
            for edge, drive in edges_of(draft, at, wanted if at == drawn_from else 0):
                short = at == drawn_from and edge in _SHORT
                if short or part.has(*key, edge):
                    yield from self._driven(state, drive, numbers)

    def peeked(
        self, state: State, move: Move, numbers: Random, seen: set[object]
    ) -> Iterator[State]:
        """Positions with two of each kind in a zone that nobody may look into, but a move does;
        with all of one kind in one of who makes it; and with two of a kind in one of theirs that it
        reads, and nothing like them in their other zones; but for those `seen` of such a move.
        """
        draft = Draft(self._rules, state, numbers)
        peeked = peeked_into(self._rules, state, move)
        own = own_zones_read(self._rules, state, move)
        if not peeked and not own:
            return
        after = self._rules.advance(state, move)
        kind = (
            _sort(state, move, after),
            getattr(after.agenda[-1], "name", "") if after.agenda else "",
        )
        drives = [
            ("peeked", at, drive) for at in sorted(peeked) for drive in self._alike_in(draft, at)
        ]
        drives += [("alone", at, few_alike_alone) for at in sorted(own)]
        new = [(at, drive) for why, at, drive in drives if (why, *kind, at) not in seen]
        seen |= {(why, *kind, at) for why, at, _ in drives}
        for at, drive in new:
            yield from self._driven(state, partial(drive, at=at), numbers)

    @staticmethod
    def _alike_in(draft: Draft, at: int) -> list[Callable[..., None]]:
        """Ways to make pieces of a zone alike: of a seat's, all of them; of the table's, two."""
        if draft.owner(at) is not None:
            return [alike]
        return [partial(few_alike, kind=one) for one in draft.places[at]]

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
        draft = Draft(self._rules, state, numbers)
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
        self, state: State, drive: Callable[[Draft], None], numbers: Random, tries: int = _TRIES
    ) -> Iterator[State]:
        for _ in range(tries):
            draft = Draft(self._rules, state, numbers)
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
            and not overdrawn(self._rules, built)
            and not in_vain(self._rules, built)
        )

    def _resized(self, draft: Draft) -> None:
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


def _heaps(rules: Ruleset) -> tuple[Heap, ...]:
    """Up to three pieces in any zones of a route, for `rules.once`."""
    return (*rules.once(pairs), *rules.once(triples))


def _some_type(rules: Ruleset, state: State, numbers: Random) -> type[Action] | None:
    """A type of action that may answer what is due; None if nobody is asked."""
    item = state.agenda[-1] if state.agenda else None
    answers = rules.answers[item.name] if isinstance(item, Decide) else ()
    return numbers.choice(answers).entry.type if answers else None


def _some_action(
    rules: Ruleset, state: State, cls: type[Action], numbers: Random, meant: bool
) -> Action | None:
    """An action of a type; if by a route, by one that is asked about, if that is `meant`, or that
    leads from where its seat is. None if it has no domain.
    """
    item = state.agenda[-1]
    assert isinstance(item, Decide)
    asked = [value for value in item.data if value in rules.board.route_number]
    legs = [rules.board.routes[n].id for n, _ in rules.board.legs[state.boots[item.seat]]]
    routes = asked if asked and meant else legs
    named = rules.once(_by_route).get(cls, {})
    domain = named.get(numbers.choice(routes)) or facts(rules).domain_by_type.get(cls)
    return numbers.choice(domain) if domain else None


def _by_route(rules: Ruleset) -> dict[type[Action], dict[str, list[Action]]]:
    """The actions of each type that name a route, by each of them, for `rules.once`."""
    found: dict[type[Action], dict[str, list[Action]]] = {}
    for cls, domain in facts(rules).domain_by_type.items():
        for action in domain:
            for value in action.values():
                if value in rules.board.route_number:
                    found.setdefault(cls, {}).setdefault(value, []).append(action)
    return found


def _sort(state: State, move: Move, after: State) -> str:
    """The type of an action, or the chance of which a move is an outcome; and what is drawn or
    rolled then, and how much of it.
    """
    due = "" if isinstance(move, Action) else getattr(state.agenda[-1], "name", "")
    item = after.agenda[-1] if after.agenda else None
    then = (item.name, *item.data[:1]) if isinstance(item, Chance) else ""
    return f"{type(move).__name__} {due} {then}"


def _with(all_seats: tuple[int, ...], seat: int, one: int) -> tuple[int, ...]:
    return (*all_seats[:seat], one, *all_seats[seat + 1 :])
