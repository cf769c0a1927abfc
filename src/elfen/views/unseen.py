"""What an observer does not see, and zones and ledger with all of it filled in.

All is by number, as a view's `table` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, sub
from random import Random
from typing import TYPE_CHECKING, Protocol

from elfen.declare import Counts, Memo
from elfen.errors import PositionError
from elfen.knowledge import Alone, Family, Filling, Ledger, Mixing, Sampler, Unknown, dealt
from elfen.views.eyes import SeenTable
from elfen.views.known import SeenMixing

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset


class Fillings(Protocol):
    """Ways to fill in what is unknown."""

    def sample(self, rng: Random) -> Filling:
        """One of them, at random."""
        ...


class Unseen:
    """What the observer of a view does not see, and the means to fill it in.

    `unknown` is what is unknown, by family. `make` gives the fillings of an `Unknown`; it is needed
    for `pieces`, and with it `PositionError` is raised if no position can have the view.
    """

    def __init__(
        self, view: Observation, make: Callable[[Unknown], Fillings] | None = None
    ) -> None:
        table = view.table
        recalled = table.recalled
        material = view.rules.once(_Material)
        self._zones, left = material.unseen(table)
        self._known, self._shown, self._alone = recalled.known, recalled.shown, recalled.alone
        self._mixings: list[Mixing | None] = []
        self._parts: list[_Part] = []
        alone = {one.zone: one for one in recalled.alone}
        for family, last in zip(view.rules.knowledge.families, recalled.mixings, strict=True):
            pieces = material.of_family(family, left)
            part = _Part(family, table, pieces, alone, last, make)
            self._mixings.append(part.settled)
            self._parts.append(part)
        self.unknown = tuple([part.unknown for part in self._parts])

    def pieces(self, rng: Random) -> tuple[tuple[Counts, ...], Ledger]:
        """All zones and the ledger, with everything that is unknown filled in at random."""
        zones, mixings = [*self._zones], [*self._mixings]
        for number, part in enumerate(self._parts):
            assert part.fillings is not None
            filling = part.fillings.sample(rng)
            for zone, counts in zip(part.hidden, filling.now, strict=True):
                zones[zone] = counts
            for zone, counts in part.sure:
                zones[zone] = _plus(zones[zone], counts)
            if part.last is not None and part.settled is None:
                mixings[number] = part.last.mixing(filling.then, filling.rest, rng)
        return tuple(zones), Ledger(self._known, self._shown, tuple(mixings), self._alone)


class _Material:
    """All pieces of a ruleset, by kind number; ask for it by `rules.once(_Material)`."""

    def __init__(self, rules: Ruleset) -> None:
        layout = self._layout = rules.layout
        self._rules = rules
        self._stock: Memo[int, list[int]] = Memo(self._stock_of)
        self._places: Memo[int, tuple[int, ...]] = Memo(
            lambda zone: tuple(layout.places_of(layout.zone_at(zone)[0]))
        )
        #: By family, the numbers of its kinds, as its counts have them.
        self._families = [self._places[one.zones[0]] for one in rules.knowledge.families]

    def unseen(self, table: SeenTable) -> tuple[list[Counts], list[int]]:
        """All zones as far as they are seen, empty otherwise, and how many pieces of each kind lie
        in the others together.
        """
        left = [*self._stock[len(table.boots)]]
        zones: list[Counts] = []
        for zone, seen in enumerate(table.zones):
            if isinstance(seen, int):
                seen = (0,) * len(self._places[zone])
            elif any(seen):
                for kind, n in zip(self._places[zone], seen, strict=True):
                    if n:
                        left[kind] -= n
            zones.append(seen)
        for contents in filter(None, table.routes):
            for kind in contents:
                left[kind] -= 1
        return zones, left

    def of_family(self, family: Family, left: Sequence[int]) -> Counts:
        """What is left of a family, in counts by its kinds."""
        return tuple([left[kind] for kind in self._families[family.number]])

    def _stock_of(self, players: int) -> list[int]:
        stock = [0] * len(self._layout.kinds)
        for zone, counts in enumerate(self._rules.stocked(players)):
            for kind, n in zip(self._places[zone], counts, strict=True):
                stock[kind] += n
        return stock


class _Part:
    """One family: its `hidden` zones, what is unknown of them, and how it is filled in.

    `sure` has the zones with pieces that are known. `settled` is the family's last mixing if it
    is the same whatever is filled in.
    """

    def __init__(
        self,
        family: Family,
        table: SeenTable,
        pieces: Counts,
        alone: dict[int, Alone],
        last: SeenMixing | None,
        make: Callable[[Unknown], Fillings] | None,
    ) -> None:
        zones = table.zones
        hidden = self.hidden = [z for z in family.here(zones) if isinstance(zones[z], int)]
        self.sure: list[tuple[int, Counts]] = []
        free = []
        for zone in hidden:
            size, there = zones[zone], table.recalled.known[zone]
            assert isinstance(size, int)
            if alone and zone in alone:
                there = _plus(there or family.none, alone[zone].there)
            if there is not None and there != family.none:
                self.sure.append((zone, there))
                size -= sum(there)
                pieces = _minus(pieces, there)
            free.append(size)
        self.last: _Last | None = None
        if last is None:
            nothing = family.none
            of_each = (nothing,) * len(hidden)
            old = (0,) * len(hidden)
            self.unknown = Unknown(tuple(free), pieces, pieces, nothing, old, of_each)
        else:
            self.last = _Last(family, table, alone, last)
            self.unknown = self.last.unknown(tuple(free), pieces)
        self.fillings: Fillings | None = None
        self.settled: Mixing | None = None
        if make is not None:
            self._prepare(make)

    def _prepare(self, make: Callable[[Unknown], Fillings]) -> None:
        wrong = [*self.unknown.problems()]
        if wrong:
            raise PositionError(f"the view is of no possible position: {'; '.join(wrong)}")
        self.fillings = fillings = make(self.unknown)
        if self.last is not None and not self.last.gives and isinstance(fillings, Sampler):
            self.settled = fillings.settled and self.last.mixing(*fillings.settled)


class _Last:
    """The last mixing of a family, as far as the observer knows it.

    `gives` says whether pieces went unseen from a hidden zone into the pool. For each zone that the
    observer does not see into there is its row in the mixing, what is known of it, and how many
    pieces went into the pool.
    """

    def __init__(
        self,
        family: Family,
        table: SeenTable,
        alone: dict[int, Alone],
        last: SeenMixing,
    ) -> None:
        self._last, self._none = last, family.none
        fresh, older = last.fresh, last.unseen
        shown_since = table.recalled.shown
        self._hidden: list[tuple[int, Counts, int]] = []
        self._pool: int | None = None
        old, shown = [], []
        for row, (zone, then, known, given) in enumerate(
            zip(family.zones, last.then, last.known, last.given, strict=False)
        ):
            if not isinstance(then, int):
                if any(given):  # type: ignore[arg-type]
                    fresh = _plus(fresh, given)  # type: ignore[arg-type]
                continue
            assert isinstance(given, int)
            left = shown_since[zone] or family.none
            n = then - sum(known) - given if zone != last.pool else 0
            sure = known
            if zone in alone:
                one = alone[zone]
                sure = _plus(known, one.then)
                left = _minus(left, one.shown)
                n -= sum(one.then)
            older = _minus(older, sure)
            if zone == last.pool:
                self._pool = row
            old.append(n)
            shown.append(left)
            self._hidden.append((row, sure, given))
        self._older, self._mixed, self._old, self._shown = older, fresh, tuple(old), tuple(shown)
        self._given = [given for _, _, given in self._hidden]
        self.gives = any(self._given)

    def unknown(self, free: Counts, pieces: Counts) -> Unknown:
        """What is unknown, if so many unknown places and pieces are unseen now."""
        return Unknown(free, pieces, self._older, self._mixed, self._old, self._shown)

    def mixing(self, old: Sequence[Counts], rest: Counts, rng: Random | None = None) -> Mixing:
        """What lay where just before, and what has gone into the pool since.

        `old` are the pieces in the old places of each hidden zone, `rest` all other older ones.
        What went into the pool unseen is drawn from these by `rng`, if it `gives` any.
        """
        none, last = self._none, self._last
        gone: Sequence[Counts] = (none,) * len(self._hidden)
        if self.gives and rng is not None:
            *gone, rest = dealt(rest, [*self._given, sum(rest) - sum(self._given)], rng)
        then = [none if isinstance(seen, int) else seen for seen in last.then]
        given = [none if isinstance(seen, int) else seen for seen in last.given]
        for (row, sure, n), held, away in zip(self._hidden, old, gone, strict=True):
            then[row] = held if sure == none else _plus(held, sure)
            if n:
                then[row], given[row] = _plus(then[row], away), away
        if self._pool is not None:
            then[self._pool] = _plus(then[self._pool], rest)
        return Mixing(last.pool, last.fresh, tuple(then), last.known, tuple(given))


def _plus(some: Counts, others: Counts) -> Counts:
    return tuple(map(add, some, others))


def _minus(some: Counts, others: Counts) -> Counts:
    return tuple(map(sub, some, others))
