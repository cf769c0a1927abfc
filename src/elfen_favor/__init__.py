"""Favor of the Towns, the expansion of 2018, as a plugin; these are its public names."""

from elfen_favor.effects import LAY_FOUND
from elfen_favor.favors import FAVORS, FREE_PATH_TILES, OBSTACLE_TILES, Favor, favor_name
from elfen_favor.found import LayFound, PutBack
from elfen_favor.pieces import (
    CARRIED,
    FOUND,
    FREE_PATH,
    FREE_PATH_POOL,
    FREE_PATHS,
    OBSTACLE_POOL,
    SET_ASIDE,
    THE_FREE_PATH,
)
from elfen_favor.tiles import TILES, Tiles, TileTurnedUp
from elfen_favor.using import USE, DeclineFavor, FavorUsed, UseFavor

__all__ = [
    "CARRIED",
    "FAVORS",
    "FOUND",
    "FREE_PATH",
    "FREE_PATHS",
    "FREE_PATH_POOL",
    "FREE_PATH_TILES",
    "LAY_FOUND",
    "OBSTACLE_POOL",
    "OBSTACLE_TILES",
    "SET_ASIDE",
    "THE_FREE_PATH",
    "TILES",
    "USE",
    "DeclineFavor",
    "Favor",
    "FavorUsed",
    "LayFound",
    "PutBack",
    "TileTurnedUp",
    "Tiles",
    "UseFavor",
    "favor_name",
]
