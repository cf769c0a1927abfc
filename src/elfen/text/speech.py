"""Languages: which one is spoken, and the catalogues of the core and of every plugin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from elfen.declare import Memo, PluginText, bare_text
from elfen.errors import (
    FAULTS,
    ElfenError,
    Message,
    RulesetError,
    alternative,
    brief,
    did_you_mean,
    raised,
    told_by,
)

if TYPE_CHECKING:
    from gettext import NullTranslations

    from elfen.declare import Manifest
    from elfen.declare.given import Ruleset

#: The package that has the folder `locale`, and the name of the catalogues in it.
Source = tuple[str, str]

#: The language in which everything is written, so that it needs no catalogue.
ENGLISH = "en"

#: Names of languages such as `de`, `pt_BR` and `zh-Hant-TW`.
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[_-][A-Za-z0-9]{1,8}){0,4}")

_CORE = ("elfen.text", "elfen")
_spoken: ContextVar[str] = ContextVar("elfen_language", default=ENGLISH)


def language() -> str:
    """The language that is spoken here; see `speaking`."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within the block, `Words` tell in this language if they are given none.

    It holds for this thread, or this task of asyncio, alone. Raises `ElfenError` for a language
    that the core has no catalogue for.
    """
    if not isinstance(language, str) or bare_text(language) not in languages():
        raise _no_language(language)
    token = _spoken.set(bare_text(language))
    try:
        yield
    finally:
        _spoken.reset(token)


def known_as_language(language: str | None) -> str:
    """A language by its name, or the one that is spoken if there is none.

    It may be one that nobody has a catalogue for. Raises `ElfenError` for what cannot be the name
    of a language, as catalogues are files that are found by it.
    """
    if language is None or (isinstance(language, str) and not bare_text(language)):
        return _spoken.get()
    if not isinstance(language, str) or not _LANGUAGE.fullmatch(language):
        raise _no_language(language)
    return bare_text(language)


def _no_language(language: object) -> ElfenError:
    hint = did_you_mean(bare_text(language), languages()) if isinstance(language, str) else ""
    told = Message(
        "speech/no-language",
        "there is no language {language}; {hint}there are: {known}",
        language=brief(language),
        hint=hint,
        known=", ".join(languages()),
    )
    return ElfenError(told)


@cache
def languages() -> tuple[str, ...]:
    """The languages that the core speaks, English first."""
    from importlib.resources import files

    found = sorted(one.name for one in (files(_CORE[0]) / "locale").iterdir() if one.is_dir())
    return (ENGLISH, *(name for name in found if "." not in name))


class Number(int):
    """A number in a template, with the place of the alternative that the language has for it."""

    place = 0

    def __format__(self, spec: str) -> str:
        return alternative(str(int(self)), spec, self.place)


class Catalogue:
    """The texts of one language: those of plugins first, in order, the core's last.

    What no catalogue has stays English.
    """

    def __init__(self, sources: Sequence[Source], language: str) -> None:
        self.language = language
        self._texts = _found(sources, language)
        #: From a number to the place of the alternative that it takes.
        self._plural: Callable[[int], int] = getattr(self._texts, "plural", _english)

    def text(self, text: str) -> str:
        """A text or a template."""
        if self._texts is None or not text:
            return text
        return self._texts.gettext(text)

    def filled(self, template: str, values: Mapping[str, object]) -> str:
        """A template with its values; in English if the catalogue's asks for anything else."""
        told = self.text(template)
        if not values:
            return told
        try:
            return told.format_map(values)
        except Exception:
            if told == template:
                raise
            return template.format_map(values)

    def number(self, n: int) -> Number:
        """A number, for a template."""
        number = Number(n)
        number.place = self._plural(n)
        return number

    def counted(self, n: int, noun: str, plural: str, context: str = "counted") -> str | None:
        """`n` of a noun; None if no catalogue has that."""
        if self._texts is None:
            return None
        told = self._texts.npgettext(context, noun, plural, n)
        return None if told in (noun, plural) else told.replace("*", str(n))


def _english(n: int) -> int:
    return int(n != 1)


def _sources(plugins: Iterable[Manifest]) -> tuple[Source, ...]:
    """Where plugins have their catalogues, if they have any."""
    return tuple([(one.locale, one.name) for one in plugins if one.locale])


def catalogues_of(rules: Ruleset, language: str) -> NullTranslations | None:
    """What is asked for the texts of a ruleset, one catalogue after the other; None in English."""
    return _found(_sources([plugin.manifest for plugin in rules.plugins]), language)


def _found(sources: Sequence[Source], language: str) -> NullTranslations | None:
    """All catalogues of a language, in the order in which they are asked; None in English."""
    if language == ENGLISH:
        return None
    from gettext import GNUTranslations  # other languages are not loaded with the core
    from importlib.resources import files

    first: GNUTranslations | None = None
    for package, name in dict.fromkeys([*sources, _CORE]):
        try:
            folder = files(package) / "locale"
        except FAULTS as error:  # of the package's own code, too
            raise RulesetError(
                f"plugin {name!r}: locale={package!r} in its manifest is no package; name the one"
                " that has the folder locale"
            ) from error
        file = folder / language / "LC_MESSAGES" / f"{name}.mo"
        if not file.is_file():
            continue
        try:
            with file.open("rb") as opened:
                read = GNUTranslations(opened)
        except Exception as error:  # each fault of such a file has an error of its own
            raise RulesetError(
                f"plugin {name!r}: its catalogue of {language} cannot be read: {raised(error)}"
            ) from error
        if first is None:
            first = read
        else:
            first.add_fallback(read)
    return first


class Catalogues:
    """The catalogues of one ruleset, by language: `rules.once(Catalogues).of[language]`."""

    def __init__(self, rules: Ruleset) -> None:
        sources = _sources(plugin.manifest for plugin in rules.plugins)
        self.of: Memo[str, Catalogue] = Memo(lambda language: Catalogue(sources, language))


@cache
def _without_rules(language: str, sources: tuple[Source, ...] = ()) -> Catalogue:
    return Catalogue(sources, language)


def say(text: str, /, **values: object) -> str:
    """A template of the core with values, in the language that is spoken, where no rules are known.

    A `Message` brings its own values. With rules, `Words.say` does the same and knows more.
    """
    if isinstance(text, Message):
        return told_by(text, say)
    catalogue = _without_rules(language())
    return catalogue.filled(text, {name: _shown(one, catalogue) for name, one in values.items()})


def _shown(value: object, catalogue: Catalogue) -> object:
    if isinstance(value, PluginText):
        return say_of(value.plugin, value)
    return catalogue.number(value) if type(value) is int else value


def say_of(plugin: Manifest, text: str) -> str:
    """A text that a plugin declares, in the language that is spoken, where no rules are known."""
    return _without_rules(language(), _sources([plugin])).text(text)
