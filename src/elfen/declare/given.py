"""What a plugin's declared functions are given: names for annotations, and nothing else.

A declared function is part of an entry here, but works on types from higher layers: a position, a
table, a view, words. Only this file says where those types are; it is for type checkers and loads
nothing. All other imports lead downwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.kernel import Crossings, Payment, Position, State, Table
    from elfen.text import Words
    from elfen.views import Holding, Observation, View

    __all__ = [
        "Crossings",
        "Holding",
        "Observation",
        "Payment",
        "Position",
        "Ruleset",
        "State",
        "Table",
        "View",
        "Words",
    ]
