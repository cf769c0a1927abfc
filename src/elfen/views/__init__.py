"""What a seat may know: the table as it sees it, and what follows from that.

Who may see a zone, a field, an action or an event is declared, and compiled once per ruleset. A
view contains no secret of another seat, and has no access to the game.

Open `visibility` first, which hides cards from seats. `view` is what a seat gets, `known` what it
knows about unseen pieces, `supposition` what it can work out, and `determinization` samples a
complete state that the seat cannot tell from the true one.
"""

from typing import TYPE_CHECKING

from elfen.declare import later
from elfen.views.known import KnownTo
from elfen.views.log import Entry, Log, SeenEntry
from elfen.views.supposition import prices_with, supposed
from elfen.views.view import Observation, View, observe, seen_fields
from elfen.views.visibility import Holding, Sight

if TYPE_CHECKING:
    from elfen.views.determinization import Determinizer, determinize, unknown, unseen_pieces

__all__ = [
    "Determinizer",
    "Entry",
    "Holding",
    "KnownTo",
    "Log",
    "Observation",
    "SeenEntry",
    "Sight",
    "View",
    "determinize",
    "observe",
    "prices_with",
    "seen_fields",
    "supposed",
    "unknown",
    "unseen_pieces",
]

#: Names that are loaded on first use, as playing a game does not need them.
_LATER = {
    "Determinizer": "elfen.views.determinization",
    "determinize": "elfen.views.determinization",
    "unknown": "elfen.views.determinization",
    "unseen_pieces": "elfen.views.determinization",
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
