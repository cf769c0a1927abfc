"""Lost options: which have no effect, because the rules that they govern are gone.

An option says which entries of the named lists it governs. If other plugins replace or remove all
of them, it has no effect, unless another plugin reads its value in a hook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.compiler.options import Key
from elfen.declare import Entry, Option, OptionValue, Owned, Removal, find_option
from elfen.errors import Message, RulesetError

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: What errors call actions, and the entries that agenda items name, by hook.
WHAT = {
    "elfen_setup": "step",
    "elfen_phases": "step",
    "elfen_steps": "step",
    "elfen_chance": "draw or roll",
    "elfen_decisions": "decision",
    "elfen_actions": "action",
}


class _Taken(NamedTuple):
    """An entry that is gone: its name, the plugin that did it, and `replaces` or `removes`."""

    name: str
    by: str
    how: str


class Effects:
    """Records what happens to the entries that options govern, and who reads options' values."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        #: By hook and name: None for an entry that is kept, else how it is gone.
        self._lists: dict[str, dict[str, _Taken | None]] = {}
        self._askers: dict[Key, set[str]] = {}
        #: The plugin whose hook is being called.
        self.plugin = ""

    def __getitem__(self, name: str) -> OptionValue:
        """The value of an option that a hook reads."""
        key = find_option(name, self._rules.options)
        self._askers.setdefault(key, set()).add(self.plugin)
        return self._rules.option_values[key]

    def note(self, hook: str, entries: Sequence[Owned[Any]], removals: Sequence[Removal]) -> None:
        """Record the entries of a list, and which plugins take them out of it."""
        taken = {one.name: _Taken(one.name, one.plugin, "removes") for one in reversed(removals)}
        removed = {*taken}
        for one in entries:
            target = one.entry.replaces
            if target is not None and not (one.entry.name in removed and target in taken):
                taken[target] = _Taken(target, one.plugin, "replaces")
        self._lists[hook] = {one.entry.name: taken.get(one.entry.name) for one in entries}
        if hook in WHAT:
            gone = self._rules.items.gone.setdefault(WHAT[hook], {})
            gone.update(_gone([one.entry for one in entries], removals))

    def lost(self) -> dict[Key, str]:
        """The options without effect, each with a text that says who has taken what out.

        Settled options are left out: they have one value anyway. Raises `RulesetError` if an
        option governs entries of a list that does not exist.
        """
        found: dict[Key, str] = {}
        for key, option in self._rules.options.items():
            fates = [*self._governed(key, option)]
            taken = [one for one in fates if one is not None]
            asked = self._askers.get(key, set()) - {key[0]}
            if taken == fates and taken and not asked and key not in self._rules.settled_by:
                found[key] = " and ".join(_told(taken))
        return found

    def _governed(self, key: Key, option: Option) -> Iterator[_Taken | None]:
        """What happened to each governed entry that exists."""
        for hook, names in option.governs.items():
            if hook not in self._lists:
                raise RulesetError(
                    f"plugin {key[0]!r}: option {option.name!r} governs entries of {hook!r}, which"
                    f" is no named list; there are: {', '.join(sorted(self._lists))}"
                )
            entries = self._lists[hook]
            yield from (entries[name] for name in names if name in entries)


def _gone(entries: Sequence[Entry], removals: Sequence[Removal]) -> Iterator[tuple[str, str]]:
    """The names without an entry, each with the plugin that removed its last entry."""
    if not removals:
        return
    removed = {one.name: one.plugin for one in reversed(removals)}
    in_place_of: dict[str, list[str]] = {}
    for one in entries:
        if one.replaces is not None:
            in_place_of.setdefault(one.replaces, []).append(one.name)
    for one in entries:
        name = one.name
        for _ in entries:  # a bound, as circles are refused only later
            heirs = in_place_of.get(name)
            if not heirs:
                break
            name = next((heir for heir in heirs if heir not in removed), heirs[0])
        if name in removed:
            yield one.name, removed[name]


def refuse_lost(rules: Ruleset) -> None:
    """Raise `RulesetError` if the caller gives a value for an option that has no effect."""
    for text in sorted(rules.recipe.options):
        key = find_option(text, rules.options)
        if key in rules.without_effect:
            told = Message(
                "option/lost",
                "option {option}: {value} does not go with {cause}; leave the option out",
                option=".".join(key),
                value=repr(rules.option_values[key]),
                cause=rules.without_effect[key],
            )
            raise RulesetError(told)


def _told(taken: Sequence[_Taken]) -> Iterator[str]:
    """One text per plugin, such as `'gold', which replaces 'land/deal'`."""
    for plugin in dict.fromkeys(one.by for one in taken):
        did = []
        for how in ("replaces", "removes"):
            names = dict.fromkeys(repr(one.name) for one in taken if one[1:] == (plugin, how))
            if names:
                did.append(f"{how} {' and '.join(names)}")
        yield f"{plugin!r}, which {' and '.join(did)}"
