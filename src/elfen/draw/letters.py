"""Letters: about how wide a text is, and how it is cut and broken to fit."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from elfen.declare import Memo


def _wide(character: str) -> float:
    """The width of a character in parts of the size of the font, as wide as usual fonts have it."""
    for some, wide in _USUAL:
        if character in some:
            return wide
    if combining(character):
        return 0.0
    if east_asian_width(character) in "WF":
        return 1.05
    return 0.78 if character.isupper() else 0.63


_USUAL = (
    ("mwMWQ@%", 0.98),
    ("ijlI.,:;'|!·", 0.34),
    ("ft ()[]/-J", 0.42),
    ("rcszvxky", 0.57),
    ("ABCDEGHKNOPRSTUVXYZ&", 0.73),
)
_WIDE = Memo(_wide)
#: The width of a word at size 1: the same ones come again and again.
_WORDS = Memo[str, float](lambda word: sum(_WIDE.of(word)))


def width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is, in the units of `size`, the size of its font."""
    return _WORDS[text] * size * (1.07 if bold else 1.0)


def cut(text: str, size: float, most: float, bold: bool = False) -> str:
    """A text, shortened by an ellipsis if it is wider than `most`."""
    if width(text, size, bold) <= most:
        return text
    while text and width(text + "…", size, bold) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def lines(text: str, size: float, most: float) -> list[str]:
    """A text broken into lines that are at most `most` wide; a longer word is cut into parts."""
    out: list[str] = []
    line, wide, space = "", 0.0, width(" ", size)
    for word in text.split():
        while word:
            more = width(word, size)
            if line and wide + space + more <= most:
                line, wide, word = f"{line} {word}", wide + space + more, ""
            elif line:
                out.append(line)
                line = ""
            elif more <= most:
                line, wide, word = word, more, ""
            else:
                n = max(
                    1,
                    next((k for k in range(len(word), 0, -1) if width(word[:k], size) <= most), 1),
                )
                out.append(word[:n])
                word = word[n:]
    return [*out, line] if line else out
