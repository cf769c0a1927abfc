"""Drawing counters: those drawn face down stay secret."""

from __future__ import annotations

from elfen.land import PILE, SECRET
from elfen.plugin import Draw


def blind() -> Draw:
    """A counter from the pile stays its owner's secret; in Elfenland it is laid open (S2)."""
    return Draw(
        "sea/draw-blind",
        source=PILE,
        target=SECRET,
        text="a counter is drawn, secret",
        replaces="land/draw-shown",
    )
