"""What a seat may know: the table as it sees it, and what follows from that.

Who may see a zone, a field, an action or an event is declared, and compiled once per ruleset. A
view contains no secret of another seat, and has no access to the game.

Open `visibility` first, which hides cards from seats. `view` is what a seat gets, `known` what it
knows about unseen pieces, `supposition` what it can work out, and `determinization` samples a
complete state that the seat cannot tell from the true one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from elfen.views.known import KnownTo
from elfen.views.log import Entry, Log, SeenEntry
from elfen.views.supposition import prices_with, supposed
from elfen.views.view import Observation, View, observe, seen_fields
from elfen.views.visibility import Holding, Sight

if TYPE_CHECKING:
    from elfen.views.determinization import determinize, unseen_pieces

__all__ = [
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
    "unseen_pieces",
]

#: Names that are loaded on first use, as playing a game does not need them.
_LATER = {
    "determinize": "determinization",
    "unseen_pieces": "determinization",
}

if not TYPE_CHECKING:  # a checker sees the imports above

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"elfen.views.{_LATER[name]}"), name)
