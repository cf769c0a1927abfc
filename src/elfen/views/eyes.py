"""Eyes: a state as one observer may see it, by number.

This is where a state loses what is hidden; `visibility` says who may see what. Looking is done at
every decision of every player, so nothing is put into words here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.declare import OWNER, PUBLIC, Contents, Counts, Ext, Memo, SameMemo, Visibility
from elfen.kernel import State
from elfen.views.known import Recalled, SeenZone

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: The visible fields of a slot, each with its name.
SeenFields = tuple[tuple[str, Any], ...]
#: A slot's name with its visible fields.
SeenSlot = tuple[str, SeenFields]
SeenSlots = tuple[SeenSlot, ...]


class SeenTable(NamedTuple):
    """The pieces of a state as an observer may see them, by the numbers of the ruleset.

    `boots`, `visited` and `routes` are those of the state. `zones` has the counts of each zone that
    the observer sees into, and the size of any other. `recalled` is its part of the ledger.
    """

    zones: tuple[SeenZone, ...]
    boots: tuple[int, ...]
    visited: tuple[int, ...]
    routes: tuple[Contents, ...]
    recalled: Recalled


_table: Callable[[tuple[Any, ...]], SeenTable] = partial(tuple.__new__, SeenTable)


class Eyes:
    """Those of one seat (None: the public) in games with so many players."""

    __slots__ = ("_hidden", "_is_hidden", "_last", "_numbers", "_recall", "_slots")

    def __init__(self, rules: Ruleset, players: int, seat: int | None) -> None:
        sight, layout = rules.sight, rules.layout
        places = [layout.zone_at(n) for n in range(layout.size(players))]
        self._hidden = [
            n for n, (zone, owner) in enumerate(places) if not sight.into(zone.name, owner, seat)
        ]
        self._numbers = range(len(places))
        self._is_hidden = [n in self._hidden for n in range(len(places))]
        #: The zones and the ledger of the last state, and what was seen of them: most of it is the
        #: same in the next.
        none = (None,) * len(places)
        self._last: tuple[Any, Any, Any, Any] = none, none, None, None
        self._recall = rules.known_to.recall[seat]
        self._slots = rules.once(_Slots)[seat]

    def table(self, state: State) -> SeenTable:
        """The pieces."""
        zones, ledger = state.zones, state.ledger
        was, had, known, recalled = self._last
        if zones is was and ledger is known:
            return _table((had, state.boots, state.visited, state.routes, recalled))
        seen: list[SeenZone] = [*zones]
        for n in self._hidden:
            counts = zones[n]
            seen[n] = had[n] if counts is was[n] else sum(counts)
        if ledger is not known:
            recalled = self._recall(ledger)
        there = tuple(seen)
        self._last = zones, there, ledger, recalled
        return _table((there, state.boots, state.visited, state.routes, recalled))

    def changed(
        self, zones: tuple[Counts, ...], before: tuple[Counts | None, ...]
    ) -> list[tuple[int, SeenZone]]:
        """Of a state's zones, those that are not the same objects as before: number, contents."""
        hidden = self._is_hidden
        return [
            (n, sum(zones[n]) if hidden[n] else zones[n])
            for n in compress(self._numbers, map(is_not, zones, before))
        ]

    def recalled(self, state: State) -> Recalled:
        """Its part of the ledger."""
        return self._recall(state.ledger)

    def slots(self, state: State) -> SeenSlots:
        """All slots, by name, with the fields that the seat may see."""
        return self._slots[state.ext]


def eyes_of(rules: Ruleset, players: int, seat: int | None) -> Eyes:
    """Always the same ones for a ruleset, a number of players and one of their seats."""
    return rules.once(_AllEyes).of[players, seat]


class _AllEyes:
    def __init__(self, rules: Ruleset) -> None:
        self.of: Memo[tuple[int, int | None], Eyes] = Memo(lambda key: Eyes(rules, *key))


class _Slots:
    """What each seat may see of the slots; the same for all if no field belongs to a seat."""

    def __init__(self, rules: Ruleset) -> None:
        fields = {name: rules.sight.fields(name) for name in rules.slots}
        owned = any(visibility is OWNER for some in fields.values() for _, visibility in some)
        self._kept: Memo[int | None, SameMemo[Ext, SeenSlots]] = Memo(
            lambda seat: SameMemo(_SlotsOf(rules, seat if owned else None))
        )
        self._common = None if owned else self._kept[None]

    def __getitem__(self, seat: int | None) -> SameMemo[Ext, SeenSlots]:
        return self._common or self._kept[seat]


class _SlotsOf:
    """What one seat may see of the slots. A value that is the same object is not read anew."""

    def __init__(self, rules: Ruleset, seat: int | None) -> None:
        self._seat = seat
        self._slots = [
            (slot, SameMemo[object, SeenSlot](partial(self._slot, name, rules.sight.fields(name))))
            for name, slot in sorted(rules.slots.items())
        ]

    def __call__(self, ext: Ext) -> SeenSlots:
        return tuple([memo[ext[slot]] for slot, memo in self._slots])

    def _slot(
        self, name: str, fields: tuple[tuple[str, Visibility], ...], value: object
    ) -> SeenSlot:
        out: list[tuple[str, Any]] = []
        for attribute, visibility in fields:
            if visibility is PUBLIC:
                out.append(
                    (attribute, getattr(value, attribute)) if attribute else ("value", value)
                )
            elif visibility is OWNER and self._seat is not None:
                out.append((attribute, getattr(value, attribute)[self._seat]))
        return name, tuple(out)
