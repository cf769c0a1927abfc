"""Players: whatever chooses an action from a view; a random one, and a greedy one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from elfen.declare import Action
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.views import View

Seed = int | str | None


class Player(Protocol):
    """Chooses for one seat. It is given what the seat may know, and never the state."""

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`."""
        ...


class RandomPlayer:
    """Any legal action, each as likely as the others. Without a seed, nobody can foresee it."""

    def __init__(self, seed: Seed = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: View) -> Action:
        """A legal action; raises `ElfenError` if the view's seat has none."""
        return self._chance.choice(_actions(view))


class GreedyPlayer:
    """The legal action that the advice of the rules' plugins values most, all of it summed.

    An action without advice counts 0. Among equals the player draws lots by its own seed.
    """

    def __init__(self, rules: Ruleset, seed: Seed = None) -> None:
        self._chance = random.Random(seed)
        self._values: dict[type[Action], list[Callable[[View, Any], float]]] = {}
        for owned in rules.advice:
            self._values.setdefault(owned.entry.type, []).append(owned.entry.value)

    def value(self, view: View, action: Action) -> float:
        """What all advice together makes of an action, in score points."""
        return sum(value(view, action) for value in self._values.get(type(action), ()))

    def choose(self, view: View) -> Action:
        """A legal action of the highest value; raises `ElfenError` if the seat has none."""
        actions = _actions(view)
        values = [self.value(view, action) for action in actions]
        highest = max(values)
        best = [a for a, value in zip(actions, values, strict=True) if value == highest]
        return self._chance.choice(best)


def _actions(view: View) -> tuple[Action, ...]:
    if not view.legal_actions:
        raise ElfenError(
            f"there is nothing to choose for seat {view.seat} in this view; ask the seat that"
            " decides"
        )
    return view.legal_actions
