"""What one seat alone knows of pieces that it no longer sees: it saw them go, others did not.

A seat that is robbed of a card knows that the robber has it; the robber knows what is left of what
everyone knew. Each change here goes with a change of `elfen.knowledge.ledger.Family`, for the
entries of one zone or of all zones of a family; none affects what everyone knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import add, sub
from typing import NamedTuple

Counts = tuple[int, ...]


class Alone(NamedTuple):
    """What `seat` knows of a zone (by number) that it does not see into, besides what all know.

    These pieces are `there`. Of those that it has known since the last mixing, `then` lay there at
    that time, and `shown` have been seen to leave. `then` is at most `there` plus `shown`.
    """

    seat: int
    zone: int
    there: Counts
    then: Counts
    shown: Counts


Entries = tuple[Alone, ...]


def shown_to_all(entries: Entries, zone: int, counts: Counts, recorded: bool) -> Entries:
    """Pieces not known to all are seen to leave a zone: those that a seat knows are used first."""

    def after(entry: Alone) -> Alone:
        used = tuple(map(min, entry.there, counts))
        shown = tuple(map(add, entry.shown, used)) if recorded else entry.shown
        return entry._replace(there=tuple(map(sub, entry.there, used)), shown=shown)

    return _changed(entries, (zone,), after)


def mixed_anew(entries: Entries, zones: Collection[int]) -> Entries:
    """A mixing begins: what is there now counts as there at the mixing."""
    return _changed(
        entries, zones, lambda one: one._replace(then=one.there, shown=_none(one.there))
    )


def mixed_on(entries: Entries, zones: Collection[int]) -> Entries:
    """The mixing goes on: what was shown since it began counts as shown before."""
    return _changed(
        entries,
        zones,
        lambda one: one._replace(then=tuple(map(sub, one.then, one.shown)), shown=_none(one.there)),
    )


def forgotten(entries: Entries, zones: Collection[int]) -> Entries:
    """The last mixing is forgotten; what is there is still there."""
    none = _none
    return _changed(
        entries, zones, lambda one: one._replace(then=none(one.then), shown=none(one.then))
    )


def left(
    entries: Entries,
    zone: int,
    was: Counts,
    known: Counts,
    counts: Counts,
    taker: int | None,
) -> Entries:
    """Pieces went unseen out of a zone; all knew `was` of it before, and `known` now.

    The `taker` saw which; for all others they may have been any of the pieces that they knew.
    """
    if not entries and (taker is None or not any(was)):
        return entries
    n = sum(counts)
    found = {entry.seat for entry in entries if entry.zone == zone}
    if taker is not None and taker not in found and any(was):
        none = _none(was)
        entries = (*entries, Alone(taker, zone, none, none, none))

    def after(entry: Alone) -> Alone:
        went = counts if entry.seat == taker else (n,) * len(counts)
        there = tuple(
            [
                max(0, a + b - gone) - now
                for a, b, gone, now in zip(was, entry.there, went, known, strict=True)
            ]
        )
        most = map(add, there, entry.shown)
        return entry._replace(there=there, then=tuple(map(min, entry.then, most)))

    return _changed(entries, (zone,), after)


def gave(entries: Entries, seat: int, zone: int, counts: Counts, old: bool) -> Entries:
    """A seat saw pieces go into a zone that it cannot see into; `old`: from old to old places."""
    none = _none(counts)
    here = next(
        (one for one in entries if one[:2] == (seat, zone)), Alone(seat, zone, none, none, none)
    )
    there = tuple(map(add, here.there, counts))
    then = tuple(map(add, here.then, counts)) if old else here.then
    others = [one for one in entries if one is not here]
    return _tidy([*others, here._replace(there=there, then=then)])


def _changed(entries: Entries, zones: Collection[int], after: Callable[[Alone], Alone]) -> Entries:
    return _tidy([after(one) if one.zone in zones else one for one in entries])


def _tidy(entries: Iterable[Alone]) -> Entries:
    return tuple(sorted(one for one in entries if any(map(any, one[2:]))))


def _none(counts: Counts) -> Counts:
    return (0,) * len(counts)
