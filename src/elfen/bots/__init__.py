"""Players that choose by views, the planner that they think with, and what makes games of them.

A player sees what its seat may see and nothing else.

Open `players` first: what a player is. `stock_bots` has those that come with elfen, `loop` and
`simulation` make games of players, and `planner` finds the tour that is worth most to a seat.
"""

from elfen.bots.loop import choose, play
from elfen.bots.players import GreedyPlayer, Player, RandomPlayer
from elfen.bots.simulation import Record, simulate
from elfen.bots.stock_bots import STOCK, stock_player, stock_players

__all__ = [
    "STOCK",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "Record",
    "choose",
    "play",
    "simulate",
    "stock_player",
    "stock_players",
]
