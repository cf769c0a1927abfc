"""Elfenland's board, and its own data in a board file, under `extra.land`."""

from __future__ import annotations

from functools import cache

from cattrs import BaseValidationError

from elfen.land.pieces import DATA
from elfen.plugin import (
    Board,
    Ruleset,
    RulesetError,
    complaints,
    frozen,
    load_board,
    strict_converter,
)


@cache
def the_board() -> Board:
    """The printed board, read once."""
    return load_board(DATA / "elfenland.toml")


@frozen
class LandData:
    """Which lakes have boatmen, and which towns have a town card (empty: all with town pieces)."""

    boatmen: tuple[str, ...] = ()
    town_cards: tuple[str, ...] = ()


@frozen
class _Extra:
    land: LandData


def land_data(rules: Ruleset) -> LandData:
    """The board's own data for Elfenland; raises `RulesetError` if it is invalid.

    Only towns with town pieces have a town card; all of these do if the board names none of them.
    """
    board = rules.board
    where = f"board {board.name!r}: extra"
    extra = {"land": board.extra.get("land", {})}
    try:
        data = strict_converter().structure(extra, _Extra).land
    except BaseValidationError as error:
        raise RulesetError(f"{where}: {complaints(error)}") from None
    lie = rules.piece_towns
    with_pieces = tuple(town.id for n, town in enumerate(board.towns) if lie >> n & 1)
    towns = tuple(t.id for t in board.towns if t.id != board.capital or t.id in with_pieces)
    lakes = sorted({route.water for route in board.routes if route.water})
    _check_known(f"{where}: land.boatmen", data.boatmen, "lake", lakes)
    _check_known(f"{where}: land.town_cards", data.town_cards, "town that has town pieces", towns)
    named = tuple(town for town in data.town_cards if town in with_pieces)
    return LandData(data.boatmen, named or with_pieces)


def _check_known(
    where: str, names: tuple[str, ...], what: str, known: list[str] | tuple[str, ...]
) -> None:
    for name in names:
        if name not in known:
            raise RulesetError(
                f"{where}: {name!r} is no {what}; there are: {', '.join(known) or 'none'}"
            )
        if names.count(name) > 1:
            raise RulesetError(f"{where}: {name!r} is there twice; drop one")
