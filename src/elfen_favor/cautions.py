"""What Favor of the Towns warns of: using a favor that can no longer help."""

from __future__ import annotations

from typing import Any

from elfen.land import COUNTERS
from elfen.plugin import (
    Caution,
    Message,
    View,
)
from elfen_favor.favors import (
    FOR_THE_NEXT_ROUND,
    FREE_PATH_TAKEN,
    favor_name,
)
from elfen_favor.town_tiles import open_favor
from elfen_favor.using import UseFavor


def cautions() -> list[Caution]:
    """The cautions of Favor of the Towns."""
    return [
        Caution(
            "favor/no-next-round",
            type=UseFavor,
            text="{favor} helps in the next round, and this is the last one",
            warns=no_next_round,
        ),
        Caution(
            "favor/no-obstacle",
            type=UseFavor,
            text="no obstacle lies on any route, and this is the last round",
            warns=no_obstacle,
        ),
    ]


def is_last(view: View) -> bool:
    """Whether this is the last round."""
    return view.round >= view.rules.most_rounds


def no_next_round(view: View, action: UseFavor) -> dict[str, Any] | None:
    """The favor, if it comes too late."""
    favor = open_favor(view)
    late = is_last(view) and favor in FOR_THE_NEXT_ROUND
    return {"favor": Message(f"favor/{favor}", favor_name(favor))} if late else None


def no_obstacle(view: View, action: UseFavor) -> dict[str, Any] | None:
    """Whether a free path would lead round no obstacle."""
    if open_favor(view) != FREE_PATH_TAKEN or not is_last(view):
        return None
    others = [kind for _, kinds in view.lying for kind in kinds if kind not in COUNTERS]
    return None if others else {}
