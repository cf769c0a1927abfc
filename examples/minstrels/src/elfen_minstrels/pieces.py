"""The songs and pennies as pieces, the zones they lie in, and how songs are drawn."""

from __future__ import annotations

from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Draw,
    Group,
    Kind,
    Ruleset,
    SeatZone,
    SetupStep,
    Stock,
    Table,
    TableZone,
    Zone,
)
from elfen_minstrels.songs import SONGS, check_board, title

#: How many pennies there are in all.
ALL_PENNIES = 18

SONG = Group("minstrels-song", noun="song")
COIN = Group("minstrels-coin", noun="penny")
PENNY = Kind("penny", COIN, name="penny")

DECK = TableZone("minstrels/deck", holds=(SONG,), visibility=HIDDEN, text="songs nobody knows")
KNOWN = SeatZone("minstrels/known", holds=(SONG,), visibility=OWNER, text="songs to be sung")
HEARD = SeatZone(
    "minstrels/heard", holds=(SONG,), visibility=OWNER, text="songs just heard, to keep one"
)
SUNG = SeatZone("minstrels/sung", holds=(SONG,), visibility=PUBLIC, text="songs sung")
UNSUNG = SeatZone(
    "minstrels/unsung", holds=(SONG,), visibility=PUBLIC, text="songs left over, shown at the end"
)
TILL = TableZone("minstrels/till", holds=(COIN,), visibility=PUBLIC, text="pennies to be earned")
PENNIES = SeatZone(
    "minstrels/pennies",
    holds=(COIN,),
    visibility=PUBLIC,
    pays_into=TILL,
    text="a player's pennies",
)

FIRST_SONGS = "minstrels/first-songs"
HEAR = "minstrels/hear"


def kinds(rules: Ruleset) -> list[Kind]:
    """A kind for each song, by the town where it is sung, and the penny."""
    check_board(rules.board)
    return [*songs(rules), PENNY]


def songs(rules: Ruleset) -> tuple[Kind, ...]:
    """The songs alone."""
    return tuple(Kind(town, SONG, name=title(rules.board, town)) for town in SONGS)


def zones() -> list[Zone]:
    """Where songs and pennies lie."""
    return [DECK, KNOWN, HEARD, SUNG, UNSUNG, TILL, PENNIES]


def stock(rules: Ruleset) -> list[Stock]:
    """One of each song, in the deck; all pennies in the till."""
    return [
        Stock("minstrels/songs", songs(rules), 1, DECK),
        Stock("minstrels/pennies", (PENNY,), ALL_PENNIES, TILL),
    ]


def draws() -> list[Draw]:
    """What is drawn blind: the songs one begins with, and those one hears later."""
    return [
        Draw(FIRST_SONGS, source=DECK, target=KNOWN, text="the first songs"),
        Draw(HEAR, source=DECK, target=HEARD, text="songs are heard"),
    ]


def setup(rules: Ruleset) -> list[SetupStep]:
    """Everyone begins with as many songs as the option says."""
    n: int = rules.option("minstrels.songs")

    def deal(table: Table) -> None:
        for seat in reversed(table.seats_from(0)):  # what is put on last happens first
            table.draw(FIRST_SONGS, seat, n)

    return [SetupStep("minstrels/deal-songs", deal, text="everyone is dealt songs")]
