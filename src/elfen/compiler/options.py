"""Options: which value each has, from defaults, the edition, and what the caller gives."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from elfen.discovery import Plugin
from elfen.errors import RulesetError
from elfen.manifest import Option, OptionValue, Preset

Key = tuple[str, str]


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
    """Defaults, then the edition (a preset of plugin `base`), then what is given.

    Raises `RulesetError` for an edition, option or value that there is not.
    """
    declared = {
        (plugin.name, option.name): option
        for plugin in plugins
        for option in plugin.manifest.options
    }
    values = {key: option.default for key, option in declared.items()}
    preset = _preset(next(p for p in plugins if p.name == base), edition)
    if preset is not None:
        values.update({(base, name): value for name, value in preset.options.items()})
    texts: dict[Key, str] = {}
    for text in sorted(given, key=str):
        key = find_option(text, declared)
        if key in texts:
            raise RulesetError(
                f"options {texts[key]!r} and {text!r} are one and the same; give one of them"
            )
        texts[key] = text
        values[key] = declared[key].accept(given[text])
    return Options(declared, values, preset.name if preset else None)


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
