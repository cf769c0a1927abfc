"""How the pieces of Elfenland look in pictures: silhouettes in boxes of 16 by 16, and colours."""

from __future__ import annotations

from elfen.land.pieces import CARDS, OBSTACLE
from elfen.land.towncards import TOWN_CARD
from elfen.plugin import Look, Ruleset

#: By the id of a transport, the colour of its pieces, and its silhouette.
_TRANSPORTS = {
    "dragon": (
        "#9b2d30",
        "M.8 3.2C3.6 2.6 6 3.6 7.2 5.6L8.8 5.6L9 2.6L10.4 3.8L11.4 2L12.2 3.8L15.4 5.4"
        "L15 7L12.4 7C12.2 9 12.6 9.6 12.8 11L14 14H11.2L10.4 12H8L7.2 14H4.4L5.2 11.4"
        "C3.6 11.6 2.4 12.4 1.2 14.6C.2 12.2 1.6 9.8 4.4 9.2L2 8.6L3.2 7.2L1.2 6L2.6 5Z"
        "M11.8 4.9a0.6 0.6 0 1 0 1.2 0a0.6 0.6 0 1 0 -1.2 0Z",
    ),
    "elfcycle": (
        "#5d8a3a",
        "M0.4 10.6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z"
        "M1.8 10.6a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0Z"
        "M8.6 10.6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z"
        "M10 10.6a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0ZM3.3 10.4L5.7 5.2H4.6V4H7.8"
        "V5.2H7.1L6.7 6.1H10L9.3 4.4L10.4 2.9H12.6V4.1H11L10.7 4.6L12.8 10.4L11.6 10.8"
        "L10.5 7.8L8.3 11.2H3.4ZM5.1 9.9H7.2L6 7.9ZM7.2 7.3L8.2 9.1L9.4 7.3Z",
    ),
    "giant-pig": (
        "#d9829b",
        "M1.6 7.2C.4 7 .4 5.4 1.6 5.4L2 6C3.2 4.2 5.4 3.6 8 3.8L10.2 4.2L10.4 2.4L12.4"
        " 4.2C13.2 4.8 13.6 5.4 13.9 6.2H15.6V9.4H14C13.4 10.4 12.8 10.8 12 11.2V14H9.8"
        "V11.8H6.2V14H4V11.2C2.4 10.2 1.8 8.8 1.6 7.2Z"
        "M11.3 6.6a0.8 0.8 0 1 0 1.6 0a0.8 0.8 0 1 0 -1.6 0Z",
    ),
    "magic-cloud": (
        "#6aa5d8",
        "M4.2 13C.2 13-.2 7.8 3.4 7.4C3.4 2.8 9.6 1.6 10.9 5.6C15.8 5 17.2 12.4 12 13Z"
        "M8 5.6L7.2 7.9L4.9 8L6.7 9.4L6.1 11.6L8 10.3L9.9 11.6L9.3 9.4L11.1 8L8.8 7.9Z",
    ),
    "troll-wagon": (
        "#8a5a2b",
        "M1.8 9C1.2 4.4 3.6 2 7 2S12.8 4.4 12.2 9Z"
        "M3.6 7.6C3.4 5.6 3.8 4.4 4.8 3.6C4.6 5 4.6 6.4 4.8 7.6ZM6.2 7.6V3.3H7.8V7.6Z"
        "M9.2 7.6C9.4 6.4 9.4 5 9.2 3.6C10.2 4.4 10.6 5.6 10.4 7.6Z"
        "M1 9.4H13L15.8 8.6V9.8L13 10.8H1ZM1.6 12.4a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z"
        "M3.1 12.4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z"
        "M7.8 12.4a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z"
        "M9.3 12.4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z",
    ),
    "unicorn": (
        "#e8e3f0",
        "M14.8.8L11.6 5.2C12.6 6 13 6.8 13.2 7.6L14.6 10.2L13.2 12L11.4 11.4L9.2 10.6C9"
        " 12 9.6 13.4 10.4 15H2.4C2 12 2.4 9.6 3.2 8L1.6 8.4L3.6 6.2L2.4 6.2L4.8 4.4L4 4"
        "L6.8 3.4L7.4 1.6L9 3.4L9.8 3.8Z"
        "M9.15 6.7a0.75 0.75 0 1 0 1.5 0a0.75 0.75 0 1 0 -1.5 0Z",
    ),
    "raft": (
        "#3d7ea6",
        "M7 1H8.2V9.4H7ZM8.8 1.6C11.6 3 13 5.2 13.4 8.2H8.8Z"
        "M6.4 3C5.6 5.4 4.2 7 2.6 8.2H6.4ZM1.4 10H14.6V12.2H1.4ZM.4 13C1.7 12.6 2.6 12.8"
        " 3.6 13.4C5 14.2 6.4 14.2 8 13.4C9.6 12.6 11 12.6 12.4 13.4C13.6 14 14.6 14"
        " 15.6 13.6V15C14 15.4 13 15.2 11.8 14.6C10.6 14 9.6 14 8.4 14.8C6.8 15.6 5 15.6"
        " 3.4 14.8C2.4 14.2 1.4 14.2 .4 14.6Z",
    ),
}
_BARRIER = (
    "M1 3.4H15V8.6H1ZM2.4 7.4H4.2L6.6 4.6H4.8ZM6.4 7.4H8.2L10.6 4.6H8.8Z"
    "M10.4 7.4H12.2L13.8 5.6V4.6H12.8ZM2.6 9.2H4.6V12.4H6V14H1.2V12.4H2.6Z"
    "M11.4 9.2H13.4V12.4H14.8V14H10V12.4H11.4Z"
)
_HOUSE = "M8 1.4L15 7.4H13V14.4H3V7.4H1ZM6.8 14.4V10H9.2V14.4ZM5 7.8H6.8V9.4H5ZM9.2 7.8H11V9.4H9.2Z"


def looks(rules: Ruleset) -> list[Look]:
    """Those of the cards, which counters of the same transport share, and of what is in play."""
    found = [
        Look(f"land/{card.id}", of=card, colour=colour, path=path)
        for card in CARDS
        if card.id in _TRANSPORTS and card in rules.layout.kinds
        for colour, path in [_TRANSPORTS[card.id]]
    ]
    groups = {kind.group for kind in rules.layout.kinds}
    if OBSTACLE in groups:
        found.append(Look("land/obstacle", of=OBSTACLE, colour="#b3422e", path=_BARRIER))
    if TOWN_CARD in groups:
        found.append(Look("land/town-card", of=TOWN_CARD, colour="#b8862b", path=_HOUSE))
    return found
