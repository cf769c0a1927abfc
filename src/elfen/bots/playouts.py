"""Playouts: a game is played on from a state by quick choices, and its end is valued by seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from elfen.bots.habits import Plans, likeliest
from elfen.bots.players import GreedyPlayer
from elfen.bots.prospects import Rewards, at_move, rewards
from elfen.declare import Action, Decide, Means, Memo, Over, whole
from elfen.errors import ElfenError, brief
from elfen.game import refuse_no_rules
from elfen.kernel import Dealer, State

if TYPE_CHECKING:
    from elfen.game import Ruleset

#: The rollout whose seats go by habit, and the policy of their boots before the last round.
HABIT = "planner"

_MOST_KEPT = 1 << 15

#: Chooses one of several legal actions in a state.
Policy = Callable[[State, Sequence[Action], random.Random], Action]


class Playouts:
    """Plays games on by a `policy`, until `rounds` more are over.

    `planner` goes by what the player of that name would do, asked once a decision and round, and
    ends where boots begin to move: the rest is the planner's best tours. `light` goes where the
    seat was not yet whenever it can, and else chooses at random; `random` always does; `greedy`
    asks that player. Raises `ElfenError` for another policy, or a number of rounds below 1.
    """

    def __init__(self, rules: Ruleset, policy: str = "planner", rounds: int = 1) -> None:
        refuse_no_rules(rules)
        self.rules, self.rounds = rules, whole(rounds, "rounds=", 1)
        self.policy = _policy(rules, policy)
        self.by_habit = policy == HABIT

    def rewards(self, state: State, dealer: Dealer, rng: random.Random, last_round: int) -> Rewards:
        """What the end of a playout is worth to each seat, from 0 to 1.

        It ends with the game, or when round number `last_round` is over.
        """
        return rewards(self.rules, self.end(state, dealer, rng, last_round))

    def end(
        self,
        state: State,
        dealer: Dealer,
        rng: random.Random,
        last_round: int,
        plans: Plans | None = None,
    ) -> State:
        """The end of a playout: of the game, or of round number `last_round`.

        Where seats go by `plans`, a playout ends already where their boots move in that round.
        """
        rules, policy = self.rules, self.policy
        legal, played = rules.legal_actions, rules.played
        while not self.is_over(state, last_round, plans):
            item = state.agenda[-1]
            if isinstance(item, Decide):
                actions = legal(state)
                if len(actions) == 1:
                    action = actions[0]
                elif plans is None or at_move(rules, state):
                    action = policy(state, actions, rng)
                else:
                    values = plans.values(state, item.seat, item.name, actions)
                    action = likeliest(values, actions, rng)
                state, dealer, *_ = played(state, action, dealer)
            else:
                state, dealer, *_ = rules.dealt(state, dealer)
        return state

    def is_over(self, state: State, last_round: int, plans: Plans | None) -> bool:
        """Whether a playout ends here."""
        return (
            isinstance(state.agenda[-1], Over)
            or state.round > last_round
            or (plans is not None and state.round == last_round and at_move(self.rules, state))
        )


def _policy(rules: Ruleset, name: str) -> Policy:
    makers: Mapping[str, Callable[[Ruleset], Policy]] = {
        HABIT: lambda rules: _Light(rules),
        "light": lambda rules: _Light(rules),
        "random": lambda rules: lambda state, actions, rng: rng.choice(actions),
        "greedy": _greedy,
    }
    if not isinstance(name, str) or name not in makers:
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
