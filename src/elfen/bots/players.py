"""Players, which choose actions from views: a random one and a greedy one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from elfen.bots.chances import Seed, chance
from elfen.bots.farsight import farsighted, is_farsighted
from elfen.bots.minds import remembering
from elfen.declare import Action, Advice
from elfen.errors import ElfenError
from elfen.game import Ruleset, refuse_no_rules
from elfen.kernel import blaming
from elfen.views import Observation, View

#: How advice looks ahead; see `Advice.ahead`.
Foreseeing = Callable[[View, Any], Iterable[tuple[Observation, Action]]]


class Player(Protocol):
    """Chooses for one seat. It is given only what the seat may know, never the state."""

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`."""
        ...


class RandomPlayer:
    """Chooses any legal action, all equally likely. Without a seed it is unpredictable.

    Raises `SeedError` for a seed that is neither a whole number nor a text.
    """

    def __init__(self, seed: Seed = None) -> None:
        self._chance = chance(seed)

    def choose(self, view: View) -> Action:
        """A legal action; raises `ElfenError` if the view's seat has none."""
        return self._chance.choice(open_to(view))


class GreedyPlayer:
    """Chooses the legal action with the highest sum of advice from the ruleset's plugins.

    An action without advice counts 0. Ties are broken at random, by the player's own seed. What
    the advice on its last action looked ahead to is not valued again; see `Advice.ahead`. Raises
    `ElfenError` for what is no ruleset, and `SeedError` for a seed that is neither a whole number
    nor a text.
    """

    def __init__(self, rules: Ruleset, seed: Seed = None) -> None:
        refuse_no_rules(rules)
        self._chance = chance(seed)
        self._advice: dict[type[Action], list[Advice]] = {}
        for owned in rules.advice:
            self._advice.setdefault(owned.entry.type, []).append(owned.entry)
        #: What the player will observe and do next, and what that is worth.
        self._ahead: Iterator[tuple[Observation, Action]] = iter(())
        self._worth = 0.0
        #: What advice keeps in mind from one decision to the next; see `elfen.plugin.memory`.
        self._memory: dict[str, Any] = {}

    def value(self, view: View, action: Action) -> float:
        """The sum of all advice on an action, in score points."""
        value = 0.0
        for one in self._advice.get(type(action), ()):
            value += one.value(view, action)
        return value

    def choose(self, view: View) -> Action:
        """A legal action with the highest value; raises `ElfenError` if the seat has none."""
        with remembering(self._memory), blaming(view.rules):
            return self._chosen(view)

    def _chosen(self, view: View) -> Action:
        actions = open_to(view)
        due = self._due(view)
        if due is not None:
            actions = tuple([a for a in actions if a == due or type(a) is not type(due)])
            values = [self._worth if a == due else self.value(view, a) for a in actions]
        else:
            values = [self.value(view, a) for a in actions]
        highest = max(values)
        best = [a for a, value in zip(actions, values, strict=True) if value == highest]
        chosen = self._chance.choice(best)
        if chosen != due:
            self._look_ahead(view, chosen, highest)
        return chosen

    def _due(self, view: View) -> Action | None:
        """The action that was looked ahead to, if everything has come as foreseen."""
        for observation, action in self._ahead:
            foreseen = view.observation == observation and action in view.legal_actions
            if foreseen and self._foresees(type(action)):
                return action
            break
        self._ahead = iter(())
        return None

    def _look_ahead(self, view: View, action: Action, value: float) -> None:
        """Note what the advice on an action looks ahead to."""
        ahead = self._foresees(type(action))
        self._ahead = iter(()) if ahead is None else iter(ahead(view, action))
        self._worth = value

    def _foresees(self, type: type[Action]) -> Foreseeing | None:
        """How the advice on a type of action looks ahead; None if others advise on it too."""
        advice = self._advice.get(type, ())
        return advice[0].ahead if len(advice) == 1 else None


class PlannerPlayer(GreedyPlayer):
    """A greedy player whose plans look beyond the round, and beyond what is certain.

    Of tours that are worth the same it likes the one that ends near the towns that are left, where
    these lie close together; and it goes on a tour that leads through draws and rolls if that may
    be worth more. Raises `SeedError` as for `GreedyPlayer`.
    """

    def value(self, view: View, action: Action) -> float:
        """The sum of all advice on an action that looks beyond the round, in score points."""
        if is_farsighted():  # because `choose` asks
            return super().value(view, action)
        with farsighted():
            return super().value(view, action)

    def choose(self, view: View) -> Action:
        """A legal action with the highest value; raises `ElfenError` if the seat has none."""
        with farsighted():
            return super().choose(view)


def open_to(view: View) -> tuple[Action, ...]:
    """The legal actions of a view; raises `ElfenError` if there are none."""
    if not view.legal_actions:
        raise ElfenError(
            f"there is nothing to choose for seat {view.seat} in this view; ask the seat that"
            " decides"
        )
    return view.legal_actions
