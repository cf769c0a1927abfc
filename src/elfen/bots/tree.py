"""The trees of one search, and the iterations that make them grow.

Each iteration takes a world that the seat cannot tell from the true one, walks down the tree by
actions that are legal there, adds a node, and plays on. The tree is of actions only: what a draw
brings differs from iteration to iteration. With one tree (SO-ISMCTS) all actions are seen in full.
With a tree for each seat (MO-ISMCTS) a seat chooses by its own tree, in which others' actions are
what it sees of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.bots.habits import Habits, Memory, Plans, Values, likeliest
from elfen.bots.playouts import Playouts
from elfen.bots.prospects import Prospect, Tours, rewards
from elfen.declare import Action, Decide
from elfen.kernel import Dealer, State
from elfen.views import Determinizer

if TYPE_CHECKING:
    from elfen.views import View

#: How many points of advice make an action e times as likely.
TEMPERATURE = 0.15

#: A node that was visited n times tries this many times the root of n actions.
WIDENING = 4.0


class Node:
    """What was tried after a sequence of actions, as one seat has seen them."""

    __slots__ = ("available", "children", "decided", "reward", "visits")

    def __init__(self) -> None:
        #: How often the action that leads here was chosen and could have been, and its rewards.
        self.visits = 0
        self.available = 0
        self.reward = 0.0
        #: How often the seat had a choice here, and where its actions and those of others led.
        self.decided = 0
        self.children: dict[Action, Node] = {}

    def child(self, label: Action) -> Node:
        """The node after an action; a new one if it was not tried before."""
        found = self.children.get(label)
        if found is None:
            found = self.children[label] = Node()
        return found


@frozen
class World:
    """One of the worlds of a search, by its number, and what seats are used to do there."""

    number: int
    state: State
    habits: Habits | None
    prospect: Prospect


@frozen
class Manner:
    """How to search: what playouts are like, and how much is explored."""

    playouts: Playouts
    exploration: float
    prior: float
    many_trees: bool


class Search:
    """The search of one decision, which adds to the tree below `root`.

    It samples so many worlds; the iterations that come after these go through them again.
    """

    def __init__(
        self,
        view: View,
        root: Node,
        manner: Manner,
        worlds: int,
        chance: random.Random,
        memory: Memory,
    ) -> None:
        assert view.seat is not None
        self.rules, self.seat, self.root = view.rules, view.seat, root
        self._manner, self._chance, self._memory = manner, chance, memory
        many = manner.many_trees
        self._trees = [Node() if many else root for _ in range(view.players)]
        self._trees[view.seat] = root
        self._last_round = view.round + manner.playouts.rounds - 1
        self._determinizer = Determinizer(view)
        memory.turn_to(view)
        self._tours = Tours(view.rules)
        self._worlds: list[World] = []
        self._most_worlds, self._next = worlds, 0
        self._public = {owned.entry.type: owned.entry.public for owned in view.rules.action_types}

    def world(self) -> World:
        """The world of the next iteration, or of the next few that are compared."""
        number = self._next % self._most_worlds
        self._next += 1
        if number == len(self._worlds):
            habits = self._memory.habits(number) if self._manner.playouts.by_habit else None
            state = self._determinizer.sample(self._chance)
            prospect = Prospect(self.rules, self.seat, self._tours)
            self._worlds.append(World(number, state, habits, prospect))
        return self._worlds[number]

    def iterate(
        self,
        world: World,
        luck: int,
        first: Action | None = None,
        advice: Values | None = None,
    ) -> float:
        """Walk down the trees in a world, add a node, play on, and tell what it is worth.

        The number `luck` determines all chance. It begins with the action `first`, if that is
        given, and the seat goes by the `advice` on its decision.
        """
        rules, state, rng = self.rules, world.state, random.Random(luck)
        nodes, dealer = [*self._trees], Dealer.seeded(luck)
        plans = None if world.habits is None else Plans(world.habits)
        item = state.agenda[-1]
        if plans is not None and advice is not None and isinstance(item, Decide):
            plans.start(self.seat, item.name, advice)
        path: list[tuple[Node, int]] = []
        playouts, last = self._manner.playouts, self._last_round
        while first is not None or not playouts.is_over(state, last, plans):
            item = state.agenda[-1]
            if not isinstance(item, Decide):
                state, dealer, *_ = rules.dealt(state, dealer)
                continue
            actions = rules.legal_actions(state)
            node, seat = nodes[item.seat], item.seat
            node.decided += 1
            only = first if first is not None else actions[0] if len(actions) == 1 else None
            if only is not None:
                action, new = only, False
                node.child(action).available += 1
                first = None
            else:
                action, new = self._chosen(node, state, actions, plans, rng)
            path.append((node.child(action), seat))
            self.descend(nodes, seat, action)
            state, dealer, *_ = rules.played(state, action, dealer)
            if new:
                break
        state = playouts.end(state, dealer, rng, last, plans)
        if plans is not None:
            worth = world.prospect.reward(state)
            for node, seat in path:
                node.visits += 1
                node.reward += worth if seat == self.seat else 0.0
            return worth
        shares = rewards(rules, state)
        for node, seat in path:
            node.visits += 1
            node.reward += shares[seat]
        return shares[self.seat]

    def descend(self, nodes: list[Node], seat: int, action: Action) -> None:
        """Follow an action in every tree, as far as its seat sees it."""
        if not self._manner.many_trees:
            nodes[:] = [nodes[seat].child(action)] * len(nodes)
            return
        seen = self._public[type(action)](action)
        for other, node in enumerate(nodes):
            nodes[other] = node.child(action if other == seat else seen)

    def _chosen(
        self,
        node: Node,
        state: State,
        actions: Sequence[Action],
        plans: Plans | None,
        rng: random.Random,
    ) -> tuple[Action, bool]:
        """An action to go on with, and whether it is tried for the first time."""
        item = state.agenda[-1]
        if plans is not None and isinstance(item, Decide):
            values = plans.values(state, item.seat, item.name, actions)
            if item.seat != self.seat:  # others do what they are used to
                return likeliest(values, actions, rng), False
            low = min(values.values())
            worths = [values.get(action, low) for action in actions]
            if self._manner.prior and min(worths) < max(worths):
                return self._by_advice(node, actions, worths)
        return self._by_trying(node, state, actions, rng)

    def _by_advice(
        self, node: Node, actions: Sequence[Action], values: Sequence[float]
    ) -> tuple[Action, bool]:
        """The action that is best by its rewards and, the less it was tried, by advice (PUCT)."""
        children, most = node.children, max(values)
        weights = [exp((value - most) / TEMPERATURE) for value in values]
        tried = [children.get(action) for action in actions]
        visits = sum([one.visits for one in tried if one is not None])
        rewards = sum([one.reward for one in tried if one is not None])
        usual = rewards / visits if visits else 0.5
        often = self._manner.prior * sqrt(visits + 1) / sum(weights)
        best, best_promise, new = actions[0], -1.0, True
        for action, child, weight in zip(actions, tried, weights, strict=True):
            times = 0
            mean = usual
            if child is not None:
                child.available += 1
                times = child.visits
                if times:
                    mean = child.reward / times
            promise = mean + weight * often / (1 + times)
            if promise > best_promise:
                best, best_promise, new = action, promise, not times
        if new:
            child = node.child(best)
            child.available = max(child.available, 1)
        return best, new

    def _by_trying(
        self, node: Node, state: State, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Action, bool]:
        """The action of the highest upper bound (UCT), or one more, if it is time to try that."""
        children = node.children
        tried = [a for a in actions if a in children and children[a].visits]
        for action in tried:
            children[action].available += 1
        if len(tried) < min(len(actions), WIDENING * sqrt(node.decided)):
            known = set(tried)
            new = [action for action in actions if action not in known]
            chosen = self._manner.playouts.policy(state, new, rng)
            node.child(chosen).available += 1
            return chosen, True

        def promise(action: Action) -> float:
            child = children[action]
            mean = child.reward / child.visits
            return mean + self._manner.exploration * sqrt(log(child.available) / child.visits)

        return max(tried, key=promise), False
