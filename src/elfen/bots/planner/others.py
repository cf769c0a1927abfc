"""The decisions of other seats between two steps of the planning seat, where turns alternate.

A plan assumes that all others pass: each answers in a way that moves no piece and no boot and
changes no route. Where no such answers bring the turn back within the round and without chance,
a tour ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfen.bots.planner.seen import Seen
from elfen.declare import Action, Decide
from elfen.kernel import State

if TYPE_CHECKING:
    from elfen.game import Ruleset

#: How often each of the others may be asked before the seat's own turn comes again.
_MOST_ASKED = 4


class Others:
    """What the others do until a seat is asked again what it is asked in what was `seen`.

    Meanwhile the first `floor` items of the agenda must stay where they are.
    """

    def __init__(self, rules: Ruleset, seen: Seen, seat: int, floor: int = 0) -> None:
        item = seen.agenda[-1]
        self.rules, self.seat, self.round, self._floor = rules, seat, seen.round, floor
        self.name = item.name if isinstance(item, Decide) else ""
        #: Whether any of them has been asked.
        self.asked = False
        self._passing: dict[str, Action] = {}

    def is_turn(self, state: State) -> bool:
        """Whether the seat is asked again."""
        item = state.agenda[-1]
        return isinstance(item, Decide) and (item.name, item.seat) == (self.name, self.seat)

    def again(self, state: State) -> State | None:
        """The state after all others have passed and the seat is asked again; or None."""
        at = state
        for _ in range(_MOST_ASKED * len(state.boots)):
            item = at.agenda[-1] if at.agenda else None
            if not isinstance(item, Decide) or len(at.agenda) <= self._floor:
                return None
            if at.round != self.round:
                return None
            if item.seat == self.seat:
                return at if at is not state and self.is_turn(at) else None
            passed = self._passed(at, item)
            if passed is None:
                return None
            at = passed
        return None

    def puts_off(self, state: State) -> bool:
        """Whether the seat is asked something else, after which others are to move."""
        item = state.agenda[-1]
        return (
            isinstance(item, Decide)
            and item.seat == self.seat
            and item.name != self.name
            and any(
                isinstance(due, Decide) and due.name == self.name and due.seat != self.seat
                for due in state.agenda[self._floor :]
            )
        )

    def _passed(self, state: State, item: Decide) -> State | None:
        """The state after an answer that changes nothing, or None; the last such is tried first."""
        rules = self.rules
        usual = self._passing.get(item.name)
        if usual is not None and rules.check(state, usual) is None:
            after = rules.advance(state, usual)
            if _unchanged(state, after):
                return after
        for action in reversed(rules.legal_actions(state)):
            after = rules.advance(state, action)
            if _unchanged(state, after):
                self._passing[item.name] = action
                self.asked = True
                return after
        return None


def _unchanged(before: State, after: State) -> bool:
    """Whether zones, boots, visited towns and routes are the same."""
    return (
        before.zones == after.zones
        and before.boots == after.boots
        and before.visited == after.visited
        and before.routes == after.routes
    )
