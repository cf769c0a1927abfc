"""Letters: how wide a text is at most, and how it is cut and broken to fit."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

#: The widths of characters in parts of the size of the font, as wide as usual fonts have them.
_WIDE = dict.fromkeys("mwMWQ@%", 0.98) | dict.fromkeys("ijlI.,:;'|!", 0.36)
_WIDE |= dict.fromkeys("ft r()[]/-", 0.48) | dict.fromkeys("ABCDEGHKNOPRSTUVXYZ&", 0.74)


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at most, in the units of `size`, the size of its font."""
    total = 0.0
    for character in text:
        if character in _WIDE:
            total += _WIDE[character]
        elif combining(character):
            continue
        elif east_asian_width(character) in "WF":
            total += 1.05
        else:
            total += 0.78 if character.isupper() else 0.63
    return total * size * (1.07 if bold else 1.0)


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
    line = ""
    for word in text.split():
        while word:
            tried = f"{line} {word}" if line else word
            if width(tried, size) <= most:
                line, word = tried, ""
            elif line:
                out.append(line)
                line = ""
            else:
                n = max(
                    1,
                    next((k for k in range(len(word), 0, -1) if width(word[:k], size) <= most), 1),
                )
                out.append(word[:n])
                word = word[n:]
    return [*out, line] if line else out
