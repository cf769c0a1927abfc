"""Options: which value each has, from defaults, the edition, expansions and the caller."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from elfen.discovery import Plugin
from elfen.errors import RulesetError
from elfen.manifest import NO_PRESET, PRESET, Option, OptionValue, Preset

Key = tuple[str, str]
Values = dict[Key, OptionValue]


@frozen
class Options:
    """The options of the chosen plugins by (plugin, option), their values, and the edition."""

    declared: dict[Key, Option]
    values: dict[Key, OptionValue]
    edition: str | None


def resolve(
    plugins: Sequence[Plugin],
    base: str,
    edition: str | None,
    given: Mapping[str, OptionValue],
) -> Options:
    """Every option's value, from whoever has the last say.

    First come the options' own defaults, then the edition (a preset of plugin `base`), then
    what expansions set (their `defaults`, then the presets chosen of theirs), then what is
    given. Raises `RulesetError` for an edition, option or value that there is not, and for
    two expansions that set one option to different values.
    """
    declared = {
        (plugin.name, option.name): option
        for plugin in plugins
        for option in _options_of(plugin, base)
    }
    chosen = _given(declared, given)
    values = {key: option.default for key, option in declared.items()}
    preset = _preset(next(p for p in plugins if p.name == base), edition)
    if preset is not None:
        values.update({(base, name): value for name, value in preset.options.items()})
    set_to = _set_by_expansions(plugins, base, declared, chosen)
    _check_settled(plugins, set_to, chosen)
    values.update(set_to)
    values.update(chosen)
    return Options(declared, values, preset.name if preset else None)


def _options_of(plugin: Plugin, base: str) -> Iterator[Option]:
    """The plugin's options, and with them the choice of a preset if it is an expansion's."""
    manifest = plugin.manifest
    yield from manifest.options
    if manifest.presets and plugin.name != base:
        names = (NO_PRESET, *(preset.name for preset in manifest.presets))
        said = "; ".join(f"{preset.name}: {preset.help}" for preset in manifest.presets)
        yield Option(PRESET, NO_PRESET, f"values of several options at once ({said})", names)


def _given(declared: Mapping[Key, Option], given: Mapping[str, OptionValue]) -> Values:
    """What the caller gives, checked."""
    values: Values = {}
    texts: dict[Key, str] = {}
    for text in sorted(given, key=str):
        key = find_option(text, declared)
        if key in texts:
            raise RulesetError(
                f"options {texts[key]!r} and {text!r} are one and the same; give one of them"
            )
        texts[key] = text
        values[key] = declared[key].accept(given[text])
    return values


def _set_by_expansions(
    plugins: Sequence[Plugin], base: str, declared: Mapping[Key, Option], chosen: Values
) -> Values:
    """What expansions set.

    A preset goes before the defaults of the same plugin, and a plugin before those that it
    requires.
    """
    values: Values = {}
    owners: dict[Key, str] = {}
    for plugin in plugins:
        if plugin.name == base:
            continue
        manifest = plugin.manifest
        wanted = {**manifest.defaults, **manifest.settled}
        for preset in manifest.presets:
            if preset.name == chosen.get((plugin.name, PRESET)):
                wanted.update(preset.options)
        for name, value in wanted.items():
            key = _set_option(plugin.name, name, value, declared)
            other = owners.get(key)
            settled = key in chosen or other in (None, plugin.name, *manifest.requires)
            if not settled and values[key] != value:
                full = ".".join(key)
                raise RulesetError(
                    f"plugins {other!r} and {plugin.name!r} set option {full} to"
                    f" {values[key]!r} and {value!r}; say which with options={{{full!r}: ...}}"
                )
            values[key], owners[key] = value, plugin.name
    return values


def _check_settled(plugins: Sequence[Plugin], set_to: Values, chosen: Values) -> None:
    """Raise `RulesetError` if something else is given for an option that a plugin settles."""
    for plugin in plugins:
        for name in plugin.manifest.settled:
            owner, _, option = name.rpartition(".")
            key = (owner, option)
            if key in chosen and chosen[key] != set_to[key]:
                raise RulesetError(
                    f"option {name}: {chosen[key]!r} does not go with {plugin.name!r}, which"
                    " replaces this part of the rules; leave the option out"
                )


def _set_option(plugin: str, name: str, value: OptionValue, declared: Mapping[Key, Option]) -> Key:
    """The option that a plugin sets, its own by name or another's by `plugin.name`."""
    owner, dot, option = name.rpartition(".")
    key = (owner if dot else plugin, option)
    if key not in declared:
        known = ", ".join(sorted(known for of, known in declared if of == key[0])) or "none"
        raise RulesetError(
            f"plugin {plugin!r} sets option {name!r}, which there is not; {key[0]!r} has: {known}"
        )
    if option == PRESET:
        raise RulesetError(f"plugin {plugin!r} sets {name!r}, a choice that is left to the caller")
    try:
        declared[key].accept(value)
    except RulesetError as error:
        raise RulesetError(f"plugin {plugin!r}: {error}") from None
    return key


def find_option(text: str, declared: Mapping[Key, Option]) -> Key:
    """The (plugin, option) that `name` or `plugin.name` means; raises `RulesetError`."""
    plugin, dot, name = str(text).rpartition(".")
    found = [key for key in declared if key[1] == name and (not dot or key[0] == plugin)]
    if len(found) == 1:
        return found[0]
    if found:
        full = " or ".join(".".join(key) for key in found)
        raise RulesetError(f"option {text!r} could be {full}; say which")
    known = sorted(".".join(key) for key in declared)
    hint = _meant(str(text), [*known, *sorted({key[1] for key in declared})])
    raise RulesetError(f"no option {text!r}; {hint}there are: {', '.join(known) or 'none'}")


def _preset(base: Plugin, edition: str | None) -> Preset | None:
    presets = {preset.name: preset for preset in base.manifest.presets}
    if edition is None:
        return next(iter(presets.values()), None)
    if edition in presets:
        return presets[edition]
    hint = _meant(str(edition), presets)
    raise RulesetError(
        f"no edition {edition!r} of {base.name!r}; {hint}there are: {', '.join(presets) or 'none'}"
    )


def _meant(text: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(text, list(known), n=1)
    return f"did you mean {close[0]!r}? " if close else ""
