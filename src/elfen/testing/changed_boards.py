"""The board of a ruleset with small changes, under the same name.

Rules may be played on any board that they do not refuse. On this one, which nobody has foreseen, a
route is gone, so that the numbers of those after it are other ones; longer lists in plugins' own
data lack their first item, and numbers there are 0 or more than twice as large. What rests on the
printed board, or is remembered by the name of a board, shows here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

from attrs import evolve

from elfen.declare import Board
from elfen.errors import BoardError
from elfen.game import Ruleset, compile_recipe

#: The keys that lead to a value in `extra`.
_Path = tuple[str, ...]

#: How many routes are tried for a board with one less, and how many changes of other data.
_ROUTES, _CHANGES = 4, 30


def changed(rules: Ruleset) -> Board:
    """The board of these rules with those changes that they accept, which may be none."""
    board, fewer = rules.board, islice(_without_a_route(rules.board), _ROUTES)
    board = next((one for one in fewer if _accepted(rules, one)), board)
    for path, value in islice(_changes(board.extra), _CHANGES):
        tried = evolve(board, extra=_replaced(board.extra, path, value))
        if _accepted(rules, tried):
            board = tried
    return board


def _accepted(rules: Ruleset, board: Board) -> bool:
    try:
        return bool(compile_recipe(evolve(rules.recipe, board=board)))
    except Exception:  # plugins refuse boards in any way
        return False


def _without_a_route(board: Board) -> Iterator[Board]:
    """The board without each route, one after the other, where it can be spared."""
    for route in board.routes:
        try:
            yield evolve(board, routes=[one for one in board.routes if one is not route])
        except BoardError:  # there is no other way to the capital
            continue


def _changes(extra: dict[str, Any]) -> Iterator[tuple[_Path, Any]]:
    """What else may stand in plugins' own data, and where: shorter lists, and other numbers."""
    to_none = cycle((True, False))
    for path, value in _leaves(extra, ()):
        if isinstance(value, list) and len(value) > 1:
            yield path, value[1:]
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield path, 0 if next(to_none) else 2 * value + 1


def _leaves(table: dict[str, Any], path: _Path) -> Iterator[tuple[_Path, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _replaced(table: dict[str, Any], path: _Path, value: Any) -> dict[str, Any]:
    key, *rest = path
    return table | {key: _replaced(table[key], tuple(rest), value) if rest else value}
