"""elfen: a rules engine for the board game family Elfenland."""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elfen.bots.planner import Plan, plan
    from elfen.declare import Board, Chance, Decide, Over, Pieces, load_board
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
    from elfen.text import languages, speaking
    from elfen.views import Determinizer, Observation, View, determinize

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
    "languages",
    "load_board",
    "plan",
    "speaking",
]

#: Every name with the room that has it, which is loaded when the name is first asked for; and the
#: rooms themselves that a game is played in.
_LATER = {
    **dict.fromkeys(("Plan", "plan"), "elfen.bots.planner"),
    **dict.fromkeys(("Board", "Chance", "Decide", "Over", "Pieces", "load_board"), "elfen.declare"),
    **dict.fromkeys(
        (
            "BoardError",
            "ElfenError",
            "IllegalAction",
            "NotationError",
            "PositionError",
            "Reason",
            "RuleFailed",
            "RulesetError",
            "SaveError",
            "SeedError",
        ),
        "elfen.errors",
    ),
    **dict.fromkeys(("Game", "Ruleset", "compile_ruleset"), "elfen.game"),
    **dict.fromkeys(("Dealer", "State"), "elfen.kernel"),
    **dict.fromkeys(("languages", "speaking"), "elfen.text"),
    **dict.fromkeys(("Determinizer", "Observation", "View", "determinize"), "elfen.views"),
    **{room: f"elfen.{room}" for room in ("declare", "errors", "game", "kernel", "text", "views")},
}

if not TYPE_CHECKING:  # a checker sees the imports above

    def __getattr__(name: str) -> object:
        from elfen.declare import later

        return later(__name__, _LATER)(name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LATER})


class _OldPaths:
    """Finds modules that have moved, when no other finder finds them."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        """Part of Python's protocol for finders of modules."""
        if not name.startswith("elfen."):
            return None
        from elfen.declare import moved

        return moved(name)


sys.meta_path.append(_OldPaths)

if sys.modules.get("hypothesis"):  # else it asks for them itself, when it is imported
    from elfen.testing.types import register as _register

    _register()
    del _register
