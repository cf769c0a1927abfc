"""Effects: which options have lost theirs, with the rules that they are for.

An option says which entries of the named lists it governs. Where others replace or remove all of
them it decides nothing any more, unless another plugin asks for its value in a hook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.compiler.options import Key
from elfen.declare import Entry, Option, OptionValue, Owned, Removal, find_option
from elfen.errors import RulesetError

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: What errors call the entries that agenda items name, and actions, by hook.
WHAT = {
    "elfen_setup": "step",
    "elfen_phases": "step",
    "elfen_steps": "step",
    "elfen_chance": "draw or roll",
    "elfen_decisions": "decision",
    "elfen_actions": "action",
}


class _Taken(NamedTuple):
    """An entry that is gone: its name, who has taken it out, and how: `replaces`, `removes`."""

    name: str
    by: str
    how: str


class Effects:
    """What becomes of the entries that options govern. It also answers for options' values."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        #: By hook and name, an entry's fate.
        self._lists: dict[str, dict[str, _Taken | None]] = {}
        self._askers: dict[Key, set[str]] = {}
        #: The plugin whose hook is being called.
        self.plugin = ""

    def __getitem__(self, name: str) -> OptionValue:
        """The value that a hook asks for."""
        key = find_option(name, self._rules.options)
        self._askers.setdefault(key, set()).add(self.plugin)
        return self._rules.option_values[key]

    def note(self, hook: str, entries: Sequence[Owned[Any]], removals: Sequence[Removal]) -> None:
        """Note the entries of a list, and who takes them out of it."""
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
        """The options without effect, each with who has taken what out, in words.

        A settled option has its one value, whether it has an effect or not. Raises
        `RulesetError` for what is said to be governed and is no list.
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
        """The fates of the entries that are there."""
        for hook, names in option.governs.items():
            if hook not in self._lists:
                raise RulesetError(
                    f"plugin {key[0]!r}: option {option.name!r} governs entries of {hook!r}, which"
                    f" is no named list; there are: {', '.join(sorted(self._lists))}"
                )
            entries = self._lists[hook]
            yield from (entries[name] for name in names if name in entries)


def _gone(entries: Sequence[Entry], removals: Sequence[Removal]) -> Iterator[tuple[str, str]]:
    """The names that nothing answers to any more, each with who has removed what did last."""
    if not removals:
        return
    removed = {one.name: one.plugin for one in reversed(removals)}
    in_place_of: dict[str, list[str]] = {}
    for one in entries:
        if one.replaces is not None:
            in_place_of.setdefault(one.replaces, []).append(one.name)
    for one in entries:
        name = one.name
        for _ in entries:  # at most so often, as a circle is refused only later
            heirs = in_place_of.get(name)
            if not heirs:
                break
            name = next((heir for heir in heirs if heir not in removed), heirs[0])
        if name in removed:
            yield one.name, removed[name]


def refuse_lost(rules: Ruleset) -> None:
    """Raise `RulesetError` if a value is given for an option that has no effect."""
    for text in sorted(rules.recipe.options):
        key = find_option(text, rules.options)
        if key in rules.without_effect:
            raise RulesetError(
                f"option {'.'.join(key)}: {rules.option_values[key]!r} does not go with"
                f" {rules.without_effect[key]}; leave the option out"
            )


def _told(taken: Sequence[_Taken]) -> Iterator[str]:
    """Such as: 'gold', which replaces 'land/deal'."""
    for plugin in dict.fromkeys(one.by for one in taken):
        did = []
        for how in ("replaces", "removes"):
            names = dict.fromkeys(repr(one.name) for one in taken if one[1:] == (plugin, how))
            if names:
                did.append(f"{how} {' and '.join(names)}")
        yield f"{plugin!r}, which {' and '.join(did)}"
