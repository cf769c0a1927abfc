"""Whether everything that people read is told in another language."""

from __future__ import annotations

from gettext import NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from elfen.testing.texts import Text, declared, said
from elfen.text import ENGLISH, catalogues_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfen.game import Ruleset


def untranslated(rules: Ruleset, language: str) -> tuple[str, ...]:
    """The texts of a ruleset that people would read in English in that language, in order.

    They are those that its plugins declare, and the sentences in the source of each package that
    brings a catalogue (`Manifest(locale=...)`). Counted nouns are told with their plural. A
    translation may well be the same as the English text, as names are.

        def test_everything_is_told_in_german():
            rules = elfen.compile_ruleset(expansions=["tolls"])
            assert untranslated(rules, "de") == ()
    """
    texts = {text for some in declared(rules).values() for text in some}
    for plugin in rules.plugins:
        if plugin.manifest.locale:
            for source in _sources(files(plugin.manifest.locale)):
                texts |= said(source)
    if language == ENGLISH:
        return ()
    told = catalogues_of(rules, language) or _Nothing()
    told.add_fallback(_Nothing())
    missing = sorted(one for one in texts if one.text.strip() and not _told(one, told))
    return tuple([f"{one.text}, {one.plural}" if one.plural else one.text for one in missing])


class _Nothing(NullTranslations):
    """The last catalogue that is asked."""

    def gettext(self, message: str) -> str:
        raise LookupError(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        raise LookupError(msgid1)


def _told(text: Text, told: NullTranslations) -> bool:
    try:
        if text.plural:
            told.npgettext(text.context, text.text, text.plural, 2)
        else:
            told.gettext(text.text)
    except LookupError:
        return False
    return True


def _sources(folder: Traversable) -> Iterator[str]:
    """The source of every module of a package."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from _sources(path)
        elif path.name.endswith(".py"):
            yield path.read_text(encoding="utf-8")
