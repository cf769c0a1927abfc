"""Elfenland as a PettingZoo environment: `env()`, or `parallel_env()`, one agent a seat.

An observation is a dictionary of `observation`, the numbers of `elfen.encoding` for that seat, and
`action_mask`, which is all 0 for a seat that does not decide. It takes the extra `rl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from elfen.adapters.rendering import modes, rendered
from elfen.adapters.rewards import reward_by_name
from elfen.adapters.ruling import ruled
from elfen.declare import Action, Board, Memo, OptionValue, whole
from elfen.encoding import Numbering, encoding_of
from elfen.errors import FAULTS, ElfenError, brief
from elfen.game import Game, Ruleset
from elfen.kernel import Dealer, State

__all__ = ["ElfenEnv", "env", "parallel_env", "raw_env"]

ACTIONS = ("flat", "factored")
_INT8 = np.dtype(np.int8)


class ElfenEnv(AECEnv):
    """A game, one agent a seat: `seat_0`, `seat_1` and so on.

    `numbers` gives an agent's observation in place, without a copy, and `legal` what its mask has.
    Copying and pickling an environment writes a save and loads it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as the base class has it)
        "name": "elfen_v0",
        "render_modes": modes(),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        actions: str = "flat",
        render_mode: str | None = None,
        reward: str = "rank",
    ) -> None:
        super().__init__()
        if not isinstance(actions, str) or actions not in ACTIONS:
            raise ElfenError(f"actions={brief(actions)} is none of {', '.join(ACTIONS)}")
        known = self.metadata["render_modes"]
        if render_mode is not None and not (isinstance(render_mode, str) and render_mode in known):
            if isinstance(render_mode, str) and render_mode == "rgb_array":
                raise ElfenError("render_mode='rgb_array' takes an extra: pip install 'elfen[png]'")
            raise ElfenError(f"render_mode={brief(render_mode)} is none of {', '.join(known)}")
        self.rules = rules
        self.encoding = encoding_of(rules, players)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._given = (rules, players, actions, render_mode, reward)
        self._reward = reward_by_name(reward)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._numbering: Numbering = self.encoding.numbering
        self._spelling = self.encoding.spelling if actions == "factored" else None
        self._size = len(self._numbering) if self._spelling is None else self._spelling.size
        self._onlookers = self.encoding.onlookers()
        #: By the index of an action, what its own agent is told, and what all others are.
        self._texts: Memo[int, tuple[str, str]] = Memo(self._told, len(self._numbering))
        self._begun: tuple[int, ...] = ()
        self._deciding: int | None = None
        self._indexes: list[int] | None = None
        self._seeds = Random()
        #: The game as far as somebody has asked for it, and the moves since, which led to `_state`.
        self._game: Game | None = None
        self._moves: list[Action] = []
        self._state: State
        self._dealer: Dealer
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self._size) for agent in self.possible_agents}

    def _space(self) -> spaces.Dict:
        least, most = self.encoding.layout.bounds
        if self._spelling is not None:  # the letters so far, from 1 on
            least += [0] * self._spelling.longest
            most += [self._spelling.size] * self._spelling.longest
        return spaces.Dict(
            {
                "observation": spaces.Box(
                    np.asarray(least, np.float32), np.asarray(most, np.float32), dtype=np.float32
                ),
                "action_mask": spaces.Box(0, 1, (self._size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Bounds of the numbers, and of the mask; always the same object for an agent.

        Raises `ElfenError`, as all that take an agent do, if there is none of that name.
        """
        self._seat(agent)
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The indexes of actions, or the letters of their words; see `elfen.encoding`."""
        self._seat(agent)
        return self._actions[agent]

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except FAULTS:
            known = ", ".join(self.possible_agents)
            raise ElfenError(f"no agent is called {brief(agent)}; there are: {known}") from None

    @property
    def game(self) -> Game:
        """The game. It hides nothing. Raises `ElfenError` before the first `reset`."""
        if self._game is None:
            raise ElfenError("the game has not begun: call reset()")
        while self._moves:
            self._game = self._game.play(self._moves.pop(0))
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed fixes it and, until the next one, all that follow.

        Raises `ElfenError` for a seed that is no whole number.
        """
        if seed is not None:
            self._seeds = Random(whole(seed, "a seed"))
        game = self.rules.new_game(len(self.possible_agents), self._seeds.getrandbits(53))
        self._have(game)
        self._begin()

    def _have(self, game: Game) -> None:
        self._game, self._moves = game, []
        self._state, self._dealer = game.state, game.page.dealer
        self._select()

    def _begin(self) -> None:
        """The dictionaries of all agents. They stay the same until the game is over."""
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"seat": seat, "notation": ""} for agent, seat in self._seats.items()
        }
        self._begun = ()

    def _select(self) -> None:
        self._deciding = seat = self._state.agenda[-1].seat
        self._indexes = None
        self.agent_selection = self.possible_agents[seat or 0]

    def numbers(self, agent: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What an agent observes, as a new array."""
        return self._onlookers.numbers(self._now(), self._seat(agent))

    def _now(self) -> State:
        return self.game.state if self._game is None else self._state

    def mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        """1 for each action, or next letter, that is legal for an agent now, and 0 elsewhere."""
        cells = bytearray(self._size)
        if self._seat(agent) == self._deciding:
            for index in self.legal():
                cells[index] = 1
        return np.frombuffer(cells, _INT8)

    def legal(self) -> list[int]:
        """What the mask of the agent that decides has a 1 for: faster than to look for it there."""
        legal = self._indexes
        if legal is None:
            legal = self._numbering.indexes(self.rules.legal_actions(self._now()))
            self._indexes = legal
        return legal if self._spelling is None else self._spelling.next(legal, self._begun)

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """What an agent observes, and its mask; both are new arrays."""
        numbers = self.numbers(agent)
        if self._spelling is not None:
            begun = self._begun if self._seats[agent] == self._deciding else ()
            rest = [0] * (self._spelling.longest - len(begun))
            word = np.asarray([*[letter + 1 for letter in begun], *rest], np.float32)
            numbers = np.concatenate([numbers, word])
        return {"observation": numbers, "action_mask": self.mask(agent)}

    def step(self, action: Any) -> None:
        """Play the action of that index, or add a letter; raises `ElfenError` if it is illegal.

        When the game is over, each agent takes one more step, with None.
        """
        agent = self._turn()
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ElfenError(f"the game is over for {agent}: its last step is None")
            self._was_dead_step(action)
            return
        index = whole(action, "an action")
        self._cumulative_rewards[agent] = 0.0
        if self._spelling is not None:
            spelt = self._spelt(index)
            if spelt is None:
                return
            index = spelt
        if self._indexes is not None and index in self._indexes:  # so it need not be checked
            move = self._numbering.actions[index]
            self._state, self._dealer, _, _ = self.rules.played(self._state, move, self._dealer)
            self._moves.append(move)
            self._select()
        else:
            self._have(self.game.play(self._numbering.action(index)))
        own, told = self._texts.kept.get(index) or self._texts.learn(index)
        for info in self.infos.values():
            info["notation"] = told
        self.infos[agent]["notation"] = own
        if self._deciding is None:
            self._end()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is observes, its reward, whether it is done, and `info`.

        Raises `ElfenError` if it is nobody's turn.
        """
        self._turn()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def _turn(self) -> str:
        """The agent whose turn it is; raises `ElfenError` before a game, and after it."""
        if not self.agents:
            raise ElfenError("it is nobody's turn: call reset(), which begins a game")
        return str(self.agent_selection)

    def _told(self, index: int) -> tuple[str, str]:
        move = self._numbering.action(index)
        return str(move), str(self.rules.sight.action(move, 0, None))

    def _spelt(self, letter: int) -> int | None:
        """Add a letter: the index of the action once the word is complete."""
        assert self._spelling is not None
        if letter not in self.legal():
            raise ElfenError(f"letter {brief(letter)} cannot come here; see the action mask")
        word = (*self._begun, letter)
        index = self._spelling.index(word)
        self._begun = () if index is not None else word
        return index

    def _end(self) -> None:
        rewards = self._reward(self.rules.standings(self._state))
        for agent, seat in self._seats.items():
            self.rewards[agent] = rewards[seat]
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The table as all may see it, in the mode that was chosen; see `metadata`."""
        if self.render_mode is None:
            raise ElfenError("choose a render_mode when you make the environment")
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def state(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What the public observes: a view of everything would tell each seat the others' hands."""
        observer = self.encoding.observer(None)
        observer.look(self.game.state)
        return np.frombuffer(observer.cells, np.float32)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {
            name: getattr(self, name) for name in (*_KEPT, "_begun", "_seeds") if name in vars(self)
        }
        save = None if self._game is None else self.game.to_json()
        return (_again, (type(self), self._given, save, kept))


_KEPT = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
    "_skip_agent_selection",
)


def _again(
    cls: type[ElfenEnv], given: tuple[Any, ...], save: str | None, kept: dict[str, Any]
) -> ElfenEnv:
    """The environment with a saved game."""
    made = cls(*given)
    if save is not None:
        made._have(Game.from_json(save, made.rules))
    for name, value in kept.items():
        setattr(made, name, _copied(value))
    return made


def _copied(value: Any) -> Any:
    """A dictionary or list as one of its own, and a generator of numbers as its own too."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [*value]
    if isinstance(value, Random):
        again = Random()
        again.setstate(value.getstate())
        return again
    return value


def raw_env(
    edition: str | None = None,
    expansions: str | object | Iterable[str | object] = (),
    players: int = 2,
    options: Mapping[str, OptionValue] | None = None,
    board: Board | str | Path | None = None,
    actions: str = "flat",
    render_mode: str | None = None,
    reward: str = "rank",
) -> ElfenEnv:
    """The environment without PettingZoo's wrappers: an illegal action raises `ElfenError`.

    The rules are as for `elfen.compile_ruleset`. `actions` is `flat`, an index for each action, or
    `factored`, a few small steps. `reward`, at the end of the game, is by `rank` (1 to -1, with sum
    0), the `score`, or 1 for a `win`.
    """
    rules = ruled(edition, expansions, options, board)
    return ElfenEnv(rules, players, actions, render_mode, reward)


def env(**parameters: Any) -> AECEnv:
    """The environment as PettingZoo has them; the parameters are those of `raw_env`.

    An illegal action ends the game with -1 for the seat that chose it.
    """
    made: AECEnv = raw_env(**parameters)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(**parameters: Any) -> Any:
    """The environment turn by turn, for all agents at once: only one's action counts in a step.

    `info["active_agent"]` says whose; the others' masks are all 0.
    """
    return turn_based_aec_to_parallel(env(**parameters))
