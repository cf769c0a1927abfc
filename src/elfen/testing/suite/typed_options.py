"""Whatever somebody types into an option that is a text is used, or refused in words.

An option with choices, or of another type, is looked at by the core. What a text means is for its
plugin to find out, and texts can be anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from attrs import evolve

from elfen.errors import ElfenError, brief
from elfen.testing.blaming.blame import with_blame
from elfen.testing.facts import calling
from elfen.testing.law_broken import PROGRESS, LawBroken
from elfen.testing.suite.tables import Table

#: Digits that are no numbers, or others than they look; a number too long to be read; no number.
_ODD_NUMBERS = ("²", "٣", "9" * 5000, "-1", "1.5", "1e3", "x")
#: Texts that mean nothing anywhere.
_ODD_TEXTS = ("", " ", "?", "\n", "\0")


def any_text_is_used_or_refused(table: Table) -> None:
    """No text for an option makes a rule fail while the rules are compiled. Raises `LawBroken`."""
    for key, option in sorted(table.rules.options.items()):
        if isinstance(option.default, str) and not option.choices:
            name = ".".join(key)
            for text in odd_texts(option.default):
                typed = evolve(table, options=(*table.options, (name, text)))
                try:
                    calling(PROGRESS, f"option {name} = {brief(text)}", partial(_compile, typed))
                except LawBroken as broken:
                    raise with_blame(broken, table.rules) from broken.__cause__


def _compile(table: Table) -> None:
    try:
        _ = table.rules
    except ElfenError as refused:
        if isinstance(why := refused.__cause__, Exception) and not isinstance(why, ElfenError):
            raise why from None


def odd_texts(text: str) -> Iterator[str]:
    """Texts that mean nothing, and some like this one but for its first number or its end."""
    yield from _ODD_TEXTS
    for odd in _ODD_NUMBERS:
        yield re.sub(r"\d+", odd, text, count=1) if re.search(r"\d", text) else f"{text} {odd}"
    yield f"{text} {text}"
    yield text[:-1]
