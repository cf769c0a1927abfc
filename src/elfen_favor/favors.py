"""The six favors: their names and numbers of tiles."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from elfen.plugin import Ruleset, RulesetError, frozen, structured


@frozen
class Favor:
    """A kind of favor tile: its default number (F1), its names, and how it helps."""

    tiles: int
    en: str
    de: str
    helps: str


@frozen
class _Data:
    format: int
    obstacles: int
    free_paths: int
    favors: dict[str, Favor]


DATA = structured(
    tomllib.loads((files("elfen_favor") / "data" / "favors.toml").read_text(encoding="utf-8")),
    _Data,
)
FAVORS = DATA.favors

#: How many obstacles and free paths the pools start with.
OBSTACLE_TILES = DATA.obstacles
FREE_PATH_TILES = DATA.free_paths

TWO_CARDS, CARD_ASIDE, LAY_COUNTER, CARRY_COUNTER, OBSTACLE_TAKEN, FREE_PATH_TAKEN = FAVORS

#: These bring nothing before the next round.
FOR_THE_NEXT_ROUND = (CARD_ASIDE, CARRY_COUNTER, OBSTACLE_TAKEN)

#: The default of the option `tiles`.
USUAL_TILES = " ".join(str(favor.tiles) for favor in FAVORS.values())

#: The most tiles of one favor: more than there can be towns.
MOST_TILES = 999
_MOST_SHOWN = 40
_NUMBER = re.compile(r"0*[0-9]{1,3}")


def favor_name(favor: str, language: str = "en") -> str:
    """The name of a favor, in English or in German (`de`)."""
    found = FAVORS[favor]
    return {"en": found.en, "de": found.de}[language]


def tile_counts(rules: Ruleset) -> dict[str, int]:
    """The number of tiles of each favor, by the option `tiles` (F1).

    There may be more tiles than towns; then nobody knows which are left over. Raises
    `RulesetError` if there are fewer, or if the option is not six numbers up to `MOST_TILES`.
    """
    text: str = rules.option("favor.tiles")
    words = text.split()
    if len(words) != len(FAVORS) or not all(map(_NUMBER.fullmatch, words)):
        raise RulesetError(
            f"option favor.tiles: {_shown(text)} has to be {len(FAVORS)} whole numbers from 0 to"
            f" {MOST_TILES}, one for each of {', '.join(FAVORS)}, such as {USUAL_TILES!r}"
        )
    counts = dict(zip(FAVORS, map(int, words), strict=True))
    towns = rules.most_town_pieces
    if sum(counts.values()) < towns:
        raise RulesetError(
            f"option favor.tiles: {_shown(text)} are {sum(counts.values())} tiles; board"
            f" {rules.board.name!r} has town pieces in {towns} towns, each of which needs a tile"
        )
    return counts


def _shown(text: str) -> str:
    """The option for an error, cut short."""
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")
