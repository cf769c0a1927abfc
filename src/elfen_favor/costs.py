"""A free path: one crossing of one road as if no obstacle lay there (F5)."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.plugin import CostTerm, Crossing, Need, Price, Waive
from elfen_favor.pieces import FREE_PATHS, THE_FREE_PATH


def cost_terms() -> list[CostTerm]:
    """The one cost term of the expansion."""
    return [Waive("favor/free-path", "obstacle", fee, text="free path")]


def fee(crossing: Crossing, price: Price) -> Sequence[Need] | None:
    """One free path, on roads; it does not help against obstacles on water."""
    if not crossing.terrain.road:
        return None
    return (Need(FREE_PATHS, 1, (THE_FREE_PATH.id,)),)
