"""Positions built from others, at edges: one piece left in a pool, a hand all alike, a full route.

Pieces only move from where they lie to where they may lie, so none is lost. What all that leads
to is for `rules.validate` to judge: positions that it does not allow are not used. No game may ever
have led to such a position; so what can be said of it is less, see `elfen.testing.laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from random import Random

from attrs import evolve

from elfen.declare import Action, Chance
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.corners.deeds import (
    FULL,
    alike,
    bared,
    different,
    edges_of,
    few_alike,
    few_alike_alone,
    heaped,
    laid,
    meant_routes,
    pairs,
    traded,
    travelled,
)
from elfen.testing.corners.draft import TOO_FEW, Draft, draw_due
from elfen.testing.corners.driving import TRIES, driven, fits
from elfen.testing.corners.equipping import by_route
from elfen.testing.corners.parts import Part
from elfen.testing.corners.rests_on import (
    own_zones_read,
    peeked_into,
    read_to_answer,
    read_to_carry_out,
)
from elfen.testing.facts import Move

_MOST_DEEDS = 3
#: The edges of a zone with less than most draws want.
_SHORT = ("0", "1", TOO_FEW)
#: How often each deed is chosen, in their order.
_WEIGHTS = (4, 2, 1, 1, 1, 1, 1)


class Edges:
    """Builds positions, and remembers how often each size of a zone has been tried where."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._tried: Counter[tuple[str, str, bool, str]] = Counter()

    def of(self, state: State, numbers: Random) -> State | None:
        """A valid position like this one, with one to three things driven to an edge.

        None if none of a few tries is valid.
        """
        deeds = (self._resized, alike, different, traded, laid, bared, travelled)
        for _ in range(TRIES):
            draft = Draft(self._rules, state, numbers)
            for deed in numbers.choices(deeds, _WEIGHTS, k=numbers.randint(1, _MOST_DEEDS)):
                deed(draft)
            built = draft.state()
            if fits(self._rules, built, state):
                return built
        return None

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
                    yield from driven(self._rules, state, drive, numbers)
        for towns in draft.visits():
            built = evolve(state, visited=_with(state.visited, draft.seat, towns))
            if fits(self._rules, built, state):
                yield built
        if meant := meant_routes(draft):
            yield from driven(self._rules, state, partial(laid, routes=meant, most=FULL), numbers)
        yield from self._heaped(state, draft, numbers, part)

    def _heaped(self, state: State, draft: Draft, numbers: Random, part: Part) -> Iterator[State]:
        """Positions with a piece or two in any zones of a route, alone or beside what lies there.

        It is the route that is asked about, or one that leads from the boot.
        """
        due = getattr(state.agenda[-1], "name", "")
        answers = {answer.entry.type for answer in self._rules.answers.get(due, ())}
        has = part.has if answers & {*self._rules.once(by_route)} else part.has_seldom
        meant = meant_routes(draft)
        legs = [route for route, _ in self._rules.board.legs[state.boots[draft.seat]]]
        taken = [route for route, lying in enumerate(state.routes) if lying]
        for heap, alone in product(self._rules.once(pairs), (True, False)):
            routes = meant or legs if alone else {*meant}.intersection(taken) or taken
            if routes and has(due, "on a route", alone, *heap):
                routes = [numbers.choice([*routes])]
                drive = partial(heaped, routes=routes, heap=heap, alone=alone)
                yield from driven(self._rules, state, drive, numbers)

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
                    yield from driven(self._rules, state, drive, numbers)

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
            yield from driven(self._rules, state, partial(drive, at=at), numbers)

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
            if fits(self._rules, built, state):
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
        if fits(self._rules, built := draft.state(), state):
            seen.add((move, *laid))
            yield built

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
