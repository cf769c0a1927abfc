"""Requirements: which plugins go together, and the order that follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.declare import Plugin, PluginText
from elfen.errors import Message, RulesetError


def ranked(plugins: Sequence[Plugin]) -> tuple[Plugin, ...]:
    """The plugins in their order: requirements first, then by name. Raises `RulesetError`."""
    by_name: dict[str, Plugin] = {}
    for plugin in plugins:
        if by_name.setdefault(plugin.name, plugin) is not plugin:
            raise RulesetError(f"two chosen plugins are called {plugin.name!r}; choose one")
    for name in sorted(by_name):
        manifest = by_name[name].manifest
        for required in manifest.requires:
            if required not in by_name:
                text = "plugin {name} requires {other}; choose {other} too"
                told = Message("rules/requires", text, name=repr(name), other=repr(required))
                raise RulesetError(told)
        for other, reason in sorted(manifest.conflicts.items()):
            if other in by_name:
                told = Message(
                    "rules/conflict",
                    "{name} does not go with {other}: {reason}",
                    name=repr(name),
                    other=repr(other),
                    reason=PluginText(reason, manifest),
                )
                raise RulesetError(told)
    ranks: dict[str, int] = {}

    def rank(name: str, path: tuple[str, ...]) -> int:
        if name in path:
            circle = " requires ".join(map(repr, (*path[path.index(name) :], name)))
            raise RulesetError(f"plugins require each other in a circle: {circle}; drop one")
        if name not in ranks:
            below = [rank(r, (*path, name)) for r in by_name[name].manifest.requires]
            ranks[name] = 1 + max(below, default=-1)
        return ranks[name]

    found = [
        Plugin(by_name[name].module, by_name[name].manifest, rank(name, ()))
        for name in sorted(by_name)
    ]
    return tuple(sorted(found, key=lambda p: (p.rank, p.name)))
