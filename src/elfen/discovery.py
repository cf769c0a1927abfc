"""Finding plugins: by entry-point name, as objects; and calling their hooks one by one."""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

import pluggy
from attrs import frozen

from elfen import hookspecs
from elfen.errors import ElfenError, RulesetError
from elfen.manifest import API, Manifest

GROUP = "elfen.expansions"

_HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("elfen_"))


@frozen
class Plugin:
    """A chosen plugin: its object, its manifest, and its depth in the graph of requirements."""

    module: object
    manifest: Manifest
    rank: int = 0

    @property
    def name(self) -> str:
        return self.manifest.name


def installed() -> dict[str, EntryPoint]:
    """All installed plugins by name; raises `RulesetError` if two have the same name."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            raise RulesetError(
                f"two installed plugins are called {point.name!r}: {other.value} and"
                f" {point.value}; uninstall one of them"
            )
    return found


def load(name: str) -> object:
    """The plugin object of an installed plugin; raises `RulesetError`."""
    known = installed()
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise RulesetError(
            f"no expansion {name!r} is installed; {hint}installed are: {', '.join(sorted(known))}"
        )
    try:
        return known[name].load()
    except Exception as error:
        raise RulesetError(
            f"expansion {name!r} cannot be loaded from {known[name].value}: {error}"
        ) from error


def recipe_of(plugin: object) -> tuple[str, Any]:
    """How to find a plugin object again in another process: see `from_recipe`."""
    if isinstance(plugin, ModuleType):
        return ("module", plugin.__name__)
    return ("object", plugin)


def from_recipe(recipe: tuple[str, Any]) -> object:
    """The plugin that a recipe names."""
    kind, what = recipe
    return importlib.import_module(what) if kind == "module" else what


class Hooks:
    """The chosen plugins and a way to call one hook of each."""

    def __init__(self, modules: Sequence[object]) -> None:
        self._manager = pluggy.PluginManager("elfen")
        self._manager.add_hookspecs(hookspecs)
        for module in modules:
            self._register(module)
        self.plugins = _ranked([self._manifest(module) for module in modules])

    def call(self, hook: str, plugin: Plugin, **arguments: Any) -> list[Any]:
        """What one plugin's implementations of a hook return; [] if it has none."""
        others = [other.module for other in self.plugins if other is not plugin]
        return self._call(hook, plugin.name, others, arguments)

    def _call(
        self, hook: str, name: str, others: Sequence[object], arguments: dict[str, Any]
    ) -> list[Any]:
        caller = self._manager.subset_hook_caller(hook, others)
        try:
            return list(caller(**arguments))
        except RulesetError as error:
            raise RulesetError(f"plugin {name!r}, {hook}: {error}") from error
        except ElfenError:
            raise
        except Exception as error:
            raise RulesetError(
                f"plugin {name!r}: {hook} raised {type(error).__name__}: {error}"
            ) from error

    def _register(self, module: object) -> None:
        label = _label(module)
        for name in _HOOKS:
            function = getattr(module, name, None)
            if inspect.isroutine(function) and not hasattr(function, "elfen_impl"):
                raise RulesetError(f"plugin {label}: {name} is not marked; write @hookimpl above")
        for name in dir(module):
            if hasattr(getattr(module, name, None), "elfen_impl") and name not in _HOOKS:
                close = difflib.get_close_matches(name, _HOOKS, n=1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise RulesetError(f"plugin {label}: there is no hook {name}{hint}")
        try:
            if self._manager.register(module) is None:
                raise RulesetError(f"plugin {label} is blocked")
        except (ValueError, pluggy.PluginValidationError) as error:
            raise RulesetError(f"plugin {label}: {str(error).splitlines()[-1]}") from error

    def _manifest(self, module: object) -> Plugin:
        label = _label(module)
        others = [other for other in self._manager.get_plugins() if other is not module]
        given = self._call("elfen_manifest", label, others, {})
        if len(given) != 1 or not isinstance(given[0], Manifest):
            raise RulesetError(
                f"plugin {label}: elfen_manifest has to return a Manifest"
                + (f", not {given[0]!r}" if given else "; it has no such hook")
            )
        manifest = given[0]
        if manifest.api != API:
            raise RulesetError(
                f"plugin {manifest.name!r} is written for plugin interface {manifest.api},"
                f" this is {API}; install a version of it for this elfen"
            )
        return Plugin(module, manifest)


def _label(module: object) -> str:
    return getattr(module, "__name__", None) or type(module).__name__


def _ranked(plugins: Sequence[Plugin]) -> tuple[Plugin, ...]:
    """The plugins in their order: requirements first, then by name. Raises `RulesetError`."""
    by_name: dict[str, Plugin] = {}
    for plugin in plugins:
        if by_name.setdefault(plugin.name, plugin) is not plugin:
            raise RulesetError(f"two chosen plugins are called {plugin.name!r}; choose one")
    for plugin in plugins:
        for required in plugin.manifest.requires:
            if required not in by_name:
                raise RulesetError(
                    f"plugin {plugin.name!r} requires {required!r}; choose {required!r} too"
                )
        for other, reason in sorted(plugin.manifest.conflicts.items()):
            if other in by_name:
                raise RulesetError(f"{plugin.name!r} does not go with {other!r}: {reason}")
    ranks: dict[str, int] = {}

    def rank(name: str, path: tuple[str, ...]) -> int:
        if name in path:
            circle = " requires ".join((*path[path.index(name) :], name))
            raise RulesetError(f"plugins require each other in a circle: {circle}")
        if name not in ranks:
            below = [rank(r, (*path, name)) for r in by_name[name].manifest.requires]
            ranks[name] = 1 + max(below, default=-1)
        return ranks[name]

    ranked = [Plugin(p.module, p.manifest, rank(p.name, ())) for p in by_name.values()]
    return tuple(sorted(ranked, key=lambda p: (p.rank, p.name)))
