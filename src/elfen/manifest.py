"""What a plugin says about itself: name, versions, requirements, options, presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen
from attrs.validators import instance_of

from elfen.errors import RulesetError

API = 1

OptionValue = bool | int | str


@frozen
class Option:
    """A choice that a plugin leaves to whoever compiles the ruleset.

    The type is that of `default`; `choices` limits it. Addressed as `name`, or as
    `plugin.name` where two chosen plugins have an option of that name.
    """

    name: str
    default: OptionValue
    help: str
    choices: tuple[OptionValue, ...] = field(default=(), validator=instance_of(tuple))

    @property
    def type(self) -> type[OptionValue]:
        return type(self.default)

    def accept(self, value: Any) -> OptionValue:
        """The value if it is one of this option; raises `RulesetError`."""
        if type(value) is not self.type or (self.choices and value not in self.choices):
            raise RulesetError(f"option {self.name}: {value!r} is not {self.wanted}")
        return value  # type: ignore[no-any-return]

    def parse(self, text: str) -> OptionValue:
        """The value that a text such as `3`, `true` or `first` means; raises `RulesetError`."""
        value: OptionValue = text
        if self.type is bool and text.lower() in ("true", "false", "yes", "no", "on", "off"):
            value = text.lower() in ("true", "yes", "on")
        elif self.type is int and text.removeprefix("-").isdecimal() and text.isascii():
            value = int(text)
        return self.accept(value)

    @property
    def wanted(self) -> str:
        """What may be given, in words."""
        if self.choices:
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        return {bool: "true or false", int: "a whole number", str: "a text"}[self.type]


@frozen
class Preset:
    """Values of a plugin's options under one name; a preset of the base game is an edition."""

    name: str
    options: Mapping[str, OptionValue]
    help: str


@frozen
class Manifest:
    """A plugin's own description; `elfen_manifest` returns it.

    Raise `rules_version` whenever the same decisions could lead to another game. `api` is
    the plugin interface it is written for. `requires` names plugins that must be chosen
    too, and that come before this one in every list; `conflicts` gives, by plugin name, the
    reason not to combine. `players` is the fewest and most that can play.
    """

    name: str
    rules_version: int = field(kw_only=True)
    api: int = field(kw_only=True)
    help: str = field(kw_only=True)
    requires: tuple[str, ...] = field(kw_only=True, default=(), validator=instance_of(tuple))
    conflicts: Mapping[str, str] = field(kw_only=True, factory=dict)
    options: tuple[Option, ...] = field(kw_only=True, default=(), validator=instance_of(tuple))
    presets: tuple[Preset, ...] = field(kw_only=True, default=(), validator=instance_of(tuple))
    players: tuple[int, int] | None = field(kw_only=True, default=None)
