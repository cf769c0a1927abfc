"""What rules rest on: the zones that they read to answer what is due, or to carry out a move."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from elfen.declare import HIDDEN, OWNER, Action, Counts, Pieces
from elfen.game import Ruleset
from elfen.kernel import Noting, State, open_table
from elfen.testing.differences import settled
from elfen.testing.facts import Move
from elfen.testing.secrecy.hidden_reads import questions
from elfen.testing.secrecy.noted_secrets import Hidden, looks_itself

#: How many moves are looked at, of each type, and illegal ones.
_BREADTH = 2


def read_to_answer(rules: Ruleset, state: State, numbers: Random) -> frozenset[int]:
    """The numbers of the zones that are read to answer what is due."""
    read = set[int]()
    for _, _, ask in questions(rules, state, _BREADTH, numbers):
        position = Noting(rules, state)
        settled(lambda: ask(position))  # noqa: B023
        read |= position.contents | position.sizes
    return frozenset(read)


def read_to_carry_out(rules: Ruleset, state: State, move: Move) -> frozenset[int]:
    """The numbers of the zones that are read while a move is made the long way."""
    table = open_table(rules, state)
    table.zones = noted = _Noted(table.zones)
    settled(lambda: rules.follow(table, (move,)))
    return frozenset(noted.read)


def peeked_into(rules: Ruleset, state: State, move: Move) -> frozenset[int]:
    """The numbers of the zones whose pieces rules look at, not only at their number, while a move
    is made the long way: of those into which nobody may see, or only who makes the move. The latter
    do not count if it names pieces: it may take them from there.
    """
    mover = getattr(rules.pending(state), "seat", None)
    own = mover if isinstance(move, Action) and not _names_pieces(move) else None
    hidden = set[int]()
    for at, counts in enumerate(state.zones):
        zone, owner = rules.layout.zone_at(at)
        is_own = own is not None and owner == own and zone.visibility is OWNER
        if any(counts) and (zone.visibility is HIDDEN or is_own):
            hidden.add(at)
    table = open_table(rules, state)
    table.zones = seen = _Peeked(table.zones, hidden)
    settled(lambda: rules.follow(table, (move,)))
    return frozenset(seen.peeked)


def _names_pieces(action: Action) -> bool:
    return any(isinstance(value, Pieces) for value in action.values())


class _Peeked(list[Counts]):
    """The zones of a table, which note which of the hidden ones rules look into."""

    def __init__(self, zones: list[Counts], hidden: set[int]) -> None:
        super().__init__(zones)
        self.hidden = hidden
        self.peeked: set[int] = set()

    def __getitem__(self, index: Any) -> Any:
        every = range(len(self))[index]
        return self._seen(every) if isinstance(every, int) else [*map(self._seen, every)]

    def _seen(self, index: int) -> Counts:
        counts = super().__getitem__(index)
        if index not in self.hidden:
            return counts
        watched = Hidden(counts)
        watched.note = partial(self._note, index)
        return watched

    def _note(self, index: int) -> None:
        if looks_itself():
            self.peeked.add(index)


class _Noted(list[Counts]):
    """The zones of a table, which note which of them are read."""

    def __init__(self, zones: list[Counts]) -> None:
        super().__init__(zones)
        self.read: set[int] = set()

    def __getitem__(self, index: Any) -> Any:
        every = range(len(self))[index]
        self.read.update((every,) if isinstance(every, int) else every)
        return super().__getitem__(index)
