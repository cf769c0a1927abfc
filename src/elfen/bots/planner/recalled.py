"""Tours that were found before, each with all that the search has read of the state.

A seat that draws counters asks for the same tour several times: nothing that matters to it has
changed. What matters is what prices and ways depend on, and whatever the score lines have looked
at.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from elfen.bots.planner.plans import Tour
from elfen.declare import Memo
from elfen.kernel import Noting, State

if TYPE_CHECKING:
    from elfen.game import Ruleset

_MOST_TOURS = 256

#: The numbers of the zones whose contents and whose sizes were read, and the names of other parts.
Read = tuple[frozenset[int], frozenset[int], frozenset[str]]


class Recalled:
    """A ruleset's last tours by all else that they depend on, which a caller names."""

    def __init__(self, rules: Ruleset) -> None:
        self._found: dict[Hashable, tuple[Read, object, Tour]] = {}

    def tour(self, key: Hashable, state: State) -> Tour | None:
        """The tour found for that key, if all that was read of the state then is the same now."""
        found = self._found.get(key)
        if found is None:
            return None
        read, told, tour = found
        return tour if _told(read, state) == told else None

    def note(self, key: Hashable, state: State, position: Noting, tour: Tour) -> None:
        """Keep a tour; `position` has noted what the score lines have read of the state."""
        read = (
            frozenset(position.contents),
            frozenset(position.sizes),
            frozenset(position.parts),
        )
        if len(self._found) >= _MOST_TOURS:
            self._found.clear()
        self._found[key] = read, _told(read, state), tour


def _told(read: Read, state: State) -> object:
    """What these parts of a state say."""
    contents, sizes, parts = read
    return (
        [state.zones[zone] for zone in sorted(contents)],
        [sum(state.zones[zone]) for zone in sorted(sizes)],
        [getattr(state, part) for part in sorted(parts)],
    )


#: The tours of the rulesets that were last planned for.
known_tours: Memo[Ruleset, Recalled] = Memo(Recalled, most=8)
