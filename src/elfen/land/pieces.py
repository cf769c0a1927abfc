"""The pieces of Elfenland and the zones they lie in, from the data file of transports."""

from __future__ import annotations

import tomllib
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Group,
    Kind,
    Means,
    RouteZone,
    Ruleset,
    Seat,
    SeatZone,
    Slot,
    Stock,
    TableZone,
    Terrain,
    shown,
    structured,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from elfen.plugin import Words


def data_file(name: str) -> str:
    """The text of a data file of this plugin."""
    found = get_data("elfen.land", f"data/{name}")  # quicker to load than importlib.resources
    return (found or b"").decode("utf-8")


@frozen
class Transport:
    """A means of transport: its numbers of pieces, and the cards it costs by terrain.

    `chart` also has the price downstream, `upstream` the one upstream.
    """

    name: str
    cards: int
    counters: int
    chart: dict[str, int]
    upstream: dict[str, int] = field(factory=dict)


@frozen(eq=False, repr=False)
class _Transports:
    format: int
    transports: dict[str, Transport]


def read_transports(file: Traversable) -> dict[str, Transport]:
    """The means of transport in a data file, this plugin's or another's, by id."""
    return _transports(file.read_text(encoding="utf-8"))


def _transports(text: str) -> dict[str, Transport]:
    return structured(tomllib.loads(text), _Transports).transports


TRANSPORTS = _transports(data_file("transports.toml"))

TERRAINS = (
    Terrain("plains", name="plains"),
    Terrain("woods", name="woods"),
    Terrain("desert", name="desert"),
    Terrain("mountains", name="mountains"),
    Terrain("river", name="river", road=False, directed=True),
    Terrain("lake", name="lake", road=False),
)

TRAVEL_CARD = Group("travel-card", noun="travel card")
COUNTER = Group("counter", noun="transportation counter")
OBSTACLE = Group("obstacle", noun="obstacle")

CARDS = tuple(Kind(id, TRAVEL_CARD, name=t.name) for id, t in TRANSPORTS.items())
COUNTERS = tuple(Kind(id, COUNTER, name=t.name) for id, t in TRANSPORTS.items() if t.counters)
THE_OBSTACLE = Kind("obstacle", OBSTACLE, name="obstacle")

STACK = TableZone(
    "land/stack",
    label="stack",
    holds=(TRAVEL_CARD,),
    visibility=HIDDEN,
    text="travel cards to deal from",
)
PLAYED = TableZone(
    "land/played",
    label="played cards",
    holds=(TRAVEL_CARD,),
    visibility=PUBLIC,
    text="cards played and discarded",
)
HAND = SeatZone(
    "land/hand",
    label="hand",
    holds=(TRAVEL_CARD,),
    visibility=OWNER,
    pays_into=PLAYED,
    text="travel cards in hand",
)
PILE = TableZone(
    "land/pile", label="pile", holds=(COUNTER,), visibility=HIDDEN, text="counters, face down"
)
OPEN = TableZone(
    "land/open",
    label="face-up counters",
    holds=(COUNTER,),
    visibility=PUBLIC,
    text="counters, face up",
)
SECRET = SeatZone(
    "land/secret",
    label="secret counters",
    holds=(COUNTER,),
    visibility=OWNER,
    text="a player's secret counters",
)
SHOWN = SeatZone(
    "land/shown",
    label="open counters",
    holds=(COUNTER,),
    visibility=PUBLIC,
    text="a player's open counters",
)
OBSTACLES = SeatZone(
    "land/obstacles",
    label="obstacles",
    holds=(OBSTACLE,),
    visibility=PUBLIC,
    text="obstacles not yet used",
)
REMOVED = TableZone(
    "land/removed", label="box", holds=(OBSTACLE,), visibility=PUBLIC, text="out of the game"
)
ROUTE_COUNTER = RouteZone("land/route-counter", holds=(COUNTER,), at_most=1)
ROUTE_OBSTACLE = RouteZone("land/route-obstacle", holds=(OBSTACLE,), at_most=1)

ZONES = (
    STACK,
    PLAYED,
    HAND,
    PILE,
    OPEN,
    SECRET,
    SHOWN,
    OBSTACLES,
    REMOVED,
    ROUTE_COUNTER,
    ROUTE_OBSTACLE,
)


@frozen
class LandState:
    """What Elfenland adds to the state: the seat that holds the start player card."""

    start_player: int = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    """Who is the start player."""
    text = "{seat} {seat:are|is} the start player."
    return words.say(text, seat=Seat(fields["start_player"]))


LAND = Slot(
    "land",
    LandState,
    start=lambda players: LandState(0),
    text=told,
    bounds=lambda rules, players: {"start_player": Means.SEAT},
)


def stock(rules: Ruleset) -> list[Stock]:
    """All pieces, in the zones where they start."""
    return [
        *(
            Stock(f"land/{card.id}-cards", (card,), TRANSPORTS[card.id].cards, STACK)
            for card in CARDS
        ),
        *(
            Stock(f"land/{counter.id}-counters", (counter,), TRANSPORTS[counter.id].counters, PILE)
            for counter in COUNTERS
        ),
        Stock("land/obstacles", (THE_OBSTACLE,), rules.option("land.obstacles"), OBSTACLES),
    ]
