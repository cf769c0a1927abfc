"""Scores that are known: what each set of visited towns is worth, kept between plans.

A seat plans many times while nothing that score lines look at has changed. What they have read is
kept with what they said, and they are asked anew if any of it is different.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from elfen.bots.planner.seen import Read
from elfen.declare import Memo

if TYPE_CHECKING:
    from elfen.bots.planner.worth import Worth
    from elfen.game import Ruleset


#: The most points possible after 0, 1, 2... further steps.
Hopes = tuple[int, ...]

#: The sum of the points of a situation, and its hopes.
Prospect = tuple[int, Hopes]


class Known:
    """Scores by situation, what they depend on, and by what bounds a search its hopes.

    These are hopes by points, and prospects by situation.
    """

    def __init__(self) -> None:
        self.read: Read = (frozenset(), frozenset(), frozenset())
        self.told: object = None
        self.points: dict[Any, tuple[int, ...]] = {}
        self.hopes: Memo[Hashable, tuple[dict[Any, Hopes], dict[Any, Prospect]]] = Memo(
            lambda key: ({}, {}), most=64
        )


class Scores:
    """A ruleset's scores, by all that they depend on besides what score lines read."""

    def __init__(self, rules: Ruleset) -> None:
        self._known: Memo[Hashable, Known] = Memo(lambda key: Known(), most=64)

    def of(self, worth: Worth) -> Known:
        """What is known, which may be nothing; counts what was read for it as read."""
        known = self._known[worth.key]
        if known.told == worth.told(known.read):
            worth.recall(known.read)
            return known
        return self._known.learn(worth.key)

    def note(self, worth: Worth, known: Known) -> None:
        """What is known has grown; keep all that score lines have read for it."""
        if known.read != worth.read:
            known.read = worth.read
        known.told = worth.told(known.read)


#: Those of the rulesets that were last planned for.
known_scores: Memo[Ruleset, Scores] = Memo(Scores, most=8)
