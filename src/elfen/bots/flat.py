"""The simplest player that searches: try each action in a number of worlds, and play on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from elfen.bots.chances import Seed, chance
from elfen.bots.players import open_to
from elfen.bots.playouts import Playouts
from elfen.declare import Action, whole
from elfen.errors import ElfenError
from elfen.kernel import Dealer, blaming
from elfen.views import Determinizer

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.views import View


class FlatPlayer:
    """Plays each legal action in the same worlds, plays on, and takes the best on average.

    A world is a state that the seat cannot tell from the true one. `playouts` are shared evenly
    among the actions; each has one at least. `rollout` and `rounds` are as for `IsmctsPlayer`, but
    for the rollout `planner`. Raises `ElfenError`.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: Seed = None,
        playouts: int = 400,
        rollout: str = "light",
        rounds: int = 1,
    ) -> None:
        self._rules, self._chance = rules, chance(seed)
        self._most = whole(playouts, "playouts=")
        self._playouts = Playouts(rules, rollout, rounds)
        if self._playouts.by_habit:
            raise ElfenError(f"rollout={rollout} is for ismcts; flat has light, random and greedy")

    def choose(self, view: View) -> Action:
        """The legal action with the highest mean reward in the worlds that were tried."""
        with blaming(view.rules):
            return self._chosen(view)

    def _chosen(self, view: View) -> Action:
        actions = open_to(view)
        assert view.seat is not None
        rng, worlds = self._chance, Determinizer(view)
        last_round = view.round + self._playouts.rounds - 1
        total = dict.fromkeys(actions, 0.0)
        for _ in range(max(1, self._most // len(actions))):
            world, deal = worlds.sample(rng), rng.getrandbits(64)
            for action in actions:
                state, dealer, *_ = self._rules.played(world, action, Dealer.seeded(deal))
                after = random.Random(deal)
                rewards = self._playouts.rewards(state, dealer, after, last_round)
                total[action] += rewards[view.seat]
        return max(actions, key=total.__getitem__)
