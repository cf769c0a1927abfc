"""A game for people: compiled rules to play by, a log, undo, stories, saves.

It uses all the layers below, and none of them knows it.

Open `game` first, then `ruleset`, which `elfen.compile_ruleset` returns. `seen` makes views of a
game, `story` tells it, `undoing` says what can be taken back, and `saves` writes and reads it as
a JSON document.
"""

from typing import TYPE_CHECKING

from elfen.declare import later
from elfen.game.ruleset import (
    BASE,
    Ruleset,
    compile_recipe,
    compile_ruleset,
    refuse_no_rules,
)

if TYPE_CHECKING:
    from elfen.game.game import Game, Page, refuse_no_game
    from elfen.game.story import (
        Heard,
        Hop,
        Journey,
        Round,
        heard,
        laid_by,
        news,
        rounds,
        tell,
        tell_by_step,
    )

__all__ = [
    "BASE",
    "Game",
    "Heard",
    "Hop",
    "Journey",
    "Page",
    "Round",
    "Ruleset",
    "compile_recipe",
    "compile_ruleset",
    "heard",
    "laid_by",
    "news",
    "refuse_no_game",
    "refuse_no_rules",
    "rounds",
    "tell",
    "tell_by_step",
]

#: Names that are loaded on first use, as rules are compiled without them.
_LATER = {
    **dict.fromkeys(("Game", "Page", "refuse_no_game"), "elfen.game.game"),
    **dict.fromkeys(
        (
            *("Heard", "Hop", "Journey", "Round"),
            *("heard", "laid_by", "news", "rounds", "tell", "tell_by_step"),
        ),
        "elfen.game.story",
    ),
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
