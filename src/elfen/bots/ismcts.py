"""Information-set Monte Carlo tree search, after Cowling, Powley and Whitehouse (2012).

Where there is advice, the actions that it values most run a race, each the root of a part of the
tree; the winner has to be clearly better than what the planner would do. See docs/players.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from time import perf_counter
from typing import TYPE_CHECKING

from elfen.bots.chances import Seed, chance
from elfen.bots.habits import Memory, Values
from elfen.bots.players import PlannerPlayer, open_to
from elfen.bots.playouts import Playouts
from elfen.bots.race import Race
from elfen.bots.tree import Manner, Node, Search
from elfen.declare import Action, number, whole
from elfen.errors import ElfenError, brief
from elfen.kernel import blaming

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.views import View

#: An action is a candidate if advice values it no more than so many points below the best one.
NEAR = 1.2

#: The fewest worlds of a search that goes by advice; more iterations take more.
FEWEST_WORLDS = 6


class IsmctsPlayer:
    """Searches for an action that is better than what the player `planner` would do.

    It iterates `iterations` times at most or, if `seconds` are given, as long as these last. The
    same seed and iterations give the same choices. `rollout` is the policy of playouts, which stop
    after `rounds` rounds: `planner`, `light`, `random` or `greedy`. With `trees=many` each seat has
    a tree of its own. `prior` is the weight of advice, and `exploration` the constant of UCT where
    there is none. With `prior=0`, the action that was tried most is chosen, whatever advice says.
    Raises `ElfenError`, and `SeedError` as for `RandomPlayer`.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: Seed = None,
        iterations: int = 1000,
        seconds: float = 0.0,
        rollout: str = "planner",
        rounds: int = 1,
        exploration: float = 0.4,
        prior: float = 0.4,
        trees: str = "many",
    ) -> None:
        iterations = whole(iterations, "iterations=", 1)
        seconds = number(seconds, "seconds=", 0)
        if trees not in ("one", "many"):
            raise ElfenError(f"trees={brief(trees)} has to be one or many")
        self._chance = chance(seed)
        self._iterations, self._seconds = iterations, seconds
        playouts = Playouts(rules, rollout, rounds)
        weights = number(exploration, "exploration="), number(prior, "prior=")
        self._manner = Manner(playouts, *weights, trees == "many")
        self._advisor = PlannerPlayer(rules, self._chance.getrandbits(64))
        #: The types of actions whose worth shows only after the round.
        self._later = {owned.entry.type for owned in rules.advice if owned.entry.later}
        self._memory = Memory(rules, self._advisor)
        self._root = Node()
        self._last: View | None = None

    def choose(self, view: View) -> Action:
        """The action that the search finds best; raises `ElfenError` if the seat has none."""
        with blaming(view.rules):
            return self._chosen(view)

    def _chosen(self, view: View) -> Action:
        actions = open_to(view)
        self._root = self._reused(view)
        if self._manner.prior:
            favourite = self._advisor.choose(view)
            if self._shows_later(view, actions):
                return favourite
            values = {action: self._advisor.value(view, action) for action in actions}
            if min(values.values()) < max(values.values()):
                candidates = self._candidates(favourite, values)
                return self._raced(view, candidates, values)
        return self._most_tried(view)

    def _shows_later(self, view: View, actions: Sequence[Action]) -> bool:
        """Whether playouts end before it shows what some of these actions are worth."""
        ends = view.round + self._manner.playouts.rounds > view.rules.most_rounds
        return not ends and not self._later.isdisjoint(map(type, actions))

    def _candidates(self, favourite: Action, values: Values) -> list[Action]:
        """What the planner would do, and what advice values nearly as much: a few."""
        most = max(2, isqrt(self._iterations) // 5)
        enough = values[favourite] - NEAR
        near = [action for action in values if action != favourite and values[action] > enough]
        near.sort(key=lambda action: -values[action])
        return [favourite, *near[: most - 1]]

    def _raced(self, view: View, candidates: Sequence[Action], values: Values) -> Action:
        """The candidate that wins a race; the trees below are searched meanwhile."""
        race = Race(candidates)
        if race.is_over:
            return candidates[0]
        search, due = self._search(view), self._budget()
        while not race.is_over and due(len(race.running)):
            world, luck = search.world(), self._chance.getrandbits(64)
            race.note(
                world.number,
                [search.iterate(world, luck, action, values) for action in race.running],
            )
            race.thin_out()
        return race.winner()

    def _most_tried(self, view: View) -> Action:
        """The legal action that iterations on their own have tried most."""
        search, due = self._search(view), self._budget()
        while due(1):
            search.iterate(search.world(), self._chance.getrandbits(64))
        children = self._root.children
        return max(view.legal_actions, key=lambda a: children[a].visits if a in children else 0)

    def _search(self, view: View) -> Search:
        worlds = self._iterations
        if self._manner.playouts.by_habit:
            worlds = FEWEST_WORLDS + isqrt(self._iterations) // 3
        return Search(view, self._root, self._manner, worlds, self._chance, self._memory)

    def _budget(self) -> Callable[[int], bool]:
        """Whether it is time for so many more iterations; the first time it always is."""
        until = perf_counter() + self._seconds
        done = 0

        def due(more: int) -> bool:
            nonlocal done
            first, done = not done, done + more
            if self._seconds:
                return first or perf_counter() < until
            return first or done <= self._iterations

        return due

    def _reused(self, view: View) -> Node:
        """The node of the last tree that what has happened since leads to; else a new one."""
        root, last, self._last = self._root, self._last, view
        since = 0 if last is None else len(last.log)
        if last is None or last.seat != view.seat or [*view.log][:since] != [*last.log]:
            return Node()
        for entry in view.log.since(since):
            if entry.seat is not None and isinstance(entry.move, Action):
                if entry.move not in root.children:
                    return Node()
                root = root.children[entry.move]
        return root
