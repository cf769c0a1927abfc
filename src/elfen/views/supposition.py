"""What a seat can work out from its view by the rules: quotes and reasons.

The rules are applied to a determinized state, so the answers cannot reveal anything hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from elfen.kernel import State
from elfen.views.determinization import determinize

if TYPE_CHECKING:
    from elfen.declare import Kind, Price
    from elfen.declare.given import Observation


def supposed(view: Observation) -> State:
    """A determinized state of the view, always the same one.

    Raises `PositionError` if a plugin does not say what its hidden slot could be.
    """
    return determinize(view, Random(0))


def prices_with(
    view: Observation, route: str, start: str, lying: Sequence[Kind]
) -> tuple[Price, ...]:
    """The observer's prices for leaving a town along a route if these pieces lay on it."""
    board, numbers = view.board, view.rules.layout.kind_number
    contents = tuple(sorted(numbers[kind] for kind in lying))
    seat = view.seat or 0
    position = view.rules.position(supposed(view))
    at = board.route_number[route], board.town_number[start]
    return view.rules.quotes.prices(*at, contents, seat, position)
