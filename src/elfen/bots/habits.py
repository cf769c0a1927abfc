"""Habits: what advice would have each seat do in a sampled world, asked once and remembered.

To ask advice at every step of a playout takes a hundred times as long as the step. But what a seat
wants at the first of its turns, such as counters on certain roads, it mostly still wants at the
next one. So advice on all actions of a decision is asked once, and a playout goes by what is left
of it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from elfen.bots.players import PlannerPlayer
from elfen.declare import Action, Decide
from elfen.kernel import State

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.views import View

#: The value of actions by advice.
Values = Mapping[Action, float]


class Habits:
    """The habits of all seats in one world.

    Those of the seat that thinks do not depend on the world, only on what it holds: they are in
    `own`, which all worlds share.
    """

    def __init__(self, rules: Ruleset, seat: int, advisor: PlannerPlayer, own: Own) -> None:
        self._rules, self._seat, self._advisor = rules, seat, advisor
        self._own = own
        self._others: dict[tuple[int, str], Values] = {}

    def values(self, state: State, seat: int, name: str, actions: Sequence[Action]) -> Values:
        """What advice says of the actions of a seat's decision, now or when it was first asked."""
        if seat == self._seat:
            key = name, self._own.holdings(state)
            found = self._own.values.get(key)
            if found is None:
                found = self._own.values[key] = self._asked(state, seat, actions)
            return found
        known = self._others.get((seat, name))
        if known is None:
            known = self._others[seat, name] = self._asked(state, seat, actions)
        return known

    def _asked(self, state: State, seat: int, actions: Sequence[Action]) -> Values:
        view = self._rules.game_from(state, 0).view(seat)
        return {action: self._advisor.value(view, action) for action in actions}


class Own:
    """What advice has said to the seat that thinks, by decision and what the seat holds."""

    def __init__(self, rules: Ruleset, seat: int) -> None:
        layout = rules.layout
        self.seat = seat
        self._zones = [layout.index(zone, seat) for zone in layout.seat_zones]
        self.values: dict[tuple[str, tuple[object, ...]], Values] = {}

    def holdings(self, state: State) -> tuple[object, ...]:
        """What the seat holds."""
        return tuple([state.zones[zone] for zone in self._zones])


class Memory:
    """The habits that a player has found out, by world.

    While its seat is asked for one sort of decision in a round, they are kept: what others seemed
    to want at the first of these is a fair guess at the next ones, and saves most of the advice.
    """

    def __init__(self, rules: Ruleset, advisor: PlannerPlayer) -> None:
        self._rules, self._advisor = rules, advisor
        self._when: tuple[object, ...] = ()
        self._habits: list[Habits] = []

    def turn_to(self, view: View) -> None:
        """Forget what belongs to another round, or to another sort of decision."""
        assert view.seat is not None
        item = view.pending
        when = view.seat, view.players, view.round, item.name if isinstance(item, Decide) else ""
        if when != self._when:
            self._when, self._habits = when, []
            self._own = Own(self._rules, view.seat)

    def habits(self, number: int) -> Habits:
        """The habits in a world, by its number."""
        while number >= len(self._habits):
            seat = self._own.seat
            self._habits.append(Habits(self._rules, seat, self._advisor, self._own))
        return self._habits[number]


class Plans:
    """What each seat goes by in one playout: the advice on its first turn, as far as it reaches."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits
        self._kept: dict[tuple[int, str], Values] = {}

    def start(self, seat: int, name: str, values: Values) -> None:
        """Go by these values from the start."""
        self._kept[seat, name] = values

    def values(self, state: State, seat: int, name: str, actions: Sequence[Action]) -> Values:
        """The values of a seat's actions; those of which nothing was said are not among them."""
        found = self._kept.get((seat, name))
        if found is None:
            found = self._kept[seat, name] = self._habits.values(state, seat, name, actions)
        return found


def likeliest(values: Values, actions: Sequence[Action], rng: random.Random) -> Action:
    """The action with the highest value; one of which nothing is known is as bad as any."""
    known = [*map(values.get, actions)]
    low = min(values.values()) if None in known else 0.0
    worths = [low if worth is None else worth for worth in known]
    most = max(worths)
    if worths.count(most) == 1:
        return actions[worths.index(most)]
    best = [action for action, worth in zip(actions, worths, strict=True) if worth == most]
    return best[int(rng.random() * len(best))]
