"""What is bid and told in an auction: its decision, its row of tiles and its events (G4, G5)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from elfen.land import COUNTER
from elfen.plugin import (
    PUBLIC,
    Action,
    EventType,
    Extent,
    Means,
    Ruleset,
    Seat,
    SeatSet,
    Slot,
    UpTo,
    Within,
    Words,
    as_it_is,
    frozen,
    shown,
)
from elfen_gold.pieces import COINS_AT_FIRST, COINS_OF_THE_BANK

#: Decision: what to bid; its data is `BidData`.
BID = "gold/bid"

#: Procedure: a seat has paid for the auctioned tile; the data is how much, and the tile's id.
#: Then, in `gold/take-tile`, the tile is laid open in front of the seat.
SOLD = "gold/sold"

LOTS_A_PLAYER = 2
NOBODY = -1


def numbers(item: Any) -> tuple[int, int, int, int, int]:
    """The data of `BID`, as in `BidData`, without any that others have asked it with."""
    data: tuple[int, int, int, int, int] = item.data[:5]
    return data


class BidData(NamedTuple):
    """The data of `BID`, which all can see: the standing bid, and the most that may be bid.

    `leader` is the seat that made the standing bid, or -1. `still_in` are the seats still bidding,
    and `eligible` those that may take part at all, as bit sets.
    """

    standing: int
    most: int
    leader: int
    still_in: int
    eligible: int


@frozen(cache_hash=True)
class Bid(Action):
    """Bid this much gold for the tile."""

    verb = "bid"
    gold: int


@frozen(cache_hash=True)
class NoBid(Action):
    """Drop out of the bidding for this tile."""

    verb = "no bid"


@frozen
class RowOfLots:
    """The tiles to be auctioned, by id, in order; the first one is next."""

    tiles: tuple[str, ...] = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    """The tile on offer, and those that come after it."""
    tiles = [words.value(one, means=COUNTER) for one in fields["tiles"]]
    if not tiles:
        return ""
    tile, *then = tiles
    if not then:
        return words.say("On offer is the {tile}.", tile=tile)
    text = "On offer is the {tile}, and after it: {then}."
    return words.say(text, tile=tile, then=", ".join(then))


ROW_OF_LOTS = Slot(
    "gold/lots",
    RowOfLots,
    start=lambda players: RowOfLots(()),
    text=told,
    bounds=lambda rules, players: {"tiles": UpTo(LOTS_A_PLAYER * players, COUNTER)},
)


def bidding(data: BidData, words: Words) -> str:
    """The standing bid, whose it is, and who has dropped out or may not bid."""
    if data.leader == NOBODY:
        first = words.say("Nobody has bid yet")
    else:
        text = "The highest bid is {gold} gold by {seat}"
        first = words.say(text, gold=data.standing, seat=Seat(data.leader))
    out = data.eligible & ~data.still_in
    gone = ", ".join(words.seat(seat) for seat in range(out.bit_length()) if out >> seat & 1)
    passed = f"; {words.say('dropped out: {seats}', seats=gone)}" if gone else ""
    return f"{first}{passed}."


@frozen
class Auctioned:
    """A tile is put up for auction, with the tiles that come after it."""

    tile: str
    next: tuple[str, ...]


@frozen
class BidMade:
    """A seat bids this much, or drops out of the bidding for this tile (0)."""

    seat: int
    gold: int


@frozen
class Sold:
    """A tile was sold."""

    tile: str
    seat: int
    gold: int


@frozen
class Unsold:
    """Nobody wanted a tile, and it goes back into the pile."""

    tile: str


@frozen
class Defaulted:
    """A seat could not pay its bid, and forfeits all its gold."""

    tile: str
    seat: int
    gold: int


@cache
def bids(players: int) -> tuple[Bid, ...]:
    """Every possible bid with so many players, from 1 to one more than all coins that there are."""
    coins = COINS_OF_THE_BANK + COINS_AT_FIRST * players
    return tuple(Bid(n) for n in range(1, coins + 2))


def bounds_of_bids(rules: Ruleset, players: int) -> dict[str, Extent]:
    """The extents of `BidData`; with the overbidding rule a bid can be one above all gold."""
    gold = Within(0, COINS_AT_FIRST * players + COINS_OF_THE_BANK + 1)
    seats = SeatSet()
    return {
        "standing": gold,
        "most": gold,
        "leader": Means.SEAT,
        "still_in": seats,
        "eligible": seats,
    }


def most_questions(rules: Ruleset, players: int) -> int:
    """Each tile is auctioned again at most once per player; bids rise, and passes are final."""
    lots = rules.most_rounds * LOTS_A_PLAYER * players
    return lots * players * (len(bids(rules.most_players)) + players)


def events() -> list[EventType[Any]]:
    """The events of an auction."""

    def put_up(event: Auctioned, words: Words) -> str:
        tile, *then = [words.value(one, means=COUNTER) for one in (event.tile, *event.next)]
        after = ", ".join(then) or words.say("nothing")
        return words.say("the {tile} is auctioned, after it: {then}", tile=tile, then=after)

    def made(event: BidMade, words: Words) -> str:
        if not event.gold:
            return words.say("{seat} did not bid", seat=Seat(event.seat))
        return words.say("{seat} bid {gold}", seat=Seat(event.seat), gold=event.gold)

    of_tiles = {"tile": COUNTER}
    return [
        EventType("gold/auctioned", type=Auctioned, public=as_it_is, text=put_up, means=of_tiles),
        EventType("gold/bid-made", type=BidMade, public=as_it_is, text=made),
        EventType(
            "gold/sold",
            type=Sold,
            public=as_it_is,
            text="{seat} won the {tile} for {gold} gold",
            means=of_tiles,
        ),
        EventType(
            "gold/unsold",
            type=Unsold,
            public=as_it_is,
            text="nobody wanted the {tile}, which went back into the pile",
            means=of_tiles,
        ),
        EventType(
            "gold/defaulted",
            type=Defaulted,
            public=as_it_is,
            text="{seat} could not pay {gold} gold for the {tile} and lost all of it",
            means=of_tiles,
        ),
    ]
