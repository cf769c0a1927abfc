"""What somebody may have meant who wrote a name that there is not."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question with a blank at its end, about the known name that is closest; "" if none is."""
    from difflib import get_close_matches  # only after a mistake: a start without it is faster

    close = get_close_matches(name, list(known), n=1)
    return f"did you mean {close[0]!r}? " if close else ""
