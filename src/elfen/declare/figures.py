"""Figures: what a plugin counts for statistics, beside what follows from its other declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import field, frozen

from elfen.declare.named_lists import Entry


@frozen(eq=False, repr=False)
class Figure(Entry):
    """A figure of its own that a plugin adds to the statistics of many games.

    Without `on`, `value(position, seat)` is asked at the end of a game, for each seat. With the
    class of an action or event as `on`, `value(position, seat, what)` is asked each time: for an
    action with the position before it and the seat that acts, for an event with the position in
    which it is reported and the seat whose action led to it (None in a deal before any).

    A number is a value of its own, such as a price: its mean and spread are told. Of texts it is
    told how often a game has each. With None there is nothing to count. `value` may read everything
    that the position has, secrets included, as statistics are for those who hold the games.
    """

    value: Callable[..., float | str | None] = field(kw_only=True)
    text: str = field(kw_only=True)
    on: type[Any] | None = field(kw_only=True, default=None)

    @property
    def arguments(self) -> int:
        """How many arguments `value` takes."""
        return 2 if self.on is None else 3
