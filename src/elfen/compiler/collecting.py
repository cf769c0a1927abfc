"""Collecting: what the plugins' hooks return, checked and arranged into lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from elfen.compiler.arranging import arrange, refuse_clashes
from elfen.compiler.entry_checks import check_entry
from elfen.compiler.hooks import Hooks
from elfen.compiler.lost_options import Effects
from elfen.declare import (
    ActionType,
    Entry,
    EventType,
    Owned,
    Plugin,
    Removal,
    Remove,
    listed,
    references,
)
from elfen.errors import ElfenError, RulesetError, brief, saying

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

T = TypeVar("T")
E = TypeVar("E", bound=Entry)
K = TypeVar("K")


def _read(where: str, given: Iterable[Any]) -> tuple[Any, ...]:
    """What a list or a table of a plugin has in it; its class may be the plugin's own."""
    try:
        return listed(where, given)
    except ElfenError as error:
        raise RulesetError(saying(error)) from error


class Collector:
    """Calls the hooks of one compilation for the ruleset that is being compiled."""

    def __init__(self, hooks: Hooks, rules: Ruleset, effects: Effects) -> None:
        self.plugins = hooks.plugins
        self._hooks = hooks
        self._rules = rules
        self._effects = effects

    def call(self, hook: str, plugin: Plugin) -> list[Any]:
        """What a plugin's hook returns, as it is; [] if the plugin does not have it."""
        self._effects.plugin = plugin.name
        return self._hooks.call(hook, plugin, rules=self._rules)

    def results(self, hook: str, plugin: Plugin, *kinds: type[T]) -> list[T]:
        """The list that a plugin's hook returns; its items must be of these types."""
        where = f"plugin {plugin.name!r}, {hook}"
        wanted = " or ".join(kind.__name__ for kind in kinds)
        out: list[T] = []
        for given in self.call(hook, plugin):
            if isinstance(given, kinds):
                raise RulesetError(f"{where} has to return a list: write [ ] around {brief(given)}")
            if not isinstance(given, (list, tuple)):
                raise RulesetError(f"{where} has to return a list of {wanted}, not {brief(given)}")
            for one in _read(where, given):
                if not isinstance(one, kinds):
                    raise RulesetError(
                        f"{where}: the list may have {wanted} in it, not {brief(one)}"
                    )
                out.append(one)
        return out

    def by_plugin(self, hook: str, kind: type[T], wanted: str) -> dict[str, T]:
        """What each plugin's hook returns, by plugin, without those that return None."""
        found: dict[str, T] = {}
        for plugin in self.plugins:
            for given in self.call(hook, plugin):
                if not isinstance(given, kind):
                    raise RulesetError(
                        f"plugin {plugin.name!r}, {hook} has to return {wanted} or None, not"
                        f" {brief(given)}"
                    )
                found[plugin.name] = given
        return found

    def items(self, hook: str, plugin: Plugin, wanted: str) -> Iterator[tuple[Any, Any]]:
        """The keys and values of the dict that a plugin's hook returns; `wanted` describes both."""
        for given in self.call(hook, plugin):
            if not isinstance(given, Mapping):
                raise RulesetError(
                    f"plugin {plugin.name!r}, {hook} has to return a dict from {wanted},"
                    f" not {brief(given)}"
                )
            yield from _read(f"plugin {plugin.name!r}, {hook}", given.items())

    def entries(self, hook: str, *kinds: type[E]) -> tuple[list[Owned[E]], list[Removal]]:
        """The entries that all plugins add to a named list, checked, and those they remove."""
        entries: list[Owned[E]] = []
        removals: list[Removal] = []
        for plugin in self.plugins:
            found: list[E | Remove] = self.results(hook, plugin, *kinds, Remove)
            for n, given in enumerate(found):
                if isinstance(given, Remove):
                    removals.append(Removal.of(given, plugin.name))
                else:
                    check_entry(plugin.name, given)
                    entries.append(Owned(given, plugin.name, plugin.rank, n))
        self._effects.note(hook, entries, removals)
        return entries, removals

    def arranged(self, hook: str, *kinds: type[E]) -> tuple[Owned[E], ...]:
        """A named list in its compiled order."""
        return arrange(title_of(hook), *self.entries(hook, *kinds))


def title_of(hook: str) -> str:
    """The name of a hook's list in errors."""
    return hook.removeprefix("elfen_").replace("_", " ")


def refuse_twins(entries: Sequence[Owned[ActionType[Any] | EventType[Any]]], told: str) -> None:
    """Raise `RulesetError` if two entries are of one class; `told` has {} for its name."""
    by_class: dict[type, Owned[Any]] = {}
    for owned in entries:
        cls = owned.entry.type
        other = by_class.setdefault(cls, owned)
        if other is not owned:
            raise RulesetError(
                f"plugins {other.plugin!r} and {owned.plugin!r} both declare"
                f" {told.format(cls.__name__)} {other.entry.name!r} and"
                f" {owned.entry.name!r}; use replaces="
            )


def grouped(
    title: str,
    entries: Sequence[Owned[E]],
    removals: Sequence[Removal],
    group: Callable[[E], K],
    call: Callable[[K], str],
) -> dict[K, tuple[Owned[E], ...]]:
    """One arranged list for each group of entries. Names are unique across all of them.

    A removal applies to the list that contains its entry. `call` names a group in errors.
    """
    refuse_clashes(title, sorted(entries, key=lambda one: one.key))
    groups: dict[K, list[Owned[E]]] = {}
    home: dict[str, K] = {}
    for one in entries:
        groups.setdefault(group(one.entry), []).append(one)
        home[one.entry.name] = group(one.entry)
    for one in entries:
        for name in references(one.entry):
            if name in home and home[name] != group(one.entry):
                raise RulesetError(
                    f"{title}: plugin {one.plugin!r} puts {one.entry.name!r} next to or in place"
                    f" of {name!r}, but the one is of {call(group(one.entry))} and the other of"
                    f" {call(home[name])}; make both the same"
                )
    for removal in removals:
        if removal.name not in home:
            arrange(title, entries, [removal])
    return {
        key: arrange(
            f"{title} of {call(key)}", mine, [r for r in removals if home.get(r.name) == key]
        )
        for key, mine in groups.items()
    }
