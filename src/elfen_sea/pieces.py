"""The pieces of Elfensea and their zones: its own cards, counters and bonus counters."""

from __future__ import annotations

from importlib.resources import files

from elfen.land import CARDS, COUNTER, COUNTERS, PILE, STACK, TRAVEL_CARD, read_transports
from elfen.land import TRANSPORTS as OF_ELFENLAND
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Group,
    Kind,
    Remove,
    RouteZone,
    SeatZone,
    Stock,
    TableZone,
    Terrain,
    Zone,
)

DATA = files("elfen_sea") / "data"

TRANSPORTS = read_transports(DATA / "transports.toml")

#: The open sea. All other terrains are Elfenland's.
SEA = Terrain("sea", name="sea", road=False)

#: The number of bonus counters of each of the six kinds.
BONUS_OF_A_KIND = 10

BONUS = Group("bonus", noun="bonus counter")

WHALE = Kind("whale", TRAVEL_CARD, name="whale")
BONUS_COUNTERS = tuple(Kind(id, BONUS, name=f"{t.name} bonus") for id, t in TRANSPORTS.items())

BONUS_PILE = TableZone(
    "sea/bonus-pile",
    label="pile of bonus counters",
    holds=(BONUS,),
    visibility=HIDDEN,
    text="bonus counters, face down",
)
BONUS_DRAWN = SeatZone(
    "sea/bonus-drawn",
    label="bonus counters drawn",
    holds=(BONUS,),
    visibility=OWNER,
    text="bonus counters that a player looks at, to keep some",
)
BONUS_HELD = SeatZone(
    "sea/bonus",
    label="bonus counters",
    holds=(BONUS,),
    visibility=OWNER,
    text="a player's secret bonus counters",
)
BONUS_SHOWN = SeatZone(
    "sea/bonus-shown",
    label="bonus counters shown",
    holds=(BONUS,),
    visibility=PUBLIC,
    text="a player's bonus counters, revealed at the end",
)
ROUTE_BONUS = RouteZone("sea/route-bonus", holds=(BONUS,), at_most=1)


def kinds() -> list[Kind]:
    """The kinds that Elfenland lacks: the whale, other counters if any, bonus counters."""
    cards = (Kind(id, TRAVEL_CARD, name=t.name) for id, t in TRANSPORTS.items())
    counters = (Kind(id, COUNTER, name=t.name) for id, t in TRANSPORTS.items() if t.counters)
    return [
        *(kind for kind in (*cards, *counters) if kind not in (*CARDS, *COUNTERS)),
        *BONUS_COUNTERS,
    ]


def zones() -> list[Zone]:
    """The zones of bonus counters."""
    return [BONUS_PILE, BONUS_DRAWN, BONUS_HELD, BONUS_SHOWN, ROUTE_BONUS]


def stock() -> list[Stock | Remove]:
    """All cards and counters, which replace Elfenland's (S1, S2), and the bonus counters."""
    return [
        *(Remove(f"land/{id}-cards") for id in OF_ELFENLAND),
        *(Remove(f"land/{id}-counters") for id, t in OF_ELFENLAND.items() if t.counters),
        *(
            Stock(f"sea/{id}-cards", (Kind(id, TRAVEL_CARD, name=t.name),), t.cards, STACK)
            for id, t in TRANSPORTS.items()
        ),
        *(
            Stock(f"sea/{id}-counters", (Kind(id, COUNTER, name=t.name),), t.counters, PILE)
            for id, t in TRANSPORTS.items()
            if t.counters
        ),
        Stock("sea/bonus-counters", BONUS_COUNTERS, BONUS_OF_A_KIND, BONUS_PILE),
    ]
