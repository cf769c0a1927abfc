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
        self._rounds = 0
        #: By world, how many rounds were run in it, and what each running action got there in all.
        self._count: dict[int, int] = {}
        self._sums: dict[Action, dict[int, float]] = {action: {} for action in actions}

    def note(self, world: int, rewards: Sequence[float]) -> None:
        """The rewards of a round, of each action that is still in the race."""
        self._rounds += 1
        self._count[world] = self._count.get(world, 0) + 1
        for action, reward in zip(self.running, rewards, strict=True):
            sums = self._sums[action]
            sums[world] = sums.get(world, 0.0) + reward

    @property
    def is_over(self) -> bool:
        """Whether more rounds would change nothing that matters."""
        if len(self.running) < 2:
            return True
        if self._rounds < FEWEST or self.favourite not in self.running:
            return False
        others = [action for action in self.running if action != self.favourite]
        ahead = [self.difference(action, self.favourite) for action in others]
        return all(lead + CLEAR * error < NEGLIGIBLE for lead, error in ahead)

    def thin_out(self) -> None:
        """Take out what is clearly worse than the leader, or never differs from it."""
        if self._rounds < FEWEST:
            return
        leader = self._leader()
        behind = {action: self.difference(leader, action) for action in self.running}
        self.running = [
            action
            for action, (lead, error) in behind.items()
            if lead < CLEAR * error or (lead == 0 == error and action in (leader, self.favourite))
        ]

    def winner(self) -> Action:
        """The best of the actions that are clearly better than the favourite; else that one."""
        leader = self._leader()
        if self.favourite not in self.running:
            return leader
        lead, error = self.difference(leader, self.favourite)
        return leader if self._rounds >= FEWEST and lead > CLEAR * error else self.favourite

    def difference(self, one: Action, other: Action) -> tuple[float, float]:
        """How much better one running action was than another, and the standard error of that."""
        mine, theirs = self._sums[one], self._sums[other]
        means = [(mine[world] - theirs[world]) / n for world, n in self._count.items()]
        if len(means) < 2:
            return sum(means), inf
        mean = sum(means) / len(means)
        spread = sum([(one - mean) ** 2 for one in means]) / (len(means) - 1)
        return mean, sqrt(spread / len(means))

    def _leader(self) -> Action:
        """The running action with the most rewards; the favourite, if none has more."""
        sums = {action: sum(self._sums[action].values()) for action in self.running}
        most = max(sums.values())
        if sums.get(self.favourite, -inf) >= most:
            return self.favourite
        return max(sums, key=sums.__getitem__)
