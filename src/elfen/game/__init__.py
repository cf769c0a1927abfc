"""A game for people: compiled rules to play by, a log, undo, stories, saves.

Everything below is joined here, and nothing below knows of it.

Open `game` first, then `ruleset`, what `elfen.compile_ruleset` gives. `seen` makes views of a
game, `story` tells it, `undoing` says what can be taken back, and `saves` keeps it as a document
that is read strictly.
"""

from elfen.game.game import Game
from elfen.game.ruleset import Ruleset, compile_recipe, compile_ruleset
from elfen.game.story import Hop, Journey, Round, rounds, tell

__all__ = [
    "Game",
    "Hop",
    "Journey",
    "Round",
    "Ruleset",
    "compile_recipe",
    "compile_ruleset",
    "rounds",
    "tell",
]
