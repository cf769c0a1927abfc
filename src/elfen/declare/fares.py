"""Fares: what an action type charges for a journey along one or several routes."""

from __future__ import annotations

from attrs import field, frozen

from elfen.declare.checked_fields import has_to_be_tuple_of
from elfen.declare.costs import Price
from elfen.declare.values import Value


@frozen(eq=False, repr=False)
class Fare(Value):
    """The routes along which an action takes the boot, and the total cost, however it is paid.

    `routes` are ids, in order from the town where the boot stands; `prices` are the
    alternatives, affordable or not.
    """

    routes: tuple[str, ...] = field(validator=has_to_be_tuple_of("ids of routes", str))
    prices: tuple[Price, ...] = field(validator=has_to_be_tuple_of("prices", Price))
