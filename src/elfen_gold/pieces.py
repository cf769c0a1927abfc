"""The pieces of Elfengold, their zones and their numbers.

Tiles are kinds of the same group as Elfenland's counters, so they lie in the same pile and
stocks, and so do counters that other plugins draw from there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from operator import itemgetter
from types import MappingProxyType

from elfen.land import (
    CARDS,
    COUNTER,
    COUNTERS,
    HAND,
    PILE,
    ROUTE_COUNTER,
    SECRET,
    SHOWN,
    STACK,
    TRAVEL_CARD,
)
from elfen.plugin import (
    OWNER,
    PUBLIC,
    Fields,
    Group,
    Kind,
    Need,
    Option,
    Position,
    Preset,
    RouteZone,
    Ruleset,
    SeatZone,
    Stock,
    Table,
    TableZone,
    Zone,
    frozen,
    structured,
)


@frozen
class Data:
    """The data file: the values of towns, and the number of tiles of each transport."""

    format: int
    values: dict[str, int]
    transports: dict[str, int]


DATA = structured(
    tomllib.loads((files("elfen_gold") / "data" / "gold.toml").read_text(encoding="utf-8")), Data
)

#: The number of tiles of each transport, by its id.
TRANSPORT_TILES: Mapping[str, int] = MappingProxyType(DATA.transports)

CARDS_OF_A_KIND = 9
GOLD_CARDS = 7
WITCHES = 6
COINS_AT_FIRST = 12

#: More than all players together could ever earn, so that the bank never runs dry (G13): in
#: six rounds no seat can earn as many as 250 coins per round.
COINS_OF_THE_BANK = 9_999

COIN = Group("coin", noun="gold coin")
GOLD_CARD = Group("gold-card", noun="gold card")

THE_COIN = Kind("gold-coin", COIN, name="gold coin")
THE_GOLD_CARD = Kind("gold-card", GOLD_CARD, name="gold card")
WITCH = Kind("witch", TRAVEL_CARD, name="witch")

GOLD = Kind("gold", COUNTER, name="gold tile")
TREE = Kind("tree", COUNTER, name="tree obstacle")
SEA_MONSTER = Kind("sea-monster", COUNTER, name="sea monster")
DOUBLE = Kind("double", COUNTER, name="double transport")
EXCHANGE = Kind("exchange", COUNTER, name="exchange")
TILES = (GOLD, TREE, SEA_MONSTER, DOUBLE, EXCHANGE)

ROW = TableZone(
    "gold/row", label="open cards", holds=(TRAVEL_CARD,), visibility=PUBLIC, text="three open cards"
)
# Everyone sees whether a card turned up is gold, so the number of gold cards in the stack is
# public, and they are counted separately.
GOLD_DECK = TableZone(
    "gold/deck",
    label="gold cards in the stack",
    holds=(GOLD_CARD,),
    visibility=PUBLIC,
    text="gold cards in the stack",
)
GOLD_PILE = TableZone(
    "gold/pile",
    label="gold cards turned up",
    holds=(GOLD_CARD,),
    visibility=PUBLIC,
    text="gold cards turned up",
)
GOLD_PLAYED = TableZone(
    "gold/played",
    label="gold cards discarded",
    holds=(GOLD_CARD,),
    visibility=PUBLIC,
    text="gold cards on the discard",
)
LOTS = TableZone(
    "gold/lots",
    label="tiles on offer",
    holds=(COUNTER,),
    visibility=PUBLIC,
    text="tiles to be auctioned",
)
DRAWN = SeatZone(
    "gold/drawn",
    label="tiles drawn",
    holds=(COUNTER,),
    visibility=OWNER,
    text="tiles a player is looking at",
)
BANK = TableZone(
    "gold/bank",
    label="bank",
    holds=(COIN,),
    visibility=PUBLIC,
    counted=False,
    text="coins of the bank",
)
PURSE = SeatZone(
    "gold/purse",
    label="purse",
    holds=(COIN,),
    visibility=PUBLIC,
    pays_into=BANK,
    paid="paid",
    text="a player's coins",
)
ROUTE_GOLD = RouteZone("gold/route-gold", holds=(COUNTER,), kinds=(GOLD,), at_most=1, priced=False)
ROUTE_OBSTACLE = RouteZone(
    "gold/route-obstacle", holds=(COUNTER,), kinds=(TREE, SEA_MONSTER), at_most=1
)
ROUTE_SPELL = RouteZone(
    "gold/route-spell", holds=(COUNTER,), kinds=(DOUBLE, EXCHANGE), at_most=1, priced=False
)

ZONES: tuple[Zone, ...] = (
    ROW,
    GOLD_DECK,
    GOLD_PILE,
    GOLD_PLAYED,
    LOTS,
    DRAWN,
    BANK,
    PURSE,
    ROUTE_GOLD,
    ROUTE_OBSTACLE,
    ROUTE_SPELL,
)

#: With a double transport, two transports can lie on a road (G7).
ROOM = {ROUTE_COUNTER.name: 2}

#: Where a seat has its tiles, by the word for it in notation.
STOCKS = {"open": SHOWN, "secret": SECRET}

OPTIONS = (
    Option("random_gold_values", False, "the towns' values in gold are dealt at random (G14)"),
    Option("witches", False, "six witches are among the travel cards (G14)"),
    Option(
        "overbidding",
        True,
        "players may bid more than they have, up to one more than the largest purse; a player who"
        " cannot pay forfeits all their gold (G5)",
    ),
    Option("gold_tiles", 2, "gold tiles in the pile", least=0, most=2),
    Option("double_transports", 2, "double transports in the pile", least=0, most=2),
    Option("exchanges", 2, "exchanges in the pile", least=0, most=2),
)

PRESETS = (
    Preset(
        "elfenroads",
        {"gold_tiles": 0, "double_transports": 0, "exchanges": 0},
        help="a reconstruction of the older Elfenroads: 70 cards and 42 counters, no gold tiles"
        " and no spells (G16)",
    ),
)


def kinds(rules: Ruleset) -> list[Kind]:
    """The kinds that Elfengold adds."""
    witches = [WITCH] if rules.option("gold.witches") else []
    return [THE_COIN, THE_GOLD_CARD, *witches, *TILES]


def stock(rules: Ruleset) -> list[Stock]:
    """All pieces: nine cards of each kind, and numbers of tiles that replace Elfenland's."""
    tiles = {
        GOLD: rules.option("gold.gold_tiles"),
        TREE: 2,
        SEA_MONSTER: 2,
        DOUBLE: rules.option("gold.double_transports"),
        EXCHANGE: rules.option("gold.exchanges"),
    }
    witches = [WITCH] if rules.option("gold.witches") else []
    return [
        *(
            Stock(
                f"gold/{card.id}-cards",
                (card,),
                CARDS_OF_A_KIND,
                STACK,
                replaces=f"land/{card.id}-cards",
            )
            for card in CARDS
        ),
        *(Stock("gold/witches", (witch,), WITCHES, STACK) for witch in witches),
        *(
            Stock(
                f"gold/{counter.id}-counters",
                (counter,),
                TRANSPORT_TILES[counter.id],
                PILE,
                replaces=f"land/{counter.id}-counters",
            )
            for counter in COUNTERS
        ),
        *(Stock(f"gold/{tile.id}-tiles", (tile,), n, PILE) for tile, n in tiles.items()),
        Stock("gold/gold-cards", (THE_GOLD_CARD,), GOLD_CARDS, GOLD_DECK),
        Stock("gold/coins-at-first", (THE_COIN,), COINS_AT_FIRST, PURSE),
        Stock("gold/coins", (THE_COIN,), COINS_OF_THE_BANK, BANK),
    ]


def coins(n: int) -> Need:
    """`n` coins of a seat's purse, as a part of a price."""
    return Need(PURSE, n, (THE_COIN.id,))


def a_witch() -> Need:
    """A witch from the hand, as a part of a price."""
    return Need(HAND, 1, (WITCH.id,))


class Money:
    """The coins of the bank and the purses; one instance per ruleset: `rules.once(Money)`."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.bank = layout.index(BANK)
        self.purses = layout.indexes(PURSE)
        kinds = layout.kinds_of(PURSE)
        self.at = kinds.index(THE_COIN)
        self.before = (0,) * self.at
        self.after = (0,) * (len(kinds) - self.at - 1)
        self.coins: Callable[[tuple[int, ...]], int] = itemgetter(self.at)

    def held(self, position: Fields, seat: int) -> int:
        """How many coins a seat has."""
        return position.zones[self.purses[seat]][self.at]

    def largest(self, position: Position) -> int:
        """How many coins the largest purse has."""
        purses = self.purses[: len(position.boots)]
        return max(map(self.coins, map(position.zones.__getitem__, purses)))

    def earn(self, table: Table, seat: int, n: int) -> None:
        """The bank, which never runs dry, pays a seat n coins."""
        if n:
            table.shift(self.bank, self.purses[seat], self.coin_counts(n))

    def spend(self, table: Table, seat: int, n: int) -> None:
        """A seat pays the bank n coins, which it has."""
        if n:
            table.shift(self.purses[seat], self.bank, self.coin_counts(n))

    def coin_counts(self, n: int) -> tuple[int, ...]:
        """This many coins, as counts of a purse."""
        return (*self.before, n, *self.after)
