"""What a player may be called, wherever people say that."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category

from elfen.errors import ElfenError, Message, harmless
from elfen.text.speech import say


def check_name(name: str, others: Iterable[str], most: int) -> None:
    """Raise `ElfenError` for a name that is another's, that of any seat, or cannot be shown.

    `most` is how many letters it may have.
    """
    alone = name and not category(name[0]).startswith("M")  # it would change what stands before it
    shown = alone and len(name) <= most and harmless(name) == name
    low = name.casefold()
    seats = ("seat ", say("seat {number}", number="").casefold())
    if not shown or name in others or low in ("you", say("you")) or low.startswith(seats):
        text = (
            "{name} cannot be a name; each is another one, of {most} letters at most,"
            " and neither `you` nor `seat ...`"
        )
        raise ElfenError(Message("text/name", text, name=repr(name), most=most))
