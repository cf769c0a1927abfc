"""Elfensea's board, and the bonus counters in a board file, under `extra.sea`."""

from __future__ import annotations

from functools import cache

from cattrs import BaseValidationError

from elfen.plugin import (
    Board,
    Ruleset,
    RulesetError,
    complaints,
    frozen,
    load_board,
    strict_converter,
)
from elfen_sea.pieces import DATA, TRANSPORTS


@frozen
class SeaData:
    """The villages that show two bonus counters, and those that show four."""

    two: tuple[str, ...] = ()
    four: tuple[str, ...] = ()


@frozen
class _Extra:
    sea: SeaData


@cache
def the_board() -> Board:
    """The board that comes with Elfensea, read once; most of it is a reconstruction (S8)."""
    return load_board(DATA / "elfensea.toml")


def sea_data(rules: Ruleset) -> SeaData:
    """The board's own data for Elfensea, for villages with pieces: only there visits count.

    Raises `RulesetError` if it is invalid.
    """
    board = rules.board
    where = f"board {board.name!r}: extra"
    extra = {"sea": board.extra.get("sea", {})}
    try:
        data = strict_converter().structure(extra, _Extra).sea
    except BaseValidationError as error:
        raise RulesetError(f"{where}: {complaints(error)}") from None
    lie = rules.piece_towns
    with_pieces = {town.id for n, town in enumerate(board.towns) if lie >> n & 1}
    villages = [t.id for t in board.towns if t.id != board.capital or t.id in with_pieces]
    shown = (*data.two, *data.four)
    for village in shown:
        if village not in villages:
            raise RulesetError(
                f"{where}: sea: {village!r} is no village with village pieces; there are:"
                f" {', '.join(villages)}"
            )
        if shown.count(village) > 1:
            raise RulesetError(f"{where}: sea: {village!r} is there twice; drop one")
    two, four = (
        tuple(village for village in some if village in with_pieces)
        for some in (data.two, data.four)
    )
    return SeaData(two, four)


def check_terrains(board: Board) -> None:
    """Raise `RulesetError` for a route on which nothing in Elfensea travels, such as a lake."""
    known = sorted({terrain for t in TRANSPORTS.values() for terrain in t.chart})
    for route in board.routes:
        if route.terrain not in known:
            raise RulesetError(
                f"board {board.name!r}: nothing in Elfensea travels on {route.terrain}"
                f" ({route.id}); its terrains are: {', '.join(known)}"
            )
