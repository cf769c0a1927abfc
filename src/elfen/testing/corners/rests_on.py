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


def own_zones_read(rules: Ruleset, state: State, move: Move) -> frozenset[int]:
    """The numbers of the zones that only who makes a move sees into, and that are read while it is
    made the long way, be it only for the number of their pieces. None if the move names pieces: it
    may take them from there.
    """
    own = _own(rules, state, move)
    return own & read_to_carry_out(rules, state, move) if own else own


def peeked_into(rules: Ruleset, state: State, move: Move) -> frozenset[int]:
    """The numbers of the zones whose pieces rules look at, not only at their number, while a move
    is made the long way: of those into which nobody may see, or only who makes the move. The latter
    do not count if it names pieces: it may take them from there.
    """
    hidden = {
        at
        for at, counts in enumerate(state.zones)
        if any(counts) and rules.layout.zone_at(at)[0].visibility is HIDDEN
    }
    hidden |= {at for at in _own(rules, state, move) if any(state.zones[at])}
    table = open_table(rules, state)
    table.zones = seen = _Peeked(table.zones, hidden)
    settled(lambda: rules.follow(table, (move,)))
    return frozenset(seen.peeked)


def _own(rules: Ruleset, state: State, move: Move) -> frozenset[int]:
    """The zones into which only who makes a move sees; none if the move names pieces."""
    seat = getattr(rules.pending(state), "seat", None)
    if seat is None or not isinstance(move, Action) or _names_pieces(move):
        return frozenset()
    zones = (rules.layout.zone_at(at) for at in range(len(state.zones)))
    return frozenset(
        at for at, (zone, owner) in enumerate(zones) if owner == seat and zone.visibility is OWNER
    )


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
