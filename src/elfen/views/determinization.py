"""Determinization: sampling a complete state that an observer cannot tell from the true one.

Every physical arrangement of the unseen pieces that agrees with the observer's knowledge is
equally likely. Nothing is inferred from what others chose to do. `docs/knowledge.md` says what
is known, and what is forgotten.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import PUBLIC, Counts, Ext, Memo, SameMemo, Slot
from elfen.errors import PositionError, brief
from elfen.kernel import State, refuse_chance, state_of
from elfen.knowledge import Arrangements, Ledger, Sampler, Unknown
from elfen.views.eyes import SeenFields, SeenTable
from elfen.views.unseen import Unseen

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset

_MOST_KEPT = 64

#: The arrangements of recent situations, for `unseen_pieces`.
_arrangements: Memo[Unknown, Arrangements] = Memo(Arrangements, _MOST_KEPT)


class NoView(PositionError, TypeError):
    """What has to be a view is something else."""


def determinize(view: Observation, rng: Random) -> State:
    """A state that looks to the observer like the true one; every arrangement is equally likely.

    `view` is a `View` or an `Observation` (of a seat, or of the public). `rng` is the only source
    of randomness, and it is advanced. For many states of one view, keep a `Determinizer`. Raises
    as that and its `sample` do.
    """
    return Determinizer(view).sample(rng)


class Determinizer:
    """Samples states that look to the observer like the true one; what follows from the view is
    worked out once.

    `view` is a `View` or an `Observation` (of a seat, or of the public). A determinizer holds the
    view and what follows from it, and nothing else: it can be kept, compared and pickled like the
    view. Raises `PositionError` if a plugin's slot hides something without saying what else it
    could be, if no position can have this view, or for what is no view.
    """

    __slots__ = ("_ext", "_hiding", "_unseen", "_view")

    def __init__(self, view: Observation) -> None:
        if not isinstance(getattr(view, "table", None), SeenTable):
            raise NoView(
                "a determinizer is made of a view, game.view(seat), or of an observation,"
                f" rules.observe(state, seat), not of {brief(view)}"
            )
        self._view = view
        self._unseen = Unseen(view, Sampler)
        values, self._hiding = _slots(view)
        self._ext = Ext(values)

    @property
    def view(self) -> Observation:
        """The view that all samples have."""
        return self._view

    def sample(self, rng: Random) -> State:
        """A state with this view; every arrangement is equally likely, whatever came before.

        `rng` is the only source of randomness, and it is advanced. Raises `SeedError` if it is no
        `random.Random`.
        """
        if not isinstance(rng, Random):
            refuse_chance(rng)
        zones, ledger = self._unseen.pieces(rng)
        view, table, ext = self._view, self._view.table, self._ext
        for slot in self._hiding:
            assert slot.worlds is not None
            ext = ext.with_value(slot, slot.worlds(view, rng))
        seen = table.boots, table.visited, table.routes, view.round, view.agenda
        return state_of(zones, *seen, ext, ledger)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Determinizer) and self._view == other._view

    def __hash__(self) -> int:
        return hash((Determinizer, self._view))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Determinizer, (self._view,))

    def __repr__(self) -> str:
        return f"Determinizer({self._view!r})"


def unseen_pieces(view: Observation, rng: Random) -> tuple[tuple[Counts, ...], Ledger]:
    """The zones and the ledger of a state, without the plugins' slots.

    They are distributed as those of `determinize`, but drawn the long way: everything that was
    shown is accounted for by `Arrangements`, and pieces are dealt by `rng.sample`.
    """
    return the_long_way(view).pieces(rng)


def the_long_way(view: Observation) -> Unseen:
    """What draws `unseen_pieces` of one view, to be asked many times."""
    return Unseen(view, _arrangements.__getitem__)


def unknown(view: Observation) -> tuple[Unknown, ...]:
    """What the observer does not know, as numbers: one `Unknown` per family of pieces.

    `elfen.knowledge.arrangements.Arrangements` counts the possible arrangements.
    """
    return Unseen(view).unknown


def _slots(view: Observation) -> tuple[dict[str, object], list[Slot[object]]]:
    """The values of all slots as the observer sees them, and those that hide something.

    Of the latter, the value is None: their plugins draw one for each sample.
    """
    values: dict[str, object] = {}
    hiding = []
    makers = view.rules.once(open_slots)
    for name, seen in view.slots:
        make = makers.get(name)
        values[name] = None if make is None else make[seen]
        if make is None:
            slot = view.rules.slots[name]
            if slot.worlds is None:
                raise PositionError(
                    f"slot {name!r} of plugin {view.rules.slot_owner[name]!r} hides something; say"
                    " with worlds= what else it could be"
                )
            hiding.append(slot)
    return values, hiding


def open_slots(rules: Ruleset) -> dict[str, SameMemo[SeenFields, object]]:
    """By the name of a slot that hides nothing: its value, by the fields that are seen."""
    return {
        name: SameMemo(partial(_value, slot))
        for name, slot in rules.slots.items()
        if all(visibility is PUBLIC for _, visibility in rules.sight.fields(name))
    }


def _value(slot: Slot[Any], seen: SeenFields) -> object:
    fields = dict(seen)
    if slot.visibility is PUBLIC:
        return fields["value"]
    return slot.type(**{one.alias: fields[one.name] for one in attrs.fields(slot.type)})
