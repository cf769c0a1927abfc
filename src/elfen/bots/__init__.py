"""Players that choose by views, the planner that they think with, and what makes games of them.

A player sees what its seat may see and nothing else.

Open `players` first: what a player is, and those that go by advice. `flat` and `ismcts` search, by
`playouts`. `stock_bots` has all that come with elfen by name, `specs` reads names with settings.
`loop` and `simulation` make games of players, and `planner` finds the tour that is worth most to a
seat.
"""

from elfen.bots.farsight import farsighted, is_farsighted
from elfen.bots.flat import FlatPlayer
from elfen.bots.ismcts import IsmctsPlayer
from elfen.bots.loop import asked, choose, chosen, play
from elfen.bots.minds import memory, remembering
from elfen.bots.players import GreedyPlayer, PlannerPlayer, Player, RandomPlayer
from elfen.bots.processes import worker_processes
from elfen.bots.simulation import Record, Series, in_step, seed_of, simulate
from elfen.bots.specs import split_specs
from elfen.bots.stock_bots import (
    STOCK,
    Spec,
    line_up,
    name_of,
    player,
    player_names,
    specs_of,
    stock_player,
    stock_players,
)

__all__ = [
    "STOCK",
    "FlatPlayer",
    "GreedyPlayer",
    "IsmctsPlayer",
    "PlannerPlayer",
    "Player",
    "RandomPlayer",
    "Record",
    "Series",
    "Spec",
    "asked",
    "choose",
    "chosen",
    "farsighted",
    "in_step",
    "is_farsighted",
    "line_up",
    "memory",
    "name_of",
    "play",
    "player",
    "player_names",
    "remembering",
    "seed_of",
    "simulate",
    "specs_of",
    "split_specs",
    "stock_player",
    "stock_players",
    "worker_processes",
]
