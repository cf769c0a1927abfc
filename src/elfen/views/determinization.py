"""Determinization: sampling a complete state that an observer cannot tell from the true one.

Every physical arrangement of the unseen pieces that agrees with the observer's knowledge is
equally likely. Nothing is inferred from what others chose to do. `docs/knowledge.md` says what
is known, and what is forgotten.
"""

from __future__ import annotations

from operator import add, sub
from random import Random
from typing import TYPE_CHECKING

import attrs

from elfen.declare import PUBLIC, Counts, Ext, Memo
from elfen.errors import PositionError
from elfen.kernel import State
from elfen.knowledge import Alone, Arrangements, Family, Filling, Ledger, Mixing, Unknown
from elfen.views.known import Mixed, counts_of

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset

_MOST_KEPT = 64

#: The arrangements of recent situations, cached for further samples.
_arrangements: Memo[Unknown, Arrangements] = Memo(Arrangements, _MOST_KEPT)


def determinize(view: Observation, rng: Random) -> State:
    """A state that looks to the observer like the true one; every arrangement is equally likely.

    `view` is a `View` or an `Observation` (of a seat, or of the public). `rng` is the only source
    of randomness, and it is advanced. Raises `PositionError` if a plugin's slot hides something
    without saying what else it could be, or if no position can have this view.
    """
    table = _Table(view, rng)
    zones, ledger = table.pieces()
    towns = view.rules.board.town_number
    return State(
        zones,
        tuple([towns[town] for town in view.towns]),
        tuple([sum(1 << towns[town] for town in visited) for visited in view.visited]),
        tuple(table.routes),
        view.round,
        view.agenda,
        Ext({name: table.slot(name) for name in view.rules.slots}),
        ledger,
    )


def unseen_pieces(view: Observation, rng: Random) -> tuple[tuple[Counts, ...], Ledger]:
    """The zones and the ledger of a state from `determinize`, without the plugins' slots."""
    return _Table(view, rng).pieces()


def unknown(view: Observation) -> tuple[Unknown, ...]:
    """What the observer does not know, as numbers: one `Unknown` per family of pieces.

    `elfen.knowledge.arrangements.Arrangements` counts the possible arrangements.
    """
    table = _Table(view, Random(0))
    return tuple(table.unknown(family) for family in table.rules.knowledge.families)


class _Table:
    """A state that is being built from a view."""

    def __init__(self, view: Observation, rng: Random) -> None:
        self.view = view
        self.rules: Ruleset = view.rules
        self.rng = rng
        self.layout = self.rules.layout
        self.zones: list[Counts | None] = [
            None
            if holding.pieces is None
            else self.layout.vector(self.layout.zone_at(n)[0], holding.pieces.counts)
            for n, holding in enumerate(view.holdings)
        ]
        numbers, kinds = self.rules.board.route_number, self.layout.kind_number
        self.routes: list[tuple[int, ...]] = [()] * len(self.rules.board.routes)
        for route, lying in view.lying:
            self.routes[numbers[route]] = tuple(sorted(kinds[kind] for kind in lying))
        self.unseen = self._unseen()
        blank = self.rules.knowledge.blank(self.zones)
        self.known = [*blank.known]
        self.shown = [*blank.shown]
        self.mixings: list[Mixing | None] = [*blank.mixings]
        for there in view.known.there:
            zone = self._zone(there.zone, there.seat)
            family = self.rules.knowledge.family_of(zone)
            if family is None:
                raise PositionError(f"all can see into {there.zone}: nothing to know besides")
            self.known[zone] = counts_of(self.layout, family, there.pieces)
        self.alone: dict[int, Alone] = {}
        for one in view.known.alone:
            zone = self._zone(one.zone, one.seat)
            family = self.rules.knowledge.family_of(zone)
            if family is None or view.seat is None:
                raise PositionError(f"nothing can be known alone of {one.zone} here")
            counts = [self._counts(family, part) for part in (one.pieces, one.then, one.shown)]
            self.alone[zone] = Alone(view.seat, zone, *counts)

    def pieces(self) -> tuple[tuple[Counts, ...], Ledger]:
        """All zones and the ledger, filled in."""
        for family in self.rules.knowledge.families:
            unknown = self.unknown(family)
            wrong = [*unknown.problems()]
            if wrong:
                raise PositionError(f"the view is of no possible position: {'; '.join(wrong)}")
            filling = _arrangements[unknown].sample(self.rng)
            for zone, counts in zip(self._hidden(family), filling.now, strict=True):
                self.zones[zone] = tuple(map(add, counts, self._sure(family, zone)))
            last = self._last(family)
            if last is not None:
                self.mixings[family.number] = self._mixing(family, last, filling)
        zones = tuple([counts for counts in self.zones if counts is not None])
        alone = tuple(sorted(self.alone.values()))
        return zones, Ledger(tuple(self.known), tuple(self.shown), tuple(self.mixings), alone)

    # Pieces ----------------------------------------------------------------------------

    def unknown(self, family: Family) -> Unknown:
        """What the observer does not know about one family."""
        hidden = self._hidden(family)
        free, pieces = [], self._left(family)
        for zone in hidden:
            known = self._sure(family, zone)
            free.append(self.view.holdings[zone].size - sum(known))
            pieces = tuple(map(sub, pieces, known))
        none = (0,) * family.width
        last = self._last(family)
        if last is None:
            return Unknown(
                tuple(free), pieces, pieces, none, (0,) * len(hidden), (none,) * len(hidden)
            )
        fresh, older = self._counts(family, last.fresh), self._counts(family, last.unseen)
        old, shown = [], []
        for before in last.before:
            zone = self._zone(before.zone, before.seat)
            if zone not in hidden:
                assert before.given is not None
                fresh = tuple(map(add, fresh, self._counts(family, before.given)))
                continue
            older = tuple(map(sub, older, self._counts(family, before.known)))
            is_old = before.zone != last.pool
            alone = self.alone.get(zone)
            then, seen = (alone.then, alone.shown) if alone else (none, none)
            older = tuple(map(sub, older, then))
            old.append((before.size - len(before.known) - before.given_size) * is_old - sum(then))
            left = none if before.shown is None else self._counts(family, before.shown)
            shown.append(tuple(map(sub, left, seen)))
        return Unknown(tuple(free), pieces, older, fresh, tuple(old), tuple(shown))

    def _mixing(self, family: Family, last: Mixed, filling: Filling) -> Mixing:
        """The last mixing: what lay where just before, and what has gone into the pool since."""
        hidden = dict(zip(self._hidden(family), filling.then, strict=True))
        loose = [kind for kind, n in enumerate(filling.rest) for _ in range(n)]
        self.rng.shuffle(loose)
        pool = self._zone(last.pool, None)
        then, known, given = [], [], []
        for before in last.before:
            zone = self._zone(before.zone, before.seat)
            sure = self._counts(family, before.known)
            away = before.given
            if before.shown is not None:
                self.shown[zone] = self._counts(family, before.shown)
            known.append(sure)
            if before.pieces is not None and away is not None:
                then.append(self._counts(family, before.pieces))
                given.append(self._counts(family, away))
                continue
            gone = [loose.pop() for _ in range(before.given_size)]
            given.append(tuple(map(gone.count, range(family.width))))
            alone = self.alone.get(zone)
            sure = tuple(map(add, sure, alone.then)) if alone else sure
            then.append(tuple(map(add, map(add, hidden[zone], sure), given[-1])))
        if pool in hidden:
            rest = tuple(map(loose.count, range(family.width)))
            at = [self._zone(before.zone, before.seat) for before in last.before].index(pool)
            then[at] = tuple(map(add, then[at], rest))
        fresh = self._counts(family, last.fresh)
        return Mixing(pool, fresh, tuple(then), tuple(known), tuple(given))

    def _sure(self, family: Family, zone: int) -> Counts:
        """The pieces that the observer knows to be in a zone, from common and private knowledge."""
        known, alone = self.known[zone] or (0,) * family.width, self.alone.get(zone)
        return tuple(map(add, known, alone.there)) if alone else known

    def _hidden(self, family: Family) -> list[int]:
        """The numbers of the family's zones that the observer does not see into."""
        holdings = self.view.holdings
        return [zone for zone in family.here(holdings) if holdings[zone].pieces is None]

    def _last(self, family: Family) -> Mixed | None:
        for one in self.view.known.mixed:
            if self._zone(one.pool, None) in family.pools:
                return one
        return None

    def _left(self, family: Family) -> Counts:
        """The pieces of a family that the observer does not see."""
        zone, _ = self.layout.zone_at(family.zones[0])
        kinds = self.layout.places_of(zone)
        return tuple([self.unseen[kind] for kind in kinds])

    def _unseen(self) -> list[int]:
        """How many pieces the observer does not see, by kind number."""
        rules, layout = self.rules, self.layout
        left = [0] * len(layout.kinds)
        pairs = [*zip(rules.stocked(self.view.players), self.zones, strict=True)]
        for n, (stock, seen) in enumerate(pairs):
            for kind, at in layout.places_of(layout.zone_at(n)[0]).items():
                left[kind] += stock[at] - (seen[at] if seen is not None else 0)
        for contents in self.routes:
            for kind in contents:
                left[kind] -= 1
        return left

    def _zone(self, name: str, seat: int | None) -> int:
        return self.layout.zone_indexes[name][seat or 0]

    def _counts(self, family: Family, pieces: object) -> Counts:
        return counts_of(self.layout, family, pieces)  # type: ignore[arg-type]

    # Slots -----------------------------------------------------------------------------

    def slot(self, name: str) -> object:
        """A plugin's slot: as the observer sees it, or a possible value drawn by the plugin."""
        slot = self.rules.slots[name]
        fields = self.rules.sight.fields(name)
        if all(visibility is PUBLIC for _, visibility in fields):
            seen = dict(dict(self.view.slots)[name])
            if slot.visibility is PUBLIC:
                return seen["value"]
            return slot.type(**{one.alias: seen[one.name] for one in attrs.fields(slot.type)})
        if slot.worlds is None:
            raise PositionError(
                f"slot {name!r} of plugin {self.rules.slot_owner[name]!r} hides something; say"
                " with worlds= what else it could be"
            )
        return slot.worlds(self.view, self.rng)
