"""elfen: a rules engine for the board game family Elfenland."""

import sys
from typing import TYPE_CHECKING

from elfen.declare import Board, Chance, Decide, Over, Pieces, find_old_paths, later, load_board
from elfen.errors import (
    BoardError,
    ElfenError,
    IllegalAction,
    NotationError,
    PositionError,
    Reason,
    RuleFailed,
    RulesetError,
    SaveError,
    SeedError,
)
from elfen.game import Game, Ruleset, compile_ruleset
from elfen.kernel import Dealer, State
from elfen.views import Observation, View

if TYPE_CHECKING:
    from elfen.bots.planner import Plan, plan
    from elfen.views import Determinizer, determinize

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BoardError",
    "Chance",
    "Dealer",
    "Decide",
    "Determinizer",
    "ElfenError",
    "Game",
    "IllegalAction",
    "NotationError",
    "Observation",
    "Over",
    "Pieces",
    "Plan",
    "PositionError",
    "Reason",
    "RuleFailed",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "SeedError",
    "State",
    "View",
    "compile_ruleset",
    "determinize",
    "load_board",
    "plan",
]

#: What is loaded when it is first asked for, as a game can be played without.
_LATER = {
    "Determinizer": "elfen.views",
    "Plan": "elfen.bots.planner",
    "determinize": "elfen.views",
    "plan": "elfen.bots.planner",
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LATER})


find_old_paths()

if sys.modules.get("hypothesis"):  # else it asks for them itself, when it is imported
    from elfen.testing.types import register as _register

    _register()
    del _register
