"""One seat as a Gymnasium environment; the others are played by stock players or by yours.

`gymnasium.make("elfen.adapters.gymnasium:elfen/Seat-v0", expansions="gold")` makes one. It takes
the extra `rl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from elfen.adapters.rewards import reward_by_name
from elfen.adapters.ruling import ruled
from elfen.bots import Player, Spec, asked, player
from elfen.declare import Board, OptionValue, whole
from elfen.encoding import encoding_of
from elfen.errors import ElfenError, saying
from elfen.game import Game

__all__ = ["SeatEnv"]

Numbers = np.ndarray[Any, np.dtype[np.float32]]

#: What a copy does not take over: buffers, and players with what they remember.
_MADE_ANEW = ("_observers", "_buffers", "_bots")


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """A game for one learner, whose seat is drawn anew for each game, or is always `seat`.

    An observation has the numbers of `elfen.encoding`, as they are. `action_masks()` says which
    actions are legal, and so does `info["action_mask"]`; an illegal one raises `ElfenError`. The
    reward comes at the end of the game, see `elfen.adapters.rewards`.

    A copied or pickled environment is at the same decision. Its opponents are made anew, with the
    seeds that they had at the beginning of the game; a player of your own has to be one that can be
    pickled. It hides nothing: a pickle shows everything that the game does.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        edition: str | None = None,
        expansions: str | object | Iterable[str | object] = (),
        players: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        board: Board | str | Path | None = None,
        opponents: Spec = "random",
        seat: int | None = None,
        reward: str = "rank",
    ) -> None:
        self.rules = ruled(edition, expansions, options, board)
        self.encoding = encoding_of(self.rules, players)
        self._opponents = opponents
        self._always = None if seat is None else whole(seat, "seat=")
        self._reward = reward_by_name(reward)
        self._open_eyes()
        if self._always is not None:
            self.encoding.observer(self._always)  # it refuses a seat that does not play
        least, most = self.encoding.layout.bounds
        self.observation_space = spaces.Box(
            np.asarray(least, np.float32), np.asarray(most, np.float32), dtype=np.float32
        )
        self.action_space = spaces.Discrete(len(self.encoding.numbering))
        self._game: Game | None = None
        self._seeds: list[int] = []
        self.seat = 0

    def _open_eyes(self) -> None:
        self._observers = [self.encoding.observer(n) for n in range(self.encoding.players)]
        self._buffers = [np.frombuffer(one.cells, np.float32) for one in self._observers]

    def _sit_down(self) -> None:
        self._bots: list[Player] = [
            player(self._opponents, self.rules, seed) for seed in self._seeds
        ]

    def __copy__(self) -> SeatEnv:
        return deepcopy(self)  # the luck of its games is its own

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _MADE_ANEW}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open_eyes()
        self._sit_down()

    @property
    def game(self) -> Game:
        """The game. It hides nothing. Raises `ElfenError` before the first `reset`."""
        if self._game is None:
            raise ElfenError("the game has not begun: call reset()")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """A new game up to the learner's first decision.

        Raises `ElfenError` for a seed that is no whole number from 0 on, and for an opponent that
        cannot be made, or that fails.
        """
        try:
            super().reset(seed=None if seed is None else whole(seed, "a seed"))
        except (gymnasium.error.Error, ValueError) as error:  # it cannot write every number
            raise ElfenError(f"no seed of Gymnasium: {saying(error)}") from None
        luck = Random(int(self.np_random.integers(2**53)))
        players = self.encoding.players
        self.seat = luck.randrange(players) if self._always is None else self._always
        self._game = self.rules.new_game(players, luck.getrandbits(53))
        self._seeds = [luck.getrandbits(53) for _ in range(players)]
        self._sit_down()
        self._go_on()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' until the learner decides again or the game is over.

        Raises `ElfenError` for one that is illegal, or no index of an action.
        """
        self._game = self.game.play(self.encoding.numbering.action(action))
        self._go_on()
        over = self._game.is_over
        reward = self._reward(self._game.standings)[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def _go_on(self) -> None:
        game = self.game
        while not game.is_over and game.seat != self.seat:
            assert game.seat is not None
            game = game.play(asked(self._bots[game.seat], game.view(game.seat)))
        self._game = game

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal, by index; none when the game is over."""
        cells = bytearray(len(self.encoding.numbering))
        for index in self.encoding.numbering.indexes(self.game.legal_actions):
            cells[index] = 1
        return np.frombuffer(cells, np.bool_)

    def _seen(self) -> Numbers:
        self._observers[self.seat].look(self.game.state)
        return self._buffers[self.seat].copy()

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "action_mask": self.action_masks()}


gymnasium.register("elfen/Seat-v0", entry_point="elfen.adapters.gymnasium:SeatEnv")
