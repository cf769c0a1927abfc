"""Songs and pennies in pictures, and who sees whose."""

from __future__ import annotations

import elfen.draw
from elfen_minstrels.looks import NOTE
from elfen_minstrels.pieces import KNOWN
from situations import minstrels

SIGN = 'data-sign="your song is sung here"'


def test_a_player_sees_a_note_at_the_towns_of_its_own_songs_and_nobody_else_does() -> None:
    game = minstrels().new_game(players=3, seed=1)
    songs = game.position.size(KNOWN.of(1))
    assert songs
    assert elfen.draw.board(game.view(1)).count(SIGN) == songs
    assert SIGN not in elfen.draw.board(game.view(None))


def test_songs_are_drawn_as_notes() -> None:
    game = minstrels().new_game(players=2, seed=1)
    assert NOTE in elfen.draw.board(game.view(0))
