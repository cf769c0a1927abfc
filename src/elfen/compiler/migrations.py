"""Migrations: functions by which plugins upgrade saves of their older rules versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from elfen.compiler.entry_checks import check_function
from elfen.compiler.hooks import Hooks
from elfen.declare import Plugin
from elfen.errors import RulesetError, brief

Migration = Callable[[dict[str, Any]], dict[str, Any]]


def migrations_of(hooks: Hooks, plugin: Plugin) -> dict[int, Migration]:
    """A plugin's migrations by the rules version that they upgrade; raises `RulesetError`."""
    found: dict[int, Migration] = {}
    newest = plugin.manifest.rules_version
    where = f"plugin {plugin.name!r}, elfen_migrations"
    for given in hooks.call("elfen_migrations", plugin):
        if not isinstance(given, Mapping):
            raise RulesetError(
                f"{where} has to return a dict from rules versions to functions, not {brief(given)}"
            )
        for version, function in given.items():
            if type(version) is not int or not 0 <= version < newest:
                raise RulesetError(
                    f"{where}: {brief(version)} has to be a rules version before the present one,"
                    f" {newest}"
                )
            check_function(f"{where}[{version}]", function, 1)
            found[version] = function
    return found
