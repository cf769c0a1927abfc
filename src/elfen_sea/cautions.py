"""What Elfensea warns of: giving up a bonus counter for nothing."""

from __future__ import annotations

from typing import Any

from elfen.land import COUNTER, Place, PlaceSecret
from elfen.plugin import Caution, View
from elfen_sea.laying import PlaceBonus
from elfen_sea.pieces import BONUS
from elfen_sea.trading import TradeBonus


def cautions() -> list[Caution]:
    """The cautions of Elfensea."""
    return [
        Caution(
            "sea/ordinary-would-do",
            type=PlaceBonus,
            text="an ordinary {counter} counter of yours may lie there too, and only bonus counters"
            " count at the end",
            warns=ordinary_would_do,
            means={"counter": COUNTER},
        ),
        Caution(
            "sea/card-for-nothing",
            type=TradeBonus,
            text="you have been in all villages: one more card brings nothing, and the {counter}"
            " may count at the end",
            warns=card_for_nothing,
            means={"counter": BONUS},
        ),
    ]


def ordinary_would_do(view: View, action: PlaceBonus) -> dict[str, Any] | None:
    """The counter, if the seat could lay one that is no bonus counter in the same place."""
    placed = action.counter, action.route
    for other in view.legal_actions:
        if isinstance(other, (Place, PlaceSecret)) and (other.counter, other.route) == placed:
            return {"counter": action.counter}
    return None


def card_for_nothing(view: View, action: TradeBonus) -> dict[str, Any] | None:
    """The counter, if no village is left to reach with the card."""
    assert view.seat is not None
    return None if view.to_visit[view.seat] else {"counter": action.counter}
