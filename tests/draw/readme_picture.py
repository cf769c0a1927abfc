"""The picture at the top of the README: `python tests/draw/readme_picture.py` draws it again."""

from __future__ import annotations

import random
from pathlib import Path

import elfen
import elfen.draw
from elfen.draw import Svg
from elfen.land import MOVE

FILE = Path(__file__).parents[2] / "docs" / "_static" / "game.svg"


def picture() -> Svg:
    """The first of a random game's positions in which a seat moves in the second round."""
    chance = random.Random(8)
    game = elfen.compile_ruleset(edition="rio-grande").new_game(players=4, seed=8)
    while not (game.state.round == 2 and _moves(game)):
        game = game.play(chance.choice(game.legal_actions))
    parts = ("heading", "board", "legal", "key", "seats", "hand", "table")
    return elfen.draw.board(game.view(game.seat), theme="auto", parts=parts)


def _moves(game: elfen.Game) -> bool:
    due = game.pending
    return isinstance(due, elfen.Decide) and due.name == MOVE and len(game.legal_actions) > 3


if __name__ == "__main__":
    picture().save(FILE)
