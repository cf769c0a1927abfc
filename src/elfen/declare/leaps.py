"""Leaps: steps to a town without a route, such as a flight; their cost and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import field, frozen

from elfen.declare.checked_fields import has_to_be_tuple_of
from elfen.declare.costs import Price
from elfen.declare.kinds import Pieces
from elfen.declare.values import Value

if TYPE_CHECKING:
    from elfen.declare.given import Payment, Ruleset

T = TypeVar("T")


@frozen(eq=False, repr=False)
class Leaps(Value, Generic[T]):
    """What an action type declares about steps that use no route, for planning ahead.

    `make(town id, pieces)` is the action that takes the boot to a town for these pieces. `prices`
    are the alternative prices of any leap. `to(town id)` gives the ids of the towns that can be
    reached from a town by a leap; without it, these are all other towns.
    """

    make: Callable[[str, Pieces], T]
    prices: tuple[Price, ...] = field(validator=has_to_be_tuple_of("prices"))
    to: Callable[[str], Iterable[str]] | None = None

    def ends(self, rules: Ruleset, start: int) -> list[int]:
        """The numbers of the towns that can be reached by a leap from a town number."""
        number = rules.board.town_number
        if self.to is None:
            return [town for town in number.values() if town != start]
        return [number[town] for town in self.to(rules.board.towns[start].id)]

    def open_to(self, rules: Ruleset, end: int) -> Iterator[tuple[T, Payment]]:
        """Every leap to a town number, with its payment, affordable or not."""
        town = rules.board.towns[end].id
        for price in self.prices:
            for payment in rules.payment_table(price.needs).payments:
                yield self.make(town, payment.pieces), payment
