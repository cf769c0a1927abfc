"""Playouts: a game is played on from a state by quick choices, and its end is valued by seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import exp
from typing import TYPE_CHECKING

from elfen.bots.players import GreedyPlayer
from elfen.declare import Action, Decide, Means, Memo, Over
from elfen.errors import ElfenError, brief
from elfen.kernel import Dealer, State

if TYPE_CHECKING:
    from elfen.game import Ruleset

#: By how many points a seat has to lead to be almost sure (88 %) of staying ahead.
LEAD = 2.0

_MOST_KEPT = 1 << 15

#: Chooses one of several legal actions in a state.
Policy = Callable[[State, Sequence[Action], random.Random], Action]

Rewards = tuple[float, ...]


class Playouts:
    """Plays games on by a `policy`, `light`, `random` or `greedy`, until `rounds` more are over.

    `light` goes where the seat was not yet whenever it can, and else chooses at random.
    Raises `ElfenError` for another policy, or a number of rounds below 1.
    """

    def __init__(self, rules: Ruleset, policy: str = "light", rounds: int = 1) -> None:
        if rounds < 1:
            raise ElfenError(f"rounds={rounds}: a playout takes one round at least")
        self.rules, self.rounds = rules, rounds
        self.policy = _policy(rules, policy)

    def rewards(
        self, state: State, dealer: Dealer, rng: random.Random, last_round: int
    ) -> tuple[Rewards, Dealer]:
        """What the end of a playout is worth to each seat, from 0 to 1, and the next dealer.

        It ends with the game, or when round number `last_round` is over.
        """
        rules, policy = self.rules, self.policy
        legal, played = rules.legal_actions, rules.played
        while True:
            item = state.agenda[-1]
            if isinstance(item, Over) or state.round > last_round:
                return rewards(rules, state), dealer
            if isinstance(item, Decide):
                actions = legal(state)
                action = actions[0] if len(actions) == 1 else policy(state, actions, rng)
                state, dealer, *_ = played(state, action, dealer)
            else:
                state, dealer, *_ = rules.dealt(state, dealer)


def rewards(rules: Ruleset, state: State) -> Rewards:
    """What a state is worth to each seat, from 0 to 1: the share of the others that it beats.

    At the end of a game that goes by ranks, and a shared rank counts half. Before, a lead of
    `LEAD` points is worth 0.88, and none is worth a half.
    """
    standings = rules.standings(state)
    over = isinstance(state.agenda[-1], Over)
    worth = [0.0] * len(state.boots)
    met = [0] * len(state.boots)
    for one, other in combinations(standings, 2):
        if one.team and one.team == other.team:
            continue
        if over:
            share = 0.5 if one.rank == other.rank else float(one.rank < other.rank)
        else:
            share = 1 / (1 + exp(2 * (other.total - one.total) / LEAD))
        worth[one.seat] += share
        worth[other.seat] += 1 - share
        met[one.seat] += 1
        met[other.seat] += 1
    return tuple([w / n if n else 0.5 for w, n in zip(worth, met, strict=True)])


def _policy(rules: Ruleset, name: str) -> Policy:
    makers: Mapping[str, Callable[[Ruleset], Policy]] = {
        "light": lambda rules: _Light(rules),
        "random": lambda rules: lambda state, actions, rng: rng.choice(actions),
        "greedy": _greedy,
    }
    if name not in makers:
        raise ElfenError(f"no rollout is called {brief(name)}; there are: {', '.join(makers)}")
    return makers[name](rules)


def _greedy(rules: Ruleset) -> Policy:
    """What the greedy player would do: a hundred times as slow."""

    def choose(state: State, actions: Sequence[Action], rng: random.Random) -> Action:
        item = state.agenda[-1]
        assert isinstance(item, Decide)
        return GreedyPlayer(rules, rng.getrandbits(32)).choose(
            rules.game_from(state, 0).view(item.seat)
        )

    return choose


class _Light:
    """Goes to a town where the seat has not been yet, if it can; stays if it cannot."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._moving = {
            owned.entry.type
            for owned in rules.action_types
            if owned.entry.crossings is not None or owned.entry.leaps is not None
        }
        #: The decisions at which some action moves the boot.
        self._steps = {
            name
            for name, answers in rules.answers.items()
            if any(owned.entry.type in self._moving for owned in answers)
        }
        self._reached = Memo[Action, int](self._towns, most=_MOST_KEPT)

    def __call__(self, state: State, actions: Sequence[Action], rng: random.Random) -> Action:
        item, moving = state.agenda[-1], self._moving
        if not isinstance(item, Decide) or item.name not in self._steps:
            return actions[int(rng.random() * len(actions))]
        seat = item.seat
        fresh = self._rules.piece_towns_of(state) & ~(state.visited[seat] | 1 << state.boots[seat])
        reached = self._reached
        going = [a for a in actions if type(a) in moving and reached[a] & fresh]
        return rng.choice(going or [a for a in actions if type(a) not in moving] or actions)

    def _towns(self, action: Action) -> int:
        """The bits of the towns that an action names, or that its routes lead to."""
        board = self._rules.board
        found = 0
        for field, means in self._rules.meanings(type(action)).items():
            value = getattr(action, field)
            for id in (value,) if isinstance(value, str) else value or ():
                if means is Means.ROUTE and id in board.route_number:
                    for end in board.route(id).ends:
                        found |= 1 << board.town_number[end]
                elif means is Means.TOWN and id in board.town_number:
                    found |= 1 << board.town_number[id]
        return found
