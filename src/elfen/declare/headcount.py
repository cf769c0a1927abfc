"""How many can play: as a manifest declares it, and as text."""

from __future__ import annotations

from collections.abc import Sequence, Set

from elfen.errors import Message

#: The smallest and largest number of players, or the set of possible numbers.
Players = tuple[int, int] | Set[int]


def numbers_of(players: Players) -> Sequence[int]:
    """All possible numbers of players, ascending."""
    if isinstance(players, tuple):
        return range(players[0], players[1] + 1)
    return tuple(sorted(players))


def in_words(numbers: Sequence[int]) -> str:
    """Ascending numbers as `4`, `2 to 6`, or `2, 4 or 6`; of several, a `Message`."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return str(first)
    if len(numbers) == last - first + 1:
        text = "{first} to {last}"
        return Message("headcount/range", text, first=first, last=last)
    some = ", ".join(map(str, numbers[:-1]))
    return Message("headcount/or", "{some} or {last}", some=some, last=last)
