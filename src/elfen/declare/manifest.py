"""What a plugin says about itself: name, versions, requirements, options, presets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any

from attrs import field, frozen

from elfen.declare.bounds import fault_of
from elfen.declare.handed_in import bare_text
from elfen.declare.headcount import Players
from elfen.declare.interface import INTERFACE
from elfen.declare.values import Value
from elfen.errors import Message, RulesetError, brief, did_you_mean, some_of

OptionValue = bool | int | str

#: A plugin's name and the name of an option of it.
OptionKey = tuple[str, str]

CORE = "core"

#: The option of an expansion with presets that chooses one of them, and its default.
PRESET = "preset"
NO_PRESET = "none"

_PLUGIN_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_OPTION_NAME = re.compile(r"[a-z][a-z0-9_]*")
_MOST_DIGITS = 18

#: The most letters before a colon in `help` that are taken for a title.
_LONGEST_TITLE = 30


@frozen(eq=False, repr=False)
class Option(Value):
    """A choice that a plugin leaves to the caller who compiles the ruleset.

    Its type is that of `default`; `choices` limits the values, and `least` and `most` limit a
    number. It is addressed as `name`, or as `plugin.name` if two chosen plugins have an option
    of that name. Raises `RulesetError` if the declaration contradicts itself.

    `governs` names, by hook, the entries that the option controls, such as
    `{"elfen_phases": ("mine/tolls",)}`. If other plugins replace or remove all of them, the
    option has no effect, and a caller who sets it is told so.

    Mark an option as `later` if saves of the plugin's current rules version exist without it.
    They are read with its default, which must mean what was played before; at its default the
    option is left out of fingerprints and saves.
    """

    name: str
    default: OptionValue
    help: str
    choices: tuple[OptionValue, ...] = ()
    least: int | None = None
    most: int | None = None
    governs: Mapping[str, tuple[str, ...]] = field(factory=dict, hash=False)
    later: bool = field(kw_only=True, default=False)

    def __attrs_post_init__(self) -> None:
        where = f"option {self.name!r}"
        _text(where, "name", self.name, _OPTION_NAME, "lower-case letters, digits and _")
        if type(self.default) not in _NOUNS:
            raise RulesetError(
                f"{where}: default={brief(self.default)} has to be true or false, a whole number or"
                " a text"
            )
        _tuple(where, "choices", self.choices, object)
        for choice in self.choices:
            if type(choice) is not self.type:
                raise RulesetError(
                    f"{where}: the choice {brief(choice)} is not {_NOUNS[self.type]}, as the"
                    " default is"
                )
        for value in (self.default, *self.choices, self.least, self.most):
            if (fault := fault_of(value)) is not None:
                raise RulesetError(f"{where}: {fault}")
        _refuse_twice(where, "choice", map(repr, self.choices))
        if self.choices and self.default not in self.choices:
            raise RulesetError(
                f"{where}: the default {brief(self.default)} is not one of its choices; add it"
            )
        self._check_bounds(where)
        _text(where, "help", self.help)
        if not isinstance(self.governs, Mapping):
            raise RulesetError(
                f"{where}: governs={brief(self.governs)} has to be a dict, from hook to names of"
                " entries"
            )
        for hook, names in self.governs.items():
            _tuple(where, f"governs[{brief(hook)}]", names, str)

    def _check_bounds(self, where: str) -> None:
        for what, bound in (("least", self.least), ("most", self.most)):
            if bound is not None and (type(bound) is not int or self.type is not int):
                raise RulesetError(f"{where}: {what}={brief(bound)} is for whole numbers alone")
        if not self._within(self.default):
            raise RulesetError(
                f"{where}: the default {brief(self.default)} is not {self.wanted}; correct least or"
                " most"
            )

    def _within(self, value: OptionValue) -> bool:
        return (self.least is None or value >= self.least) and (  # type: ignore[operator]
            self.most is None or value <= self.most  # type: ignore[operator]
        )

    @property
    def type(self) -> type[OptionValue]:
        """bool, int or str."""
        return type(self.default)

    def accept(self, value: Any) -> OptionValue:
        """The value, if this option can have it; otherwise raises `RulesetError`."""
        if type(value) is not self.type or (self.choices and value not in self.choices):
            raise RulesetError(self._refused(value))
        if not self._within(value):
            raise RulesetError(self._refused(value))
        if (fault := fault_of(value)) is not None:
            raise RulesetError(f"option {self.name}: {fault}")
        accepted: OptionValue = value
        return accepted

    def _refused(self, value: object) -> Message:
        return Message(
            "option/refused",
            "option {option}: {value} is not {wanted}",
            option=self.name,
            value=brief(value),
            wanted=self.wanted,
        )

    def parse(self, text: str) -> OptionValue:
        """The value that a text such as `3`, `true` or `first` means.

        Raises `RulesetError` if it means none.
        """
        value: OptionValue = text
        digits = text.removeprefix("-")
        if self.type is bool and text.lower() in ("true", "false", "yes", "no", "on", "off"):
            value = text.lower() in ("true", "yes", "on")
        elif self.type is int and text.isascii() and digits.isdigit():
            if len(digits) > _MOST_DIGITS:
                text = "option {option}: a number of {n} digits"
                raise RulesetError(Message("option/digits", text, option=self.name, n=len(digits)))
            value = int(text)
        return self.accept(value)

    @property
    def wanted(self) -> str:
        """The allowed values, as text."""
        if self.choices:
            choices = ", ".join(str(choice) for choice in self.choices)
            return Message("option/choices", "one of {choices}", choices=choices)
        least, most = self.least, self.most
        if least is not None and most is not None:
            text = "a whole number from {least} to {most}"
            return Message("option/between", text, least=least, most=most)
        if least is not None:
            return Message("option/least", "a whole number from {least}", least=least)
        if most is not None:
            return Message("option/most", "a whole number up to {most}", most=most)
        return _NOUNS[self.type]


@frozen(eq=False, repr=False)
class Preset(Value):
    """Values of options under one name.

    A preset of the base game is an edition. An expansion with presets has an option `preset`
    to choose one. `options` are the plugin's own, by name, and those of plugins that it requires,
    by `plugin.name`. Raises `RulesetError` for a field of the wrong type.
    """

    name: str
    options: Mapping[str, OptionValue]
    help: str

    def __attrs_post_init__(self) -> None:
        where = f"preset {self.name!r}"
        _text(where, "name", self.name, _PLUGIN_NAME, "lower-case letters, digits, - and _")
        if not isinstance(self.options, Mapping):
            raise RulesetError(f"{where}: options={brief(self.options)} has to be a dict of values")
        _text(where, "help", self.help)


@frozen(eq=False, repr=False)
class Manifest(Value):
    """A plugin's description of itself; `elfen_manifest` returns it.

    Increase `rules_version` whenever the same decisions could lead to a different game. `api` is
    the number of the plugin interface that the plugin is written for (`elfen.declare.interface`):
    write the number, never `INTERFACE`, which will change.

    `requires` names plugins that must be chosen too, and that come before this one in every
    list; `conflicts` gives, by plugin name, the reason not to combine the two. `defaults` are
    values for options of required plugins, by `plugin.name`: they take precedence over an edition,
    and the caller's values over them.
    `settled` gives options of required plugins their only values, because the plugin's rules rely
    on them: they take precedence over all defaults but those of plugins that require this one, and
    a caller who gives another value is told so. An option whose rules are replaced needs none, if
    it declares what it `governs`, see `Option`.
    `players` is the smallest and largest number of players, such as `(2, 6)`, or the set of the
    possible numbers, such as `{2, 4, 6}`.
    `locale` is the package whose folder `locale` has the plugin's words in other languages, as
    `locale/de/LC_MESSAGES/NAME.mo` for a plugin called NAME; "" if there are none.
    `game` is what a game with the plugin is called, such as `Elfengold`, if not by the names of the
    plugins that it requires. Without it the plugin's own name is what `help` says before a colon,
    or else `name`. `about` is a paragraph for new players, in the page of rules. Raises
    `RulesetError` for a field of the wrong type, and for presets of options that do not exist.
    """

    name: str
    rules_version: int = field(kw_only=True)
    api: int = field(kw_only=True)
    help: str = field(kw_only=True)
    requires: tuple[str, ...] = field(kw_only=True, default=())
    conflicts: Mapping[str, str] = field(kw_only=True, factory=dict)
    options: tuple[Option, ...] = field(kw_only=True, default=())
    presets: tuple[Preset, ...] = field(kw_only=True, default=())
    defaults: Mapping[str, OptionValue] = field(kw_only=True, factory=dict)
    settled: Mapping[str, OptionValue] = field(kw_only=True, factory=dict)
    players: Players | None = field(kw_only=True, default=None)
    game: str = field(kw_only=True, default="")
    about: str = field(kw_only=True, default="")
    locale: str = field(kw_only=True, default="")

    @property
    def title(self) -> str:
        """What people call the plugin, in a few words."""
        before, colon, _ = self.help.partition(":")
        if self.game or (colon and before and len(before) <= _LONGEST_TITLE):
            return self.game or before
        return self.name[:1].upper() + self.name[1:]

    def __attrs_post_init__(self) -> None:
        where = f"manifest of {self.name!r}"
        _text(where, "name", self.name, _PLUGIN_NAME, "lower-case letters, digits, - and _")
        if self.name == CORE:
            raise RulesetError(f"{where}: {CORE!r} is the core's own name; take another")
        for what, text in (("game", self.game), ("about", self.about), ("locale", self.locale)):
            if text != "":
                _text(where, what, text)
        if not _is_number(self.rules_version) or self.rules_version < 0:
            raise RulesetError(
                f"{where}: rules_version={brief(self.rules_version)} has to be a whole number from"
                " 0"
            )
        if not _is_number(self.api):
            raise RulesetError(
                f"{where}: api={brief(self.api)} has to be a whole number, now {INTERFACE}"
            )
        _text(where, "help", self.help)
        if not self.title.isprintable():
            raise RulesetError(f"{where}: {brief(self.title)} has to be one printable line")
        self._check_relations(where)
        self._check_options(where)
        self._check_players(where)

    def _check_relations(self, where: str) -> None:
        _tuple(where, "requires", self.requires, str)
        _refuse_twice(where, "requirement", self.requires)
        if not isinstance(self.conflicts, Mapping):
            raise RulesetError(
                f"{where}: conflicts={brief(self.conflicts)} has to be a dict, from plugin to"
                " reason"
            )
        for other, reason in self.conflicts.items():
            _text(where, f"conflicts[{brief(other)}], the reason,", reason)
        for other in (*self.requires, *self.conflicts):
            if other == self.name:
                raise RulesetError(f"{where}: a plugin cannot require itself or conflict with it")
            if other in self.requires and other in self.conflicts:
                raise RulesetError(f"{where}: {brief(other)} is required and conflicts; drop one")

    def _check_options(self, where: str) -> None:
        _tuple(where, "options", self.options, Option)
        _tuple(where, "presets", self.presets, Preset)
        _refuse_twice(where, "option", (option.name for option in self.options))
        _refuse_twice(where, "preset", (preset.name for preset in self.presets))
        for what, values in (("defaults", self.defaults), ("settled", self.settled)):
            if not isinstance(values, Mapping):
                raise RulesetError(f"{where}: {what}={brief(values)} has to be a dict of values")
            for name in values:
                if not self._of_another(name):
                    raise RulesetError(
                        f"{where}: {what} has {name!r}; it is for options of plugins that this one"
                        " requires, as plugin.name"
                    )
        for name in self.settled:
            if name in self.defaults:
                raise RulesetError(f"{where}: {name!r} is in defaults and in settled; drop one")
        options = {option.name: option for option in self.options}
        if self.presets and PRESET in options:
            raise RulesetError(
                f"{where}: the option {PRESET!r} is there by itself, to choose one of the presets;"
                " rename yours"
            )
        for preset in self.presets:
            if preset.name == NO_PRESET:
                raise RulesetError(f"{where}: a preset cannot be called {NO_PRESET!r}; rename it")
            for name, value in preset.options.items():
                if self._of_another(name):
                    continue
                if name not in options:
                    raise RulesetError(
                        f"{where}: preset {preset.name!r} sets {name!r}, which is not one of its"
                        f" options: {', '.join(options) or 'it has none'}"
                    )
                try:
                    options[name].accept(value)
                except RulesetError as error:
                    raise RulesetError(f"{where}: preset {preset.name!r}: {error}") from None

    def _of_another(self, name: object) -> bool:
        """Whether this is `plugin.name` of a required plugin; its value is not checked."""
        plugin, dot, _ = str(name).partition(".")
        return bool(dot) and plugin in self.requires

    def _check_players(self, where: str) -> None:
        players: Any = self.players
        if players is None:
            return
        if isinstance(players, tuple):
            fits = [type(n) for n in players] == [int, int] and players[0] <= players[1]
        else:
            fits = isinstance(players, Set) and {type(n) for n in players} == {int}
        if not fits or min(players) < 1 or fault_of(max(players)):
            raise RulesetError(
                f"{where}: players={brief(players)} has to be (fewest, most), such as (2, 6), or"
                " the set of the numbers that can play, such as {2, 4, 6}"
            )


_NOUNS: dict[type, str] = {
    bool: Message("option/bool", "true or false"),
    int: Message("option/number", "a whole number"),
    str: Message("option/text", "a text"),
}


def _text(
    where: str, what: str, value: object, pattern: re.Pattern[str] | None = None, of: str = ""
) -> None:
    if not isinstance(value, str) or not value.strip():
        raise RulesetError(f"{where}: {what}={brief(value)} has to be a text")
    if pattern and not pattern.fullmatch(value):
        raise RulesetError(f"{where}: a {what} is made of {of}, and begins with a letter")


def _is_number(value: object) -> bool:
    """Whether this is a whole number that a save can hold."""
    return type(value) is int and fault_of(value) is None


def _tuple(where: str, what: str, value: object, of: type) -> None:
    if not isinstance(value, tuple):
        raise RulesetError(
            f"{where}: {what}={brief(value)} has to be a tuple; mind the comma of (x,)"
        )
    for one in value:
        if not isinstance(one, of):
            raise RulesetError(f"{where}: {what} has {brief(one)}, which is no {of.__name__}")


def _refuse_twice(where: str, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise RulesetError(f"{where}: the {what} {name!r} is there twice; drop one")
        seen.add(name)


@frozen(eq=False, repr=False)
class Plugin(Value):
    """A chosen plugin.

    `module` is the object with its hooks, `manifest` its manifest, `rank` its depth in the graph
    of requirements: 0 if it requires nothing.
    """

    module: object
    manifest: Manifest
    rank: int = 0

    @property
    def name(self) -> str:
        """The name in its manifest."""
        return self.manifest.name


class PluginText(str):
    """A text that a plugin declares, as an argument of a message; its manifest is `plugin`."""

    plugin: Manifest

    def __new__(cls, text: str, plugin: Manifest) -> PluginText:
        """The text, of this plugin."""
        made = super().__new__(cls, text)
        made.plugin = plugin
        return made

    def __reduce__(self) -> tuple[type[PluginText], tuple[str, Manifest]]:
        return PluginText, (str(self), self.plugin)


def find_option(text: str, declared: Mapping[OptionKey, Option]) -> OptionKey:
    """The (plugin, option) that `name` or `plugin.name` means; raises `RulesetError`."""
    if not isinstance(text, str):
        raise RulesetError(f"no option {brief(text)}: the names of options are texts")
    text = bare_text(text)
    plugin, dot, name = text.rpartition(".")
    found = [key for key in declared if key[1] == name and (not dot or key[0] == plugin)]
    if len(found) == 1:
        return found[0]
    if found:
        *some, last = (".".join(key) for key in found)
        full = Message("option/or", "{some} or {last}", some=" or ".join(some), last=last)
        which = "option {option} could be {full}; say which"
        raise RulesetError(Message("option/which", which, option=repr(text), full=full))
    known = sorted(".".join(key) for key in declared)
    hint = did_you_mean(text, [*known, *sorted({key[1] for key in declared})])
    told = Message(
        "option/unknown",
        "no option {option}; {hint}there are: {known}",
        option=brief(text),
        hint=hint,
        known=some_of(known),
    )
    raise RulesetError(told)
