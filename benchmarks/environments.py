"""Steps a second of environments: elfen's, and those of the libraries that are installed.

    pip install 'elfen[rl,openspiel]' rlcard 'pettingzoo[classic]'
    python benchmarks/environments.py

A step is a random legal action, with the mask and the observation of the seat that decides. The
environments of PettingZoo are asked by `last()`, and the action is drawn from the mask; only where
the name says "by its list" is it drawn from the list that elfen made the mask of, as drawing from a
mask is work of the player and not of the environment. All are measured in turn, several times over,
in processor time; each figure is a median. "The game itself" is `Game.legal_actions`, a random one
of them, and `Game.play`.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import process_time
from typing import Any

import elfen

Steps = Iterator[None]
#: What makes the endless steps of an environment.
Environments = dict[str, Callable[[], Steps]]
RULES: dict[str, dict[str, Any]] = {
    "Elfenland, 2": {"players": 2},
    "Elfenland, 4": {"players": 4},
    "White-wind, 6": {"edition": "white-wind", "players": 6},
    "Deluxe, 4": {"edition": "deluxe", "players": 4},
    "Elfengold, 4": {"expansions": "gold", "players": 4},
    "Elfensea, 4": {"expansions": "sea", "players": 4},
    "Favor of the Towns, 4": {"expansions": "favor", "players": 4},
    "Elfengold with Favor, 4": {"expansions": "gold+favor", "players": 4},
}


def rules_of(given: dict[str, Any]) -> elfen.Ruleset:
    """The rules of an environment's parameters."""
    from elfen.adapters.pettingzoo import raw_env

    return raw_env(**given).rules


def game_itself(given: dict[str, Any]) -> Steps:
    """The game, without numbers."""
    rules = rules_of(given)
    chance = random.Random(1)
    while True:
        game = rules.new_game(given["players"], chance.getrandbits(32))
        while not game.is_over:
            actions = game.legal_actions
            game = game.play(actions[int(chance.random() * len(actions))])
            yield


def numbers_alone(given: dict[str, Any]) -> Steps:
    """`elfen.encoding` in place, without another library."""
    from elfen.encoding import Mask, encoding_of

    rules = rules_of(given)
    chance = random.Random(1)
    encoding = encoding_of(rules, given["players"])
    numbering, mask = encoding.numbering, Mask(len(encoding.numbering))
    observers = [encoding.observer(seat) for seat in range(given["players"])]
    while True:
        game = rules.new_game(given["players"], chance.getrandbits(32))
        while not game.is_over:
            legal = numbering.indexes(game.legal_actions)
            mask.set(legal)
            observers[game.seat or 0].look(game.state)
            game = game.play(numbering.action(legal[int(chance.random() * len(legal))]))
            yield


def raw(given: dict[str, Any]) -> Steps:
    """PettingZoo's environment without wrappers, with an action of the list that its mask is of."""
    from elfen.adapters.pettingzoo import raw_env

    env, chance = raw_env(**given), random.Random(1)
    while True:
        env.reset(seed=chance.getrandbits(31))
        while True:
            _, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = env.legal()
            env.step(legal[int(chance.random() * len(legal))])
            yield


def pettingzoo(make: Callable[[], Any]) -> Steps:
    """Any environment of PettingZoo with action masks."""
    import numpy as np

    env, chance = make(), random.Random(1)
    while True:
        env.reset(seed=chance.getrandbits(31))
        while env.agents:
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = np.flatnonzero(mask.view(np.bool_) if mask.itemsize == 1 else mask)
            env.step(int(legal[int(chance.random() * len(legal))]))
            yield


def openspiel(name: str) -> Steps:
    """Any game of OpenSpiel, with its legal actions and the observation of who decides."""
    import open_spiel.python.games  # noqa: F401
    import pyspiel
    from open_spiel.python.observation import make_observation

    import elfen.adapters.openspiel  # noqa: F401

    game, chance = pyspiel.load_game(name), random.Random(1)
    observation = make_observation(game)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
                continue
            observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            yield


def rlcard_gin() -> Steps:
    """rlcard's gin rummy: a step gives the state with its legal actions."""
    import rlcard

    env, chance = rlcard.make("gin-rummy", config={"seed": 1}), random.Random(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            legal = [*state["legal_actions"]]
            state, _ = env.step(legal[int(chance.random() * len(legal))])
            yield


def environments() -> Environments:
    """All of them; those of libraries that are not installed are left out later."""
    from elfen.adapters.pettingzoo import env

    found: Environments = {}
    for name, given in RULES.items():
        inside = ",".join(f"{key}={value}" for key, value in given.items())
        found |= {
            f"{name}: the game itself": partial(game_itself, given),
            f"{name}: elfen.encoding": partial(numbers_alone, given),
            f"{name}: PettingZoo, raw, by its list": partial(raw, given),
            f"{name}: PettingZoo, with its wrappers": partial(pettingzoo, partial(env, **given)),
            f"{name}: OpenSpiel, sampled chance": partial(
                openspiel, f"elfen(chance=sampled,seed=1,{inside})"
            ),
        }

    def classic(name: str) -> Callable[[], Steps]:
        def make() -> Any:
            from importlib import import_module

            return import_module(f"pettingzoo.classic.{name}").env()

        return partial(pettingzoo, make)

    return found | {
        "PettingZoo's connect four": classic("connect_four_v3"),
        "PettingZoo's Texas hold'em (rlcard)": classic("texas_holdem_v4"),
        "PettingZoo's chess": classic("chess_v6"),
        "rlcard's gin rummy": rlcard_gin,
        "OpenSpiel's liar's poker (Python)": lambda: openspiel("python_liars_poker"),
        "OpenSpiel's dominoes (Python)": lambda: openspiel("python_team_dominoes"),
        "OpenSpiel's gin rummy (C++)": lambda: openspiel("gin_rummy"),
    }


def warm(make: Callable[[], Steps], seconds: float) -> Steps:
    """The steps of an environment that has been at it for a while."""
    steps, begun = make(), process_time()
    next(steps)
    while process_time() - begun < seconds:
        next(steps)
    return steps


def measured(
    rounds: int, slice_of: float, warm_up: float, only: str
) -> dict[str, dict[str, float]]:
    """By name: steps a second, and for elfen the times of a step of the game itself."""
    out: dict[str, dict[str, float]] = {}
    groups: dict[str, Environments] = {}
    for name, make in environments().items():
        if only in name:
            groups.setdefault(name.partition(":")[0], {})[name] = make
    for group, some in groups.items():
        running: dict[str, Steps] = {}
        for name, make in some.items():
            try:
                running[name] = warm(make, warm_up)
            except (ImportError, AttributeError) as error:
                warnings.warn(f"{name} is left out: {error}", stacklevel=2)
        seconds: dict[str, list[float]] = {name: [] for name in running}
        for _ in range(rounds):
            for name, steps in running.items():
                begun, made = process_time(), 0
                while process_time() - begun < slice_of:
                    for _ in range(20):
                        next(steps)
                    made += 20
                seconds[name].append((process_time() - begun) / made)
        itself = seconds.get(f"{group}: the game itself")
        for name, times in seconds.items():
            out[name] = {"steps_a_second": round(1 / median(times))}
            if itself is not None:
                ratios = [a / b for a, b in zip(times, itself, strict=True)]
                out[name]["times_the_game"] = round(median(ratios), 2)
    return out


def versions() -> str:
    """Python and the libraries that were measured, with their versions."""
    names = ("elfen", "pettingzoo", "open_spiel", "rlcard")
    there = [f"{name} {found}" for name in names if (found := _version(name))]
    return ", ".join([f"CPython {platform.python_version()}", *there])


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--slice", type=float, default=0.1)
    parser.add_argument("--warm-up", type=float, default=1.0)
    parser.add_argument("--only", default="", help="a part of the names to measure")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measured(given.rounds, given.slice, given.warm_up, given.only)
    if given.json:
        print(json.dumps({"environments": found}))
        return
    print("| environment | steps a second | times the game itself |\n| --- | ---: | ---: |")
    for name, one in found.items():
        print(f"| {name} | {one['steps_a_second']:,.0f} | {one.get('times_the_game', '')} |")
    print(f"\n{versions()}; {given.rounds} rounds of {given.slice} s slices.")


if __name__ == "__main__":
    main()
