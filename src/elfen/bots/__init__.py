"""Players that choose actions from views: stock players, and functions that let them play."""

from elfen.bots.players import GreedyPlayer, Player, RandomPlayer
from elfen.bots.playing import choose, play
from elfen.bots.simulation import Record, simulate
from elfen.bots.stock import STOCK, stock_player, stock_players

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
