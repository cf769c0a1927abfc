"""What is left in English on a page or a picture: English templates in the texts that it shows."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser

from words.catalogues import file_of, read, texts_of
from words.collect import CATALOGUES

#: The attributes that people read, or hear, or that a script shows to them.
_READ = {"title", "aria-label", "placeholder", "alt"}

#: Elements whose text is for programs.
_FOR_PROGRAMS = {"style", "script"}


class _Reader(HTMLParser):
    """Collects what people read of HTML or SVG, and no code, and nothing in another language."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._is_read = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        other = values.get("translate") == "no" or ("lang" in values and tag != "html")
        self._is_read = tag not in _FOR_PROGRAMS and not other
        for name, value in values.items():
            if value and (name in _READ or name.startswith("data-say")):
                self.found.append(value)
        if tag == "input" and values.get("type") in ("submit", "button"):
            self.found.append(values.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self._is_read:
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._is_read = True


def shown(markup: str) -> list[str]:
    """The texts of a page or a picture, without its markup."""
    reader = _Reader()
    reader.feed(markup)
    lines = (line.strip() for text in reader.found for line in text.splitlines())
    return [*dict.fromkeys(line for line in lines if line)]


@cache
def _patterns() -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """The English texts of one word, and patterns of all others, that differ in German."""
    words: dict[str, str] = {}
    patterns: list[tuple[re.Pattern[str], str]] = []
    for name in CATALOGUES:
        for one, german in texts_of(read(file_of(name))).items():
            literal = [part for part, _, _, _ in string.Formatter().parse(one.text)]
            said = re.findall(r"[a-z]{2,}", " ".join(literal).lower())
            if not {*said} - {*re.findall(r"[^\W\d_]+", " ".join(german).lower())}:
                continue
            if len(said) == 1 and "{" not in one.text:
                words[one.text.casefold()] = one.text
                continue
            patterns.append((re.compile(_pattern(one.text), re.IGNORECASE), one.text))
    return words, patterns


def _pattern(template: str) -> str:
    """What finds a template in a text, with anything in the place of its fields."""
    marked = "".join(
        literal + ("" if field is None else "\0")
        for literal, field, _, _ in string.Formatter().parse(template)
    )
    parts = [re.escape(part) for part in marked.strip("\0 ").split("\0")]
    first, last = (r"\b" if one.isalpha() else "" for one in (parts[0][:1], parts[-1][-1:]))
    return first + ".+?".join(parts) + last


def english(texts: Iterable[str]) -> list[tuple[str, str]]:
    """The texts that hold an English template with a German translation, each with that."""
    return [(text, template) for text in texts for template in _english(text)]


@cache  # most texts of a page are those of the page before
def _english(text: str) -> tuple[str, ...]:
    words, patterns = _patterns()
    word = words.get(text.casefold())
    found = (template for pattern, template in patterns if pattern.search(text))
    return (*found,) if word is None else (word, *found)
