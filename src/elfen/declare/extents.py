"""Extents: which values a number or text may have, for programs that need a place for each.

A slot's fields and a decision's data may declare theirs. Who learns to play gets them as numbers
of a fixed length; what is not declared is encoded by its type.
"""

from __future__ import annotations

from attrs import field, frozen

from elfen.declare.checked_fields import has_to_be_tuple_of
from elfen.declare.kinds import Group
from elfen.declare.meanings import Means
from elfen.declare.values import Value
from elfen.errors import brief


@frozen(eq=False, repr=False)
class Within(Value):
    """A whole number from `least` to `most`, both included."""

    least: int
    most: int


@frozen(eq=False, repr=False)
class OneOf(Value):
    """One of these texts or numbers; any other value means none of them."""

    values: tuple[str | int, ...] = field(validator=has_to_be_tuple_of("texts or numbers"))


@frozen(eq=False, repr=False)
class UpTo(Value):
    """A tuple of at most so many values, each of this extent."""

    most: int
    each: Extent


@frozen(eq=False, repr=False)
class BySeat(Value):
    """A tuple with a value of this extent for each seat; an empty one says nothing of anybody."""

    each: Extent


@frozen(eq=False, repr=False)
class SeatSet(Value):
    """A set of seats as a whole number: bit n stands for seat n."""


#: `Means.SEAT`, `Means.TOWN` and `Means.ROUTE` are a seat's number and an id, a group stands for
#: one of its kinds by id; any other value means none of them, and of numbers, only -1 no seat.
Extent = Within | OneOf | UpTo | BySeat | SeatSet | Means | Group


def beyond(extent: Extent, value: object, players: int) -> str:
    """What is wrong with a value that has this extent in a game of so many; "" if nothing is.

    A number that is too large is, and a tuple that is too long, and a seat that does not play; but
    -1 stands for no seat, and any other value for none of those that an extent names.
    """
    if isinstance(extent, Within):
        least, most = extent.least, extent.most
        fits = isinstance(value, int) and least <= value <= most
        return "" if fits else f"{brief(value)} is no number from {least} to {most}"
    if extent is Means.SEAT and isinstance(value, int):
        return "" if -1 <= value < players else f"{brief(value)} is none of {players} seats"
    if isinstance(extent, SeatSet):
        fits = isinstance(value, int) and 0 <= value < 1 << players
        return "" if fits else f"{brief(value)} is no set of {players} seats"
    if isinstance(extent, (UpTo, BySeat)):
        if not isinstance(value, tuple):
            return f"{brief(value)} is no tuple"
        if isinstance(extent, UpTo) and len(value) > extent.most:
            return f"{brief(value)} has more than {extent.most} values"
        if isinstance(extent, BySeat) and len(value) not in (0, players):
            return f"{brief(value)} has no value for each of {players} seats"
        return next(filter(None, (beyond(extent.each, one, players) for one in value)), "")
    return ""
