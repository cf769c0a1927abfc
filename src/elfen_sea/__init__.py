"""Elfensea: other villages, other transports, the open sea, and bonus counters.

These are its public names for other plugins.
"""

from elfen_sea.bonus import CHOOSE, ChooseData, KeepBonus, KeepBonusHidden
from elfen_sea.laying import PlaceBonus
from elfen_sea.names import CLEAR_PHASE, FIRST_VISIT, REVEAL_PHASE
from elfen_sea.pieces import (
    BONUS,
    BONUS_COUNTERS,
    BONUS_DRAWN,
    BONUS_HELD,
    BONUS_OF_A_KIND,
    BONUS_PILE,
    BONUS_SHOWN,
    ROUTE_BONUS,
    SEA,
    TRANSPORTS,
    WHALE,
)
from elfen_sea.scoring import majorities
from elfen_sea.trading import TradeBonus, TradeBonusHidden

__all__ = [
    "BONUS",
    "BONUS_COUNTERS",
    "BONUS_DRAWN",
    "BONUS_HELD",
    "BONUS_OF_A_KIND",
    "BONUS_PILE",
    "BONUS_SHOWN",
    "CHOOSE",
    "CLEAR_PHASE",
    "FIRST_VISIT",
    "REVEAL_PHASE",
    "ROUTE_BONUS",
    "SEA",
    "TRANSPORTS",
    "WHALE",
    "ChooseData",
    "KeepBonus",
    "KeepBonusHidden",
    "PlaceBonus",
    "TradeBonus",
    "TradeBonusHidden",
    "majorities",
]
