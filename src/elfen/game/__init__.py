"""A game for people: compiled rules to play by, a log, undo, stories, saves.

It uses all the layers below, and none of them knows it.

Open `game` first, then `ruleset`, which `elfen.compile_ruleset` returns. `seen` makes views of a
game, `story` tells it, `undoing` says what can be taken back, and `saves` writes and reads it as
a JSON document.
"""

from elfen.game.game import Game
from elfen.game.ruleset import Ruleset, compile_recipe, compile_ruleset
from elfen.game.story import Hop, Journey, Round, laid_by, rounds, tell, tell_by_step

__all__ = [
    "Game",
    "Hop",
    "Journey",
    "Round",
    "Ruleset",
    "compile_recipe",
    "compile_ruleset",
    "laid_by",
    "rounds",
    "tell",
    "tell_by_step",
]
