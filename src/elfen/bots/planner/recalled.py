"""Tours that were found before, each with all that the search has read of the state.

A seat that draws counters asks for the same tour several times: nothing that matters to it has
changed. What matters is what prices and ways depend on, and whatever the score lines have looked
at.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from elfen.bots.planner.plans import Tour
from elfen.bots.planner.seen import Read, Seen
from elfen.declare import Memo

if TYPE_CHECKING:
    from elfen.game import Ruleset

_MOST_TOURS = 256


class Recalled:
    """A ruleset's last tours by all else that they depend on, which a caller names."""

    def __init__(self, rules: Ruleset) -> None:
        self._found: dict[Hashable, tuple[Read, object, Tour]] = {}

    def tour(self, key: Hashable, seen: Seen) -> Tour | None:
        """The tour found for that key, if all that was read then is the same now."""
        found = self._found.get(key)
        if found is None:
            return None
        read, told, tour = found
        return tour if seen.told(read) == told else None

    def note(self, key: Hashable, seen: Seen, read: Read, tour: Tour) -> None:
        """Keep a tour; `read` is what the score lines have read."""
        if len(self._found) >= _MOST_TOURS:
            self._found.clear()
        self._found[key] = read, seen.told(read), tour


#: The tours of the rulesets that were last planned for.
known_tours: Memo[Ruleset, Recalled] = Memo(Recalled, most=8)
