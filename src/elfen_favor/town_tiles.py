"""The tiles on the towns.

A face-down tile has been shuffled, and nobody knows it, so it may as well be drawn when it is
turned up. The state therefore has only the open tiles, and no secret about the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from elfen.plugin import (
    PUBLIC,
    Chance,
    EventType,
    Fields,
    Invariant,
    Means,
    Memo,
    OneOf,
    Position,
    Roll,
    Ruleset,
    SetupStep,
    Slot,
    Table,
    UpTo,
    View,
    Words,
    as_it_is,
    frozen,
    shown,
)
from elfen_favor.effects import give
from elfen_favor.favors import FAVORS, favor_name, tile_counts
from elfen_favor.names import TILES_SETUP

SMALL, GREAT = "small", "great"

LAY_OUT = "favor/lay-out"
TURN_UP = "favor/turn-up"


@frozen
class Tiles:
    """The open favor in each town, by town number; "" for none."""

    open: tuple[str, ...] = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    """The open tiles, favor by favor, with the towns where they lie."""
    where: dict[str, list[str]] = {}
    for town, favor in zip(words.board.towns, fields["open"], strict=False):
        where.setdefault(favor, []).append(town.name)
    found = [
        f"{words.say(favor_name(favor))}: {', '.join(where[favor])}"
        for favor in FAVORS
        if favor in where
    ]
    return "; ".join(found)


TILES = Slot(
    "favor/tiles",
    Tiles,
    start=lambda players: Tiles(()),
    text=told,
    label="favors",
    bounds=lambda rules, players: {"open": UpTo(len(rules.board.towns), OneOf(tuple(FAVORS)))},
)


@frozen
class TileTurnedUp:
    """A tile was turned up."""

    town: str
    favor: str


def events() -> list[EventType[TileTurnedUp]]:
    """The event of a tile being turned up."""

    def turned_up(event: TileTurnedUp, words: Words) -> str:
        favor = words.say(favor_name(event.favor))
        text = "the favor of {town} is turned up: {favor}"
        return words.say(text, town=words.town(event.town), favor=favor)

    return [
        EventType(
            "favor/turned-up",
            type=TileTurnedUp,
            public=as_it_is,
            text=turned_up,
            means={"town": Means.TOWN},
        )
    ]


def open_tile(position: Fields, town: int) -> str:
    """The open favor in a town number, or ""."""
    tiles = position.ext[TILES].open
    return tiles[town] if tiles else ""


def open_favor(view: View) -> str:
    """The open favor of the town where the seat's boot stands, or ""."""
    assert view.seat is not None
    tiles: tuple[str, ...] = view.slot(TILES.name)["open"]
    return tiles[view.board.town_number[view.towns[view.seat]]] if tiles else ""


class Laying:
    """Laying out shuffled tiles on the towns, and turning them up."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.counts = tile_counts(rules)
        self.small = rules.option("favor.variant") == SMALL
        board = rules.board
        self.nowhere = ("",) * len(rules.board.towns)
        self.turned_up: Memo[tuple[int, str], TileTurnedUp] = Memo(
            lambda key: TileTurnedUp(board.towns[key[0]].id, key[1])
        )

    def setup(self) -> list[SetupStep]:
        """Small favors lie open from the beginning (F2)."""
        if not self.small:
            return []
        return [SetupStep(TILES_SETUP, self.lay_out, text="an open favor tile on every town")]

    def lay_out(self, table: Table) -> None:
        """One tile on every town with town pieces."""
        for town in reversed(range(len(self.rules.board.towns))):
            if table.piece_towns >> town & 1:
                table.roll(LAY_OUT, None, town)

    def rolls(self) -> list[Roll]:
        """The roll of a tile: any that does not lie open, all equally likely."""
        lay_out = Roll(
            LAY_OUT,
            self.unseen,
            self.open_up,
            visibility=PUBLIC,
            text="which favor a town has",
            told=lambda favor, words: "",  # the event tells it
            domain=lambda rules, players: FAVORS,
        )
        turn_up = Roll(
            TURN_UP,
            self.unseen,
            self.turn_up,
            visibility=PUBLIC,
            text="which favor a town has",
            told=lambda favor, words: "",
            domain=lambda rules, players: FAVORS,
        )
        return [lay_out if self.small else turn_up]

    def unseen(self, position: Position, item: Chance) -> dict[str, int]:
        """The tiles that do not lie open, by favor."""
        left = dict(self.counts)
        for favor in filter(None, position.ext[TILES].open):
            left[favor] -= 1
        return left

    def open_up(self, table: Table, item: Chance, favor: str) -> None:
        """The tile of the town in the item's data lies open from now on."""
        town = int(item.data[0])
        tiles = table.ext[TILES].open or self.nowhere
        table.set(TILES, Tiles((*tiles[:town], favor, *tiles[town + 1 :])))
        if table.events is not None:
            table.emit(self.turned_up[town, favor])

    def turn_up(self, table: Table, item: Chance, favor: str) -> None:
        """Turn up the tile for a seat that uses it, whatever it gives (F2)."""
        assert item.seat is not None
        self.open_up(table, item, favor)
        give(table, item.seat, favor)

    def invariants(self) -> list[Invariant]:
        """No more tiles lie open than exist, and only on towns with town pieces."""

        def wrong(position: Position) -> Iterator[str]:
            tiles = position.ext[TILES].open
            if len(tiles) not in (0, len(self.nowhere)):
                yield f"{len(tiles)} towns have or lack a tile, instead of {len(self.nowhere)}"
                return
            for favor, n in self.counts.items():
                if tiles.count(favor) > n:
                    yield f"{tiles.count(favor)} {favor} tiles lie open; there are {n}"
            for town, favor in enumerate(tiles):
                here = position.piece_towns >> town & 1
                if favor and (not here or favor not in self.counts):
                    yield f"a {favor!r} tile lies on {self.rules.board.towns[town].id}"

        return [Invariant("favor/tiles", wrong, text="favor tiles lie on towns, as many as exist")]
