"""What the functions that a plugin declares are given: names for annotations, and nothing else.

A declared function lives here, in the plugin's entry, and works on what is built further up: a
position, a table, a view, words. This file alone says where those types are; a type checker
follows it, and nothing is loaded by it. All other imports lead downwards.
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
