"""Players, which choose actions from views: a random one and a greedy one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from elfen.declare import Action
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.kernel import in_bytes, seed_text
from elfen.views import View

Seed = int | str | None


class Player(Protocol):
    """Chooses for one seat. It is given only what the seat may know, never the state."""

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`."""
        ...


def _chance(seed: Seed) -> random.Random:
    """A player's own chance; raises `SeedError` for what is no seed."""
    if seed is None:
        return random.Random()
    told = seed_text(seed)
    return random.Random(seed if isinstance(seed, int) else in_bytes(told))


class RandomPlayer:
    """Chooses any legal action, all equally likely. Without a seed it is unpredictable.

    Raises `SeedError` for a seed that is neither a whole number nor a text.
    """

    def __init__(self, seed: Seed = None) -> None:
        self._chance = _chance(seed)

    def choose(self, view: View) -> Action:
        """A legal action; raises `ElfenError` if the view's seat has none."""
        return self._chance.choice(_actions(view))


class GreedyPlayer:
    """Chooses the legal action with the highest sum of advice from the ruleset's plugins.

    An action without advice counts 0. Ties are broken at random, by the player's own seed.
    Raises `SeedError` for a seed that is neither a whole number nor a text.
    """

    def __init__(self, rules: Ruleset, seed: Seed = None) -> None:
        self._chance = _chance(seed)
        self._values: dict[type[Action], list[Callable[[View, Any], float]]] = {}
        for owned in rules.advice:
            self._values.setdefault(owned.entry.type, []).append(owned.entry.value)

    def value(self, view: View, action: Action) -> float:
        """The sum of all advice on an action, in score points."""
        return sum(value(view, action) for value in self._values.get(type(action), ()))

    def choose(self, view: View) -> Action:
        """A legal action with the highest value; raises `ElfenError` if the seat has none."""
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
