"""elfen: a rules engine for the board game family Elfenland."""

import sys
from typing import TYPE_CHECKING

from elfen.declare.agenda import Chance, Decide, Over
from elfen.declare.board import Board, load_board
from elfen.declare.kinds import Pieces
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
)
from elfen.game.game import Game
from elfen.game.ruleset import Ruleset, compile_ruleset
from elfen.kernel.dealer import Dealer
from elfen.kernel.state import State
from elfen.views.determinize import determinize
from elfen.views.view import Observation, View

if TYPE_CHECKING:
    from elfen.bots.planner import Plan, plan

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BoardError",
    "Chance",
    "Dealer",
    "Decide",
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
    "State",
    "View",
    "compile_ruleset",
    "determinize",
    "load_board",
    "plan",
]

#: What is loaded when it is first asked for, as a game can be played without.
_PLANNING = ("Plan", "plan")

if not TYPE_CHECKING:  # a checker sees the imports above

    def __getattr__(name: str) -> object:
        if name not in _PLANNING:
            raise AttributeError(f"module 'elfen' has no attribute {name!r}")
        import elfen.bots.planner

        return getattr(elfen.bots.planner, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_PLANNING})


if sys.modules.get("hypothesis"):  # else it asks for them itself, when it is imported
    from elfen.testing.types import register as _register

    _register()
    del _register
