"""English: numbers with nouns, plurals, lists, capitals."""

from __future__ import annotations

from collections.abc import Sequence


def counted(n: int, noun: str, none: str = "0") -> str:
    """`a dragon`, `2 dragons`; `none` is written for 0."""
    if n == 1:
        vowel = noun[:1].lower() in tuple("aeiou") and not noun.lower().startswith(("uni", "eu"))
        return f"{'an' if vowel else 'a'} {noun}"
    return f"{n or none} {plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a regular English noun: `cards`, `wishes`, `letters of passage`."""
    head, of, rest = noun.partition(" of ")
    if head.endswith(("s", "x", "z", "ch", "sh")):
        head += "es"
    elif head.endswith("y") and head[-2:-1] not in tuple("aeiou"):
        head = head[:-1] + "ies"
    else:
        head += "s"
    return head + of + rest


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def capital(text: str) -> str:
    """The text with its first letter in upper case, and nothing else changed."""
    return text[:1].upper() + text[1:]
