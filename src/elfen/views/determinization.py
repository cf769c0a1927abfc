"""Determinization: sampling a complete state that an observer cannot tell from the true one.

Every physical arrangement of the unseen pieces that agrees with the observer's knowledge is
equally likely. Nothing is inferred from what others chose to do. `docs/knowledge.md` says what
is known, and what is forgotten.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from elfen.declare import Counts, Ext, Memo, Slot
from elfen.errors import PositionError
from elfen.kernel import State, state_of
from elfen.knowledge import Arrangements, Ledger, Sampler, Unknown
from elfen.views.numbered import Numbered
from elfen.views.unseen import Unseen
from elfen.views.view import Observation

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

_MOST_KEPT = 64

#: The arrangements of recent situations, for `unseen_pieces`.
_arrangements: Memo[Unknown, Arrangements] = Memo(Arrangements, _MOST_KEPT)


def determinize(view: Observation, rng: Random) -> State:
    """A state that looks to the observer like the true one; every arrangement is equally likely.

    `view` is a `View` or an `Observation` (of a seat, or of the public). `rng` is the only source
    of randomness, and it is advanced. For many states of one view, keep a `Determinizer`. Raises
    as that does.
    """
    return Determinizer(view).sample(rng)


class Determinizer:
    """Samples states that look to the observer like the true one; what follows from the view is
    worked out once.

    `view` is a `View` or an `Observation` (of a seat, or of the public). A determinizer holds the
    view and what follows from it, and nothing else: it can be kept, compared and pickled like the
    view. Raises `PositionError` if a plugin's slot hides something without saying what else it
    could be, or if no position can have this view, and `TypeError` for what is no view.
    """

    __slots__ = ("_hiding", "_seen", "_unseen", "_view")

    def __init__(self, view: Observation) -> None:
        if not isinstance(view, Observation):
            raise TypeError(
                "a determinizer is made of a view, game.view(seat), or of an observation,"
                f" rules.observe(state, seat), not of {type(view).__name__}"
            )
        self._view = view
        rules = view.rules
        numbered = rules.once(Numbered)
        self._unseen = Unseen(view, Sampler)
        values, self._hiding = _slots(view, rules, numbered)
        self._seen = (
            tuple([numbered.towns[town] for town in view.towns]),
            tuple([numbered.bits(visited) for visited in view.visited]),
            self._unseen.routes,
            view.round,
            view.agenda,
            Ext(values),
        )

    @property
    def view(self) -> Observation:
        """The view that all samples have."""
        return self._view

    def sample(self, rng: Random) -> State:
        """A state with this view; every arrangement is equally likely, whatever came before.

        `rng` is the only source of randomness, and it is advanced.
        """
        zones, ledger = self._unseen.pieces(rng)
        *seen, ext = self._seen
        for slot in self._hiding:
            ext = ext.with_value(slot, slot.worlds(self._view, rng))  # type: ignore[misc]
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
    return Unseen(view, _arrangements.__getitem__).pieces(rng)


def unknown(view: Observation) -> tuple[Unknown, ...]:
    """What the observer does not know, as numbers: one `Unknown` per family of pieces.

    `elfen.knowledge.arrangements.Arrangements` counts the possible arrangements.
    """
    return Unseen(view, Sampler).unknown


def _slots(
    view: Observation, rules: Ruleset, numbered: Numbered
) -> tuple[dict[str, object], list[Slot[object]]]:
    """The values of all slots as the observer sees them, and those that hide something.

    Of the latter, the value is None: their plugins draw one for each sample.
    """
    values: dict[str, object] = {}
    hiding = []
    shown = dict(view.slots)
    for name, (slot, fields) in numbered.slots.items():
        if fields is None:
            if slot.worlds is None:
                raise PositionError(
                    f"slot {name!r} of plugin {rules.slot_owner[name]!r} hides something; say"
                    " with worlds= what else it could be"
                )
            hiding.append(slot)
            values[name] = None
        elif not fields and slot.visibility is not None:
            values[name] = dict(shown[name])["value"]
        else:
            seen = dict(shown[name])
            values[name] = slot.type(**{alias: seen[field] for alias, field in fields})
    return values, hiding
