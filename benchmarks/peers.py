"""Random games of other libraries, where these are installed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Playing = Callable[[random.Random], int]


def catanatron() -> dict[str, tuple[str, Playing]]:
    """Catan with four of catanatron's random players, run like its own `Game.play`."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    def play(chance: random.Random) -> int:
        players = [RandomPlayer(color) for color in Color]
        game = Game(players, seed=chance.getrandbits(32) + 1)
        choices = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
        return choices

    return {"catanatron, Catan": ("`playable_actions`, `play_tick`", play)}


def open_spiel() -> dict[str, tuple[str, Playing]]:
    """OpenSpiel games with chance: one written in Python, two in C++."""
    import open_spiel.python.games  # noqa: F401  (registers the games written in Python)
    import pyspiel

    names = {
        "OpenSpiel, dominoes (Python)": "python_team_dominoes",
        "OpenSpiel, gin rummy (C++)": "gin_rummy",
        "OpenSpiel, backgammon (C++)": "backgammon",
    }
    calls = "`legal_actions`, `apply_action`, `chance_outcomes`"
    return {name: (calls, spiel(pyspiel.load_game(id))) for name, id in names.items()}


def spiel(game: Any) -> Playing:
    """A player for an OpenSpiel game, with chance drawn from `chance_outcomes`."""

    def play(chance: random.Random) -> int:
        state = game.new_initial_state()
        choices = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                choices += len(actions) > 1
                state.apply_action(actions[int(chance.random() * len(actions))])
        return choices

    return play


PEERS: dict[str, Callable[[], dict[str, tuple[str, Playing]]]] = {
    "catanatron": catanatron,
    "open_spiel": open_spiel,
}


def found_peers() -> tuple[dict[str, tuple[str, Playing]], list[str], list[str]]:
    """The players of the installed libraries, and the names of installed and missing ones."""
    players: dict[str, tuple[str, Playing]] = {}
    present: list[str] = []
    absent: list[str] = []
    for package, load in PEERS.items():
        try:
            players |= load()
        except ImportError:
            absent.append(package)
        else:
            present.append(package)
    return players, present, absent
