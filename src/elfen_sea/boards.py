"""Elfensea's board, and the bonus counters in a board file, under `extra.sea`."""

from __future__ import annotations

from functools import cache

from elfen.land import board_data, check_names
from elfen.plugin import Board, Ruleset, RulesetError, frozen, load_board
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
    data = board_data(board, _Extra).sea
    lie = rules.piece_towns
    with_pieces = {town.id for n, town in enumerate(board.towns) if lie >> n & 1}
    villages = [t.id for t in board.towns if t.id != board.capital or t.id in with_pieces]
    shown = (*data.two, *data.four)
    check_names(board, "sea", shown, "village with village pieces", villages)
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
