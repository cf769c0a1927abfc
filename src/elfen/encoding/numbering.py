"""The numbering of actions: each has an index, and a mask says which are legal.

An index is the action's place among all that could ever be legal under the rules, in the order of
their notation. It is the same for any number of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index as whole
from typing import TYPE_CHECKING, Any

from elfen.declare import Action, listed
from elfen.declare import whole as whole_number
from elfen.errors import FAULTS, ElfenError, NotationError, brief

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: Actions that are equal but not the same object are looked up by value once, then by identity.
_MOST_KNOWN = 1 << 16
#: The largest mask.
_MOST_CELLS = 100_000_000


class Numbering:
    """All actions of a ruleset, with index and action in constant time.

    `actions` has them in order.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.actions: tuple[Action, ...] = rules.actions
        self._index = {action: n for n, action in enumerate(self.actions)}
        #: By the `id` of an action, its index. The list holds these actions, so that no other
        #: object gets the `id` of one.
        self._known: dict[int, int] = {}
        self._held: list[Action] = []

    def __len__(self) -> int:
        return len(self.actions)

    def action(self, index: int) -> Action:
        """The action of an index; raises `NotationError` if there is none."""
        try:
            number = whole(index)
        except FAULTS:
            raise NotationError(f"{brief(index)} is no index of an action") from None
        if not 0 <= number < len(self.actions):
            raise NotationError(
                f"no action {brief(number)}: they are numbered to {len(self.actions) - 1}"
            )
        return self.actions[number]

    def index(self, action: Action) -> int:
        """The index of an action; raises `NotationError` for one that is never legal."""
        found = self._known.get(id(action))
        return self._learn(action) if found is None else found

    def indexes(self, actions: Sequence[Action]) -> list[int]:
        """The indexes of several actions, in the same order."""
        try:
            return [*map(self._known.__getitem__, map(id, actions))]
        except KeyError:
            return [self.index(action) for action in actions]

    def _learn(self, action: Action) -> int:
        if not isinstance(action, Action):
            raise NotationError(f"{brief(action)} is no action")
        number = self._index.get(action)
        if number is None:
            raise NotationError(f"{brief(str(action), 120)!r} is no action of these rules")
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
            self._held.clear()
        self._known[id(action)] = number
        self._held.append(action)
        return number


class Mask:
    """A legal mask in place: `cells` has a 1 for each index that is set, and 0 elsewhere.

    Setting it costs as much as there are indexes, before and now, however many could be set.
    `cells` is a bytearray, which numpy reads as int8 without a copy: `np.frombuffer(cells, "i1")`.
    Raises `ElfenError` for a size that is no number, or that no rules need.
    """

    __slots__ = ("_set", "cells")

    def __init__(self, size: int) -> None:
        size = whole_number(size, "the size of a mask", 0)
        if size > _MOST_CELLS:
            raise ElfenError(f"a mask of {brief(size)} indexes; {_MOST_CELLS} are the most")
        self.cells = bytearray(size)
        self._set: Sequence[int] = ()

    def set(self, indexes: Sequence[int]) -> None:
        """Let exactly these indexes be 1; raises `ElfenError` for what are none, and sets none."""
        cells: Any = self.cells
        for n in self._set:
            cells[n] = 0
        if type(indexes) is not list and type(indexes) is not tuple:
            self._set = ()
            indexes = listed("indexes of a mask", indexes, len(cells))
        try:
            for n in indexes:
                if n < 0:
                    raise IndexError
                cells[n] = 1
        except FAULTS:
            cells[:] = bytes(len(cells))
            self._set = ()
            raise ElfenError(
                f"a mask of {len(cells)} indexes, from 0 on, has not all of {brief(indexes)}"
            ) from None
        self._set = indexes
