"""What Elfengold warns of: a bid above one's purse, no earnings, a flight for nothing."""

from __future__ import annotations

from typing import Any

from elfen.plugin import Caution, Means, Ruleset, View
from elfen_gold.bids import Bid
from elfen_gold.pieces import PURSE
from elfen_gold.travel import TakeEarnings
from elfen_gold.witches import Fly


def cautions(rules: Ruleset) -> list[Caution]:
    """The cautions of Elfengold."""
    flight = Caution(
        "gold/flight-for-nothing",
        type=Fly,
        text="you have been in {town} already: a flight there brings neither a town piece nor gold",
        warns=nothing_there,
        means={"town": Means.TOWN},
    )
    return [
        Caution(
            "gold/over-purse",
            type=Bid,
            text="you have {purse} gold: if nobody bids more, you lose all of it, and do not get"
            " the tile",
            warns=over_purse,
        ),
        Caution(
            "gold/no-earnings",
            type=TakeEarnings,
            text="this journey has earned no gold, and two cards are better than nothing",
            warns=lambda view, action: None if earned(view) else {},
        ),
        *([flight] if rules.option("gold.witches") else []),
    ]


def over_purse(view: View, action: Bid) -> dict[str, Any] | None:
    """What the seat has, if it bids more than that."""
    purse = view.holding(PURSE).size
    return {"purse": purse} if action.gold > purse else None


def earned(view: View) -> int:
    """What the journey has earned, once the seat may take it."""
    return int(view.pending.data[0])


def nothing_there(view: View, action: Fly) -> dict[str, Any] | None:
    """The town, if the seat has no piece to take there."""
    assert view.seat is not None
    return None if action.town in view.to_visit[view.seat] else {"town": action.town}
