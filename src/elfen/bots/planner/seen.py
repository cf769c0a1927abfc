"""What a plan reads of a view itself: most plans need nothing that the seat cannot see.

A determinized state costs more than many a search, so it is made when it is first asked for.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import evolve

from elfen.bots.planner.veils import veiled
from elfen.declare import Contents, Counts, Item
from elfen.kernel import State
from elfen.views import supposed

if TYPE_CHECKING:
    from elfen.views import Observation

#: The numbers of the zones whose contents and whose sizes were read, and the names of other parts.
Read = tuple[frozenset[int], frozenset[int], frozenset[str]]


class Seen:
    """The fields of a view's state that its seat can see.

    `more` are items for the top of the agenda; a determinized `state` of the view has them too.
    """

    def __init__(
        self, view: Observation, more: tuple[Item, ...] = (), behind_veils: bool = False
    ) -> None:
        """With `behind_veils`, states have veils in place of what the view hides, if possible."""
        table = view.table
        self._view, self._more = view, more
        self.behind_veils = behind_veils
        self.boots: tuple[int, ...] = table.boots
        self.visited: tuple[int, ...] = table.visited
        self.routes: tuple[Contents, ...] = table.routes
        self.round: int = view.round
        self.agenda: tuple[Item, ...] = (*view.agenda, *more)
        #: The bits of the towns where each seat has a piece to take, or has taken it.
        self.piece_towns: int = view.rules.in_play.lying(view.start_town)

    @cached_property
    def supposed(self) -> State:
        """One of the states that the seat cannot tell from the true one, always the same."""
        state = veiled(self._view) if self.behind_veils else None
        if state is None:
            self.behind_veils = False
            state = supposed(self._view)
        return state

    @cached_property
    def state(self) -> State:
        """The same, with all of the agenda."""
        return evolve(self.supposed, agenda=self.agenda) if self._more else self.supposed

    def zone(self, index: int) -> Counts:
        """The counts of a zone number."""
        found = self._view.table.zones[index]
        return self.state.zones[index] if isinstance(found, int) else found

    def size(self, index: int) -> int:
        """How many pieces lie in a zone number."""
        found = self._view.table.zones[index]
        return found if isinstance(found, int) else sum(found)

    def told(self, read: Read, but: int | None = None) -> tuple[list[object], ...]:
        """What these parts say, to compare with what they say another time.

        The boot and the visited towns of the seat `but` are left out.
        """
        contents, sizes, names = read
        parts: list[object] = []
        for name in sorted(names):
            part = getattr(self if name in self.__dict__ else self.state, name)
            if but is not None and name in ("boots", "visited"):
                part = (*part[:but], *part[but + 1 :])
            parts.append(part)
        return (
            [self.zone(zone) for zone in sorted(contents)],
            [self.size(zone) for zone in sorted(sizes)],
            parts,
        )
