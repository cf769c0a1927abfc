"""The knowledge ledger: what can be known of unseen pieces besides their number.

A *family* is a set of pieces that can lie in the same unseen zones, such as the travel cards. Its
unseen zones are *pools*, which are mixed and drawn from blind, and others, such as hands, whose
pieces stay until they are taken. The ledger keeps

- `known`: pieces that went openly into such a zone. They are in it until seen to leave;
- the last `Mixing` of each family: what was mixed into a pool cannot be among the pieces
  that lay elsewhere at that time;
- `shown`: what has been seen to leave a zone since the last mixing, if it may include pieces from
  before the mixing;
- `alone`: what one seat knows and others do not, because it saw pieces go
  (`elfen.knowledge.seen_by_one`).

Nothing else needs a record: a draw, or a piece turned up from the pool, shows in the sizes of the
zones. Every part of the ledger is visible to those who may see into its zone, its sizes are
public, and what a seat knows alone is visible to that seat. `docs/knowledge.md` says what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import add, itemgetter, sub
from typing import Any, NamedTuple

from elfen.declare import Counts, Memo
from elfen.errors import FAULTS, PositionError, brief, saying
from elfen.knowledge.seen_by_one import (
    Alone,
    Entries,
    forgotten,
    gave,
    left,
    mixed_anew,
    mixed_on,
    shown_to_all,
)

Zones = Sequence[Counts]


class Mixing(NamedTuple):
    """The last time that pieces were mixed into a pool (a zone number).

    `fresh` went in openly. For each zone of the family, in order: `then` is what lay there just
    before, `known` what was known of that, and `given` what went from there into the pool unseen,
    before anything was drawn.
    """

    pool: int
    fresh: Counts
    then: tuple[Counts, ...]
    known: tuple[Counts, ...]
    given: tuple[Counts, ...]


class Ledger(NamedTuple):
    """See this module. `known` and `shown` are by zone number, None if nothing is known or
    recorded; `mixings` is by family; `alone` is sorted by seat and zone.
    """

    known: tuple[Counts | None, ...]
    shown: tuple[Counts | None, ...]
    mixings: tuple[Mixing | None, ...]
    alone: Entries = ()

    def to_data(self) -> dict[str, Any]:
        """As plain lists and dicts, ready for JSON; without `alone` if it is empty."""
        alone = [[one.seat, one.zone, *map(list, one[2:])] for one in self.alone]
        return {
            "known": [_listed(counts) for counts in self.known],
            "shown": [_listed(counts) for counts in self.shown],
            "mixings": [
                mixing
                and {"pool": mixing.pool, "fresh": [*mixing.fresh]}
                | {name: [*map(list, getattr(mixing, name))] for name in _BY_ZONE}
                for mixing in self.mixings
            ],
            **({"alone": alone} if alone else {}),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Ledger:
        """The inverse of `to_data`; raises `PositionError`. `validate` checks the contents."""
        try:
            alone = data.get("alone", []) if isinstance(data, Mapping) else []
            known, shown, mixings, alone = _exactly(
                {**data, "alone": alone}, "known", "shown", "mixings", "alone"
            )
            return cls(
                tuple([_counts(one) if one is not None else None for one in _list(known)]),
                tuple([_counts(one) if one is not None else None for one in _list(shown)]),
                tuple([_mixing(one) if one is not None else None for one in _list(mixings)]),
                tuple(map(_alone, _list(alone))),
            )
        except FAULTS as error:
            raise PositionError(f"ledger: {saying(error)}") from None


Change = Callable[[Ledger, Zones, int, int, Counts], Ledger]

Pick = Callable[[Sequence[Any]], tuple[Any, ...]]

#: Make a ledger at half the cost: pieces are seen to leave a hand all the time.
_ledger: Callable[[tuple[Any, ...]], Ledger] = partial(tuple.__new__, Ledger)
_mixing_of: Callable[[tuple[Any, ...]], Mixing] = partial(tuple.__new__, Mixing)

_BY_ZONE = ("then", "known", "given")


class Family:
    """Unseen zones in which the same pieces can lie, and how moves change the ledger.

    Each change is a pure function of a ledger, the zones before the move, the numbers of
    source and target, and the pieces in counts by kind; it gives the next ledger. The attributes
    are for reading only.
    """

    def __init__(
        self,
        number: int,
        zones: tuple[int, ...],
        pools: frozenset[int],
        width: int,
        owners: Mapping[int, int],
    ) -> None:
        """Its `number`, the numbers of its zones and pools, and how many kinds it has (`width`).

        `owners` has, by zone, the only seat that sees into it, if any does.
        """
        self.number = number
        self.owners = owners
        self.zones = zones
        self.pools = pools
        self.width = width
        #: No pieces, in counts by kind.
        self.none: Counts = (0,) * width
        #: The index of each zone in `zones`.
        self.place = {zone: n for n, zone in enumerate(zones)}
        #: By the number of zones in a game: those of the family, their picker, and all empty.
        self._here: Memo[int, tuple[tuple[int, ...], Pick, tuple[Counts, ...]]] = Memo(
            lambda n: _here(tuple([zone for zone in zones if zone < n]), self.none)
        )

    def here(self, zones: Sequence[object]) -> tuple[int, ...]:
        """The numbers of the family's zones that exist in a game with these zones."""
        return self._here[len(zones)][0]

    def old(self, mixing: Mixing, zone: int) -> int:
        """How many places of a zone were filled with unknown pieces before the mixing."""
        if zone == mixing.pool:
            return 0
        at = self.place[zone]
        return sum(mixing.then[at]) - sum(mixing.known[at]) - sum(mixing.given[at])

    def leave(
        self, ledger: Ledger, zones: Zones, source: int, target: int, counts: Counts
    ) -> Ledger:
        """Pieces are seen to leave `source`. Of each kind, known pieces leave first."""
        if ledger.known[source] is not None:
            ledger, counts = self._leave_known(ledger, source, counts)
        shown = ledger.shown
        before = shown[source]
        alone = ledger.alone
        if alone:
            alone = shown_to_all(alone, source, counts, before is not None)
        if before is None:
            return ledger if alone is ledger.alone else ledger._replace(alone=alone)
        now = [*shown]
        now[source] = counts if before is self.none else tuple(map(add, before, counts))
        return _ledger((ledger.known, tuple(now), ledger.mixings, alone))

    def _leave_known(self, ledger: Ledger, source: int, counts: Counts) -> tuple[Ledger, Counts]:
        """The ledger without those of the pieces that were known, and the other pieces."""
        known = ledger.known[source]
        assert known is not None
        found = tuple(map(min, known, counts))
        rest = tuple(map(sub, known, found))
        all_known = _put(ledger.known, source, rest if any(rest) else None)
        others = tuple(map(sub, counts, found))
        return _ledger((all_known, ledger.shown, ledger.mixings, ledger.alone)), others

    def take(
        self, ledger: Ledger, zones: Zones, source: int, target: int, counts: Counts
    ) -> Ledger:
        """Pieces go openly into `target`, which is not a pool: from now on they are known there."""
        return self._known(ledger, target, counts)

    def mix(self, ledger: Ledger, zones: Zones, source: int, target: int, counts: Counts) -> Ledger:
        """Pieces go openly into the pool `target`, and are mixed with what is in it."""
        mixing = self._going_on(ledger, zones, target)
        if mixing is None:
            return self._mix_anew(ledger, zones, target, counts, None)
        ledger, (pool, fresh, then, known, given) = self._still_mixing(ledger, mixing)
        fresh = tuple(map(add, fresh, counts))
        return self._mixed(ledger, _mixing_of((pool, fresh, then, known, given)))

    def slip(
        self, ledger: Ledger, zones: Zones, source: int, target: int, counts: Counts
    ) -> Ledger:
        """Pieces go from one unseen zone into another.

        Any of them may have been known, so fewer are known to be left. Those that must be among
        them are now known in the other zone. A seat that sees into one of the two zones knows more.
        """
        after = self.slip_alike(ledger, zones, source, target, counts)
        giver, taker = self.owners.get(source), self.owners.get(target)
        if giver == taker and not after.alone:
            return after
        none = self.none
        was, known = ledger.known[source] or none, after.known[source] or none
        saw = taker if taker != giver else None
        alone = left(after.alone, source, was, known, counts, saw)
        if giver is not None and giver != taker and target not in self.pools:
            before = ledger.known[target] or none
            told = map(sub, after.known[target] or none, before)
            mixing = ledger.mixings[self.number]
            old = after.mixings[self.number] is not None and mixing is not None
            old = old and bool(self.old(mixing, source))  # type: ignore[arg-type]
            alone = gave(alone, giver, target, tuple(map(sub, counts, told)), old)
        return after if alone is after.alone else after._replace(alone=alone)

    def slip_alike(
        self, ledger: Ledger, zones: Zones, source: int, target: int, counts: Counts
    ) -> Ledger:
        """`slip` as far as everyone can see; out of a pool, where nothing is known, this is all."""
        went = None
        if ledger.known[source] is not None:
            ledger, went = self._slip_known(ledger, zones, source, counts)
            if not any(went):
                went = None
        if target not in self.pools:
            if went is not None:
                return self._known(ledger, target, went)
            return self._pass_on(ledger, zones, source, target, counts)
        if went is not None:
            zones = _put(tuple(zones), source, tuple(map(sub, zones[source], went)))
            counts = tuple(map(sub, counts, went))
        at, mixing = self.place[source], self._going_on(ledger, zones, target)
        if mixing is None:
            return self._mix_anew(ledger, zones, target, went or self.none, (at, counts))
        ledger, (pool, fresh, then, known, given) = self._still_mixing(ledger, mixing)
        if went is not None:
            fresh = tuple(map(add, fresh, went))
        all_given = [*given]
        all_given[at] = tuple(map(add, given[at], counts))
        return self._mixed(ledger, _mixing_of((pool, fresh, then, known, tuple(all_given))))

    def _slip_known(
        self, ledger: Ledger, zones: Zones, source: int, counts: Counts
    ) -> tuple[Ledger, Counts]:
        """The ledger after unseen pieces left `source`, and what must be among these."""
        known = ledger.known[source]
        assert known is not None
        n = sum(counts)
        others = sum(zones[source]) - n
        went = tuple([max(0, k - others) for k in known])
        rest = tuple([max(0, k - n) for k in known])
        all_known = _put(ledger.known, source, rest if any(rest) else None)
        return self._forget(_ledger((all_known, *ledger[1:]))), went

    def _pass_on(
        self, ledger: Ledger, zones: Zones, source: int, target: int, counts: Counts
    ) -> Ledger:
        """Places of `source` become places of `target`: old ones stay old, new ones new."""
        mixing = ledger.mixings[self.number]
        if mixing is None or source == mixing.pool or not self.old(mixing, source):
            return ledger
        if any(ledger.shown[source] or ()) or self.old(mixing, source) != sum(zones[source]):
            return self._forget(ledger)
        a, b = self.place[source], self.place[target]
        then = _put(mixing.then, a, tuple(map(sub, mixing.then[a], counts)))
        then = _put(then, b, tuple(map(add, mixing.then[b], counts)))
        ledger = self._mixed(ledger, mixing._replace(then=then))
        if ledger.shown[target] is None:
            shown = _put(ledger.shown, target, self.none)
            return _ledger((ledger.known, shown, ledger.mixings, ledger.alone))
        return ledger

    def _going_on(self, ledger: Ledger, zones: Zones, pool: int) -> Mixing | None:
        """The last mixing, if it was into this pool and nothing has been drawn since."""
        mixing = ledger.mixings[self.number]
        if mixing is None or mixing.pool != pool:
            return None
        held = sum(zones[pool]) - sum(mixing.then[self.place[pool]]) - sum(mixing.fresh)
        if held < 0:
            return None
        none = self.none
        for counts in mixing.given:
            if counts is not none:  # most are
                held -= sum(counts)
        return None if held else mixing

    def _mix_anew(
        self,
        ledger: Ledger,
        zones: Zones,
        pool: int,
        fresh: Counts,
        slipped: tuple[int, Counts] | None,
    ) -> Ledger:
        """A mixing begins: pieces go in openly, and perhaps others unseen from another zone."""
        here, pick, nothing = self._here[len(zones)]
        none, then, known = self.none, pick(zones), pick(ledger.known)
        known = tuple([counts or none for counts in known]) if any(known) else nothing
        given = nothing if slipped is None else _put(nothing, *slipped)
        shown = [*ledger.shown]
        for zone, held in zip(here, then):  # noqa: B905
            shown[zone] = none if held != none else None
        shown[pool] = None
        mixing = _mixing_of((pool, fresh, then, known, given))
        mixings = _put(ledger.mixings, self.number, mixing)
        alone = ledger.alone and mixed_anew(ledger.alone, here)
        return _ledger((ledger.known, tuple(shown), mixings, alone))

    def _still_mixing(self, ledger: Ledger, mixing: Mixing) -> tuple[Ledger, Mixing]:
        """The mixing goes on: what was shown since it began certainly came from old places, so
        it counts as shown before.
        """
        here, pick, _ = self._here[len(ledger.shown)]
        none = self.none
        for counts in pick(ledger.shown):
            if counts is not None and counts is not none and any(counts):
                break
        else:
            return ledger, mixing
        then, shown = [*mixing.then], [*ledger.shown]
        for at, zone in enumerate(here):
            counts = shown[zone]
            if counts is not None and any(counts):
                then[at] = tuple(map(sub, then[at], counts))
                shown[zone] = none
        alone = ledger.alone and mixed_on(ledger.alone, here)
        ledger = _ledger((ledger.known, tuple(shown), ledger.mixings, alone))
        return ledger, mixing._replace(then=tuple(then))

    def _mixed(self, ledger: Ledger, mixing: Mixing) -> Ledger:
        mixings = _put(ledger.mixings, self.number, mixing)
        return _ledger((ledger.known, ledger.shown, mixings, ledger.alone))

    def _known(self, ledger: Ledger, zone: int, counts: Counts) -> Ledger:
        known = tuple(map(add, ledger.known[zone] or (0,) * self.width, counts))
        return _ledger((_put(ledger.known, zone, known), *ledger[1:]))

    def _forget(self, ledger: Ledger) -> Ledger:
        """From now on all unseen pieces that are not known may lie anywhere."""
        if ledger.mixings[self.number] is None:
            return ledger
        shown = list(ledger.shown)
        here = self.here(shown)
        for zone in here:
            shown[zone] = None
        alone = ledger.alone and forgotten(ledger.alone, here)
        mixings = _put(ledger.mixings, self.number, None)
        return _ledger((ledger.known, tuple(shown), mixings, alone))


def _here(zones: tuple[int, ...], none: Counts) -> tuple[tuple[int, ...], Pick, tuple[Counts, ...]]:
    """These zones, a picker of them as a tuple, and all of them empty."""
    pick: Pick = lambda items: tuple([items[at] for at in zones])  # noqa: E731
    return zones, itemgetter(*zones) if len(zones) > 1 else pick, (none,) * len(zones)


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    after = [*items]
    after[at] = item
    return tuple(after)


def _listed(counts: Counts | None) -> list[int] | None:
    return None if counts is None else [*counts]


def _list(data: object) -> list[Any]:
    if type(data) is not list:
        raise TypeError(f"{brief(data)} is not a list")
    return data


def _counts(data: object) -> Counts:
    for n in _list(data):
        if type(n) is not int or n < 0:
            raise TypeError(f"{brief(n)} is not a count")
    return tuple(_list(data))


def _exactly(data: object, *names: str) -> list[Any]:
    if not isinstance(data, Mapping) or sorted(data) != sorted(names):
        raise TypeError(f"{brief(data)} does not have exactly {', '.join(names)}")
    return [data[name] for name in names]


def _mixing(data: object) -> Mixing:
    pool, fresh, *by_zone = _exactly(data, "pool", "fresh", *_BY_ZONE)
    if type(pool) is not int:
        raise TypeError(f"{brief(pool)} is not the number of a pool")
    return Mixing(pool, _counts(fresh), *[tuple(map(_counts, _list(one))) for one in by_zone])


def _alone(data: object) -> Alone:
    seat, zone, *counts = _list(data)
    if type(seat) is not int or type(zone) is not int:
        raise TypeError(f"{brief(data)} does not begin with a seat and a zone, by number")
    there, then, shown = map(_counts, counts)
    return Alone(seat, zone, there, then, shown)
