"""What a seat may know: the table as it sees it, and what follows from that.

Who may see a zone, a field, an action or an event is declared, and compiled once per ruleset. A
view contains no secret of another seat, and has no access to the game.

Open `visibility` first, which says who may see what, then `eyes`, which leaves the rest out of a
state. `view` is what a seat gets, `known` what it knows about unseen pieces, `log` what happened,
`supposition` what it can work out, `scores` how everybody stands, and `determinization` samples a
complete state that the seat cannot tell from the true one. `as_json` writes views.
"""

from typing import TYPE_CHECKING

from elfen.declare import later
from elfen.views.visibility import Holding, Sight

if TYPE_CHECKING:
    from elfen.views.determinization import (
        Determinizer,
        determinize,
        open_slots,
        the_long_way,
        unknown,
        unseen_pieces,
    )
    from elfen.views.eyes import Eyes, SeenSlots, SeenTable, eyes_of
    from elfen.views.known import KnownTo, Recalled, SeenMixing, SeenZone
    from elfen.views.log import (
        Entry,
        Line,
        Lines,
        Log,
        OwnPage,
        SeenEntry,
        SeenPage,
        own_page,
        seen_page,
    )
    from elfen.views.scores import SeenScore, SeenScored
    from elfen.views.supposition import prices_with, supposed
    from elfen.views.turns import not_the_turn_of
    from elfen.views.view import Observation, View, everything, observe

__all__ = [
    "Determinizer",
    "Entry",
    "Eyes",
    "Holding",
    "KnownTo",
    "Line",
    "Lines",
    "Log",
    "Observation",
    "OwnPage",
    "Recalled",
    "SeenEntry",
    "SeenMixing",
    "SeenPage",
    "SeenScore",
    "SeenScored",
    "SeenSlots",
    "SeenTable",
    "SeenZone",
    "Sight",
    "View",
    "determinize",
    "everything",
    "eyes_of",
    "not_the_turn_of",
    "observe",
    "open_slots",
    "own_page",
    "prices_with",
    "seen_page",
    "supposed",
    "the_long_way",
    "unknown",
    "unseen_pieces",
]

#: Names that are loaded on first use, as rules are compiled without them.
_LATER = {
    **dict.fromkeys(
        (
            "Determinizer",
            "determinize",
            "open_slots",
            "the_long_way",
            "unknown",
            "unseen_pieces",
        ),
        "elfen.views.determinization",
    ),
    **dict.fromkeys(("Eyes", "SeenSlots", "SeenTable", "eyes_of"), "elfen.views.eyes"),
    **dict.fromkeys(("KnownTo", "Recalled", "SeenMixing", "SeenZone"), "elfen.views.known"),
    **dict.fromkeys(
        (
            "Entry",
            "Line",
            "Lines",
            "Log",
            "OwnPage",
            "SeenEntry",
            "SeenPage",
            "own_page",
            "seen_page",
        ),
        "elfen.views.log",
    ),
    **dict.fromkeys(("SeenScore", "SeenScored"), "elfen.views.scores"),
    **dict.fromkeys(("prices_with", "supposed"), "elfen.views.supposition"),
    "not_the_turn_of": "elfen.views.turns",
    **dict.fromkeys(("Observation", "View", "everything", "observe"), "elfen.views.view"),
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
