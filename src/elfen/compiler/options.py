"""Options: the value of each, from defaults, the edition, expansions and the caller."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from elfen.declare import (
    NO_PRESET,
    PRESET,
    Option,
    OptionKey,
    OptionValue,
    Plugin,
    Preset,
    Value,
    find_option,
)
from elfen.errors import Message, RulesetError, brief, did_you_mean, some_of

Key = OptionKey
Values = dict[Key, OptionValue]


@frozen(eq=False, repr=False)
class Options(Value):
    """The options of the chosen plugins by (plugin, option), their values, and the edition.

    `settled` names the plugins that allow an option only one value. `clashes` are options that
    two plugins set to different values, each with an error text; they have one of the two values.
    """

    declared: dict[Key, Option]
    values: Values
    edition: str | None
    settled: dict[Key, tuple[str, ...]]
    clashes: dict[Key, str]


@frozen(eq=False, repr=False)
class _Setting(Value):
    """The value that one expansion sets an option to, by default, settled value or preset."""

    plugin: str
    value: OptionValue
    settles: bool
    preset: str | None


def resolve(
    plugins: Sequence[Plugin],
    base: str,
    edition: str | None,
    given: Mapping[str, OptionValue],
) -> Options:
    """Every option's value, from the source with the highest precedence.

    In ascending order: the options' own defaults, the edition (a preset of plugin `base`), what
    plugins set for others (their `defaults`, then their chosen presets), and what is given. A value
    that a plugin settles overrides all of these. Raises `RulesetError` for an unknown edition,
    option or value, for a value that contradicts a settled one, and for two expansions that
    settle one option differently.
    """
    declared = declared_options(plugins, base)
    chosen = _given(declared, given)
    values = {key: option.default for key, option in declared.items()}
    preset = _preset(next(p for p in plugins if p.name == base), edition)
    if preset is not None:
        values.update({(base, name): value for name, value in preset.options.items()})
    found = Options(declared, values, preset.name if preset else None, {}, {})
    needs = _needs(plugins)
    for key, settings in _set_by_plugins(plugins, declared, chosen).items():
        _Judge(found, needs, key, settings).decide(chosen)
    values.update(chosen)
    return found


def declared_options(plugins: Sequence[Plugin], base: str) -> dict[Key, Option]:
    """All options of these plugins."""
    return {
        (plugin.name, option.name): option
        for plugin in plugins
        for option in _options_of(plugin, base)
    }


def _options_of(plugin: Plugin, base: str) -> Iterator[Option]:
    """The plugin's options, and for an expansion with presets the option that chooses one."""
    manifest = plugin.manifest
    yield from manifest.options
    if manifest.presets and plugin.name != base:
        names = (NO_PRESET, *(preset.name for preset in manifest.presets))
        said = "; ".join(f"{preset.name}: {preset.help}" for preset in manifest.presets)
        yield Option(PRESET, NO_PRESET, f"values of several options at once ({said})", names)


def _given(declared: Mapping[Key, Option], given: Mapping[str, OptionValue]) -> Values:
    """The values that the caller gives, checked."""
    values: Values = {}
    texts: dict[Key, str] = {}
    for text in given:
        if not isinstance(text, str):
            raise RulesetError(f"no option {brief(text)}: the names of options are texts")
    for text in sorted(given):
        key = find_option(text, declared)
        if key in texts:
            same = "options {first} and {second} are one and the same; give one of them"
            first, second = repr(texts[key]), repr(text)
            raise RulesetError(Message("option/same", same, first=first, second=second))
        texts[key] = text
        values[key] = declared[key].accept(given[text])
    return values


def _needs(plugins: Sequence[Plugin]) -> dict[str, frozenset[str]]:
    """By plugin: all plugins that it requires, directly or through others, which come before it."""
    found: dict[str, frozenset[str]] = {}
    for plugin in plugins:
        required = plugin.manifest.requires
        found[plugin.name] = frozenset(required).union(*(found.get(one, ()) for one in required))
    return found


def _set_by_plugins(
    plugins: Sequence[Plugin], declared: Mapping[Key, Option], chosen: Values
) -> dict[Key, list[_Setting]]:
    """What plugins set each other's options to, in the order of the plugins.

    A preset overrides the defaults of the same plugin.
    """
    found: dict[Key, list[_Setting]] = {}
    for plugin in plugins:
        manifest = plugin.manifest
        wanted: dict[str, tuple[OptionValue, str | None]] = {
            name: (value, None) for name, value in {**manifest.defaults, **manifest.settled}.items()
        }
        for preset in manifest.presets:
            if preset.name == chosen.get((plugin.name, PRESET)):
                wanted |= {name: (value, preset.name) for name, value in preset.options.items()}
        for name, (value, by) in wanted.items():
            key = _set_option(plugin.name, name, value, declared)
            settles = name in manifest.settled
            found.setdefault(key, []).append(_Setting(plugin.name, value, settles, by))
    return found


class _Judge:
    """Decides which of the values that expansions set an option to applies.

    A plugin overrides those that it requires. Otherwise a settled value overrides others.
    """

    def __init__(
        self,
        found: Options,
        needs: Mapping[str, frozenset[str]],
        key: Key,
        settings: Sequence[_Setting],
    ) -> None:
        self.found = found
        self.needs = needs
        self.key = key
        self.name = ".".join(key)
        self.settings = settings

    def decide(self, chosen: Values) -> None:
        """Set the value; raises `RulesetError` if the caller's choice contradicts it."""
        settling = self._last([one for one in self.settings if one.settles])
        if settling:
            self._refuse_two(settling)
        names = {one.plugin for one in settling}
        free = [one for one in self.settings if not one.settles and names <= self.needs[one.plugin]]
        last = self._last(free) or settling
        self.found.values[self.key] = last[0].value
        self._note_clash(last, chosen)
        if settling:
            if last == settling:
                self.found.settled[self.key] = tuple(one.plugin for one in settling)
            allowed = [one.value for one in (*settling, *last)]
            self._refuse_presets(settling[0], allowed)
            if self.key in chosen and chosen[self.key] not in allowed:
                told = Message(
                    "option/settled",
                    "option {option}: {value} does not go with {plugin}, which replaces this part"
                    " of the rules; leave the option out",
                    option=self.name,
                    value=repr(chosen[self.key]),
                    plugin=repr(settling[0].plugin),
                )
                raise RulesetError(told)

    def _last(self, settings: Sequence[_Setting]) -> list[_Setting]:
        """The settings that no other of them overrides."""
        return [
            one for one in settings if all(one.plugin not in self.needs[o.plugin] for o in settings)
        ]

    def _refuse_two(self, settling: Sequence[_Setting]) -> None:
        one = settling[0]
        for other in settling:
            if other.value != one.value:
                raise RulesetError(
                    f"plugins {one.plugin!r} and {other.plugin!r} settle option {self.name} to"
                    f" {one.value!r} and {other.value!r}, which do not go together; leave one of"
                    " the plugins out, or add one that requires both and settles it"
                )

    def _note_clash(self, last: Sequence[_Setting], chosen: Values) -> None:
        one = last[0]
        for other in last:
            if other.value != one.value and self.key not in chosen:
                self.found.clashes[self.key] = (
                    f"plugins {one.plugin!r} and {other.plugin!r} set option {self.name} to"
                    f" {one.value!r} and {other.value!r}; say which with"
                    f" options={{{self.name!r}: ...}} or --option {self.name}=..."
                )
                return

    def _refuse_presets(self, settling: _Setting, allowed: Sequence[OptionValue]) -> None:
        """Raise `RulesetError` if a plugin that does not know a chosen preset overrides it."""
        for one in self.settings:
            known = one.plugin in (settling.plugin, *self.needs[settling.plugin])
            if one.preset is not None and one.value not in allowed and not known:
                raise RulesetError(
                    f"preset {one.preset!r} of {one.plugin!r} sets option {self.name} to"
                    f" {one.value!r}, which does not go with {settling.plugin!r}, which replaces"
                    " this part of the rules; leave the preset out"
                )


def _set_option(plugin: str, name: str, value: OptionValue, declared: Mapping[Key, Option]) -> Key:
    """The option that a plugin sets: its own by `name`, or another's by `plugin.name`."""
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


def _preset(base: Plugin, edition: str | None) -> Preset | None:
    presets = {preset.name: preset for preset in base.manifest.presets}
    if edition is None:
        return next(iter(presets.values()), None)
    if type(edition) is str and edition in presets:
        return presets[edition]
    hint = did_you_mean(edition, presets) if type(edition) is str else ""
    told = Message(
        "rules/no-edition",
        "no edition {edition} of {game}; {hint}there are: {known}",
        edition=brief(edition),
        game=repr(base.name),
        hint=hint,
        known=some_of(presets),
    )
    raise RulesetError(told)
