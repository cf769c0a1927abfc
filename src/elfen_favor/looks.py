"""How the pieces of Favor of the Towns look in pictures, and what its towns show."""

from __future__ import annotations

from elfen.plugin import (
    Layer,
    Look,
    Memo,
    Message,
    Observation,
    Ruleset,
    Sign,
)
from elfen_favor.favors import (
    CARD_ASIDE,
    CARRY_COUNTER,
    FREE_PATH_TAKEN,
    LAY_COUNTER,
    OBSTACLE_TAKEN,
    TWO_CARDS,
    favor_name,
)
from elfen_favor.pieces import THE_FREE_PATH
from elfen_favor.town_tiles import TILES

_ROAD = (
    "M6.4 1H7.4L6 15H1.6ZM8.6 1H9.6L14.4 15H10ZM7.6 1.4H8.4L8.5 4H7.5Z"
    "M7.4 5.6H8.6L8.8 9H7.2ZM7 10.8H9L9.4 15H6.6Z"
)

_LOOKS = (Look("favor/free-path", of=THE_FREE_PATH, colour="#5d8a3a", path=_ROAD),)


def looks(rules: Ruleset) -> list[Look]:
    """Those of the kinds that are in play."""
    return [look for look in _LOOKS if look.of in rules.layout.kinds]


_RING = (
    "M1.2 8a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0-8.6 0ZM3.2 8a2.3 2.3 0 1 1 4.6 0a2.3 2.3 0 1 1-4.6 0Z"
)

#: By favor, what is seen on its tile.
_TILES = {
    TWO_CARDS: ("#3d7ea6", "M1 4H7.4V14H1ZM8.6 2H15V12H8.6Z"),
    CARD_ASIDE: ("#8e5aa8", "M1 2H8V14H1ZM9.4 7H12V4.6L15.6 8L12 11.4V9H9.4Z"),
    LAY_COUNTER: ("#b8862b", _RING + "M11.8 2H13.8V9.4H16L12.8 14L9.6 9.4H11.8Z"),
    CARRY_COUNTER: ("#3f8f86", _RING + "M10.6 7H12.4V4.6L16 8L12.4 11.4V9H10.6Z"),
    OBSTACLE_TAKEN: ("#b3422e", "M1 4H15V9H1ZM3 10H5V14H3ZM11 10H13V14H11Z"),
    FREE_PATH_TAKEN: ("#5d8a3a", _ROAD),
}


class _Open:
    """The signs of open tiles, made once for each town and favor; `rules.once(_Open)`."""

    def __init__(self, rules: Ruleset) -> None:
        self._towns = rules.board.towns
        self.sign: Memo[tuple[int, str], Sign] = Memo(self._sign)

    def _sign(self, what: tuple[int, str]) -> Sign:
        n, favor = what
        colour, path = _TILES[favor]
        town = self._towns[n]
        shows = Message(f"favor/{favor}", favor_name(favor))
        title = Message("favor/tile", "{town}: {favor}", town=town, favor=shows)
        return Sign(title, town=town.id, colour=colour, path=path)


def _tiles(observation: Observation) -> list[Sign]:
    """The open tile of each town, beside its name."""
    signs = observation.rules.once(_Open).sign
    found = enumerate(observation.slot(TILES.name)["open"])
    return [signs[n, favor] for n, favor in found if favor in _TILES]


TOWN_TILES = Layer("favor/town-tiles", signs=_tiles, after="core/pieces")
