"""Which rules are meant, as the parameters of an environment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from elfen import boards
from elfen.declare import Board, OptionValue
from elfen.errors import ElfenError, brief
from elfen.game import Ruleset, compile_ruleset

#: Before the name of a module that is a plugin and is not installed under a name.
MODULE = "module:"


def ruled(
    edition: str | None = None,
    expansions: str | object | Iterable[str | object] = (),
    options: Mapping[str, OptionValue] | None = None,
    board: Board | str | Path | None = None,
) -> Ruleset:
    """As `elfen.compile_ruleset`; for the same names, the same object.

    A text can name several expansions, joined by a plus, as in `gold+favor`; `module:name` is a
    plugin in a module that can be imported. `board` may be the name of one of `elfen.boards`.
    """
    if isinstance(expansions, str):
        names = [name for name in expansions.split("+") if name]
    elif isinstance(expansions, Iterable):
        names = [*expansions]
    else:
        return compile_ruleset(edition, expansions, options, board)
    if all(isinstance(name, str) for name in names) and not isinstance(board, Board):
        told = json.dumps(dict(options or {}), sort_keys=True)
        return _by_names(edition, tuple(names), told, None if board is None else str(board))
    return compile_ruleset(edition, names, options, board)


@lru_cache(maxsize=64)
def _by_names(
    edition: str | None, expansions: tuple[str, ...], options: str, board: str | None
) -> Ruleset:
    plugins = [
        import_module(name.removeprefix(MODULE)) if name.startswith(MODULE) else name
        for name in expansions
    ]
    place = boards.board(board) if board in boards.names() else board
    return compile_ruleset(edition, plugins, json.loads(options), place)


def options_in(text: str) -> dict[str, OptionValue]:
    """Options as one text: `land.open_counters:4+land.obstacles:0`. Raises `ElfenError`."""
    found: dict[str, OptionValue] = {}
    for one in filter(None, text.split("+")):
        name, colon, value = one.partition(":")
        if not colon:
            raise ElfenError(f"{brief(one)} is no option; write name:value, joined by +")
        found[name] = _value(value)
    return found


def _value(text: str) -> OptionValue:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text
