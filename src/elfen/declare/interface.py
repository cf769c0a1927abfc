"""The plugin interface: its number, how stable each hook is, and how parts are deprecated.

The interface is everything that a plugin is given or gives back: the hooks of
`elfen.declare.hookspecs`, the names of `elfen.plugin` and of `elfen.land`, and what their
docstrings say. `INTERFACE` is its number, and every manifest states in `api` the number for which
its plugin is written.

As long as the number stays the same
- a stable hook keeps its name, its arguments, what it may return and how results merge;
- a name keeps existing, with its public attributes and the arguments that it takes;
- new hooks, new names, and new arguments and fields with a default may be added;
- what was refused may become allowed, and wording (of errors, help and texts) may improve;
- a `provisional` hook may still change, with a line in the release notes;
- a deprecated hook or name keeps working, and warns what to use instead.

Only a new number removes what was deprecated or changes what is stable. Plugins written for the
numbers from `OLDEST` on are loaded; for any other the compiler says what to install. The rules of
the games are a separate matter: they change with the `rules_version` of their plugins.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

import pluggy
from attrs import frozen

from elfen.declare.values import Value
from elfen.errors import RulesetError

#: The number of this elfen's interface, and the oldest that plugins may still be written for.
INTERFACE = 1
OLDEST = 1

F = TypeVar("F", bound=Callable[..., Any])

_spec = pluggy.HookspecMarker("elfen")
_MARK = "elfen_mark"


class Stability(Enum):
    """How stable a hook is while the interface number stays the same."""

    STABLE = "stable"
    PROVISIONAL = "provisional"
    DEPRECATED = "deprecated"


@frozen(eq=False, repr=False)
class Mark(Value):
    """What is declared of a hook: how stable it is, and since which interface number it exists.

    `instead` says what to use in place of a deprecated hook.
    """

    stability: Stability
    since: int = 1
    instead: str = ""


def stable(spec: F) -> F:
    """A hook that stays as it is until the next interface number."""
    return _marked(spec, Mark(Stability.STABLE))


def provisional(spec: F) -> F:
    """A hook that may still change before the next interface number."""
    return _marked(spec, Mark(Stability.PROVISIONAL))


def deprecated(instead: str, since: int = 1) -> Callable[[F], F]:
    """A hook that the next number may remove; plugins that implement it are told what to use."""
    return lambda spec: _marked(spec, Mark(Stability.DEPRECATED, since, instead))


def _marked(spec: F, mark: Mark) -> F:
    setattr(spec, _MARK, mark)
    return _spec(spec)


def mark_of(spec: Callable[..., Any]) -> Mark:
    """The mark of a hook of `elfen.declare.hookspecs`; raises `KeyError` if it has none."""
    mark = getattr(spec, _MARK, None)
    if not isinstance(mark, Mark):
        raise KeyError(f"{spec.__name__} has no mark; write @stable or @provisional above it")
    return mark


def refuse_other_interface(plugin: str, api: int) -> None:
    """Raise `RulesetError` if this elfen does not load plugins written for this number."""
    if OLDEST <= api <= INTERFACE:
        return
    loaded = str(INTERFACE) if OLDEST == INTERFACE else f"{OLDEST} to {INTERFACE}"
    mend = (
        "upgrade elfen, or install an older version of the plugin"
        if api > INTERFACE
        else "install a newer version of the plugin, or an older elfen"
    )
    raise RulesetError(
        f"plugin {plugin!r} is written for plugin interface {api}; this elfen has {loaded}; {mend}"
    )


def warn_of_hook(plugin: str, name: str, spec: Callable[..., Any], function: Any) -> None:
    """Issue a `DeprecationWarning` at a plugin's function if its hook is deprecated."""
    mark = mark_of(spec)
    if mark.stability is Stability.DEPRECATED:
        code = getattr(function, "__func__", function).__code__
        warnings.warn_explicit(
            f"plugin {plugin!r}: the hook {name} is deprecated; use {mark.instead} instead",
            DeprecationWarning,
            filename=code.co_filename,
            lineno=code.co_firstlineno,
        )


def old_name(module: str, name: str, renamed: Mapping[str, tuple[str, object]]) -> object:
    """What a module's `__getattr__` gives for a deprecated name, with a `DeprecationWarning`.

    `renamed` has, by old name, the text of what to use instead and the value that the old name
    keeps. Raises `AttributeError` for a name that is not in it.
    """
    if name not in renamed:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    instead, value = renamed[name]
    importer = sys._getframe(2).f_globals.get("__name__", "?")
    warnings.warn(
        f"{importer}: {module}.{name} is deprecated; use {instead} instead",
        DeprecationWarning,
        stacklevel=3,
    )
    return value
