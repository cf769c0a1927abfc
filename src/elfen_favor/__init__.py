"""Favor of the Towns, the expansion of 2018, as a plugin. These are its public names."""

from elfen_favor.effects import LAY_FOUND
from elfen_favor.favors import FAVORS, FREE_PATH_TILES, OBSTACLE_TILES, Favor, favor_name
from elfen_favor.found_counters import LayFound, PutBack
from elfen_favor.names import (
    BEFORE_MOVING_STEP,
    CARD,
    JOIN_PHASE,
    ON_ARRIVAL_STEP,
    TAKE_CARD_STEP,
    TILES_SETUP,
    TOP_CARD_STEP,
)
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
from elfen_favor.town_tiles import TILES, Tiles, TileTurnedUp
from elfen_favor.using import USE, DeclineFavor, FavorUsed, UseData, UseFavor

__all__ = [
    "BEFORE_MOVING_STEP",
    "CARD",
    "CARRIED",
    "FAVORS",
    "FOUND",
    "FREE_PATH",
    "FREE_PATHS",
    "FREE_PATH_POOL",
    "FREE_PATH_TILES",
    "JOIN_PHASE",
    "LAY_FOUND",
    "OBSTACLE_POOL",
    "OBSTACLE_TILES",
    "ON_ARRIVAL_STEP",
    "SET_ASIDE",
    "TAKE_CARD_STEP",
    "THE_FREE_PATH",
    "TILES",
    "TILES_SETUP",
    "TOP_CARD_STEP",
    "USE",
    "DeclineFavor",
    "Favor",
    "FavorUsed",
    "LayFound",
    "PutBack",
    "TileTurnedUp",
    "Tiles",
    "UseData",
    "UseFavor",
    "favor_name",
]
