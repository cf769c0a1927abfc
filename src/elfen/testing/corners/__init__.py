"""States at corners, where random games hardly come: they are looked for on purpose.

- `pulls`: players that are pulled to extremes, and chance that favours one kind of piece;
- `edges`: positions built from others, with zones nearly empty, full, all alike or all different;
  `deeds` drive there, on a `draft` of the position, and `driving` uses what is sound;
- `equipping`: positions in which a seat has just what an action takes; `ways` learns which make it
  legal;
- `parts`: what is tried by which trial, where there is much to try;
- `visited`: what states show, by which corners are chosen;
- `reached` and `lines`: the map of what a run has reached of a plugin;
- `exploring`: walks of such players over such positions.

All of it is derived from what plugins declare.
"""

from elfen.testing.corners.edges import Edges
from elfen.testing.corners.equipping import Equipping
from elfen.testing.corners.exploring import Corner, corners
from elfen.testing.corners.parts import Part
from elfen.testing.corners.pulls import (
    STRAYS,
    Pull,
    hoarding,
    pulled,
    pulls,
    saving_up,
    stretching,
)
from elfen.testing.corners.reached import Reached
from elfen.testing.corners.visited import Visited, features

__all__ = [
    "STRAYS",
    "Corner",
    "Edges",
    "Equipping",
    "Part",
    "Pull",
    "Reached",
    "Visited",
    "corners",
    "features",
    "hoarding",
    "pulled",
    "pulls",
    "saving_up",
    "stretching",
]
