"""Information-set Monte Carlo tree search, after Cowling, Powley and Whitehouse (2012).

Each iteration samples a world that the seat cannot tell from the true one, walks down the tree by
actions that are legal there, adds a node, and plays on. The tree is of actions only: what a draw
brings differs from iteration to iteration. With one tree (SO-ISMCTS) all actions are seen in full.
With a tree for each seat (MO-ISMCTS) a seat chooses by its own tree, in which others' actions are
what it sees of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, inf, log, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from elfen.bots.chances import Seed, chance
from elfen.bots.players import PlannerPlayer, open_to
from elfen.bots.playouts import Playouts, Rewards
from elfen.declare import Action, Decide, Over
from elfen.errors import ElfenError, brief
from elfen.kernel import Dealer, State
from elfen.views import Determinizer

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.views import View

#: How many points of advice make an action e times as likely.
TEMPERATURE = 0.15

#: A node that was visited n times tries this many times the root of n actions.
WIDENING = 4.0


class Node:
    """What was tried after a sequence of actions, as one seat has seen them."""

    __slots__ = ("available", "children", "decided", "prior", "reward", "visits")

    def __init__(self) -> None:
        #: How often the action that leads here was chosen and could have been, and its rewards.
        self.visits = 0
        self.available = 0
        self.reward = 0.0
        #: How often the seat had a choice here, and where its actions and those of others led.
        self.decided = 0
        self.children: dict[Action, Node] = {}
        #: How likely advice makes each action; nothing where none was asked for.
        self.prior: dict[Action, float] = {}

    def child(self, label: Action) -> Node:
        """The node after an action; a new one if it was not tried before."""
        found = self.children.get(label)
        if found is None:
            found = self.children[label] = Node()
        return found


class IsmctsPlayer:
    """Chooses the action that its search has tried most.

    It iterates `iterations` times or, if `seconds` are given, as long as these last. The same seed
    and iterations give the same choices. `rollout` is the policy of playouts, which stop after
    `rounds` rounds: `light`, `random` or `greedy`. `exploration` is the constant of UCT. With
    `trees=many` each seat has a tree of its own. `prior` is the weight of the advice of the player
    `planner` on the seat's next action; 0 leaves it out. Raises `ElfenError`, and `SeedError` as
    for `RandomPlayer`.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: Seed = None,
        iterations: int = 1000,
        seconds: float = 0.0,
        rollout: str = "light",
        rounds: int = 1,
        exploration: float = 0.4,
        prior: float = 0.4,
        trees: str = "many",
    ) -> None:
        if iterations < 1 or not 0 <= seconds < inf:
            raise ElfenError(
                "ismcts needs an iteration at least, and 0 seconds or more, but not inf"
            )
        if trees not in ("one", "many"):
            raise ElfenError(f"trees={brief(trees)} has to be one or many")
        self._rules, self._chance = rules, chance(seed)
        self._iterations, self._seconds = iterations, seconds
        self._playouts = Playouts(rules, rollout, rounds)
        self._exploration, self._prior = exploration, prior
        self._many = trees == "many"
        self._advised = PlannerPlayer(rules, self._chance.getrandbits(64))
        self._public: dict[type[Action], Callable[[Any], Action]] = {
            owned.entry.type: owned.entry.public for owned in rules.action_types
        }
        self._dealer = Dealer.seeded(self._chance.getrandbits(64))
        self._root = Node()
        self._last: View | None = None

    def choose(self, view: View) -> Action:
        """The legal action that was tried most; raises `ElfenError` if the seat has none."""
        actions = open_to(view)
        assert view.seat is not None
        self._root = root = self._reused(view)
        if self._prior and not root.prior:
            root.prior = self._priors(view)
        trees = [Node() if self._many else root for _ in range(view.players)]
        trees[view.seat] = root
        last_round = view.round + self._playouts.rounds - 1
        worlds = Determinizer(view)
        until = perf_counter() + self._seconds
        done = 0
        while not done or (perf_counter() < until if self._seconds else done < self._iterations):
            self._iterate([*trees], worlds.sample(self._chance), last_round)
            done += 1
        tried = {
            action: root.children[action].visits for action in actions if action in root.children
        }
        return max(actions, key=lambda action: tried.get(action, 0))

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

    def _priors(self, view: View) -> dict[Action, float]:
        """How likely advice makes each action."""
        values = {action: self._advised.value(view, action) for action in view.legal_actions}
        most = max(values.values())
        weights = {a: exp((value - most) / TEMPERATURE) for a, value in values.items()}
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}

    def _iterate(self, nodes: list[Node], state: State, last_round: int) -> None:
        """Walk down the trees of all seats in one world, add a node, and play on."""
        rules, rng = self._rules, self._chance
        path: list[tuple[Node, int]] = []
        dealer = self._dealer
        while True:
            item = state.agenda[-1]
            if isinstance(item, Over) or state.round > last_round:
                break
            if not isinstance(item, Decide):
                state, dealer, *_ = rules.dealt(state, dealer)
                continue
            actions = rules.legal_actions(state)
            node, seat = nodes[item.seat], item.seat
            node.decided += 1
            action = actions[0] if len(actions) == 1 else self._selected(node, actions)
            new = action is None
            if action is None:
                action = self._added(node, state, actions, rng)
            child = node.child(action)
            if new or len(actions) == 1:
                child.available += 1
            path.append((child, seat))
            self._descend(nodes, seat, action)
            state, dealer, *_ = rules.played(state, action, dealer)
            if new:
                break
        worth, self._dealer = self._playouts.rewards(state, dealer, rng, last_round)
        self._note(path, worth)

    def _descend(self, nodes: list[Node], seat: int, action: Action) -> None:
        """Follow an action in every tree, as far as its seat sees it."""
        if not self._many:
            nodes[:] = [nodes[seat].child(action)] * len(nodes)
            return
        seen = self._public[type(action)](action)
        for other, node in enumerate(nodes):
            nodes[other] = node.child(action if other == seat else seen)

    def _selected(self, node: Node, actions: Sequence[Action]) -> Action | None:
        """The most promising action that was tried; None if it is time to try another one."""
        children, prior = node.children, node.prior
        tried = [a for a in actions if a in children and children[a].visits]
        for action in tried:
            children[action].available += 1
        if len(tried) < min(len(actions), WIDENING * sqrt(node.decided)):
            return None
        often = sqrt(node.decided)

        def promise(action: Action) -> float:
            child = children[action]
            mean = child.reward / child.visits
            if prior:
                weight = self._prior * prior.get(action, 0.0)
                return mean + weight * often / (1 + child.visits)
            return mean + self._exploration * sqrt(log(child.available) / child.visits)

        return max(tried, key=promise)

    def _added(
        self, node: Node, state: State, actions: Sequence[Action], rng: random.Random
    ) -> Action:
        """An action that was not tried yet: the likeliest, or one that playouts would choose."""
        known = node.children
        new = [a for a in actions if a not in known or not known[a].visits]
        if node.prior:
            return max(new, key=lambda action: node.prior.get(action, 0.0))
        return self._playouts.policy(state, new, rng)

    @staticmethod
    def _note(path: Sequence[tuple[Node, int]], worth: Rewards) -> None:
        """Add what a playout was worth to the nodes that led to it."""
        for node, seat in path:
            node.visits += 1
            node.reward += worth[seat]
