"""What an observer does not see, as numbers, and zones and ledger with all of it filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, sub
from random import Random
from typing import TYPE_CHECKING, Protocol

from elfen.declare import Contents, Counts
from elfen.errors import PositionError
from elfen.knowledge import Alone, Family, Filling, Ledger, Mixing, Sampler, Unknown, dealt
from elfen.views.known import Mixed
from elfen.views.numbered import Numbered

if TYPE_CHECKING:
    from elfen.declare.given import Observation


class Fillings(Protocol):
    """Ways to fill in what is unknown."""

    def sample(self, rng: Random) -> Filling:
        """One of them, at random."""


class Unseen:
    """What the observer of a view does not see, and the means to fill it in.

    `make` gives the fillings of an `Unknown`. `routes` has what lies on each route, and `unknown`
    what is unknown, by family. Raises `PositionError` if no position can have the view.
    """

    def __init__(self, view: Observation, make: Callable[[Unknown], Fillings]) -> None:
        rules = view.rules
        numbered = rules.once(Numbered)
        self._zones, hidden, left = numbered.zones(view)
        self.routes: tuple[Contents, ...] = numbered.routes(view, left)
        families = rules.knowledge.families
        sure = _Sure(view, numbered)
        self._mixings: list[Mixing | None] = [None] * len(families)
        self._parts: list[_Part] = []
        mixed = [(numbered.zone(one.pool, None), one) for one in view.known.mixed]
        for family in families:
            last = next((one for pool, one in mixed if pool in family.pools), None)
            here = [zone for zone in hidden if zone in family.place]
            sizes = [view.holdings[zone].size for zone in here]
            pieces = numbered.of_family(family, left)
            part = _Part(numbered, family, here, sizes, pieces, sure, last, make)
            self._mixings[family.number] = part.settled
            self._parts.append(part)
        self.unknown = tuple([part.unknown for part in self._parts])
        self._known, self._shown = tuple(sure.known), tuple(sure.shown)
        self._alone = tuple(sorted(sure.alone.values())) if sure.alone else ()

    def pieces(self, rng: Random) -> tuple[tuple[Counts, ...], Ledger]:
        """All zones and the ledger, with everything that is unknown filled in at random."""
        zones, mixings = [*self._zones], [*self._mixings]
        for part in self._parts:
            filling = part.fillings.sample(rng)
            for zone, counts in zip(part.hidden, filling.now, strict=True):
                zones[zone] = counts
            for zone, counts in part.sure:
                zones[zone] = _plus(zones[zone], counts)
            if part.last is not None and part.settled is None:
                mixings[part.number] = part.last.mixing(filling.then, filling.rest, rng)
        return tuple(zones), Ledger(self._known, self._shown, tuple(mixings), self._alone)


class _Sure:
    """What the observer knows to be in hidden zones, by zone, as the ledger has it."""

    def __init__(self, view: Observation, numbered: Numbered) -> None:
        knowledge = view.rules.knowledge
        self.known: list[Counts | None] = [None] * len(view.holdings)
        self.shown: list[Counts | None] = [None] * len(view.holdings)
        self.alone: dict[int, Alone] = {}
        for there in view.known.there:
            zone = numbered.zone(there.zone, there.seat)
            family = knowledge.family_of(zone)
            if family is None:
                raise PositionError(f"all can see into {there.zone}: nothing to know besides")
            self.known[zone] = numbered.counts(family, there.pieces)
        for one in view.known.alone:
            zone = numbered.zone(one.zone, one.seat)
            family = knowledge.family_of(zone)
            if family is None or view.seat is None:
                raise PositionError(f"nothing can be known alone of {one.zone} here")
            parts = [numbered.counts(family, part) for part in (one.pieces, one.then, one.shown)]
            self.alone[zone] = Alone(view.seat, zone, *parts)

    def there(self, zone: int) -> Counts | None:
        """The pieces that the observer knows to be in a zone; None if there are none."""
        known, alone = self.known[zone], self.alone.get(zone)
        if alone is None:
            return known
        return _plus(known, alone.there) if known else alone.there


class _Part:
    """One family: its `hidden` zones, what is unknown of them, and how it is filled in.

    `sure` has the zones with pieces that are known. `settled` is the family's last mixing if it
    is the same whatever is filled in.
    """

    def __init__(
        self,
        numbered: Numbered,
        family: Family,
        hidden: list[int],
        sizes: list[int],
        pieces: Counts,
        sure: _Sure,
        last: Mixed | None,
        make: Callable[[Unknown], Fillings],
    ) -> None:
        self.number = family.number
        self.hidden = hidden
        found = [(zone, sure.there(zone)) for zone in hidden]
        self.sure = [(zone, counts) for zone, counts in found if counts]
        free = sizes
        if self.sure:
            free = [
                size - sum(counts) if counts else size
                for size, (_, counts) in zip(sizes, found, strict=True)
            ]
            for _, counts in self.sure:
                pieces = _minus(pieces, counts)
        self.last: _Last | None = None
        if last is None:
            nothing = family.none
            of_each = (nothing,) * len(hidden)
            old = (0,) * len(hidden)
            self.unknown = Unknown(tuple(free), pieces, pieces, nothing, old, of_each)
        else:
            self.last = _Last(numbered, family, hidden, sure, last)
            self.unknown = self.last.unknown(tuple(free), pieces)
        wrong = [*self.unknown.problems()]
        if wrong:
            raise PositionError(f"the view is of no possible position: {'; '.join(wrong)}")
        self.fillings = fillings = make(self.unknown)
        self.settled: Mixing | None = None
        if self.last is not None and not self.last.gives and isinstance(fillings, Sampler):
            self.settled = fillings.settled and self.last.mixing(*fillings.settled)


class _Last:
    """The last mixing of a family, as far as it is known.

    `gives` says whether pieces went unseen from a hidden zone into the pool. Of each zone there
    are, in order, the pieces and what went into the pool, if the observer saw them; else its
    place among the hidden zones, what is known of it, and how many pieces went into the pool.
    """

    def __init__(
        self, numbered: Numbered, family: Family, hidden: list[int], sure: _Sure, last: Mixed
    ) -> None:
        none = family.none
        self._pool = pool = numbered.zone(last.pool, None)
        self._fresh = numbered.counts(family, last.fresh)
        self._known: list[Counts] = []
        self._seen: list[tuple[Counts, Counts] | None] = []
        self._hidden: list[tuple[int, int, Counts, int]] = []
        self._at: int | None = None
        fresh, older = self._fresh, numbered.counts(family, last.unseen)
        old, shown = [], []
        places = {zone: n for n, zone in enumerate(hidden)}
        for row, before in enumerate(last.before):
            zone = numbered.zone(before.zone, before.seat)
            known = numbered.counts(family, before.known)
            left = none
            if before.shown is not None:
                left = sure.shown[zone] = numbered.counts(family, before.shown)
            self._known.append(known)
            if before.pieces is not None and before.given is not None:
                given = numbered.counts(family, before.given)
                self._seen.append((numbered.counts(family, before.pieces), given))
                if before.given_size:
                    fresh = _plus(fresh, given)
                continue
            self._seen.append(None)
            then, alone = known, sure.alone.get(zone)
            n = before.size - len(before.known) - before.given_size if zone != pool else 0
            if alone is not None:
                then = _plus(known, alone.then)
                left = _minus(left, alone.shown)
                n -= sum(alone.then)
            if then is not none:
                older = _minus(older, then)
            if zone == pool:
                self._at = row
            old.append(n)
            shown.append(left)
            self._hidden.append((row, places[zone], then, before.given_size))
        self._older, self._mixed, self._old, self._shown = older, fresh, tuple(old), tuple(shown)
        self._given = [given for _, _, _, given in self._hidden]
        self.gives = any(self._given)

    def unknown(self, free: Counts, pieces: Counts) -> Unknown:
        """What is unknown, if so many unknown places and pieces are unseen now."""
        return Unknown(free, pieces, self._older, self._mixed, self._old, self._shown)

    def mixing(self, old: Sequence[Counts], rest: Counts, rng: Random | None = None) -> Mixing:
        """What lay where just before, and what has gone into the pool since.

        `old` are the pieces in the old places of each hidden zone, `rest` all other older ones. What
        went into the pool unseen is drawn from these by `rng`, if it `gives` any.
        """
        none = (0,) * len(rest)
        gone: Sequence[Counts] = (none,) * len(self._hidden)
        if self.gives and rng is not None:
            *gone, rest = dealt(rest, [*self._given, sum(rest) - sum(self._given)], rng)
        then, given = [], []
        for seen in self._seen:
            pieces, away = seen or (none, none)
            then.append(pieces)
            given.append(away)
        for (row, place, sure, n), away in zip(self._hidden, gone, strict=True):
            held = old[place]
            then[row] = held if sure == none else _plus(held, sure)
            if n:
                then[row], given[row] = _plus(then[row], away), away
        if self._at is not None:
            then[self._at] = _plus(then[self._at], rest)
        return Mixing(self._pool, self._fresh, tuple(then), tuple(self._known), tuple(given))


def _plus(some: Counts, others: Counts) -> Counts:
    return tuple(map(add, some, others))


def _minus(some: Counts, others: Counts) -> Counts:
    return tuple(map(sub, some, others))
