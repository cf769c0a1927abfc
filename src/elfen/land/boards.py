"""Elfenland's board, and its own data in a board file, under `extra.land`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from attrs import fields

from elfen.land.pieces import data_file
from elfen.plugin import (
    Board,
    Misfit,
    Ruleset,
    RulesetError,
    frozen,
    parse_board,
    structured,
)

if TYPE_CHECKING:
    from attrs import AttrsInstance

T = TypeVar("T", bound="AttrsInstance")


@cache
def the_board() -> Board:
    """The printed board, read once."""
    return parse_board(data_file("elfenland.toml"), "elfenland.toml")


@frozen
class LandData:
    """Which lakes have boatmen, and which towns have a town card (empty: all with town pieces)."""

    boatmen: tuple[str, ...] = ()
    town_cards: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class _Extra:
    land: LandData


def land_data(rules: Ruleset) -> LandData:
    """The board's own data for Elfenland; raises `RulesetError` if it is invalid.

    Only towns with town pieces have a town card; all of these do if the board names none of them.
    """
    board = rules.board
    data = board_data(board, _Extra).land
    lie = rules.piece_towns
    with_pieces = tuple(town.id for n, town in enumerate(board.towns) if lie >> n & 1)
    towns = [t.id for t in board.towns if t.id != board.capital or t.id in with_pieces]
    lakes = sorted({route.water for route in board.routes if route.water})
    check_names(board, "land.boatmen", data.boatmen, "lake", lakes)
    check_names(board, "land.town_cards", data.town_cards, "town that has town pieces", towns)
    named = tuple(town for town in data.town_cards if town in with_pieces)
    return LandData(data.boatmen, named or with_pieces)


def board_data(board: Board, cls: type[T]) -> T:
    """A plugin's own data in a board file: the tables under `extra` that are fields of `cls`.

    A table that the board does not have is read as an empty one. Raises `RulesetError` if a
    table does not fit its field.
    """
    tables = {table.name: board.extra.get(table.name, {}) for table in fields(cls)}
    try:
        return structured(tables, cls)
    except Misfit as error:
        raise RulesetError(f"board {board.name!r}: extra: {error}") from None


def check_names(
    board: Board, key: str, names: Sequence[str], what: str, known: Sequence[str]
) -> None:
    """Raise `RulesetError` if, under `key` of a board's `extra`, a name is unknown or there twice.

    `what` says what each of the `known` names is, such as "lake".
    """
    where = f"board {board.name!r}: extra: {key}"
    for name in names:
        if name not in known:
            raise RulesetError(
                f"{where}: {name!r} is no {what}; there are: {', '.join(known) or 'none'}"
            )
        if names.count(name) > 1:
            raise RulesetError(f"{where}: {name!r} is there twice; drop one")
