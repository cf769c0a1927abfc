"""A race of actions: all that are left in it are tried under the same chance, and fall out.

Two actions that are tried in the same world, with the same draws, differ by far less than the
worlds do. So their difference is known after few playouts, where their means are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from elfen.declare import Action

#: How many standard errors a difference has to have, to be believed.
CLEAR = 2.0

#: In so many rounds nobody falls out.
FEWEST = 6

#: Rewards that are not worth more playouts.
NEGLIGIBLE = 0.004


class Race:
    """The rewards of some actions, of which the first is the favourite.

    Each round is run in a world, by number. Rounds in the same world are no evidence of their own,
    so that a difference is judged by its means in the worlds.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        self.running = [*actions]
        self.favourite = actions[0]
        self._rewards: dict[Action, list[float]] = {action: [] for action in actions}
        self._worlds: list[int] = []

    def note(self, world: int, rewards: Sequence[float]) -> None:
        """The rewards of a round, of each action that is still in the race."""
        self._worlds.append(world)
        for action, reward in zip(self.running, rewards, strict=True):
            self._rewards[action].append(reward)

    @property
    def is_over(self) -> bool:
        """Whether more rounds would change nothing that matters."""
        if len(self.running) < 2:
            return True
        if len(self._worlds) < FEWEST or self.favourite not in self.running:
            return False
        return all(
            lead + CLEAR * error < NEGLIGIBLE
            for lead, error in (
                self.difference(action, self.favourite)
                for action in self.running
                if action != self.favourite
            )
        )

    def thin_out(self) -> None:
        """Take out what is clearly worse than the leader."""
        if len(self._worlds) < FEWEST:
            return
        leader = self._leader()
        kept = []
        for action in self.running:
            lead, error = self.difference(leader, action)
            if action == leader or lead < CLEAR * error or (lead == 0 and action == self.favourite):
                kept.append(action)
        self.running = kept

    def winner(self) -> Action:
        """The action that is clearly better than the favourite, and the best of these; or it."""
        leader = self._leader()
        lead, error = self.difference(leader, self.favourite)
        if len(self._worlds) >= FEWEST and lead > CLEAR * error:
            return leader
        return self.favourite

    def difference(self, one: Action, other: Action) -> tuple[float, float]:
        """How much better one was than the other in the same rounds, and its standard error."""
        by_world: dict[int, list[float]] = {}
        for world, a, b in zip(self._worlds, self._rewards[one], self._rewards[other], strict=False):
            by_world.setdefault(world, []).append(a - b)
        means = [sum(some) / len(some) for some in by_world.values()]
        n = len(means)
        mean = sum(means) / n if n else 0.0
        if n < 2:
            return mean, inf
        return mean, sqrt(sum([(one - mean) ** 2 for one in means]) / (n - 1) / n)

    def _leader(self) -> Action:
        """The running action with the highest sum; the favourite, if none has more."""
        sums = {action: sum(self._rewards[action]) for action in self.running}
        best = max(sums.values())
        if sums.get(self.favourite, -inf) >= best:
            return self.favourite
        return max(sums, key=sums.__getitem__)
