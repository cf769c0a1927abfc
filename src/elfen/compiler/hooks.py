"""Hooks of plugins: found without running other code, checked, and called one by one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from types import FunctionType, MethodType, ModuleType
from typing import Any

import pluggy

from elfen.compiler.discovery import Chosen
from elfen.compiler.requirements import ranked
from elfen.declare import Manifest, Plugin, hookspecs, refuse_other_interface, warn_of_hook
from elfen.errors import (
    FAULTS,
    BoardError,
    ElfenError,
    RulesetError,
    brief,
    did_you_mean,
    saying,
)

HOOKS: dict[str, tuple[str, ...]] = {
    name: tuple(inspect.signature(spec).parameters)
    for name, spec in vars(hookspecs).items()
    if name.startswith("elfen_")
}

Hook = Callable[..., Any]

_MAY_BE_NONE = ("elfen_board", "elfen_towns")
_FUNCTIONS = (FunctionType, MethodType, staticmethod, classmethod)
#: How many plugins are remembered.
_MOST_MANAGERS = 64


class Hooks:
    """The chosen plugins, in order, and a way to call a single hook of one of them."""

    def __init__(self, chosen: Sequence[Chosen]) -> None:
        managers = [_manager(one) for one in chosen]
        manifests = [_manifest(one, by) for one, by in zip(chosen, managers, strict=True)]
        self.base = manifests[0].name
        self.plugins = ranked(
            [Plugin(one.module, manifest) for one, manifest in zip(chosen, manifests, strict=True)]
        )
        self._managers = {
            manifest.name: manager for manifest, manager in zip(manifests, managers, strict=True)
        }
        for name, manager in self._managers.items():
            for hook in HOOKS:
                for one in getattr(manager.hook, hook).get_hookimpls():
                    warn_of_hook(name, hook, getattr(hookspecs, hook), one.function)

    def call(self, hook: str, plugin: Plugin, **arguments: Any) -> list[Any]:
        """What one plugin's implementations of a hook return; [] if it has none.

        Raises `RulesetError`, or `BoardError` if the hook raised that, naming plugin and hook.
        """
        return _call(self._managers[plugin.name], hook, repr(plugin.name), arguments)


def manifest_of(module: object) -> Manifest:
    """The manifest of a plugin object; raises `RulesetError`."""
    chosen = Chosen(module)
    return _manifest(chosen, _manager(chosen))


def said(error: BaseException) -> str:
    """An error's message; for errors of attrs' field validators, which say more, its sentence."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, str) and len(error.args) > 1 else saying(error)


def called(where: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What a function of a plugin's entry returns; raises `RulesetError` if it fails."""
    try:
        return function(*arguments)
    except FAULTS as error:
        raise RulesetError(f"{where} raised {type(error).__name__}: {said(error)}") from error


def _call(
    manager: pluggy.PluginManager, hook: str, label: str, arguments: dict[str, Any]
) -> list[Any]:
    where = f"plugin {label}, {hook}"
    caller = getattr(manager.hook, hook)
    try:
        results = list(caller(**arguments))
    except BoardError as error:
        raise BoardError(f"{where}: {saying(error)}") from error
    except ElfenError as error:
        raise RulesetError(f"{where}: {saying(error)}") from error
    except FAULTS as error:
        raise RulesetError(f"{where} raised {type(error).__name__}: {said(error)}") from error
    if len(results) < len(caller.get_hookimpls()) and hook not in _MAY_BE_NONE:
        raise RulesetError(f"{where} returned None; did you forget to return the result?")
    return results


def _manifest(chosen: Chosen, manager: pluggy.PluginManager) -> Manifest:
    where = f"plugin {chosen.label}"
    given = _call(manager, "elfen_manifest", chosen.label, {})
    if not given:
        raise RulesetError(
            f"{where} has no elfen_manifest that returns a Manifest; every plugin needs one"
        )
    manifest = given[0]
    if not isinstance(manifest, Manifest):
        raise RulesetError(
            f"{where}: elfen_manifest has to return a Manifest, not {brief(manifest)}"
        )
    refuse_other_interface(manifest.name, manifest.api)
    if chosen.name not in (None, manifest.name):
        raise RulesetError(
            f"{where} calls itself {manifest.name!r} in its manifest; its entry point needs that"
            " name too"
        )
    return manifest


def _manager(chosen: Chosen) -> pluggy.PluginManager:
    """A manager for a single plugin, which can be any object."""
    if isinstance(chosen.module, type):
        raise RulesetError(
            f"plugin {chosen.label} is a class; give an instance of it, {chosen.module.__name__}()"
        )
    return _managing(chosen.label, tuple(_functions(chosen)))


@lru_cache(_MOST_MANAGERS)
def _managing(label: str, functions: tuple[tuple[str, str, Hook], ...]) -> pluggy.PluginManager:
    """A manager for these hook functions of a plugin, each with its name and that of its hook.

    It registers a new module that contains these functions and nothing else. It is kept, as to
    look at all functions takes half of the time in which rules are compiled.
    """
    manager = pluggy.PluginManager("elfen")
    manager.add_hookspecs(hookspecs)
    adapter = ModuleType(f"hooks of {label}")
    for name, hook, function in functions:
        _check_arguments(f"plugin {label}: {name}", function, HOOKS[hook])
        setattr(adapter, name, function)
    manager.register(adapter)
    return manager


def _as_written(module: object, name: str) -> object:
    """A plugin's attribute, found without running any code; None if there is none."""
    if type(module) is ModuleType:
        return vars(module).get(name)
    return inspect.getattr_static(module, name, None)


def _functions(chosen: Chosen) -> Iterator[tuple[str, str, Hook]]:
    """The marked hook functions of a plugin, each with its name and that of its hook.

    Properties of the plugin are not run.
    """
    for name in dir(chosen.module):
        static = _as_written(chosen.module, name)
        marks = _marks(static)
        if marks is None and not name.startswith("elfen_"):
            continue
        hook = (marks or {}).get("specname") or name
        if hook not in HOOKS:
            if marks is None and not inspect.isroutine(static):
                continue
            hint = did_you_mean(hook, HOOKS).replace("'", "") or f"there are: {', '.join(HOOKS)}"
            raise RulesetError(f"plugin {chosen.label}: there is no hook {hook}; {hint.rstrip()}")
        where = f"plugin {chosen.label}: {name}"
        if not isinstance(static, _FUNCTIONS):
            raise RulesetError(f"{where} has to be a function, not {brief(static)}")
        if marks is None:
            raise RulesetError(f"{where} is not marked; write @hookimpl above it")
        if marks.get("wrapper") or marks.get("hookwrapper"):
            raise RulesetError(f"{where} cannot be a wrapper; a plugin's hooks are called alone")
        yield name, hook, getattr(chosen.module, name)


def _marks(static: object) -> dict[str, Any] | None:
    """The options that `@hookimpl` left on a function, above or below `@staticmethod` etc."""
    if not isinstance(static, _FUNCTIONS):
        return None
    function: Any = getattr(static, "__func__", static)
    marks: dict[str, Any] | None = getattr(static, "elfen_impl", None)
    if marks is not None:
        function.elfen_impl = marks
    return marks or getattr(function, "elfen_impl", None)


def _check_arguments(where: str, function: Hook, given: tuple[str, ...]) -> None:
    if inspect.iscoroutinefunction(function):
        raise RulesetError(f"{where} cannot be async; drop the word")
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in given and parameter.default is parameter.empty:
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in given or parameter.default is parameter.empty:
            default = " with a default" if parameter.name in given else ""
            raise RulesetError(
                f"{where} cannot have the argument {parameter.name!r}{default}; it is called with"
                f" {', '.join(given) or 'none'}"
            )
