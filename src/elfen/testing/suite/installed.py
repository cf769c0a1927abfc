"""The installed plugins, what they require, and rulesets made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from elfen import boards
from elfen.compiler import installed, load, manifest_of
from elfen.declare import Board, Manifest, OptionValue
from elfen.errors import ElfenError, RulesetError
from elfen.game import BASE, Ruleset, compile_ruleset
from elfen.testing.changed_boards import changed

#: Instead of the name of a board on the shelf: that of the rules themselves, with small changes.
CHANGED = "a changed board"


def others(base: str = BASE) -> tuple[str, ...]:
    """The names of all installed plugins but the base, sorted."""
    return tuple(sorted(name for name in installed() if name != base))


@lru_cache(maxsize=64)
def manifest(name: str) -> Manifest:
    """The manifest of an installed plugin; raises `RulesetError`."""
    return manifest_of(load(name))


def needed(names: Iterable[str]) -> tuple[str, ...]:
    """These plugins and all that they require, each once; raises `RulesetError`."""
    found: dict[str, None] = {}
    left = list(names)
    while left:
        name = left.pop(0)
        if name not in found:
            found[name] = None
            left += manifest(name).requires
    return tuple(found)


def base_of(name: str) -> str:
    """The base game that a plugin is for: itself or a requirement that compiles as a base.

    Elfenland if there is none. Raises `RulesetError`.
    """
    for one in needed([name]):
        if one != BASE and not manifest(one).requires:
            try:
                rules_of(one)
            except RulesetError:
                continue
            return one
    return BASE


def editions(base: str = BASE) -> tuple[str | None, ...]:
    """The editions of a base game, the usual one first; (None,) if it has none."""
    return tuple(preset.name for preset in manifest(base).presets) or (None,)


def rules_of(
    base: str = BASE,
    expansions: Iterable[str] = (),
    edition: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    board: str | None = None,
) -> Ruleset:
    """The rules of a base with expansions and all that they require; recent ones are cached.

    `board` is one on the shelf (`elfen.boards`), or `CHANGED`. Raises `RulesetError` or
    `BoardError` if they do not go together.
    """
    names = sorted(name for name in needed(expansions) if name != base)
    return _compiled(base, tuple(names), edition, tuple(sorted((options or {}).items())), board)


def boards_for(base: str, expansions: Iterable[str]) -> tuple[str, ...]:
    """The boards on the shelf that go with a base and expansions; and their own, `CHANGED`."""
    return *(name for name in boards.names() if _goes_with(name, base, expansions)), CHANGED


def _goes_with(board: str, base: str, expansions: Iterable[str]) -> bool:
    try:
        rules_of(base, expansions, board=board)
    except ElfenError:
        return False
    return True


@lru_cache(maxsize=64)
def _compiled(
    base: str,
    names: tuple[str, ...],
    edition: str | None,
    options: tuple[tuple[str, OptionValue], ...],
    board: str | None,
) -> Ruleset:
    return compile_ruleset(edition, names, dict(options), _board(board, base, names), base)


def _board(name: str | None, base: str, names: tuple[str, ...]) -> Board | None:
    if name == CHANGED:
        return _changed(base, names)
    return None if name is None else boards.board(name)


@lru_cache(maxsize=64)
def _changed(base: str, names: tuple[str, ...]) -> Board:
    return changed(rules_of(base, names))
