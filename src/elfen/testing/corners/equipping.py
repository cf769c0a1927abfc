"""Positions in which the seat that decides is equipped: it has just what some action takes.

What made an action legal (where its pieces lay, what lay beside them) is learned, and done more
often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from random import Random

from elfen.declare import Action, Decide
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.corners.deeds import (
    Heap,
    heap_of,
    heaped,
    meant_routes,
    pairs,
    supplied,
    triples,
    varied,
)
from elfen.testing.corners.draft import Draft
from elfen.testing.corners.driving import TRIES, driven, fits
from elfen.testing.corners.parts import Part
from elfen.testing.corners.ways import Ways
from elfen.testing.facts import facts

_FEW_TRIES = 4
#: How often an action that is refused is tried, though another might be legal.
_REFUSED = 0.1
#: How often two pieces of a zone lie on a route, where a seat has as many kinds as it can; and how
#: many heaps are tried for that.
_TWO_ALIKE, _FEW_HEAPS = 0.5, 5


class Equipping:
    """Equips seats, and remembers what lay on a route together, and which ways made an action
    legal.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._heaps: dict[Heap, None] = {}
        self._ways = Ways()
        #: How much more often each heap has been laid than it could not be.
        self._lay: Counter[Heap] = Counter()

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
        for cls, domain in self._rules.once(by_route).items():
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
            driven(self._rules, state, partial(heaped, routes=[number[one]], heap=heap), numbers)
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
        for _ in range(TRIES):
            way = self._ways.some(sort, numbers)
            action = choose(way.meant)
            if action is None:
                return None
            built_so = partial(drive, action=action, way=way)
            built = next(driven(self._rules, state, built_so, numbers, _FEW_TRIES), None)
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
            return [fewer for fewer in found if fits(self._rules, fewer, state)]
        return []

    def varied(self, state: State, numbers: Random) -> State | None:
        """A valid position in which the seat that decides has pieces of as many kinds as it can in
        some of its zones, and perhaps two pieces of one zone lie on a route that leads from its
        boot; None if there is none.
        """
        if numbers.random() < _TWO_ALIKE:
            state = self._with_two_alike(state, numbers) or state

        def drive(draft: Draft) -> None:
            own = [at for at in range(len(draft.places)) if draft.owner(at) == draft.seat]
            varied(draft, numbers.sample(own, numbers.randint(min(1, len(own)), len(own))))

        return next(driven(self._rules, state, drive, numbers), None)

    def _with_two_alike(self, state: State, numbers: Random) -> State | None:
        """A valid position with two pieces of one zone on a route that leads from the boot of the
        seat that decides, perhaps beside another; None if there is none among some.
        """
        seat = Draft(self._rules, state, numbers).seat
        legs = [route for route, _ in self._rules.board.legs[state.boots[seat]]]
        heaps = [heap for heap in self._rules.once(_heaps) if len(heap) > len({*heap})]
        numbers.shuffle(heaps)
        heaps.sort(key=lambda heap: -self._lay[heap])
        for heap in heaps[:_FEW_HEAPS] if legs else ():
            drive = partial(heaped, routes=[numbers.choice(legs)], heap=heap)
            found = next(driven(self._rules, state, drive, numbers), None)
            self._lay[heap] += 1 if found is not None else -1
            if found is not None:
                return found
        return None


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
    named = rules.once(by_route).get(cls, {})
    domain = named.get(numbers.choice(routes)) or facts(rules).domain_by_type.get(cls)
    return numbers.choice(domain) if domain else None


def by_route(rules: Ruleset) -> dict[type[Action], dict[str, list[Action]]]:
    """The actions of each type that name a route, by each of them, for `rules.once`."""
    found: dict[type[Action], dict[str, list[Action]]] = {}
    for cls, domain in facts(rules).domain_by_type.items():
        for action in domain:
            for value in action.values():
                if value in rules.board.route_number:
                    found.setdefault(cls, {}).setdefault(value, []).append(action)
    return found
