"""Ways to build a position for an action, and which of them make it legal: learned by trying.

An action may take what it names from a hand or from a route, and may be about the route that was
asked about or about another. No declaration tells; so each choice is made more often if it worked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from random import Random
from typing import Any

from attrs import asdict, frozen

#: Where the pieces lie that an action names: in hand; the first on the route that its decision is
#: about and the rest on the one that it names; or all on both.
IN_HAND, SPLIT, ON_BOTH = range(3)


@frozen
class Way:
    """A way to build a position for an action.

    The action names a route that its decision is about (`meant`), or another. Of the pieces that it
    names, the last comes first (`reversed`) or not; all zones of the seat that may hold a piece
    have it (`everywhere`), or one. They hold nothing else, or some of all other kinds: one of each,
    or so many if they pay (`others`). `lying` is `IN_HAND`, `SPLIT` or `ON_BOTH`.
    """

    meant: bool
    lying: int
    reversed: bool
    everywhere: bool
    others: int


_CHOICES: dict[str, tuple[int, ...]] = {
    "meant": (False, True),
    "lying": (IN_HAND, SPLIT, ON_BOTH),
    "reversed": (False, True),
    "everywhere": (False, True),
    "others": (0, 0, 1, 1, 4),
}


class Ways:
    """Chooses ways, and remembers for each sort of action what worked."""

    def __init__(self) -> None:
        self._tried: Counter[Hashable] = Counter()
        self._worked: Counter[Hashable] = Counter()

    def some(self, sort: Hashable, numbers: Random) -> Way:
        """A way for a sort of action: each choice as often as it worked, or was not tried."""
        picked: dict[str, Any] = {
            name: numbers.choices(values, [self._share((sort, name, one)) for one in values])[0]
            for name, values in _CHOICES.items()
        }
        return Way(**picked)

    def learn(self, sort: Hashable, way: Way, worked: bool) -> None:
        """Remember whether a way worked."""
        for choice in asdict(way).items():
            self._tried[sort, *choice] += 1
            self._worked[sort, *choice] += worked

    def _share(self, key: Hashable) -> float:
        return (self._worked[key] + 1) / (self._tried[key] + 2)
