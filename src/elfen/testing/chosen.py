"""Which plugins are installed, what they need, and the rules that some of them make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from elfen.compiler import installed, load, manifest_of
from elfen.declare import Manifest, OptionValue
from elfen.errors import RulesetError
from elfen.game import Ruleset, compile_ruleset

BASE = "land"


def others(base: str = BASE) -> tuple[str, ...]:
    """The names of all installed plugins but the base, in order."""
    return tuple(sorted(name for name in installed() if name != base))


@lru_cache(maxsize=64)
def manifest(name: str) -> Manifest:
    """The manifest of an installed plugin; raises `RulesetError`."""
    return manifest_of(load(name))


def needed(names: Iterable[str]) -> tuple[str, ...]:
    """The plugins of these names with all that they require, each once; raises `RulesetError`."""
    found: dict[str, None] = {}
    left = list(names)
    while left:
        name = left.pop(0)
        if name not in found:
            found[name] = None
            left += manifest(name).requires
    return tuple(found)


def base_of(name: str) -> str:
    """The game that a plugin is for: of what it requires, itself included, what is one by itself.

    The usual one if there is none. Raises `RulesetError`.
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
) -> Ruleset:
    """The rules of a game with expansions and all that they require; the last ones are kept.

    Raises `RulesetError` for what does not go together.
    """
    names = sorted(name for name in needed(expansions) if name != base)
    return _compiled(base, tuple(names), edition, tuple(sorted((options or {}).items())))


@lru_cache(maxsize=64)
def _compiled(
    base: str,
    names: tuple[str, ...],
    edition: str | None,
    options: tuple[tuple[str, OptionValue], ...],
) -> Ruleset:
    return compile_ruleset(edition, names, dict(options), base=base)
