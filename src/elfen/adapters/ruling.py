"""Which rules are meant, as the parameters of an environment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from elfen import boards
from elfen.declare import Board, OptionValue, listed
from elfen.errors import FAULTS, ElfenError, RulesetError, brief, raised
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
        expansions = [name for name in expansions.split("+") if name]
    if not isinstance(expansions, Iterable):
        return compile_ruleset(edition, expansions, options, board)
    names = listed("expansions", expansions)
    if _are_plain(edition, names, options, board):
        told = tuple(
            [(name, type(value), value) for name, value in sorted((options or {}).items())]
        )
        return _by_names(edition, names, told, None if board is None else str(board))
    return _compiled(edition, names, options, board)


def _are_plain(edition: object, names: tuple[object, ...], options: object, board: object) -> bool:
    """Whether all are texts and numbers, by which the same rules can be found again."""
    if options is not None and not isinstance(options, Mapping):
        return False
    values = [] if options is None else options.values()
    return (
        all(type(text) is str for text in (*names, *(options or ())))
        and all(type(value) in (bool, int, str) for value in values)
        and isinstance(edition, str | None)
        and isinstance(board, str | Path | None)
    )


@lru_cache(maxsize=64)
def _by_names(
    edition: str | None,
    expansions: tuple[object, ...],
    options: tuple[tuple[str, type, OptionValue], ...],
    board: str | None,
) -> Ruleset:
    """The rules of that recipe; the types of values are there as 1 and True are two of them."""
    return _compiled(edition, expansions, {name: value for name, _, value in options}, board)


def _compiled(
    edition: str | None,
    expansions: tuple[object, ...],
    options: Mapping[str, OptionValue] | None,
    board: Board | str | Path | None,
) -> Ruleset:
    """The rules, with plugins in modules imported and boards of `elfen.boards` read."""
    plugins = [_plugin(one) for one in expansions]
    place = boards.board(board) if isinstance(board, str) and board in boards.names() else board
    return compile_ruleset(edition, plugins, options, place)


def _plugin(named: object) -> object:
    """What is meant by a name of an expansion; raises `RulesetError` if it cannot be imported."""
    if not isinstance(named, str) or not named.startswith(MODULE):
        return named
    try:
        return import_module(named.removeprefix(MODULE))
    except FAULTS as error:
        raise RulesetError(
            f"expansion {brief(named)} cannot be imported: {raised(error)}"
        ) from error


def options_in(text: str) -> dict[str, OptionValue]:
    """Options as one text: `land.open_counters:4+land.obstacles:0`. Raises `ElfenError`."""
    if not isinstance(text, str):
        raise ElfenError(f"options are a text, name:value+name:value, not {brief(text)}")
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
