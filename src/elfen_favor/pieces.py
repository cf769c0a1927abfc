"""The pieces of the expansion, and the zones for them and for Elfenland's pieces that wait."""

from __future__ import annotations

from elfen.land import COUNTER, OBSTACLE, THE_OBSTACLE, TRAVEL_CARD
from elfen.plugin import OWNER, PUBLIC, Group, Kind, SeatZone, Stock, TableZone, Zone
from elfen_favor.favors import FREE_PATH_TILES, OBSTACLE_TILES

FREE_PATH = Group("free-path", noun="free path")
THE_FREE_PATH = Kind("free-path", FREE_PATH, name="free path")

OBSTACLE_POOL = TableZone(
    "favor/obstacle-pool",
    label="obstacles to be had",
    holds=(OBSTACLE,),
    visibility=PUBLIC,
    text="obstacles still available",
)
FREE_PATH_POOL = TableZone(
    "favor/free-path-pool",
    label="free paths to be had",
    holds=(FREE_PATH,),
    visibility=PUBLIC,
    text="free paths still available",
)
FREE_PATHS = SeatZone(
    "favor/free-paths",
    label="free paths",
    holds=(FREE_PATH,),
    visibility=PUBLIC,
    pays_into=FREE_PATH_POOL,
    text="a player's free paths",
)
SET_ASIDE = SeatZone(
    "favor/set-aside",
    label="cards set aside",
    holds=(TRAVEL_CARD,),
    visibility=OWNER,
    text="travel cards set aside for the next round",
)
CARRIED = SeatZone(
    "favor/carried",
    label="counters for the next round",
    holds=(COUNTER,),
    visibility=OWNER,
    text="secret counters carried into the next round",
)
FOUND = SeatZone(
    "favor/found",
    label="counters found",
    holds=(COUNTER,),
    visibility=OWNER,
    text="counters a player is looking at",
)

ZONES: tuple[Zone, ...] = (
    OBSTACLE_POOL,
    FREE_PATH_POOL,
    FREE_PATHS,
    SET_ASIDE,
    CARRIED,
    FOUND,
)

STOCK = (
    Stock("favor/obstacles", (THE_OBSTACLE,), OBSTACLE_TILES, OBSTACLE_POOL),
    Stock("favor/free-paths", (THE_FREE_PATH,), FREE_PATH_TILES, FREE_PATH_POOL),
)
