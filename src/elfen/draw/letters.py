"""Letters: about how wide a text is, and how it is cut and broken to fit."""

from __future__ import annotations

from bisect import bisect_right
from unicodedata import combining, east_asian_width

from elfen.declare import Memo

#: No line of a picture has room for more letters; what is longer is cut before it is measured.
LONGEST = 2000


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


def short(text: str, most: int = LONGEST) -> str:
    """A text of at most so many letters, shortened by an ellipsis if it had more."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def cut(text: str, size: float, most: float, bold: bool = False) -> str:
    """A text, shortened by an ellipsis if it is wider than `most`, or has too many letters."""
    text = short(text)
    if width(text, size, bold) <= most:
        return text
    lengths = range(1, len(text) + 1)
    n = bisect_right(lengths, most, key=lambda n: width(f"{text[:n]}…", size, bold))
    return text[:n].rstrip() + "…"


def lines(text: str, size: float, most: float) -> list[str]:
    """A text broken into lines that are at most `most` wide; a longer word is cut into parts.

    A text with too many letters is shortened: see `short`.
    """
    out: list[str] = []
    line, wide, space = "", 0.0, width(" ", size)
    for word in short(text).split():
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
                n = max(1, _fitting(word, size, most))
                out.append(word[:n])
                word = word[n:]
    return [*out, line] if line else out


def _fitting(word: str, size: float, most: float) -> int:
    """How many of the first letters of a word are at most so wide together."""
    return bisect_right(range(1, len(word) + 1), most, key=lambda n: width(word[:n], size))
