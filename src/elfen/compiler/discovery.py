"""Finding plugins, by entry-point name or as objects, here and in another process; their order.

A plugin is a module, an instance of a class, or any object such as a `types.SimpleNamespace`,
with functions marked `@hookimpl` that are named as in `elfen.declare.hookspecs`.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib.machinery import PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import Shown, bare_text, listed
from elfen.errors import FAULTS, Message, RulesetError, brief, did_you_mean, raised, saying, some_of

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint, EntryPoints

GROUP = "elfen.expansions"
#: The most expansions that are looked at, far more than anybody has.
_MOST = 1_000


@frozen(eq=False, repr=False)
class Chosen(Shown):
    """A plugin object, with the name that the caller chose it by, if any."""

    module: object
    name: str | None = None

    @property
    def label(self) -> str:
        """Its name in errors until its manifest is known."""
        return repr(self.name) if self.name else label_of(self.module)


def entry_points(group: str) -> EntryPoints:
    """What all installed packages offer to that group; Python looks through all of them.

    Packages whose lists Python cannot read offer nothing: they hide no other. The answer is kept
    until something is installed or removed, as to look takes a third of the time to compile.
    """
    return _looked_up(group, tuple([(folder, _changed(folder)) for folder in sys.path]))


def _changed(folder: str) -> tuple[int, int] | None:
    """Which folder it is, and when something was last put into it or taken from it, if known."""
    try:
        found = os.stat(folder or os.curdir)
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns


@lru_cache(maxsize=8)
def _looked_up(group: str, folders: tuple[tuple[str, tuple[int, int] | None], ...]) -> EntryPoints:
    from importlib import metadata

    try:
        return metadata.entry_points(group=group)
    except Exception:  # of one that is damaged: not UTF-8, or not a list
        points = (point for one in metadata.distributions() for point in _offered(one))
        return metadata.EntryPoints(points).select(group=group)


def _offered(package: Distribution) -> Iterable[EntryPoint]:
    """What a package offers; nothing if its list is damaged."""
    try:
        return package.entry_points
    except Exception:
        return ()


def installed() -> dict[str, EntryPoint]:
    """All installed plugins by name, the first of each name; nothing is loaded."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point)
    return found


def inside(name: str) -> ModuleType | None:
    """The plugin of a game that is a room of elfen, `elfen.NAME.plugin`; None if there is none.

    To look for it among all that is installed, and to load what can look, would take longer than
    to compile it. No other package can take its name.
    """
    if not name.isidentifier():
        return None
    rooms = sys.modules["elfen"].__path__
    found = PathFinder.find_spec("plugin", [os.path.join(one, name) for one in rooms])
    return importlib.import_module(f"elfen.{name}.plugin") if found else None


def load(name: str) -> object:
    """The plugin object of an installed plugin; raises `RulesetError` if it cannot be loaded."""
    own = inside(name)
    if own is not None:
        return own
    points = entry_points(group=GROUP)
    values = sorted({point.value for point in points if point.name == name})
    if not values:
        known = sorted({point.name for point in points})
        hint = did_you_mean(name, known)
        told = Message(
            "rules/no-expansion",
            "no expansion {name} is installed; {hint}installed are: {known}",
            name=brief(name),
            hint=hint,
            known=some_of(known),
        )
        raise RulesetError(told)
    if len(values) > 1:
        raise RulesetError(
            f"two installed plugins are called {name!r}: {' and '.join(values)}; uninstall one of"
            " them"
        )
    point = next(point for point in points if point.name == name)
    try:
        return point.load()
    except FAULTS as error:
        raise RulesetError(
            f"expansion {name!r} cannot be loaded from {point.value}: {raised(error)}"
        ) from error


def choose(base: str | object, expansions: object) -> tuple[Chosen, ...]:
    """The chosen plugin objects, the base first; raises `RulesetError`.

    `expansions` may be one name or object, or any iterable of them.
    """
    if isinstance(expansions, str) or not isinstance(expansions, Iterable):
        expansions = (expansions,)
    chosen: list[Chosen] = []
    for one in (base, *listed("expansions", expansions, _MOST)):
        name = bare_text(one) if isinstance(one, str) else None
        new = Chosen(one) if name is None else Chosen(load(name), name)
        if any(new.module is old.module for old in chosen):
            text = "plugin {name} is chosen twice; choose it once"
            raise RulesetError(Message("rules/twice", text, name=new.label))
        chosen.append(new)
    return tuple(chosen)


def label_of(module: object) -> str:
    """The name of a plugin object in errors."""
    if isinstance(module, (ModuleType, type)):
        return module.__name__
    return f"{type(module).__name__} object"


def recipe_of(module: object) -> tuple[str, Any]:
    """How another process finds a plugin object: see `from_recipe`."""
    if isinstance(module, ModuleType) and sys.modules.get(module.__name__) is module:
        return ("module", module.__name__)
    return ("object", Parcel(module))


def from_recipe(recipe: tuple[str, Any]) -> object:
    """The plugin object that a recipe names or contains."""
    kind, what = recipe
    return importlib.import_module(what) if kind == "module" else what.module


@frozen(eq=False, repr=False)
class Parcel(Shown):
    """A plugin that is no module; pickling it raises a clear error if that is impossible."""

    module: object

    def __reduce__(self) -> tuple[Any, ...]:
        import pickle  # already loaded when this runs; importing it above would slow the start

        try:
            pickle.dumps(self.module)
        except FAULTS as error:
            raise RulesetError(
                f"a ruleset with plugin {label_of(self.module)} cannot be sent to another process:"
                f" {saying(error)}; make the plugin an importable module, or an instance of a class"
                " in one"
            ) from error
        return (Parcel, (self.module,))
