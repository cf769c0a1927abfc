"""Elfenland as a game of OpenSpiel: import this module, then `pyspiel.load_game("elfen")`.

Chance is explicit, with exact probabilities, or sampled; what a seat observes comes from views.
It takes the extra `openspiel`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel

from elfen.adapters.openspiel_world import DIGEST_SIZE, OutcomeNumbers, World, decides
from elfen.adapters.rewards import all_are_one_team, reward_by_name
from elfen.adapters.ruling import options_in, ruled
from elfen.declare import Chance, Over, whole
from elfen.encoding import Encoding, encoding_of
from elfen.errors import FAULTS, ElfenError, brief, raised
from elfen.game import Ruleset
from elfen.kernel import Dealer
from elfen.text import Words
from elfen.views import everything

__all__ = ["FIVE_TOWNS", "ElfenGame", "ElfenState", "load"]

#: A game of two on five towns, for `pyspiel.load_game`: its whole tree can be searched.
FIVE_TOWNS = (
    "elfen(board=five-towns,expansions=module:elfen.land.study,options=hand_size:2+counters_secret:1"
    "+counters_chosen:0+open_row:0+obstacles:0+counters_kept:0+hand_limit:4)"
)

#: How many numbers of an information state say what was observed before.
HISTORY = DIGEST_SIZE * 8
_MOST = 2**31 - 1

_PARAMETERS: dict[str, Any] = {
    "edition": "",
    "expansions": "",
    "players": 2,
    "options": "",
    "board": "",
    "chance": "explicit",
    "reward": "rank",
    "seed": -1,
}


def _game_type(
    players: tuple[int, int], chance: str = "explicit", utility: Any = None
) -> pyspiel.GameType:
    kind = pyspiel.GameType
    explicit = kind.ChanceMode.EXPLICIT_STOCHASTIC
    return kind(
        short_name="elfen",
        long_name="Elfenland and its expansions",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=explicit if chance == "explicit" else kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utility or kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_PARAMETERS,
    )


class ElfenGame(pyspiel.Game):
    """The rules and a number of players.

    Parameters: `edition`; `expansions`, joined by `+`; `players`; `options` such as
    `hand_size:2+open_row:0`; `board`, the path of a file or the name of one of `elfen.boards`;
    `chance`, `explicit` or `sampled` with a `seed` (-1: unpredictable); `reward` as for PettingZoo.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        rules = ruled(
            given["edition"] or None,
            given["expansions"],
            options_in(given["options"]),
            given["board"] or None,
        )
        if given["chance"] not in ("explicit", "sampled"):
            raise ElfenError(f"chance={brief(given['chance'])} is neither explicit nor sampled")
        players = given["players"]
        rules.start(players)
        self.rules: Ruleset = rules
        self.encoding: Encoding = encoding_of(rules, players)
        self.chance: str = given["chance"]
        seed = whole(given["seed"], "a seed")
        if abs(seed) > _MOST:
            raise ElfenError(f"a seed of OpenSpiel is at most {_MOST}, not {brief(seed)}")
        self._seeds = Random(None if seed < 0 else seed)
        self.reward = reward_by_name(given["reward"])
        self._sum, self._utility = self._utilities(given["reward"], players)
        least, most = {"rank": (-1, 1), "win": (0, 1), "score": rules.score_bounds}[given["reward"]]
        outcomes = rules.once(OutcomeNumbers).most(players) if self.chance == "explicit" else 1
        longest = min(rules.longest(players), _MOST // 2)
        self._most_chance = min((longest + 1) * self._most_pieces(players), _MOST - longest - 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.numbering),
            max_chance_outcomes=outcomes,
            num_players=players,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=self._sum,
            max_game_length=longest,
        )
        counts = rules.fewest_players, rules.most_players
        super().__init__(_game_type(counts, self.chance, self._utility), info, params or {})

    def _utilities(self, reward: str, players: int) -> tuple[float | None, Any]:
        """The sum of all returns if it is constant, and the type of the utility."""
        kind = pyspiel.GameType.Utility
        if reward == "score":
            return None, kind.GENERAL_SUM
        if all_are_one_team(self.rules, self.rules.start(players)):
            return None, kind.IDENTICAL
        return (0.0, kind.ZERO_SUM) if reward == "rank" else (1.0, kind.CONSTANT_SUM)

    def _most_pieces(self, players: int) -> int:
        """How many pieces there are that can be drawn, and one more for a roll."""
        sizes = [
            field.most
            for field in self.encoding.public.fields
            if field.name.endswith(".size") and field.name.startswith("zone/")
        ]
        return sum(sizes) + 1

    def max_chance_nodes_in_history(self) -> int:
        """A bound that no game comes near: every piece is drawn after every decision."""
        return self._most_chance

    def new_initial_state(self) -> ElfenState:
        """A state in which nothing has happened yet."""
        return ElfenState(self, World.begin(self.rules, self.num_players()))

    def dealer(self) -> Dealer:
        """A new dealer for chance that is sampled; copies of a state do not share their luck."""
        return Dealer.seeded(self._seeds.getrandbits(64))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What observes states; None for a type that is not offered."""
        if params:
            raise ElfenError(f"observers of elfen have no parameters, such as {brief(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not isinstance(kind, pyspiel.IIGObservationType):
            raise ElfenError(f"{brief(kind)} is no IIGObservationType")
        private = pyspiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS:
            return None
        return ElfenObserver(
            self.encoding,
            public=bool(kind.public_info),
            private=kind.private_info == private.SINGLE_PLAYER,
            recall=bool(kind.perfect_recall),
        )


class ElfenState(pyspiel.State):
    """A node of the tree. `world` has the whole state, and hides nothing."""

    def __init__(self, game: ElfenGame, world: World | None = None) -> None:
        super().__init__(game)
        self.kept = _Kept(game.get_parameters(), world or game.new_initial_state().world)

    @property
    def world(self) -> World:
        """The state, and how it came about."""
        return self.kept.world

    def current_player(self) -> int:
        """The seat that decides, or chance, or nobody at the end."""
        item = self.world.state.agenda[-1]
        if isinstance(item, Over):
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(item, Chance):
            return int(pyspiel.PlayerId.CHANCE)
        return int(item.seat)  # type: ignore[arg-type]

    def _legal_actions(self, player: int) -> list[int]:
        if player != decides(self.world):
            return []
        return sorted(self.get_game().encoding.numbering.indexes(self.world.legal))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of outcomes, with their probabilities; one for all if chance is sampled."""
        if self.get_game().chance == "sampled":
            return [(0, 1.0)]
        return [(n, float(p)) for n, (_, p) in sorted(self.world.outcomes.items())]

    def _apply_action(self, action: int) -> None:
        world = self.world
        if not isinstance(world.state.agenda[-1], Chance):
            after = world.after(self.get_game().encoding.numbering.action(action))
        elif self.get_game().chance == "sampled":
            after = world.sampled(self.get_game().dealer())
        elif action in world.outcomes:
            after = world.after(world.outcomes[action][0])
        else:
            raise ElfenError(f"no outcome {action} can come here; see chance_outcomes()")
        self.kept = self.kept.with_world(after)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.get_game().encoding.numbering.action(action))
        if self.get_game().chance == "sampled":
            return "chance"
        found = self.world.outcomes.get(action)
        return f"outcome {action}" if found is None else str(found[0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.world.state.agenda[-1], Over)

    def returns(self) -> list[float]:
        """What the game is worth to each seat; 0 until it is over."""
        if not self.is_terminal():
            return [0.0] * self.world.state.players
        game = self.get_game()
        return list(game.reward(game.rules.standings(self.world.state)))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ElfenState:
        """A state that the player cannot tell from this one; every arrangement is equally likely.

        `sampler` gives numbers from 0 to 1. The new state has no history: it would tell. Raises
        `ElfenError` for another `sampler`.
        """
        try:
            given = float(sampler())
        except FAULTS as error:
            raise ElfenError(f"a sampler gives numbers from 0 to 1: {raised(error)}") from error
        if not 0 <= given <= 1:
            raise ElfenError(f"a sampler gives numbers from 0 to 1: {given} is none")
        rng = Random(int(given * 2**53))
        return ElfenState(self.get_game(), self.world.resampled(player, rng))

    def __str__(self) -> str:
        world = self.world
        return Words(world.rules).table(everything(world.rules, world.state))


class _Kept:
    """The world of a state as OpenSpiel pickles it: the parameters of the game, and a text."""

    def __init__(self, parameters: dict[str, Any], world: World) -> None:
        self.parameters = parameters
        self.world = world

    def with_world(self, world: World) -> _Kept:
        return _Kept(self.parameters, world)

    def __deepcopy__(self, memo: object) -> _Kept:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_kept_again, (self.parameters, self.world.to_text()))


def _kept_again(parameters: dict[str, Any], text: str) -> _Kept:
    given = {**_PARAMETERS, **parameters}
    rules = ruled(
        given["edition"] or None,
        given["expansions"],
        options_in(given["options"]),
        given["board"] or None,
    )
    return _Kept(parameters, World.from_text(rules, text))


class ElfenObserver:
    """What a seat observes, as numbers and as text, as OpenSpiel asks for it.

    `tensor` has the numbers of `elfen.encoding`, after a 1 for the observing seat. With `recall`
    come `HISTORY` more, a digest of the log as the seat saw it: they tell histories apart, but do
    not say what happened, as the text does.
    """

    def __init__(self, encoding: Encoding, public: bool, private: bool, recall: bool) -> None:
        self._encoding = encoding
        self._public, self._private, self._recall = public, private, recall
        players = encoding.players
        whose = [*range(players)] if private else [None]
        self._observers = {seat: encoding.observer(seat) for seat in whose}
        self._buffers = {
            seat: np.frombuffer(one.cells, np.float32) for seat, one in self._observers.items()
        }
        self._chosen = None if public or not private else np.asarray(self._own(), np.int64)
        size = encoding.layout.size if private else encoding.public.size
        if self._chosen is not None:
            size = len(self._chosen)
        pieces = [("player", players)] if private else []
        pieces += [("observation", size)] if public or private else []
        pieces += [("history", HISTORY)] if recall else []
        self.tensor = np.zeros(sum(length for _, length in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, length in pieces:
            self.dict[name] = self.tensor[at : at + length]
            at += length

    def _own(self) -> list[int]:
        """The places of the numbers that a seat has and the public has not."""
        public = {(field.name, field.seat) for field in self._encoding.public.fields}
        return [
            place
            for field in self._encoding.layout.fields
            if (field.name, field.seat) not in public
            for place in range(field.offset, field.end)
        ]

    def set_from(self, state: ElfenState, player: int) -> None:
        """Let `tensor` hold what the player observes.

        Raises `ElfenError`, as `string_from` does, for what is no state, or no player of it.
        """
        world = self._world(state, player)
        seat = player if self._private else None
        if "observation" in self.dict:
            self._observers[seat].look(world.state)
            numbers = self._buffers[seat]
            self.dict["observation"][:] = numbers if self._chosen is None else numbers[self._chosen]
        if "player" in self.dict:
            self.dict["player"][:] = 0
            self.dict["player"][player] = 1
        if self._recall:
            digest = np.frombuffer(world.log_digest(seat), np.uint8)
            self.dict["history"][:] = np.unpackbits(digest) if len(digest) else 0

    def _world(self, state: object, player: object) -> World:
        if not isinstance(state, ElfenState):
            raise ElfenError(f"{brief(state)} is no state of elfen")
        if not 0 <= whole(player, "a player") < self._encoding.players:
            raise ElfenError(f"player {brief(player)} does not play")
        return state.world

    def string_from(self, state: ElfenState, player: int) -> str:
        """What the player observes, as JSON; before it, with recall, the log."""
        world = self._world(state, player)
        if not self._private:
            text = world.text(None) if self._public else ""
            return (world.log(None) if self._recall else "") + text
        if not self._public:
            return _private_text(world.observed(player))
        return (world.log(player) if self._recall else "") + world.text(player)


def _private_text(seen: Any) -> str:
    """What a seat sees and the public does not."""
    sight = seen.rules.sight
    lines = [
        f"{one.zone}: {one.pieces}"
        for one in seen.holdings
        if one.pieces is not None and not sight.into(one.zone, one.seat, None)
    ]
    for entry in seen.known.alone:
        lines.append(f"{entry.zone} of seat {entry.seat} known: {entry.pieces}")
    public = {name: dict(fields) for name, fields in seen.slots}
    for name, fields in public.items():
        told = {field for field, who in sight.fields(name) if who.value == "public"}
        lines += [
            f"{name}.{field}: {value}"
            for field, value in fields.items()
            if field not in told and "value" not in fields
        ]
    return f"seat {seen.seat}\n" + "\n".join(lines)


def load(text: str = "elfen", **parameters: Any) -> ElfenGame:
    """As `pyspiel.load_game`: the game of a text such as `FIVE_TOWNS`, or with these parameters."""
    made: ElfenGame = pyspiel.load_game(text, parameters) if parameters else pyspiel.load_game(text)
    return made


pyspiel.register_game(_game_type((1, 12)), ElfenGame)
